"""What the records say: clauses, options, and the rule sets that overlays laid over each other make."""
