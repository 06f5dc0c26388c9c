"""Rule sets side by side: the comparison, the matrix, the questions, the data to download."""
