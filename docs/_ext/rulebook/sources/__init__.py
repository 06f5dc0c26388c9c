"""Sources and evidence: badges, source lines, and a page for each source with everything that rests on it."""
