"""The limits of GraphQL documents and WebSockets, without the libraries that read them."""

from typing import Final

MAX_TOKENS: Final = 10_000
MAX_SELECTIONS: Final = 2_000
MAX_DEPTH: Final = 15
MAX_ALIASES: Final = 30
MAX_OPERATIONS: Final = 10

INIT_SECONDS: Final = 5
"""Seconds within which a WebSocket must be initialised."""
MAX_OPERATIONS_AT_ONCE: Final = 32
"""The operations that one WebSocket runs at once."""
