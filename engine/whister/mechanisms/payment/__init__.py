"""Who pays whom, and what lies in the pools."""
