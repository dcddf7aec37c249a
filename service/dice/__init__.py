"""Dice: seeded, supplied, replayed or exact; procedures get all random results from them."""
