"""The fonts of the pages: cut down to the letters in use, with fallbacks until they arrive."""
