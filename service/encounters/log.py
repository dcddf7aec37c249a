"""The log of an encounter: one entry for each version, from which the whole fight can be rebuilt."""

from dataclasses import dataclass
from typing import Any, Final

from service.encounters.model import EntryKind
from service.encounters.reveal import Reveal
from service.wire import to_json

LONGEST_PAGE: Final = 100
USUAL_PAGE: Final = 50


@dataclass(kw_only=True)  # without slots or freezing, which make writing or making one several times slower
class Entry:
    """What made a version; its fields are what the log gives to the referee, in this order.

    An act has `operation`, `input` (as the client sent it, participants by id), `dice`, `outcome`, `steps` and
    `warnings`; what states a whole state (creation, correction) has `state`; undoing and redoing have `returns_to`, the
    version whose state holds again. `family`, `ruleset` and `rulings` say what it was resolved by; `before` and `after`
    are hashes of states; `reveal` is what viewers could see when it was made.
    """

    version: int
    kind: EntryKind
    family: str
    ruleset: str
    rulings: Any
    operation: str | None = None
    input: Any = None
    dice: Any = None
    outcome: Any = None
    steps: Any = ()
    warnings: Any = ()
    state: Any = None
    returns_to: int | None = None
    before: str | None
    after: str
    reveal: Reveal
    secret: bool = False

    def written(self) -> bytes:
        """Write the entry as JSON."""
        return to_json(self)


def cursor_of(version: int) -> str:
    """Return the place after a version's entry as an opaque word."""
    return f"{version:08x}"


def version_at(cursor: str) -> int:
    """Return the version that a place in the log comes after."""
    return int(cursor, 16)
