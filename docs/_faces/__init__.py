"""The faces that pages are set in: cut down to the letters in use, with what stands in for them until they arrive."""
