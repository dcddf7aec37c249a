"""Twenty-second rounds: sides, tactics and contests, from one figure to thousands in a unit."""
