"""Sources and evidence: badges, source lines, and a page for each source with all that rests on it."""
