"""The GraphQL face, derived from the registry."""
