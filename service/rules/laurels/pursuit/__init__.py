"""Pursuits: who catches whom."""
