"""Figures: their models, and how wounds change them."""
