"""Turns of one second on a map of hexes: facing, reach, lines of fire, close combat and large figures."""
