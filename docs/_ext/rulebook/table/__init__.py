"""The table on a page before any script runs: its directive, its HTML, worked examples and their replay."""
