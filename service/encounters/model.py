"""What is remembered of a fight: an encounter at one version, and the entries of its log.

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
"""Changes one encounter takes, undone ones included."""


class EntryKind(StrEnum):
    """What made a version."""

    CREATE = "create"
    ACT = "act"
    CORRECT = "correct"
    UNDO = "undo"
    REDO = "redo"


@record
class Encounter:
    """An encounter as it is stored at one version.

    `cursor` is the version whose state holds now, `parent` the version that undoing returns to (0: none), `child` the
    one that redoing returns to (0: none) and `undone` how many versions have been undone since the last act.
    `veiled` is true once something secret has happened that the referee has not revealed since. `ttl` is in seconds;
    `referee` and `viewer` are hashes of tokens, empty if there is none.
    """

    id: str
    family: str
    ruleset: str
    rulings: bytes
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

    @property
    def shown(self) -> Reveal:
        """What viewers may see now."""
        return Reveal.OUTCOMES if self.veiled else self.reveal


def canonical(value: Any) -> bytes:
    """Write a state so that equal states have equal bytes."""
    return orjson.dumps(value, default=plain, option=orjson.OPT_SORT_KEYS)


def hash_of(state: bytes) -> str:
    """Return the hash of a state in canonical JSON."""
    return f"sha256:{sha256(state).hexdigest()}"
