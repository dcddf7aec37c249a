"""Whose turn it is, whether a fight is over, and what figures may do."""
