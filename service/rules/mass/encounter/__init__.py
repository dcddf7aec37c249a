"""What an encounter remembers, and how its moves are filled in and followed."""
