"""What fighting costs and what follows it: courage, fatigue, pursuit and the fate of the fallen."""
