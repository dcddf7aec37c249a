"""Documents: the OpenAPI contract, schemas and HTML pages."""
