"""Campaigns: sweeps of many fights, played in chunks, and counted in the store."""
