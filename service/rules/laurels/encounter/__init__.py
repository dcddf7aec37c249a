"""Encounters: the stored state, and how moves are filled in and followed."""
