"""Units on a map of hexes: cards, commands, battle dice and morale."""
