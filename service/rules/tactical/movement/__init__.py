"""Movement points, paths, and what can be reached."""
