"""The book for print: the pages of the EPUB in one document, laid out by WeasyPrint."""
