"""The table as a page shows it before any script: its directive, its HTML, worked examples and their replay."""
