"""Released versions side by side: the folder a host serves."""
