"""The table: seats, partners and dealers."""
