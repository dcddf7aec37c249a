"""Commands and the moves of units."""
