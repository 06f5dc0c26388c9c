"""The table on the page: its requests, what the visitor sees and may do, and the house rules that may be chosen."""
