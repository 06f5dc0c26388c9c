"""Reading and playing without a network: the service worker and its list of files."""
