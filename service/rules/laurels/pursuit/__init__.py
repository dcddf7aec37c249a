"""Pursuits: flight, breaking away, capture and free strikes."""
