"""What was proved, and how often."""
