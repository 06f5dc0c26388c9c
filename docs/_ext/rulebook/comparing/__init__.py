"""Rule sets beside each other: the comparison, the matrix, the questions, the data to take away."""
