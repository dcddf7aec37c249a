"""The REST API, derived from the registry of operations."""
