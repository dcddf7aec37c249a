"""Versions of an encounter: the changes that creation, acts, corrections, undo and redo write. Pure functions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from service.encounters import summaries
from service.encounters.changes import Change, Fields, Snapshot, at, fields_of
from service.encounters.encounter import MAX_VERSIONS, Encounter, EntryKind, hash_of
from service.encounters.log import WITHDRAWN, Entry
from service.encounters.reveal import Reveal, Sight
from service.encounters.summaries import EntryWords
from service.encounters.trust.announcements import Announcement
from service.encounters.trust.draws import EncounterEnded, Opened, TakenDraw
from service.encounters.trust.seats import Seats, seats_of
from service.errors import EncounterFull, NothingToRedo, NothingToUndo, VersionMissing, VersionStale
from service.store.packing import Word

FIRST: Final = 1
JOINED: Final = "The seat {} is taken."
CONTRIBUTED: Final = "The seat {} contributes to the next draw."
USED: Final = "used:{}"
"""The field of an encounter that says that a seat had this commitment: none comes twice."""
ENDED: Final = "The log is ended."
SPENT: Final = "Dice are rolled for something that the rules refuse."
"""The summary of a void act, the same whatever was refused."""
TAKEN_BACK: Final = "What was announced is withdrawn; its draw is taken."
"""The summary of a withdrawal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """The result of an act or a correction: the next state, its hash, and what its log entry says."""

    kind: EntryKind
    state: bytes
    state_hash: str
    log_fields: Mapping[str, Any]
    words: EntryWords
    secret: bool
    draw: TakenDraw | None = None
    reveal: Reveal | None = None
    meta: bytes | None = None


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What everybody sees of a player's change: the seat, the next commitment, and the value, if it contributes."""

    seat: str
    commit: str
    value: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidAct:
    """An act that was refused after its dice had been rolled: what was asked for, its draw, and the problem's slug.

    Of an announcement that was withdrawn `problem` is `WITHDRAWN`.
    """

    operation: str
    input: Mapping[str, Any]
    secret: bool
    draw: TakenDraw
    problem: str


def creation_of(encounter: Encounter, sight: Sight, invited: Fields | None = None) -> Change:
    """Return the change that creates an encounter, as its first version; `invited` are fields of its seats."""
    fork = orjson.loads(encounter.fork) if encounter.fork else None
    snapshot = Snapshot(parent=0, state_hash=encounter.state_hash, state=encounter.state)
    entry = Entry(
        version=FIRST,
        kind=EntryKind.CREATE,
        **_ruled(encounter),
        state=orjson.Fragment(encounter.state),
        before=None,
        after=encounter.state_hash,
        reveal=encounter.shown,
        **vars(summaries.creation(encounter.state, sight, fork)),
        dice_policy=orjson.Fragment(encounter.policy),
        forked_from=orjson.Fragment(encounter.fork) if fork else None,
    )
    fields = {
        "at": at(FIRST, 0),
        f"s{FIRST}": snapshot.packed(encounter.family),
        **fields_of(encounter),
        **(invited or {}),
    }
    return replace(_change(encounter, fields, entry), expected=0)


def new_version(encounter: Encounter, change: StateChange) -> Change:
    """Return the change that makes a next version with a new state; undone versions cannot be redone afterwards.

    A secret change veils the encounter: viewers see no numbers until the referee chooses anew what they may see.
    """
    version = encounter.version + 1
    snapshot = Snapshot(parent=encounter.cursor, state_hash=change.state_hash, state=change.state)
    veiled = _is_veiled(encounter, change)
    reveal = change.reveal or encounter.reveal
    entry = Entry(
        version=version,
        kind=change.kind,
        **_ruled(encounter),
        **change.log_fields,
        before=encounter.state_hash,
        after=change.state_hash,
        reveal=shown_after(encounter, change),
        secret=change.secret,
        **vars(change.words),
        draw=change.draw,
    )
    fields: dict[str, Word] = {"at": at(version, 0), f"s{version}": snapshot.packed(encounter.family)}
    if veiled is not encounter.veiled:
        fields["veiled"] = int(veiled)
    if reveal is not encounter.reveal:
        fields["reveal"] = reveal.value
    if change.meta is not None:
        fields["meta"] = change.meta
    if change.draw is not None:
        fields["draw"] = change.draw.n + 1
    return _change(encounter, fields, entry, change.state)


def correction_of(encounter: Encounter, state: bytes, sight: Sight, **chosen: Any) -> StateChange:
    """Return what a correction changes, with the referee's further choices as `StateChange` has them."""
    return StateChange(
        kind=EntryKind.CORRECT,
        state=state,
        state_hash=hash_of(state),
        log_fields={"state": orjson.Fragment(state)},
        words=summaries.correction((encounter.state, state), sight),
        **chosen,
    )


def void_version(encounter: Encounter, void: VoidAct) -> Change:
    """Return the change that an act leaves which was refused after its dice had been rolled: it spends the draw."""
    entry = _unchanged(
        encounter,
        EntryKind.VOID,
        void_summary(void.problem),
        operation=void.operation,
        input=void.input,
        returns_to=encounter.cursor,
        secret=void.secret,
        draw=void.draw,
        problem=void.problem,
    )
    return _change(encounter, {"draw": void.draw.n + 1}, entry)


def void_summary(problem: Any) -> str:
    """Return the summary of a void entry."""
    return TAKEN_BACK if problem == WITHDRAWN else SPENT


def announcing(encounter: Encounter, announced: Announcement, sight: Sight) -> Change:
    """Return the change by which an act is announced: it changes no state, and takes no draw."""
    procedure = announced.operation.partition("/")[2]
    words = summaries.announcement(encounter.state, procedure, sight, covert=announced.secret)
    entry = Entry(
        version=encounter.version + 1,
        kind=EntryKind.ANNOUNCE,
        **_ruled(encounter),
        operation=announced.operation,
        input=announced.input,
        before=encounter.state_hash,
        after=encounter.state_hash,
        reveal=encounter.shown,
        **vars(words),
        covert=announced.secret,
    )
    return _change(encounter, {"announced": announced.written()}, entry)


def ending(encounter: Encounter, opened: Opened, key: bytes) -> Change:
    """Return the change that ends a log: nothing comes after it; with the key all draws can be recomputed."""
    opening = None if opened is Opened.NOTHING else key.hex()
    entry = _unchanged(encounter, EntryKind.END, ENDED, opened=opened.value, dice_key=opening)
    return _change(encounter, {"ended": opened.value}, entry)


def seated(encounter: Encounter, kind: EntryKind, seats: Seats, told: SeatChange, fields: Fields) -> Change:
    """Return the change by which a player takes a seat, or contributes: it changes no state, and spoils no `If-Match`.

    `told` is what everybody sees of it.
    """
    summary = (JOINED if kind is EntryKind.JOIN else CONTRIBUTED).format(told.seat)
    entry = _unchanged(encounter, kind, summary, seat=told.seat, value=told.value, commit=told.commit)
    kept: Fields = {"settled": encounter.settled, "seats": seats.written(), USED.format(told.commit): b"1"}
    return _change(encounter, {**fields, **kept}, entry)


def shown_after(encounter: Encounter, change: StateChange) -> Reveal:
    """Return the reveal policy after a change."""
    return Reveal.OUTCOMES if _is_veiled(encounter, change) else change.reveal or encounter.reveal


def restoration(
    encounter: Encounter, kind: EntryKind, snapshot: Snapshot, restored: Mapping[str, Any], sight: Sight
) -> Change:
    """Return the change of undo or redo: a next version that restores the state of `undo_target` or `redo_target`.

    `restored` is the log entry of the change that is undone or redone.
    """
    undoes = kind is EntryKind.UNDO
    words = summaries.restoration(kind, restored, (encounter.state, snapshot.state), sight)
    returns_to = encounter.parent if undoes else encounter.child
    fields: dict[str, Word] = {"at": at(returns_to, encounter.undone + (1 if undoes else -1))}
    if undoes:
        fields[f"n{encounter.parent}"] = encounter.cursor
    entry = Entry(
        version=encounter.version + 1,
        kind=kind,
        **_ruled(encounter),
        returns_to=returns_to,
        before=encounter.state_hash,
        after=snapshot.state_hash,
        reveal=encounter.shown,
        **vars(words),
    )
    return _change(encounter, fields, entry, snapshot.state)


def undo_target(encounter: Encounter) -> int:
    """Return the version that undo leads to.

    Raises: NothingToUndo.
    """
    if not encounter.parent:
        raise NothingToUndo("The encounter is as it was created; there is nothing to undo.")
    return encounter.parent


def redo_target(encounter: Encounter) -> int:
    """Return the version that redo leads to.

    Raises: NothingToRedo.
    """
    if not encounter.undone:
        raise NothingToRedo("Nothing has been undone since the last change; there is nothing to redo.")
    return encounter.child


def require_version(encounter: Encounter, version: int | None, *, ended: bool = False) -> None:
    """Require that a change names the present version of the encounter, whose log may be `ended` only if that is said.

    Raises: VersionMissing, VersionStale; EncounterEnded; EncounterFull, if the encounter has reached its most changes.
    """
    if version is None:
        raise VersionMissing(_which(encounter.version, "The version to change is missing"))
    if not encounter.settled <= version <= encounter.version:
        fault = f"The change applies to version {version}, which is not the present one"
        raise VersionStale(_which(encounter.version, fault))
    if not ended:
        require_open(encounter)


def require_open(encounter: Encounter) -> None:
    """Refuse a change after the end of the log, and one more than an encounter may take.

    Raises: EncounterEnded, EncounterFull.
    """
    if encounter.ended:
        message = f"The log of the encounter was ended at version {encounter.version}; fork it to go on."
        raise EncounterEnded(message)
    if encounter.version >= MAX_VERSIONS:
        raise EncounterFull(f"The encounter has taken {MAX_VERSIONS} changes, the most that it may take.")


def _which(present: int, fault: str) -> str:
    right = f'`If-Match: "{present}"`, or in GraphQL `version: {present}`'
    return f"{fault}: the encounter has version {present} now. Read it, then send {right}."


def _is_veiled(encounter: Encounter, change: StateChange) -> bool:
    return change.secret or (encounter.veiled and change.reveal is None)


def _unchanged(encounter: Encounter, kind: EntryKind, summary: str, **told: Any) -> Entry:
    """Return the entry of a change that leaves the state as it is; its summary names nobody and hides nothing."""
    return Entry(
        version=encounter.version + 1,
        kind=kind,
        **_ruled(encounter),
        before=encounter.state_hash,
        after=encounter.state_hash,
        reveal=encounter.shown,
        summary=summary,
        names={},
        hidden=(),
        **told,
    )


def _ruled(encounter: Encounter) -> dict[str, Any]:
    return {"family": encounter.family, "ruleset": encounter.ruleset, "rulings": orjson.Fragment(encounter.rulings)}


def _change(encounter: Encounter, fields: Fields, entry: Entry, state: bytes | None = None) -> Change:
    """Return a change, by default one that leaves the state as it is.

    If it takes the draw, what was announced and put into the draw is gone with it.
    """
    if encounter.announced and "draw" in fields:
        fields = {**fields, "announced": b""}
    if encounter.seats and "settled" not in fields:
        fields = {**fields, "settled": entry.version}
        if "draw" in fields:
            fields["seats"] = seats_of(encounter.seats).cleared().written()
    return Change(
        id=encounter.id,
        expected=encounter.version,
        ttl=encounter.ttl,
        fields=fields,
        entry=entry.written(),
        logged=entry,
        state=encounter.state if state is None else state,
    )
