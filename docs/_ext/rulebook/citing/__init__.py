"""Citing: the link **Cite**, the citations, and the metadata for reference managers."""
