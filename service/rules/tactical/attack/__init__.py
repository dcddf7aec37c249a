"""Attacks from the first die to the wound, and the lines and arcs that they depend on."""
