"""Deals as text: records and links, and how they are read."""
