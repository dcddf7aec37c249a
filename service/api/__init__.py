"""The HTTP API: REST, GraphQL and their documentation, all derived from the registry of operations."""
