"""The site while it is being written: rebuilt at each change and reloaded at the same place on the page."""
