"""Rule sets from records: reading records, merging them with their parents, and applying options."""
