"""The page's table: its requests, what the visitor sees and may do, and the house rules to choose."""
