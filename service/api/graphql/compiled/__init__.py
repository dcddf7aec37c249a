"""GraphQL documents, compiled once and run many times."""
