"""Python on the site: sessions that a reader may edit, and the reference."""
