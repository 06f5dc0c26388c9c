"""The command line: ``whister``."""
