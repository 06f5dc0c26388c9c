"""The site while somebody is writing it: built again at each change, and shown where the reader was."""
