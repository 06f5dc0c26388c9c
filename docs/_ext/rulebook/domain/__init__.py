"""The rule domain: addresses, permanent addresses, and references between pages."""
