"""What a rule does to its game: many deals, games and searches with the cards held equal, as exact sums and as figures.

A study is played in chunks. A chunk is a function of its rule sets, its players, the seed and its number, and returns
sums of whole numbers and exact fractions, so that no figure depends on how many processes play, or in which order.
"""
