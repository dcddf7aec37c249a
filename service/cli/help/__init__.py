"""Help on the command line: the first page, and what operations there are."""
