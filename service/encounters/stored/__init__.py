"""Encounters, listings, tickets and shared pages in the store."""
