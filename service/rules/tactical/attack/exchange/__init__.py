"""One attack from its first die to its last wound, and those whom it hits astray."""
