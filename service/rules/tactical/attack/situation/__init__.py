"""Who attacks whom, where from, and where the attack goes; what is refused before anything is worked out."""
