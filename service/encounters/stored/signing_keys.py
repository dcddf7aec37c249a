"""Where the keys that sign heads come from: a file, or else one key that the store keeps."""

import secrets
from pathlib import Path
from typing import Any

from service.encounters.trust.keyring import KeyPlace, Keyring, KeyStatus, keyring_in
from service.encounters.trust.signing import SEED_BYTES, Signer
from service.store.connection import Connection
from service.store.key_names import SIGNING_KEY


class Keys:
    """The keys of this service: those of the file, or else one that the first worker makes in the store."""

    def __init__(self, connection: Connection, origin: str, file: Path | None = None) -> None:
        """Set the store, the name to sign as, and the file, which is read at once."""
        self._connection = connection
        self._origin = origin
        self._ring = None if file is None else keyring_in(file, origin)

    async def ring(self) -> Keyring:
        """Return the keys.

        Raises: StoreAway, if the key is in the store, and not known yet.
        """
        if self._ring is None:
            self._ring = await self._stored()
        return self._ring

    async def _stored(self) -> Keyring:
        async with self._connection as redis:
            await redis.set(SIGNING_KEY, secrets.token_bytes(SEED_BYTES), nx=True)
            seed: Any = await redis.get(SIGNING_KEY)
        return Keyring(self._origin, ((Signer(seed), KeyStatus.CURRENT),), KeyPlace.STORE)
