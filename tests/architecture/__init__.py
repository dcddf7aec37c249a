"""Taste is a failing test: what the house insists on, checked on every run."""
