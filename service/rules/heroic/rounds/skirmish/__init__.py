"""A battle without players: its opening, its steps, its end, and what follows it."""
