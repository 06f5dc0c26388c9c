"""Pictures made at build time: timelines, family trees, first appearances, cards."""
