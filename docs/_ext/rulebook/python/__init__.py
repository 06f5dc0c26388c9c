"""Python on the site: sessions that readers can edit, and the reference."""
