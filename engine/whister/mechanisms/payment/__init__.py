"""Payments between players, and pools."""
