"""The store of encounters in Redis: one hash and one stream each, under one hash tag, changed atomically by a script.

    umpire:{<id>}:encounter   hash: version; at: the version of the present state, number of undone versions; ttl, ...
                              `s<version>`: the state that a version made; `n<version>`: where redo leads from there;
                              `hooks`, `hook:<id>` and `sent:<id>`: its webhooks (`notices/webhook_store.py`)
    umpire:{<id>}:log         stream: entry `<version>-0` has `entry` (JSON as the referee sees it), `mark`, and `note`,
                              its head, empty if it has none; if it has one, also `shown`: JSON as viewers were shown
                              it. Older releases packed `entry` beside `shown`, and before that `shown` stood in
                              `entry`, after a line feed
    umpire:{<id>}:live        channel: the version of each change as it is written, "gone" after deletion,
                              "tokens" after a change of tokens

To follow an encounter, subscribe to `channel_of(id)`, then read `Store.entries` after the last version seen. A message
is only a notification that there are new entries, so a lost or repeated message loses or repeats no entry.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from service.encounters.changes import Change, Fields, Row, Snapshot
from service.encounters.encounter import Encounter
from service.encounters.reveal import Reveal
from service.encounters.trust.seats import MOST_SEATS
from service.errors import VersionStale
from service.store.client.cluster import Cluster
from service.store.connection import Connection
from service.store.due_lists import DueLists
from service.store.key_names import channel_of, keys_of
from service.store.missing import unknown_encounter
from service.store.packing import PAGE_BYTES, Word, packed, packed_for_a_page
from service.store.quotas import NOTHING
from service.store.scripts import Script

GONE: Final = b"gone"
BETWEEN: Final = 1 + 2 * MOST_SEATS
"""Entries among which a change is found that was made at a version, or after what seats have put in between."""

_WRITTEN, _STALE, _SPENT = 1, 0, -2
_ACT: Final = Script.named("charge", "act")
_DELETE, _LOAD = (Script.named(name) for name in ("delete", "load"))
PAGE: Final = Script.named("page", is_long=True)


class Store:
    """The stored encounters; every method raises StoreAway if the store does not answer."""

    def __init__(self, connection: Connection, due: DueLists | None = None) -> None:
        """Set the connection to the store, and the due-lists of webhooks, by default those of the same store."""
        self._connection = connection
        self._due = due or DueLists(connection)

    async def load(self, id: str) -> Encounter:
        """Read an encounter at its present version, and renew its time to live.

        Raises: UnknownEncounter.
        """
        async with self._connection as redis:
            found = await _LOAD(redis, keys_of(id))
        if found is None:
            _refuse_unknown(id)
        return _encounter(id, found)

    async def write(
        self,
        change: Change,
        mark: bytes = b"",
        note: bytes = b"",
        shown: bytes = b"",
        remembered: Encounter | None = None,
    ) -> None:
        """Write a change and its log entry as the next version, atomically, charge it, and notify the followers.

        `note` is its head, and `shown` what viewers are shown of the entry; without a secret there are neither.
        `remembered` is the encounter that the change was made of, if it was not read for it: the stored one is another
        if it has another head or another token of the referee, even at the same version.
        A retry finds the change by its mark with `marked`. Random bytes are appended to the mark, so that no two writes
        have the same one.

        Raises: VersionStale, if the encounter is another than expected; UnknownEncounter; TooLargeToStore;
        StorageQuotaSpent.
        """
        words = [word for pair in change.fields.items() for word in pair]
        if note:
            words += ["head", note]
        own_mark = mark + secrets.token_bytes(12)
        row = _packed_row(change, note, shown)
        size = sum([*map(len, row), *[len(word) for word in words if not isinstance(word, int)]])
        entry, head, seen = row
        arguments: list[Word] = [change.expected, change.ttl * 1000, channel_of(change.id), entry, own_mark, head, seen]
        arguments += ("", "") if remembered is None else (remembered.referee, remembered.head)
        reply = await self._charged(change, size, arguments, words)
        await self._due.wake(change.id, _refuse_unless_written(change.id, change.expected, reply))

    async def _charged(self, change: Change, size: int, arguments: list[Word], words: list[Word]) -> Sequence[Any]:
        """Charge a change and write it, both or neither, and return the reply of `act.lua`.

        On a cluster, where the buckets of a caller are on another node, it is charged before it is written.

        Raises: StorageQuotaSpent.
        """
        quotas, created = self._connection.quotas, 0 if change.expected else 1
        async with self._connection as redis:
            if isinstance(redis, Cluster):
                await quotas.take(redis, size, created)
                charge = NOTHING
            else:
                charge = quotas.charge_of(size, created)
            keys = (*keys_of(change.id), *charge.keys)
            reply: Sequence[Any] = await _ACT(redis, keys, *arguments, *charge.words, *words)
        if reply[0] in (_WRITTEN, _SPENT):
            quotas.settle(charge, reply[3:])
        return reply

    async def set(self, id: str, ttl: int, fields: Fields) -> None:
        """Write fields that belong to no version, such as tokens.

        Raises: UnknownEncounter.
        """
        words = [word for pair in fields.items() for word in pair]
        async with self._connection as redis:
            reply = await _ACT(redis, keys_of(id), "", ttl * 1000, channel_of(id), *[""] * 6, *words)
        await self._due.wake(id, _refuse_unless_written(id, 0, reply))

    async def delete(self, id: str, expected: int) -> None:
        """Delete an encounter and its log, and notify the followers.

        Raises: VersionStale, UnknownEncounter.
        """
        async with self._connection as redis:
            reply = await _DELETE(redis, keys_of(id), expected, channel_of(id))
        _refuse_unless_written(id, expected, reply)

    async def marked(self, id: str, version: int, mark: bytes) -> Row | None:
        """Return the row of a change by its mark: of this version, or of one that seats have made later; else None."""
        async with self._connection as redis:
            found: Any = await redis.xrange(keys_of(id)[1], min=f"{version}-0", count=BETWEEN) if mark else []
        marked = (fields for _, fields in found if fields[b"mark"].startswith(mark))
        return next((Row.of([word for pair in fields.items() for word in pair]) for fields in marked), None)

    async def field(self, id: str, name: str) -> bytes:
        """Read a field that belongs to no version; empty if there is none."""
        async with self._connection as redis:
            found: Any = await redis.hget(keys_of(id)[0], name)
        return found or b""

    async def snapshot(self, id: str, version: int) -> Snapshot:
        """Read the state that a version made.

        Raises: UnknownEncounter.
        """
        async with self._connection as redis:
            kept: Any = await redis.hget(keys_of(id)[0], f"s{version}")
        if kept is None:
            _refuse_unknown(id)
        return Snapshot.unpacked(kept)

    async def entry(self, id: str, version: int) -> bytes:
        """Read the log entry of a version, as JSON.

        Raises: UnknownEncounter.
        """
        found = await self.entries(id, version - 1, 1)
        if not found:
            _refuse_unknown(id)
        return found[0]

    async def entries(self, id: str, after: int, limit: int) -> list[bytes]:
        """Read the log entries after a version in order, up to a limit, as many as fit one page.

        Each entry is JSON as the referee sees it.
        """
        return [each.entry for each in await self.rows(id, after, limit)]

    async def rows(self, id: str, after: int, limit: int, *, for_viewers: bool = False) -> list[Row]:
        """Read the rows of the log after a version in order, up to a limit, as many as fit one page.

        For viewers nothing is read but what they were shown, and pages are cut by the bytes of that.
        """
        whose = ["viewers"] if for_viewers else []
        async with self._connection as redis:
            found, *_ = await PAGE(redis, keys_of(id)[1:], beyond(after), limit, PAGE_BYTES, *whose)
        return [Row.of(fields) for _, fields in found]


def beyond(version: int) -> str:
    """Return the stream position after the entry of a version; 0: the beginning of the stream."""
    return f"({version}-0" if version else "-"


def _packed_row(change: Change, note: bytes, shown: bytes) -> tuple[bytes, bytes, bytes]:
    """Pack an entry, its head and what viewers are shown of it, as `Row.of` reads them; what is empty stays empty.

    Raises: TooLargeToStore.
    """
    family = change.logged.family
    entry = packed_for_a_page(change.entry, "The entry in the log", family)
    if not note:
        return entry, b"", b""
    return entry, packed(note, family), packed_for_a_page(shown, "What viewers see of it", family)


def _encounter(id: str, found: Sequence[Any]) -> Encounter:
    place, ttl, version, family, ruleset, rulings, reveal, veiled, referee, viewer, meta, *drawn, kept, child = found
    secret, draw, policy, head, ended, seats, settled, announced, fork = drawn
    cursor, undone = place.split()
    snapshot = Snapshot.unpacked(kept)
    return Encounter(
        id=id,
        family=family.decode(),
        ruleset=ruleset.decode(),
        rulings=rulings,
        meta=meta or b"",
        version=int(version),
        cursor=int(cursor),
        parent=snapshot.parent,
        child=int(child or 0),
        undone=int(undone),
        state=snapshot.state,
        state_hash=snapshot.state_hash,
        reveal=Reveal(reveal.decode()),
        veiled=veiled == b"1",
        ttl=int(ttl),
        referee=referee,
        viewer=viewer,
        secret=secret or b"",
        draw=int(draw or 1),
        policy=policy or b"{}",
        head=(head or b"").decode(),
        ended=(ended or b"").decode(),
        seats=seats or b"",
        settled=int(settled or version),
        announced=announced or b"",
        fork=fork or b"",
    )


def _refuse_unless_written(id: str, expected: int, reply: Sequence[Any]) -> list[str]:
    """Return the names of the encounter's webhooks, if the change was written."""
    written, version, *hooks = reply[:3]
    if written == _STALE:
        message = f"The encounter has version {version} now; the change applies to version {expected}. Read it again."
        raise VersionStale(message)
    if written != _WRITTEN:
        _refuse_unknown(id)
    return hooks[0].decode().split() if hooks else []


def _refuse_unknown(id: str) -> NoReturn:
    raise unknown_encounter(id)
