"""One attack: from its request to its outcome."""
