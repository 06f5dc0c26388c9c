"""Rule sets from records: clauses, options, and records merged with their parents."""
