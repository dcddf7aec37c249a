"""Ed25519 signatures; no other module imports the library that makes them, and this one does so at the first key."""

from importlib import import_module
from typing import Any, Final

SEED_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64


class Signer:
    """A key that signs: 32 bytes that have to stay secret, and the public key that follows from them."""

    def __init__(self, seed: bytes) -> None:
        """Set the secret bytes."""
        self._library: Any = import_module("nacl.bindings")
        self.public: bytes
        self.public, self._secret = self._library.crypto_sign_seed_keypair(seed)

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes; it is the same each time."""
        signed: bytes = self._library.crypto_sign(message, self._secret)
        return signed[:SIGNATURE_BYTES]
