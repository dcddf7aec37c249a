"""Rounds and skirmishes: turns, phases and the policy of figures without a player."""
