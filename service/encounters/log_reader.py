"""The logs of encounters as the feed reads them: each entry, with what viewers may see at the moment it is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from service.encounters.feed import Head, Page
from service.encounters.reveal import Reveal
from service.encounters.store import PAGE, beyond
from service.encounters.tokens import rights_of
from service.store.connection import Connection
from service.store.keys import channel_of, keys_of
from service.store.packing import PAGE_BYTES, unpacked


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

    async def page(self, name: str, after: int, count: int) -> Page[Told]:
        """Return as many entries after a version as fit a page, with the rights and what viewers see at that moment."""
        encounter, log = keys_of(name)
        async with self._connection as redis:
            found = await PAGE(redis, [log, encounter], beyond(after), count, PAGE_BYTES)
        entries, more, reveal, veiled, referee, viewer = found
        shown = Reveal.OUTCOMES if reveal is None or veiled == b"1" else Reveal(reveal.decode())
        rights = rights_of(referee, viewer)
        return Page([_told(unpacked(fields[1]), rights, shown) for _, fields in entries], more=bool(more))


def _told(written: bytes, rights: bytes, shown: Reveal) -> Told:
    entry = orjson.loads(written)
    return Told(entry["version"], len(written), rights, entry, shown)
