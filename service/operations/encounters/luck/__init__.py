"""The luck of a fight that was played."""
