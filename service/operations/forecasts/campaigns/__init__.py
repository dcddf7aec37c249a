"""Campaigns: one skirmish with many values at some places, played so often that its chances are known."""
