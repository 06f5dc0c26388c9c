"""Which cards there are, and how they are dealt."""
