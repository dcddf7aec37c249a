"""The GraphQL API, derived from the registry of operations."""
