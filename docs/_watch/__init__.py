"""The site while somebody is writing it: built anew at each change, and shown where the reader was."""
