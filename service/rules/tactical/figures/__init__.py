"""Figures, their state, and the field they stand on while a procedure runs."""
