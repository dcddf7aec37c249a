"""Umpire: a referee for fights between figures, over REST and GraphQL."""
