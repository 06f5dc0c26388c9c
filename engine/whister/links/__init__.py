"""Deals as text: how records and links are written and read."""
