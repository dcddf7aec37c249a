"""Log reader: the entries of encounters for the live feed, each with what viewers may see when it is read."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from service.encounters.changes import Row
from service.encounters.notices.feed import Head, Page
from service.encounters.reveal import Reveal
from service.encounters.stored.encounter_store import PAGE, beyond
from service.encounters.tokens import rights_of
from service.store.connection import Connection
from service.store.key_names import channel_of, keys_of
from service.store.packing import PAGE_BYTES

SEEN: Final = "seen"
"""Where an entry keeps what of it waits for viewers."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A row of a log, the present reveal policy, and the cached views for each role."""

    version: int
    size: int
    rights: bytes
    row: Row
    shown: Reveal
    views: dict[str, Any] = field(default_factory=dict)

    def for_viewers(self) -> "StoredEntry":
        """Return the entry without what only the referee sees, so that it waits for viewers by its size for them."""
        if not self.row.shown:
            return self
        seen: StoredEntry | None = self.views.get(SEEN)
        if seen is None:
            situation = self.row.watched or self.row.situation
            row = replace(self.row, entry=b"", situation=situation, watched=b"")
            seen = replace(self, size=len(row.shown) + len(situation), row=row, views={})
            self.views[SEEN] = seen
        return seen


class LogReader:
    """Reads the logs of all encounters in a store."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    def channel(self, name: str) -> bytes:
        """Return the pub/sub channel of an encounter."""
        return channel_of(name).encode()

    async def head(self, name: str) -> Head | None:
        """Return an encounter's version and rights, or None if there is no such encounter."""
        async with self._connection as redis:
            found: Any = await redis.hmget(keys_of(name)[0], ["version", "referee", "viewer"])
        version, referee, viewer = found
        return None if version is None else Head(int(version), rights_of(referee, viewer))

    async def page(self, name: str, after: int, count: int) -> Page[StoredEntry]:
        """Return the entries after a version that fit one page, with the present rights and reveal policy."""
        encounter, log = keys_of(name)
        async with self._connection as redis:
            found = await PAGE(redis, [log, encounter], beyond(after), count, PAGE_BYTES)
        entries, more, reveal, veiled, referee, viewer = found
        shown = Reveal.OUTCOMES if reveal is None or veiled == b"1" else Reveal(reveal.decode())
        rights = rights_of(referee, viewer)
        return Page([_stored_entry(key, Row.of(fields), rights, shown) for key, fields in entries], more=bool(more))


def _stored_entry(key: bytes, row: Row, rights: bytes, shown: Reveal) -> StoredEntry:
    version, _, _ = key.partition(b"-")
    return StoredEntry(int(version), len(row.entry) + len(row.situation), rights, row, shown)
