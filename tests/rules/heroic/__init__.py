"""The heroic family."""
