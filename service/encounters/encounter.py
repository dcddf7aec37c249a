"""The data model of an encounter: the stored state of a fight at one version, and the kinds of log entries.

A version is a whole number that grows by one with each accepted change. The state of an encounter is canonical JSON
(UTF-8, keys sorted, no spaces); its hash is "sha256:" and the SHA-256 of these bytes in hexadecimal.
"""

from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

import orjson

from service.encounters.reveal import Reveal
from service.wire import plain, record

DAY_SECONDS: Final = 24 * 60 * 60
SHORTEST_TTL: Final = 60
DEFAULT_TTL: Final = 7 * DAY_SECONDS
LONGEST_TTL: Final = 30 * DAY_SECONDS
MAX_VERSIONS: Final = 5_000
"""The most changes of one encounter, undone changes included."""


class EntryKind(StrEnum):
    """The kind of change that made a version."""

    CREATE = "create"
    ACT = "act"
    CORRECT = "correct"
    UNDO = "undo"
    REDO = "redo"
    VOID = "void"
    END = "end"
    JOIN = "join"
    CONTRIBUTE = "contribute"
    ANNOUNCE = "announce"


@record
class Encounter:
    """An encounter as it is stored at one version.

    `cursor` is the version of the present state, `parent` the version that undo returns to (0: none), `child` the
    version that redo returns to (0: none) and `undone` the number of versions undone since the last act.

    `veiled` is true after a secret change, until the referee chooses anew what viewers see. `ttl` is in seconds; `meta`
    is JSON that belongs to the referee's client, empty if there is none; `referee` and `viewer` are hashes of tokens,
    empty if there is no token. `secret` is what its dice are rolled from, empty in encounters of older releases; `draw`
    is the number of the next draw, and `policy` the dice policy as JSON (`trust/draws.py`). `head` is the
    signed note of its last entry; of one that is created, that of the encounter it was forked from; else empty.
    `ended` says what was opened when the log was ended, empty before. `seats` are the taken
    seats as JSON (`trust/seats.py`), empty if there are none; `settled` is the version after the last
    change that was not a seat's: whoever knows that version may change the encounter. `announced` is what was announced
    and not played yet as JSON (`trust/announcements.py`), empty if nothing is. `fork` says of a fork which
    encounter it was forked from, and at which version, as JSON; else it is empty.
    """

    id: str
    family: str
    ruleset: str
    rulings: bytes
    meta: bytes
    version: int
    cursor: int
    parent: int
    child: int
    undone: int
    state: bytes
    state_hash: str
    reveal: Reveal
    veiled: bool
    ttl: int
    referee: bytes
    viewer: bytes
    secret: bytes
    draw: int
    policy: bytes
    head: str
    ended: str
    seats: bytes
    settled: int
    announced: bytes
    fork: bytes

    def __repr__(self) -> str:
        """Name the encounter and its version; its secret is written nowhere."""
        return f"Encounter({self.id!r}, version {self.version})"

    @property
    def shown(self) -> Reveal:
        """The reveal policy in force: what viewers may see now."""
        return Reveal.OUTCOMES if self.veiled else self.reveal


def canonical(value: Any) -> bytes:
    """Write a state as canonical JSON, so that equal states have equal bytes."""
    return orjson.dumps(value, default=plain, option=orjson.OPT_SORT_KEYS)


def hash_of(state: bytes) -> str:
    """Return the hash of a state in canonical JSON."""
    return f"sha256:{sha256(state).hexdigest()}"
