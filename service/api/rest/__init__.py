"""The REST face, derived from the registry."""
