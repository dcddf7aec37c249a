"""The faces: REST, GraphQL and their documents, all derived from the registry."""
