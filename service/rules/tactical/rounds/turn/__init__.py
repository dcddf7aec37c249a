"""A turn under way: its state, its events, what begins and ends with it, and what is made ready in it."""
