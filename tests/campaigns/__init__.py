"""Campaigns: checked, stored, played by processes that may die, and told."""
