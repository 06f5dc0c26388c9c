"""Dated claims, and errata: those of our articles, and our own."""
