"""What may be played, and who takes the trick."""
