"""Rounds phase by phase, the moves and waits within them, and skirmishes to their end."""
