"""The logs of encounters as the feed reads them: each entry, with what viewers may see at the moment it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from service.encounters.connection import Connection
from service.encounters.feed import Head
from service.encounters.reveal import Reveal
from service.encounters.scripts import Script
from service.encounters.store import beyond, channel_of, keys_of
from service.encounters.tokens import rights_of

_PAGE: Final = Script.beside(__file__, "page", is_long=True)


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as the referee sees it, what viewers may see of it, and what has been made of it for either."""

    version: int
    size: int
    rights: bytes
    entry: Mapping[str, Any]
    shown: Reveal
    views: dict[str, Any] = field(default_factory=dict)


class Telling:
    """The logs of all encounters in a store."""

    def __init__(self, connection: Connection) -> None:
        """Read from the store that a connection leads to."""
        self._connection = connection

    def channel(self, name: str) -> bytes:
        """Return the channel of an encounter."""
        return channel_of(name).encode()

    async def head(self, name: str) -> Head | None:
        """Return an encounter's version and its rights."""
        async with self._connection as redis:
            found: Any = await redis.hmget(keys_of(name)[0], ["version", "referee", "viewer"])
        version, referee, viewer = found
        return None if version is None else Head(int(version), rights_of(referee, viewer))

    async def page(self, name: str, after: int, count: int) -> Sequence[Told]:
        """Return entries after a version, read at one moment with the rights and with what viewers may see."""
        async with self._connection as redis:
            entries, reveal, veiled, referee, viewer = await _PAGE(redis, keys_of(name), beyond(after), count)
        shown = Reveal.OUTCOMES if reveal is None or veiled == b"1" else Reveal(reveal.decode())
        return [_told(fields[1], rights_of(referee, viewer), shown) for _, fields in entries]


def _told(written: bytes, rights: bytes, shown: Reveal) -> Told:
    entry = orjson.loads(written)
    return Told(entry["version"], len(written), rights, entry, shown)
