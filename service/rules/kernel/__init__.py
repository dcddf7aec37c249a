"""Arithmetic any family may use; it knows no game by name."""
