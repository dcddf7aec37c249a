"""Rounds and skirmishes: turns, actions, and the policy of participants without a player."""
