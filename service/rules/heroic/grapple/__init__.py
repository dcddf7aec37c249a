"""Grapples: holds, what a grappler does with them, and breaking free."""
