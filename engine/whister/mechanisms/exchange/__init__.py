"""Exchanging cards between the bidding and the play."""
