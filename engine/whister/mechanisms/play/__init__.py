"""The play: the cards that may be played, and who takes the trick."""
