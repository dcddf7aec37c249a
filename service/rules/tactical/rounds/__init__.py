"""Rounds and skirmishes: turns, waits, opportunity fire and the figures that play by themselves."""
