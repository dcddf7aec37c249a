"""Grapples: how they are won, what they hold, and how one breaks free."""
