"""Statistics: tallies, intervals, pairs, and when to stop."""
