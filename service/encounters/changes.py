"""Changes of an encounter as they are stored: the fields to write, the log entry, and the state of a version."""

from collections.abc import Mapping, Sequence

from service.encounters.encounter import Encounter
from service.encounters.log import Entry
from service.store.packing import COMPRESSED, Word, packed_for_a_page, unpacked
from service.wire import record

Fields = Mapping[str, Word]


@record
class Snapshot:
    """The state of one version, its hash, and the version it was made from (0: none)."""

    parent: int
    state_hash: str
    state: bytes

    def packed(self, family: str) -> bytes:
        """Pack the snapshot of an encounter of a family in the form in which it is stored.

        Raises: TooLargeToStore.
        """
        state = packed_for_a_page(self.state, "The state of the encounter", family)
        return b"%d %s %s" % (self.parent, self.state_hash.encode(), state)

    @classmethod
    def unpacked(cls, kept: bytes) -> "Snapshot":
        """Return the snapshot that `packed` has packed."""
        parent, state_hash, state = kept.split(b" ", 2)
        return cls(parent=int(parent), state_hash=state_hash.decode(), state=unpacked(state))


@record
class Change:
    """A change to one encounter: the version it applies to, the fields to write, and the log entry to append.

    `entry` is what `logged` is as JSON; `state` is the state after it.
    """

    id: str
    expected: int
    ttl: int
    fields: Fields
    entry: bytes
    logged: Entry
    state: bytes


@record
class Row:
    """A row of a log: the entry as JSON, its head, and what viewers were shown of it; these two may be empty.

    `entry` is empty if the row was read for viewers. `situation` is the one after it as JSON, empty if it is not known,
    and `watched` that of viewers, if it is another.
    """

    entry: bytes
    note: bytes
    shown: bytes
    situation: bytes
    watched: bytes

    @property
    def head(self) -> str | None:
        """The head, None if it has none."""
        return self.note.decode() or None

    @classmethod
    def of(cls, fields: Sequence[bytes]) -> "Row":
        """Return the row that has these fields and values in the store."""
        kept = dict(zip(fields[::2], fields[1::2], strict=True))
        situations = {name.decode(): unpacked(kept.get(name, b"=")) for name in (b"situation", b"watched")}
        note = kept.get(b"note", b"")
        if note.startswith(COMPRESSED):  # older releases did not pack heads
            note = unpacked(note)
        if b"shown" not in kept:
            entry, _, shown = unpacked(kept[b"entry"]).partition(b"\n")
            return cls(entry=entry, note=note, shown=shown, **situations)
        shown = unpacked(kept[b"shown"])
        entry = unpacked(kept[b"entry"], shown) if b"entry" in kept else b""
        return cls(entry=entry, note=note, shown=shown, **situations)


def at(cursor: int, undone: int) -> str:
    """Return the value of the field `at`: the version of the present state, and the number of undone versions."""
    return f"{cursor} {undone}"


def fields_of(encounter: Encounter) -> Fields:
    """Return the fields of a new encounter that belong to no version."""
    return {
        "family": encounter.family,
        "ruleset": encounter.ruleset,
        "rulings": encounter.rulings,
        "ttl": encounter.ttl,
        "reveal": encounter.reveal.value,
        "veiled": int(encounter.veiled),
        "referee": encounter.referee,
        "viewer": encounter.viewer,
        "meta": encounter.meta,
        "secret": encounter.secret,
        "draw": encounter.draw,
        "policy": encounter.policy,
        "fork": encounter.fork,
    }
