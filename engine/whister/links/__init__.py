"""Deals as texts: records, links, and what a text from elsewhere stands for."""
