"""The compiled rules: the facts that mechanisms set, what mechanisms may read and do in a deal, and the whole plan."""
