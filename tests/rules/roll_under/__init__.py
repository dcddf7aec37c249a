"""The shared ground of the roll-under families."""
