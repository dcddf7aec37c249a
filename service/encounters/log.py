"""The log of an encounter: one entry for each version, so that the whole fight can be replayed.

All that has to be known of a field of an entry stands here: which entries have it, whether viewers see it as it is, and
what stands for it in entries that have none and in those of older releases.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import orjson

from service.encounters.encounter import EntryKind
from service.encounters.reveal import Reveal
from service.wire import to_json

LONGEST_PAGE: Final = 100
USUAL_PAGE: Final = 50

WITHDRAWN: Final = "withdrawn"
"""What the void entry of an announcement that was withdrawn has in place of a problem's name; viewers see it."""

T = TypeVar("T")

_AS_IT_IS: Final = "viewers see it as it is, unless the entry is secret"
Public = Annotated[T, _AS_IT_IS]


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
    `EntryWords`. The fields after `hidden` are None in an entry that has none, and missing in those of releases that
    had none of them: a new field is appended to them.
    """

    version: Public[int]
    kind: Public[EntryKind]
    family: str
    ruleset: str
    rulings: Any
    operation: Public[str | None] = None
    input: Any = None
    dice: Any = None
    outcome: Any = None
    steps: Any = ()
    warnings: Any = ()
    state: Any = None
    returns_to: Public[int | None] = None
    before: str | None
    after: str
    reveal: Reveal
    secret: Public[bool] = False
    summary: Public[str] = ""
    names: Any
    hidden: Any
    dice_policy: Public[Any] = None
    draw: Any = None
    problem: str | None = None
    opened: Public[str | None] = None
    dice_key: Public[str | None] = None
    seat: Public[str | None] = None
    value: Public[str | None] = None
    commit: Public[str | None] = None
    covert: Public[bool | None] = None
    forked_from: Public[Any] = None

    def written(self) -> bytes:
        """Write the entry as JSON."""
        return to_json(self)


NAMES: Final = tuple([each.name for each in fields(Entry)])
"""The fields of an entry in the order in which they are written."""

PUBLIC: Final = tuple(
    [
        name
        for name, hint in get_type_hints(Entry, include_extras=True).items()
        if _AS_IT_IS in getattr(hint, "__metadata__", ())
    ]
)
"""The fields of an entry that viewers see as they are, unless it is secret."""

UNUSED: Final[Mapping[str, Any]] = {
    each.name: [] if each.default == () else each.default for each in fields(Entry) if each.default is not MISSING
}
"""What stands in the fields that an entry does not use."""

EMPTY: Final[Mapping[str, Any]] = {name: [] if UNUSED.get(name) == [] else None for name in NAMES}
"""An entry of which nothing is shown."""

UNDRAWN: Final[Mapping[str, Any]] = {name: UNUSED[name] for name in NAMES[NAMES.index("hidden") + 1 :]}
"""The fields that entries of older releases do not have."""

_OLDER: Final[Mapping[str, Any]] = {"summary": "", "names": {}, "hidden": [], **UNDRAWN}


def entry_of(written: bytes) -> dict[str, Any]:
    """Read an entry; one that was written before there were summaries has none."""
    entry: dict[str, Any] = orjson.loads(written)
    return {**_OLDER, **entry}


def state_after(entry: Mapping[str, Any]) -> int:
    """Return the version whose state an entry leads to."""
    version: int = entry["returns_to"] or entry["version"]
    return version


def cursor_of(version: int) -> str:
    """Return an opaque cursor to the place after a version's entry."""
    return f"{version:08x}"


def next_of(last: int, newest: int) -> str | None:
    """Return the cursor of the page after a version's entry, or None if nothing follows it."""
    return cursor_of(last) if last < newest else None


def version_at(cursor: str) -> int:
    """Return the version of the entry before a cursor's place."""
    return int(cursor, 16)
