"""Exact chances of what is played again and again: chains of steps, sums, and orders of those who tie."""
