"""The family `mass`: units on a map of hexes, commanded by cards, fighting with battle dice for morale."""
