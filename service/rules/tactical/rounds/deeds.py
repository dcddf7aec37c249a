"""Actions in close combat that are no attack with a weapon: takedowns, pins, breaking free, dropping the shield."""
