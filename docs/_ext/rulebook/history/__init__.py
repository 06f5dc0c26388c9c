"""Dated claims, and errata: those in the articles, and our own."""
