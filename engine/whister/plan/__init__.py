"""The compiled rules: the facts that mechanisms set, what mechanisms may do in a deal, and the plan made of them."""
