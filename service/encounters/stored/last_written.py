"""A cache of encounters as this process wrote them last, so that the next act need not read them again.

They are remembered, and may be out of date: a token may be withdrawn, another process may act, and a store may go back.
So what is made of one counts only if the store says, as it writes the change, that version, token and head are these.
"""

from collections import OrderedDict
from typing import Final

from service.encounters.changes import Change
from service.encounters.encounter import Encounter, EntryKind
from service.wire import changed

MOST: Final = 1_024
MOST_BYTES: Final = 8 * 2**20
"""The most encounters that are remembered, and the most bytes of them together."""

_OF_ACTS: Final = frozenset({"at", "draw", "situation", "watched", "over"})
"""The fields that an act writes beside its state, if it leaves the rest of the encounter as it was."""


class LastWritten:
    """The encounters that were acted on last, as they are after it."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        """Set the bounds."""
        self._most = most
        self._left = most_bytes
        self._kept: OrderedDict[str, Encounter] = OrderedDict()

    def at(self, id: str, version: int | None) -> Encounter | None:
        """Return an encounter, if this is the version that was written last."""
        found = self._kept.get(id)
        return found if found is not None and found.version == version else None

    def keep(self, before: Encounter, change: Change, head: str) -> None:
        """Remember an encounter after a change; forget it, if that was more than an act without seats and announcement.

        An act that veils the encounter is more: it changes what viewers see.
        """
        self.forget(before.id)
        made = f"s{change.expected + 1}"
        if (
            change.logged.kind is not EntryKind.ACT
            or before.seats
            or before.announced
            or not change.fields.keys() <= {made, *_OF_ACTS}
        ):
            return
        version = change.logged.version
        self._add(
            changed(
                before,
                version=version,
                cursor=version,
                parent=before.cursor,
                child=0,
                undone=0,
                state=change.state,
                state_hash=change.logged.after,
                draw=int(change.fields.get("draw", before.draw)),
                head=head,
                settled=version,
            )
        )

    def forget(self, id: str) -> None:
        """Forget an encounter."""
        found = self._kept.pop(id, None)
        if found is not None:
            self._left += _size_of(found)

    def _add(self, encounter: Encounter) -> None:
        self._kept[encounter.id] = encounter
        self._left -= _size_of(encounter)
        while self._left < 0 or len(self._kept) > self._most:
            self.forget(next(iter(self._kept)))


def _size_of(encounter: Encounter) -> int:
    """Return the bytes of the parts of an encounter that may be long; the rest of it has about a kilobyte."""
    return 1_024 + len(encounter.state) + len(encounter.rulings) + len(encounter.meta)
