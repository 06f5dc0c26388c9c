"""What every other wing stands on: the rule sets by their address, HTML and docutils nodes, what a page has asked."""
