"""What every other package here uses: rule sets by address, HTML and docutils nodes, and what a page has asked."""
