"""A card played against a rule: what becomes of it."""
