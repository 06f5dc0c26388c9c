"""The table in a terminal: the same requests and answers as the page's table, so that it knows no rules either."""
