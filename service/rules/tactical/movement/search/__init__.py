"""The search for the cheapest ways to every hex and facing."""
