"""The GraphQL types of request models and answer records."""
