"""What is done with cards between the bidding and the play."""
