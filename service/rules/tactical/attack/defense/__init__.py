"""Active defenses before their dice: what a defender faces, what it could try, and which it uses."""
