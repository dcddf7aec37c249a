"""What an encounter remembers of a fight on the map, and how its moves are played and summed up."""
