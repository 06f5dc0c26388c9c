"""The page of a rule set: its facts, clauses, options, mechanisms and price lists."""
