"""Exchanges of cards before or during the play."""
