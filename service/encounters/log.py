"""The log of an encounter: one entry for each version, so that the whole fight can be replayed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.encounters.encounter import EntryKind
from service.encounters.reveal import Reveal
from service.wire import to_json

LONGEST_PAGE: Final = 100
USUAL_PAGE: Final = 50


@dataclass(kw_only=True)  # neither slots nor frozen, which make writing or creating an entry several times slower
class Entry:
    """A log entry: the change that made a version. Its fields, in this order, are those that the referee can read.

    An act has `operation`, `input` (as the client sent it, participants by id), `dice`, `outcome`, `steps` and
    `warnings`; whatever took a draw has `draw`, and creation `dice_policy`, and of a fork `forked_from`. What was
    refused after its dice had been rolled is void: it has `problem`, and `returns_to`, the version whose state
    stays. The end of a log says what it has `opened`, and the `dice_key`, if it has.
    An announcement has the `operation` and `input` that will be played, and says whether it is `covert`: of a secret
    act, so that viewers see neither. Who joins has a `seat` and its `commit`; who contributes to a draw has a `value`,
    too. Creation and correction have `state`, the whole state; undo and redo have `returns_to`, the version whose state
    is restored. `family`, `ruleset` and `rulings` are the rules that were applied; `before` and `after` are hashes of
    states; `reveal` is the policy of what viewers see at that version. `summary`, `names` and `hidden` are those of
    `EntryWords`.
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
    summary: str = ""
    names: Any
    hidden: Any
    dice_policy: Any = None
    draw: Any = None
    problem: str | None = None
    opened: str | None = None
    dice_key: str | None = None
    seat: str | None = None
    value: str | None = None
    commit: str | None = None
    covert: bool | None = None
    forked_from: Any = None

    def written(self) -> bytes:
        """Write the entry as JSON."""
        return to_json(self)


def entry_of(written: bytes) -> dict[str, Any]:
    """Read an entry; one that was written before there were summaries has none."""
    entry: dict[str, Any] = orjson.loads(written)
    return {**_OLDER, **entry}


UNDRAWN: Final[Mapping[str, Any]] = dict.fromkeys(
    ("dice_policy", "draw", "problem", "opened", "dice_key", "seat", "value", "commit", "covert", "forked_from")
)
"""The fields of draws in an entry that has none, and in entries that were written before there were draws."""

_OLDER: Final[Mapping[str, Any]] = {"summary": "", "names": {}, "hidden": [], **UNDRAWN}


def cursor_of(version: int) -> str:
    """Return an opaque cursor to the place after a version's entry."""
    return f"{version:08x}"


def next_of(last: int, newest: int) -> str | None:
    """Return the cursor of the page after a version's entry, or None if nothing follows it."""
    return cursor_of(last) if last < newest else None


def version_at(cursor: str) -> int:
    """Return the version of the entry before a cursor's place."""
    return int(cursor, 16)
