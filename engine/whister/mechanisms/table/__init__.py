"""Who sits where, and who is whose partner."""
