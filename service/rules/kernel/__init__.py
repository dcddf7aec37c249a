"""Building blocks of all rules families; no module here names a family."""
