"""The value of cards, tricks and contracts."""
