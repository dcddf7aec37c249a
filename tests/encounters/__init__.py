"""State kept for the caller, and the store it is kept in."""
