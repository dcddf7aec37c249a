"""The pages of the documentation: HTML made of the registry and of the families' declarations."""
