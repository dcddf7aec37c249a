"""Recording: each change is written with its head, and a head leaves the process only after it was stored."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import orjson

from service.encounters.changes import Change, Row
from service.encounters.encounter import Encounter
from service.encounters.log import Entry, entry_of
from service.encounters.reveal import NOTHING, PUBLIC, Reveal, Shade, Sight, entry_for_viewers
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.signing_keys import Keys
from service.encounters.summaries import hash_for_viewers, unseen_in
from service.encounters.trust.heads import GENESIS, head_hash
from service.errors import UmpireError, VersionStale
from service.wire import to_json

REMEMBERED: Final = 4096
"""The number of encounters whose last head a process remembers."""


class StoreWentBack(UmpireError, status=503, title="Store went back"):
    """The store has an older version of the encounter than this service has signed: it has lost changes."""


class Recorder:
    """Writes changes with their heads; remembers what it has signed, so that it signs no other log of the same id."""

    def __init__(self, store: Store, keys: Keys) -> None:
        """Set the store and the keys."""
        self._store = store
        self._keys = keys
        self._signed: OrderedDict[str, tuple[int, str]] = OrderedDict()

    async def write(
        self,
        encounter: Encounter,
        change: Change,
        sight: Sight,
        mark: bytes = b"",
        seen: tuple[Any, Any] | None = None,
    ) -> str | None:
        """Write a change of an encounter and its head, and return the head; None for one of an older release.

        `seen` is what viewers see of the input and the outcome of an act, as `entry_for_viewers` takes it.

        Raises: StoreWentBack, and what `Store.write` raises.
        """
        if not encounter.secret:
            await self._store.write(change, mark)
            return None
        if change.expected:
            await self._require_no_loss(encounter)
        note, shown = await self._sealed(encounter, change, sight, seen)
        await self._store.write(change, mark, note.encode(), shown)
        self._signed[encounter.id] = change.expected + 1, head_hash(note)
        self._signed.move_to_end(encounter.id)
        if len(self._signed) > REMEMBERED:
            self._signed.popitem(last=False)
        return note

    async def _sealed(
        self, encounter: Encounter, change: Change, sight: Sight, seen: tuple[Any, Any] | None
    ) -> tuple[str, bytes]:
        """Return the head of a change, and what viewers are shown of its entry."""
        shown = to_json(_shown_of(encounter, change, sight, seen))
        ring = await self._keys.ring()
        note = ring.head(
            encounter.id,
            change.expected + 1,
            secret=encounter.secret,
            draw=int(change.fields.get("draw", encounter.draw)),
            parts=(change.entry, shown, head_hash(encounter.head) if encounter.head else GENESIS),
        )
        return note, shown

    async def _require_no_loss(self, encounter: Encounter) -> None:
        """Refuse to sign another head for a version that this process has signed already.

        Raises: VersionStale, if the encounter was changed since it was read; StoreWentBack, naming both versions.
        """
        if not self._is_older(encounter):
            return
        present = await self._store.load(encounter.id)
        known = self._signed[encounter.id]
        if self._is_older(present):
            raise StoreWentBack(
                f"The store has version {present.version} of the encounter {encounter.id!r}, of which version "
                f"{known[0]} was signed: it has lost changes. Nothing more is signed for it; fork it to go on."
            )
        message = f"The encounter has version {present.version} now; the change applies to version {encounter.version}."
        raise VersionStale(message)

    def _is_older(self, encounter: Encounter) -> bool:
        """Return whether an encounter is older than what was signed of it, or is another one."""
        version, head = self._signed.get(encounter.id, (0, ""))
        return encounter.version < version or (encounter.version == version and head_hash(encounter.head) != head)


_EMPTY: Final[Mapping[str, Any]] = {each.name: [] if each.default == () else None for each in fields(Entry)}


def shown_to_viewers(row: Row, reveal: Reveal, sight: Sight) -> dict[str, Any]:
    """Return what viewers may see of a row of a log now: what they were shown, or less by the present policy."""
    if not row.shown:
        return entry_for_viewers(entry_of(row.entry), reveal, sight)
    shown = entry_of(row.shown)
    return shown if Reveal(shown["reveal"]).rank <= reveal.rank else entry_for_viewers(shown, reveal, sight)


def _shown_of(encounter: Encounter, change: Change, sight: Sight, seen: tuple[Any, Any] | None) -> Mapping[str, Any]:
    """Return what viewers are shown of the entry of a change.

    Of an act of which they see neither dice nor hidden figures it is put together without reading the entry again.
    """
    logged = change.logged
    if seen is None or logged.reveal is not Reveal.OUTCOMES or logged.secret or logged.hidden:
        shade = _shade_of(encounter, change, sight, seen)
        return entry_for_viewers(orjson.loads(change.entry), logged.reveal, sight, shade)
    told = {name: getattr(logged, name) for name in PUBLIC}
    return {
        **_EMPTY,
        **told,
        "reveal": logged.reveal,
        "names": logged.names,
        "input": seen[0],
        "outcome": seen[1],
        "hidden": [],
    }


def _shade_of(encounter: Encounter, change: Change, sight: Sight, seen: tuple[Any, Any] | None) -> Shade:
    """Return what is hidden in a change, and under `all` the hashes of the states as viewers see them."""
    states = encounter.state, change.state
    hidden = unseen_in((orjson.loads(states[0]), orjson.loads(states[1])), sight) if change.logged.hidden else NOTHING
    if change.logged.reveal is not Reveal.ALL:
        return Shade(hidden, (None, None), seen)
    before, after = [hash_for_viewers(each, sight) for each in states]
    return Shade(hidden, (before if change.expected else None, after), seen)
