"""Verification of a whole log: replay every entry with its own dice, and report the first difference."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from pydantic_core import from_json

from service.encounters import summaries
from service.encounters.encounter import EntryKind, canonical, hash_of
from service.encounters.log import NAMES, UNUSED
from service.encounters.reveal import Reveal
from service.encounters.trust.draws import Opened
from service.encounters.versions import ENDED, void_summary
from service.errors import CardNotInDeck, DiceSupplyExhausted, FaceOutOfRange, RulesetChanged, UmpireError
from service.operations.answering.dice_source import Rolls, dice_again, used
from service.operations.encounters.answers import LogDiverged, LogVerified
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.encounters.problems import NoLog
from service.operations.encounters.trust.forked_logs import doubts_of, fork_in, forked_by
from service.operations.encounters.trust.replayed_announcements import AnnouncementsReplayed, announced_fields
from service.operations.encounters.trust.replayed_draws import (
    DrawsReplayed,
    EntryDiffers,
    Present,
    bound_by,
    policy_in,
    with_draws,
)
from service.operations.validation import quoted, rewritten, validated
from service.operations.verification.difference import Difference, first_difference, unwritable, without_newer_options
from service.operations.verification.statement import Basis, assured_by, basis_of, not_proved_by, proved_by
from service.operations.verification.verifying import ClaimedDice, difference_in_play, source_of
from service.wire import to_json

ACT: Final = EntryKind.ACT.value
LONGEST_QUOTE: Final = 80
SHOWN: Final = frozenset(each.value for each in Reveal)
_FIRST: Final = (
    *("version", "kind", "family", "ruleset", "rulings", "before", "operation", "input", "steps", "outcome"),
    *("warnings", "dice", "state", "returns_to", "after", "secret"),
)
ORDER: Final = (*_FIRST, *[name for name in NAMES if name not in _FIRST])
"""The fields of an entry in the order in which they are compared."""

Entry = Mapping[str, Any]


class ReplayState:
    """The replay of a fight up to some entry.

    It has the state of every version, the version of the present state, what viewers see, and the dice that were used.
    """

    def __init__(self, first: Entry, present: Present | None) -> None:
        """Begin with the family and ruleset that the first entry names, and what is stored, if that is known."""
        self.family: Any = first.get("family")
        self.ruleset: Any = first.get("ruleset")
        self.rulings = b""
        self.states: dict[int, bytes] = {}
        self.entries: dict[int, Entry] = {}
        self.parents: dict[int, int] = {0: 0}
        self.cursor = 0
        self.undone: list[int] = []
        self.shown = Reveal.OUTCOMES.value
        self.basis = Basis()
        self.draws = DrawsReplayed(present)
        self.announced = AnnouncementsReplayed()

    @property
    def state_hash(self) -> str | None:
        """The hash of the present state; None before the first entry."""
        return hash_of(self.states[self.cursor]) if self.cursor else None

    @property
    def history(self) -> list[int]:
        """The versions that led to the present state, from the first on; those that were undone are not among them."""
        versions, version = [], self.cursor
        while version:
            versions.append(version)
            version = self.parents[version]
        return versions[::-1]

    def kind_at(self, version: int, claimed: Any) -> EntryKind:
        """Return the kind that an entry claims, if it is possible at this version, else a kind that is possible."""
        if version == 1:
            return EntryKind.CREATE
        possible = {ACT, EntryKind.CORRECT.value}
        policy = self.draws.policy
        possible |= {EntryKind.VOID.value, EntryKind.END.value} if policy else set()
        possible |= {EntryKind.JOIN.value, EntryKind.CONTRIBUTE.value} if policy and policy.seats else set()
        possible |= {EntryKind.ANNOUNCE.value} if policy and policy.announce else set()
        possible |= {EntryKind.UNDO.value} if self.parents[self.cursor] else set()
        possible |= {EntryKind.REDO.value} if self.undone else set()
        return EntryKind(claimed) if isinstance(claimed, str) and claimed in possible else EntryKind.ACT

    def advance(self, version: int, state: bytes) -> None:
        """Set the state of a new version as the present state."""
        self.states[version] = state
        self.parents[version] = self.cursor
        self.cursor = version
        self.undone = []

    def undo(self) -> int:
        """Undo: restore the state before, and return its version."""
        self.undone.append(self.cursor)
        self.cursor = self.parents[self.cursor]
        return self.cursor

    def redo(self) -> int:
        """Redo: restore the state that was undone, and return its version."""
        self.cursor = self.undone.pop()
        return self.cursor

    def reveal_fields(self, kind: EntryKind, entry: Entry) -> dict[str, Any]:
        """Return the expected reveal fields of an entry; a secret hides numbers until the referee chooses anew."""
        may_be_secret = kind in (EntryKind.ACT, EntryKind.CORRECT, EntryKind.VOID)
        secret = may_be_secret and entry.get("secret") is True
        chosen = entry.get("reveal")
        if secret and kind is not EntryKind.VOID:
            self.shown = Reveal.OUTCOMES.value
        elif kind in (EntryKind.CREATE, EntryKind.CORRECT) and isinstance(chosen, str) and chosen in SHOWN:
            self.shown = chosen
        return {"secret": secret, "reveal": self.shown}


class LogReplay:
    """Replays and verifies the logs of every playable family."""

    def __init__(self, moves: MoveIndex) -> None:
        """Set the index of moves."""
        self._moves = moves

    def verify_written(self, entries: Sequence[bytes], present: Present | None = None) -> LogVerified | LogDiverged:
        """Verify entries given as JSON, as `verify` does."""
        return self.verify([from_json(each) for each in entries], present)

    def verify(self, entries: Sequence[Entry], present: Present | None = None) -> LogVerified | LogDiverged:
        """Replay all entries, and compare the last state, what viewers see and the draws with what is stored, if any.

        Raises: NoLog, if an entry does not have the form of a log entry; RulesetChanged.
        """
        try:
            replayed = self.replayed(entries, present)
        except EntryDiffers as differs:
            return diverged(differs)
        return LogVerified(
            status="verified",
            family=replayed.family,
            version=len(entries),
            rolls=replayed.basis.rolls,
            seeded=replayed.basis.seeded,
            state_hash=replayed.state_hash or "",
            assurance=assured_by(replayed.basis),
            text=proved_by("log", replayed.ruleset, replayed.basis) + forked_by(fork_in(entries[0])),
            not_proved=not_proved_by(replayed.basis, doubts_of(fork_in(entries[0]))),
        )

    def replayed(self, entries: Sequence[Entry], present: Present | None = None) -> ReplayState:
        """Replay all entries as `verify` does, and return the replay.

        Raises: EntryDiffers, with the version of the entry; NoLog; RulesetChanged.
        """
        replayed = ReplayState(entries[0], present)
        if not isinstance(replayed.family, str) or replayed.family not in self._moves.plays:
            raise NoLog(f"{quoted(replayed.family)} is not a family that is played.", pointer="/entries/0/family")
        require_same_rules(replayed.ruleset, self._moves.ruleset_of(replayed.family))
        for position, entry in enumerate(with_draws(entries)):
            require_writable(entry, position)
            try:
                self._replay(replayed, position + 1, _as_logged(entry))
                replayed.draws.bound_to = bound_by(entry.get("head"))
            except EntryDiffers as differs:
                raise EntryDiffers(differs.difference, position + 1) from None
            except UmpireError as refusal:
                raise NoLog(refusal.detail, faults=refusal.below(f"/entries/{position}").faults) from None
        reached = {"after": replayed.state_hash, "reveal": replayed.shown}
        stored = reached if present is None else {"after": present.state_hash, "reveal": present.shown}
        difference = first_difference("last version", reached, stored)
        if difference is not None:
            raise EntryDiffers(difference, len(entries))
        return replayed

    def _replay(self, replayed: ReplayState, version: int, entry: Entry) -> None:
        """Replay an entry, and compare the result with the entry.

        Raises: EntryDiffers.
        """
        kind = replayed.kind_at(version, entry.get("kind"))
        if kind is EntryKind.CREATE:
            replayed.rulings = to_json(self._moves.rulings_of(replayed.family, _object_in(entry, "rulings")))
            replayed.draws.policy = policy_in(entry)
        begun = {
            "version": version,
            "kind": kind.value,
            "family": replayed.family,
            "ruleset": replayed.ruleset,
            "rulings": self._comparable_rulings(replayed, entry),
            "before": replayed.state_hash,
        }
        _compare(begun, {name: entry[name] for name in begun if name in entry})
        replayed.announced.follow(replayed.draws.policy, kind, entry)
        played = self._expected_of(replayed, version, kind, entry)
        expected = {**begun, **UNUSED, **played, "after": replayed.state_hash}
        expected |= replayed.draws.fields(kind, entry) | replayed.reveal_fields(kind, entry)
        replayed.draws.require_drawn(expected)
        replayed.entries[version] = {"secret": expected["secret"], "summary": expected["summary"]}
        _compare({name: expected[name] for name in ORDER}, entry)

    def _comparable_rulings(self, replayed: ReplayState, entry: Entry) -> dict[str, Any]:
        """Return the rulings that the entry should have, without options that are newer than it."""
        options = self._moves.families[replayed.family].rulings
        return without_newer_options(orjson.loads(replayed.rulings), entry.get("rulings"), options)

    def _expected_of(self, replayed: ReplayState, version: int, kind: EntryKind, entry: Entry) -> dict[str, Any]:
        """Set the state that an entry leads to, and return the expected fields of its kind."""
        if kind in (EntryKind.UNDO, EntryKind.REDO):
            return self._restored(replayed, kind)
        if kind is EntryKind.ACT:
            return self._played(replayed, version, entry)
        if kind not in (EntryKind.CREATE, EntryKind.CORRECT):
            return self._unplayed(replayed, version, kind, entry)
        rulings = read(self._moves.families[replayed.family].rulings, replayed.rulings)
        state = canonical(self._moves.state_of(replayed.family, _object_in(entry, "state"), rulings, "/state"))
        sight, before = self._moves.sight_of(replayed.family), replayed.states.get(replayed.cursor)
        replayed.advance(version, state)
        if before is not None:
            return {"state": orjson.loads(state), **_as_written(summaries.correction((before, state), sight))}
        begun = {"dice_policy": entry.get("dice_policy"), "forked_from": fork_in(entry)}
        return {"state": orjson.loads(state), **_as_written(summaries.creation(state, sight, fork_in(entry))), **begun}

    def _unplayed(self, replayed: ReplayState, version: int, kind: EntryKind, entry: Entry) -> dict[str, Any]:
        """Return the expected fields of an entry that changes no state."""
        if kind is EntryKind.VOID:
            return _voided(replayed, entry)
        if kind is EntryKind.END:
            return _ended(entry)
        if kind is EntryKind.ANNOUNCE:
            sight = self._moves.sight_of(replayed.family)
            return announced_fields(entry, replayed.family, replayed.states[replayed.cursor], sight)
        return replayed.draws.seated(kind, entry, version)

    def _restored(self, replayed: ReplayState, kind: EntryKind) -> dict[str, Any]:
        """Undo or redo."""
        before, left = replayed.states[replayed.cursor], replayed.cursor
        returns_to = replayed.undo() if kind is EntryKind.UNDO else replayed.redo()
        restored = replayed.entries[left if kind is EntryKind.UNDO else returns_to]
        states = before, replayed.states[returns_to]
        words = summaries.restoration(kind, restored, states, self._moves.sight_of(replayed.family))
        return {"returns_to": returns_to, **_as_written(words)}

    def _played(self, replayed: ReplayState, version: int, entry: Entry) -> dict[str, Any]:
        """Replay an act with its own dice."""
        operation = entry.get("operation")
        family, _, procedure = operation.partition("/") if isinstance(operation, str) else ("", "", "")
        if family != replayed.family:
            raise NoLog(f"{quoted(operation)} is no operation of {replayed.family}.", pointer="/operation")
        bound_move = self._moves.bound_move(replayed.family, procedure)
        state = read(bound_move.play.state, replayed.states[replayed.cursor])
        asked = _object_in(entry, "input")
        filled = bound_move.filled(state, replayed.rulings, asked)
        claimed = _dice_in(entry)
        source = source_of(claimed)
        dice = dice_again(source, claimed.seed)
        try:
            outcome = bound_move.outcome(filled, dice)
        except (DiceSupplyExhausted, FaceOutOfRange, CardNotInDeck) as refusal:
            raise EntryDiffers(_impossible(claimed, refusal)) from None
        dice_used = used(source, dice, Rolls(seed_by=replayed.draws.seed_by))
        replayed.basis += basis_of(dice, dice_used)
        after = bound_move.state_after(state, filled, outcome)
        replayed.advance(version, canonical(after))
        words, _ = bound_move.words(asked, outcome, (state, after))
        result = {"steps": dice.steps, "outcome": outcome, "warnings": dice.warnings, "dice": dice_used}
        result = orjson.loads(to_json(result))
        difference = difference_in_play("entry", result, {name: entry[name] for name in result if name in entry})
        if difference is not None:
            raise EntryDiffers(difference)
        return {"operation": operation, "input": asked, **result, **_as_written(words)}


def _ended(entry: Entry) -> dict[str, Any]:
    """Return the expected fields of the end: it changes nothing; whether the key fits the promise, heads say."""
    opened = entry.get("opened")
    possible = opened if opened in [each.value for each in Opened] else Opened.NOTHING.value
    key = None if possible == Opened.NOTHING.value else entry.get("dice_key")
    return {"opened": possible, "dice_key": key, "summary": ENDED, "names": {}, "hidden": []}


def _voided(replayed: ReplayState, entry: Entry) -> dict[str, Any]:
    """Return the expected fields of a void act: it changes nothing; what was asked for and why it failed is stated."""
    stated = {name: entry.get(name) for name in ("operation", "input", "problem")}
    summary = void_summary(stated["problem"])
    return {**stated, "returns_to": replayed.cursor, "summary": summary, "names": {}, "hidden": []}


def _as_written(words: summaries.EntryWords) -> dict[str, Any]:
    fields: dict[str, Any] = orjson.loads(to_json(words))
    return fields


def _as_logged(entry: Entry) -> Entry:
    """Return an entry without its head, which is about its bytes as they are stored, and the situation after it."""
    return {name: each for name, each in entry.items() if name not in ("head", "situation")}


def require_same_rules(ruleset: Any, now: str | None) -> None:
    """Require that a log was played by the rules of this service.

    Raises: RulesetChanged, naming both rulesets; NoLog, if the log names none.
    """
    if not isinstance(ruleset, str):
        raise NoLog("The entry has no ruleset; every entry of a log names one.", pointer="/entries/0/ruleset")
    if ruleset != now:
        quote = ruleset[:LONGEST_QUOTE]
        message = f"The log was played by {quote!r} and this service plays {now!r}, which cannot check it."
        raise RulesetChanged(message, pointer="/entries/0/ruleset")


def require_writable(entry: Entry, position: int) -> None:
    """Require an entry that can be written as JSON: integers of at most 64 bits, nested no deeper than the writer can.

    Raises: NoLog, pointing at the integer and quoting it.
    """
    found = unwritable(entry)
    if found is not None:
        pointer, value = found
        message = f"{quoted(value)} cannot be in a log: integers there have at most 64 bits."
        raise NoLog(message, pointer=f"/entries/{position}{pointer}")


def _object_in(entry: Entry, name: str) -> Mapping[str, Any]:
    value = entry.get(name)
    if not isinstance(value, Mapping):
        raise NoLog(f"{quoted(value)} is no {name} of a log: it is an object.", pointer=f"/{name}")
    return value


def _dice_in(entry: Entry) -> ClaimedDice:
    try:
        return validated(ClaimedDice, rewritten(entry.get("dice")))
    except UmpireError as misfit:
        raise misfit.below("/dice") from None


def _impossible(claimed: ClaimedDice, refusal: UmpireError) -> Difference:
    """Describe the difference of dice with which the act cannot be played."""
    for name, given, values in (
        ("supplied_faces", claimed.supplied_faces, claimed.faces),
        ("supplied_cards", claimed.supplied_cards, claimed.cards),
    ):
        possible = 0 if claimed.kind == "seeded" else len(values)
        if claimed.seed is None and given != possible:
            text = f"The entry says that {given} of {len(values)} {claimed.kind} dice were brought, and names no seed."
            return Difference(f"/dice/{name}", possible, given, text)
    place = refusal.pointer.rpartition("/")[2]
    at = int(place) if place.isdecimal() else None
    values = claimed.cards if isinstance(refusal, CardNotInDeck) else claimed.faces
    return Difference(refusal.pointer, None, list(values) if at is None else values[at], refusal.detail)


def diverged(differs: EntryDiffers) -> LogDiverged:
    """Return the answer that says which entry differs, and how."""
    difference = differs.difference
    return LogDiverged(
        status="diverged",
        version=differs.version,
        pointer=difference.pointer,
        expected=difference.expected,
        found=difference.found,
        text=f"Entry {differs.version}: {difference.text}",
    )


def _compare(expected: Mapping[str, Any], found: Entry) -> None:
    difference = first_difference("entry", expected, found)
    if difference is not None:
        raise EntryDiffers(difference)
