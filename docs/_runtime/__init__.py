"""The Python that runs in the reader's browser: how it is assembled and compressed."""
