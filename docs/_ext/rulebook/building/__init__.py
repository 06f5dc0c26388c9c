"""How the site is built: shares written in parallel, the scripts a page loads, pages made from records, progress."""
