"""The table in a terminal. It uses the same requests and answers as the table on a page, and contains no rules."""
