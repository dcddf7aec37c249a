"""Percentile strikes against percentile defence: duels, rounds, chases and skirmishes."""
