"""A deal: the machine that plays it by a plan, its public face, what it comes to, and what a seat may see of it."""
