"""Documents that other programs write, read loosely: whatever is missing in them is nothing."""
