"""Fights enumerated: the states that can be reached, and the chance of each."""
