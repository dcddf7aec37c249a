"""What units are ordered to do, what the rules allow of it, and what those do who have no orders."""
