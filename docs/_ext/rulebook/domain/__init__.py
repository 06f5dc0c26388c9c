"""The rule domain: what has an address, the addresses that never break, and who refers to what."""
