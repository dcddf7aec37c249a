"""Pursuit off the map."""
