"""Revokes: correction, claims and penalties."""
