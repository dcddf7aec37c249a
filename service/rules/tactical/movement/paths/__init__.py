"""A path judged entry by entry: steps, jumps, changes of posture, and foes who are met on the way."""
