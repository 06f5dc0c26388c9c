"""What cards and tricks are worth."""
