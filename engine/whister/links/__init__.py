"""Deals as texts: records, links, and reading them."""
