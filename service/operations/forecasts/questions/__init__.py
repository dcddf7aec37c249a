"""Questions on what decides a fight: comparison, sensitivity and search."""
