"""The first things a visitor sees: the aim of the game on the table, where to start, and the list of all games."""
