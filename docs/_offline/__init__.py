"""Reading and playing without a network: the service worker, and the list of files that it is made with."""
