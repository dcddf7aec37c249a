"""The clients: what is generated of them, and how they behave against the service."""
