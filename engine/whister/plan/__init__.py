"""The compiled rules: facts that mechanisms set, their interface to a deal, and the plan made from them."""
