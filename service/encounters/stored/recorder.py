"""Recording: each change is written with its head, and a head leaves the process only after it was stored."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from service.encounters.changes import Change
from service.encounters.encounter import Encounter
from service.encounters.reveal import Sight
from service.encounters.shown_entries import shown_of
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.last_written import LastWritten
from service.encounters.stored.signing_keys import Keys
from service.encounters.trust.heads import GENESIS, head_hash
from service.errors import UmpireError, VersionStale
from service.wire import to_json

REMEMBERED: Final = 4096
"""The number of encounters whose last head a process remembers."""


class StoreWentBack(UmpireError, status=503, title="Store went back"):
    """The store has an older version of the encounter than this service has signed: it has lost changes."""


class Recorder:
    """Writes changes with their heads; remembers what it has signed, so that it signs no other log of the same id."""

    def __init__(self, store: Store, keys: Keys, sight_of: Callable[[str], Sight]) -> None:
        """Set the store, the keys, and which fields viewers see of each family."""
        self._store = store
        self._keys = keys
        self._sight_of = sight_of
        self._signed: OrderedDict[str, tuple[int, str]] = OrderedDict()
        self.last_written = LastWritten()

    def sight_of(self, encounter: Encounter) -> Sight:
        """Return which fields viewers see of an encounter."""
        return self._sight_of(encounter.family)

    async def write(
        self,
        encounter: Encounter,
        change: Change,
        mark: bytes = b"",
        seen: tuple[Any, Any] | None = None,
        *,
        is_remembered: bool = False,
    ) -> str | None:
        """Write a change of an encounter and its head, and return the head; None for one of an older release.

        `seen` is what viewers see of the input and the outcome of an act, as `entry_for_viewers` takes it. An encounter
        that is remembered from `last_written` has to be the stored one still.

        Raises: StoreWentBack, and what `Store.write` raises.
        """
        if not encounter.secret:
            await self._store.write(change, mark)
            return None
        if change.expected:
            await self._require_no_loss(encounter)
        note, shown = await self._sealed(encounter, change, seen)
        await self._store.write(change, mark, note.encode(), shown, encounter if is_remembered else None)
        self.last_written.keep(encounter, change, note)
        self._signed[encounter.id] = change.expected + 1, head_hash(note)
        self._signed.move_to_end(encounter.id)
        if len(self._signed) > REMEMBERED:
            self._signed.popitem(last=False)
        return note

    async def _sealed(self, encounter: Encounter, change: Change, seen: tuple[Any, Any] | None) -> tuple[str, bytes]:
        """Return the head of a change, and what viewers are shown of its entry."""
        shown = to_json(shown_of(encounter, change, self.sight_of(encounter), seen))
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
