"""What may be bid, and what is played for."""
