"""Pursuits: one figure runs from others."""
