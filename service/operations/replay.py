"""Prove a whole log: play every entry again with its own dice, and name the first that differs."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from pydantic import ValidationError
from pydantic_core import from_json

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.encounters.model import EntryKind, canonical, hash_of
from service.errors import DiceSupplyExhausted, RulesetChanged, UmpireError, UnfitRequest
from service.operations.encounter_answers import LogDiverged, LogVerified
from service.operations.playbook import Playbook, Staged
from service.operations.procedure import Bench
from service.operations.readings import read
from service.operations.verify import Diverged, Verifier, VerifyRequest
from service.wire import to_json

CREATED: Final = (EntryKind.CREATE.value,)
STATED: Final = (EntryKind.CREATE.value, EntryKind.CORRECT.value)
LONGEST_QUOTE: Final = 80
RETURNED: Final = (EntryKind.UNDO.value, EntryKind.REDO.value)

Entry = Mapping[str, Any]


class Wrong(Exception):
    """An entry is not what the rules give."""

    def __init__(self, pointer: str, expected: Any, found: Any) -> None:
        """Say where it differs, and how."""
        super().__init__(pointer)
        self.pointer = pointer
        self.expected = expected
        self.found = found


class Course:
    """A fight as far as it has been replayed: the state of every version, and the version whose state holds."""

    def __init__(self, first: Entry) -> None:
        """Begin with what the first entry says of all."""
        self.family: Any = first.get("family")
        self.ruleset: Any = first.get("ruleset")
        self.rulings: Any = first.get("rulings")
        self.states: dict[int, bytes] = {}
        self.parents: dict[int, int] = {}
        self.cursor = 0
        self.undone: list[int] = []
        self.rolls = 0

    @property
    def state_hash(self) -> str | None:
        """The hash of the state that holds; None before the first entry."""
        return hash_of(self.states[self.cursor]) if self.cursor else None

    def go_on(self, version: int, state: bytes) -> None:
        """Let a version's own state hold."""
        self.states[version] = state
        self.parents[version] = self.cursor
        self.cursor = version
        self.undone = []

    def go_back(self) -> int:
        """Let the state before hold, and return its version; 0 if there is none."""
        self.undone.append(self.cursor)
        self.cursor = self.parents[self.cursor]
        return self.cursor

    def go_forth(self) -> int:
        """Let the state that was undone hold, and return its version; 0 if none was."""
        self.cursor = self.undone.pop() if self.undone else 0
        return self.cursor


class LogReplay:
    """Replays logs of every playable family."""

    def __init__(self, book: Playbook, benches: Mapping[str, Bench]) -> None:
        """Play by the book."""
        self._book = book
        self._verifier = Verifier(benches)

    def verify_written(self, entries: Sequence[bytes], state_hash: str | None) -> LogVerified | LogDiverged:
        """Do what `verify` does, of entries as JSON."""
        return self.verify([from_json(each) for each in entries], state_hash)

    def verify(self, entries: Sequence[Entry], state_hash: str | None) -> LogVerified | LogDiverged:
        """Play all entries again; the last state has a certain hash, unless it is null.

        Raises: UnfitRequest, if an entry is not one that a log gives; RulesetChanged.
        """
        course = Course(entries[0])
        if not isinstance(course.family, str) or course.family not in self._book.plays:
            raise UnfitRequest(f"{course.family!r} is not a family that is played.", pointer="/entries/0/family")
        require_same_rules(course.ruleset, self._book.ruleset_of(course.family))
        for position, entry in enumerate(entries):
            try:
                self._replay(course, position + 1, entry)
            except Wrong as wrong:
                return _diverged(position + 1, wrong)
            except (KeyError, TypeError, ValidationError) as error:
                message = f"Entry {position} is not one that a log gives: {type(error).__name__}."
                raise UnfitRequest(message, pointer=f"/entries/{position}") from None
            except UmpireError as refusal:
                raise UnfitRequest(refusal.detail, faults=refusal.below(f"/entries/{position}").faults) from None
        if state_hash is not None and state_hash != course.state_hash:
            return _diverged(len(entries), Wrong("/after", course.state_hash, state_hash))
        return LogVerified(
            status="verified",
            family=course.family,
            version=len(entries),
            rolls=course.rolls,
            state_hash=course.state_hash or "",
        )

    def _replay(self, course: Course, version: int, entry: Entry) -> None:
        _compare("/version", version, entry["version"])
        _compare("/family", course.family, entry["family"])
        _compare("/ruleset", course.ruleset, entry["ruleset"])
        _compare("/rulings", course.rulings, entry["rulings"])
        _compare("/before", course.state_hash, entry["before"])
        kind = entry["kind"]
        if (kind in CREATED) is not (version == 1):
            raise Wrong("/kind", EntryKind.CREATE.value if version == 1 else EntryKind.ACT.value, kind)
        if kind in STATED:
            rulings = self._book.rulings_of(course.family, course.rulings)
            course.go_on(version, canonical(self._book.state_of(course.family, entry["state"], rulings, "/state")))
        elif kind in RETURNED:
            _compare("/returns_to", (course.go_back if kind == "undo" else course.go_forth)(), entry["returns_to"])
            if not course.cursor:
                raise Wrong("/kind", EntryKind.ACT.value, kind)
        else:
            _compare("/kind", EntryKind.ACT.value, kind)
            course.go_on(version, self._played(course, entry))
        _compare("/after", course.state_hash, entry["after"])

    def _played(self, course: Course, entry: Entry) -> bytes:
        """Play an act again with its own dice, and return the state it leads to."""
        family, _, procedure = str(entry["operation"]).partition("/")
        _compare("/operation", course.family, family)
        staged = self._book.staged(course.family, procedure)
        state = read(staged.play.state, course.states[course.cursor])
        filled = staged.filled(state, orjson.dumps(course.rulings), entry["input"])
        used = entry["dice"]
        dice = SuppliedDice(tuple(used["faces"]), tuple(used["cards"]), WhenExhausted.REFUSE)
        try:
            outcome = staged.outcome(filled, dice)
        except DiceSupplyExhausted:
            raise Wrong("/dice/faces", "more faces", used["faces"]) from None
        self._prove(staged, filled, entry)
        course.rolls += len(dice.faces) + len(dice.cards)
        return canonical(staged.state_after(state, filled, outcome))

    def _prove(self, staged: Staged, filled: Any, entry: Entry) -> None:
        told = ("ruleset", "outcome", "steps", "dice", "rulings", "warnings")
        claim = VerifyRequest.model_validate_json(
            to_json(
                {
                    "operation": staged.name,
                    "request": {"input": filled.input, "rulings": filled.rulings},
                    "answer": {"status": "resolved", **{name: entry[name] for name in told}},
                }
            )
        )
        found = self._verifier.verified(claim)
        if isinstance(found, Diverged):
            raise Wrong(found.pointer, found.expected, found.found)


def require_same_rules(ruleset: Any, now: str | None) -> None:
    """Let only logs be proved that were played by the rules of this service.

    Raises: RulesetChanged, naming both; UnfitRequest, if the log does not say.
    """
    if not isinstance(ruleset, str):
        raise UnfitRequest("Every entry of a log says its ruleset.", pointer="/entries/0/ruleset")
    if ruleset != now:
        quoted = ruleset[:LONGEST_QUOTE]
        message = (
            f"The log was played by {quoted!r} and this service plays {now!r}, so that it can prove nothing of it."
        )
        raise RulesetChanged(message, pointer="/entries/0/ruleset")


def _compare(pointer: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Wrong(pointer, expected, found)


def _diverged(version: int, wrong: Wrong) -> LogDiverged:
    return LogDiverged(
        status="diverged",
        version=version,
        pointer=wrong.pointer,
        expected=wrong.expected,
        found=wrong.found,
        text=f"Entry {version} says {wrong.found!r} at {wrong.pointer}; the rules give {wrong.expected!r}.",
    )
