"""The basis of all other packages here: rule sets by address, HTML and docutils nodes, and the questions of pages."""
