"""A Discord bot over an Umpire service."""
