"""How the site is built: shares written at once, the scripts a page loads, pages made from records, progress."""
