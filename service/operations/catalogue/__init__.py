"""Reference operations: the families with their procedures, rules and tables, and the service with its limits."""
