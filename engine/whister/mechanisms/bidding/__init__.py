"""The auction: bids, contracts and support."""
