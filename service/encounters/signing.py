"""Ed25519 signatures; no other module imports the library that makes them."""

from typing import Final

from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

SEED_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64


class Signer:
    """A key that signs: 32 bytes that have to stay secret, and the public key that follows from them."""

    def __init__(self, seed: bytes) -> None:
        """Set the secret bytes."""
        self.public, self._secret = crypto_sign_seed_keypair(seed)

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes; it is the same each time."""
        return crypto_sign(message, self._secret)[:SIGNATURE_BYTES]
