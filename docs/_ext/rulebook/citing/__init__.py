"""Citing: the link Cite, citations by the thousand, and what a page tells reference managers."""
