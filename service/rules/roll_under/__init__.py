"""The ground of families that roll three dice at or under a skill; it knows no game by name."""
