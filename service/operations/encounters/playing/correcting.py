"""Corrections of the stored state, and the way back to states before and after changes."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

import orjson

from service.encounters.changes import Change, Row
from service.encounters.encounter import Encounter, EntryKind, canonical
from service.encounters.log import NAMES, entry_of, state_after
from service.encounters.reveal import Reveal
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.recorder import Recorder
from service.encounters.told_situations import with_situation
from service.encounters.trust.announcements import require_unbound
from service.encounters.trust.draws import next_draw
from service.encounters.versions import correction_of, new_version, redo_target, restoration, undo_target
from service.operations.encounters.answers import EncounterChanged
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.encounters.playing.situations import LARGE_STATE, Situations
from service.operations.encounters.playing.turn import pool_for, require_ruleset
from service.operations.encounters.requests import (
    ChangedEncounter,
    CorrectEncounter,
    Correction,
    NewEncounter,
    corrected,
)
from service.operations.work.estimates import WorkerPool
from service.rules.kernel.verdict import Situation
from service.store.attempts import Attempt

CORRECT: Final = "encounters/correct"

_OF_ENTRY: Final = tuple([each.name for each in fields(EncounterChanged) if each.name in NAMES])
"""The fields that the answer has of the log entry."""


def written_meta(request: NewEncounter | CorrectEncounter) -> bytes | None:
    """Return the caller's own data of a request as they are stored."""
    return None if request.meta is None else request.meta.written


def corrected_state(moves: MoveIndex, family: str, state: bytes, ruled: bytes, changes: Iterable[Correction]) -> bytes:
    """Return a state with corrections, if it fits.

    Raises: UnfitRequest; a refusal, if no procedure could be played on the state.
    """
    document = corrected(orjson.loads(state), changes)
    rulings = read(moves.families[family].rulings, ruled)
    return canonical(moves.state_of(family, document, rulings, "/state"))


class Correcting:
    """Changes an encounter without dice: what is put right, undone or redone."""

    def __init__(self, store: Store, recorder: Recorder, situations: Situations) -> None:
        """Set the store, what writes changes, and what works out situations, with its index of moves and its pool."""
        self._pool = situations.pool
        self._store = store
        self._recorder = recorder
        self._moves = situations.moves
        self._situations = situations

    async def correct(self, encounter: Encounter, request: CorrectEncounter, attempt: Attempt) -> EncounterChanged:
        """Correct values of the state."""
        require_unbound(encounter)
        require_ruleset(self._moves, encounter)
        asked = encounter.family, encounter.state, encounter.rulings, request.changes
        pool = self._pool_for(encounter, request)
        state = corrected_state(self._moves, *asked) if pool is None else await pool.run(CORRECT, "correct", *asked)
        corrected = correction_of(
            encounter,
            state,
            self._recorder.sight_of(encounter),
            secret=request.secret,
            draw=next_draw(encounter) if request.secret and encounter.secret else None,
            reveal=request.reveal,
            meta=written_meta(request),
        )
        return await self._written(encounter, new_version(encounter, corrected), attempt)

    def _pool_for(self, encounter: Encounter, request: CorrectEncounter) -> WorkerPool | None:
        """Return the pool that validates the state after a correction; None: this process."""
        is_large = len(encounter.state) > LARGE_STATE and self._pool is not None and self._pool.is_open
        return self._pool if is_large else pool_for(self._pool, request.changes)

    async def undo(self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt) -> EncounterChanged:
        """Return to the state before the last change."""
        require_unbound(encounter)
        return await self._restore(encounter, EntryKind.UNDO, undo_target(encounter), attempt)

    async def redo(self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt) -> EncounterChanged:
        """Return to the state that was last undone."""
        require_unbound(encounter)
        return await self._restore(encounter, EntryKind.REDO, redo_target(encounter), attempt)

    async def again(
        self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt, row: Row
    ) -> EncounterChanged:
        """Return the answer of an earlier try, from the log entry of its change."""
        entry = entry_of(row.entry)
        snapshot = await self._store.snapshot(encounter.id, state_after(entry))
        situation = await self._situations.of(encounter, snapshot.state)
        return _changed(encounter.id, entry, snapshot.state, situation, row.head)

    async def _restore(self, encounter: Encounter, kind: EntryKind, target: int, attempt: Attempt) -> EncounterChanged:
        snapshot = await self._store.snapshot(encounter.id, target)
        restored = entry_of(
            await self._store.entry(encounter.id, encounter.cursor if kind is EntryKind.UNDO else target)
        )
        return await self._written(
            encounter, restoration(encounter, kind, snapshot, restored, self._recorder.sight_of(encounter)), attempt
        )

    async def _written(self, encounter: Encounter, change: Change, attempt: Attempt) -> EncounterChanged:
        """Write a change with the situation in its state, and return the answer."""
        both = await self._situations.both(encounter, change.state)
        head = await self._recorder.write(encounter, with_situation(change, both), attempt.mark)
        situation = None if both is None else both.whole
        return _changed(encounter.id, vars(change.logged), change.state, situation, head)


def _changed(
    id: str, entry: Mapping[str, Any], state: bytes, situation: Situation | None, head: str | None
) -> EncounterChanged:
    """Make the answer record of a correction, undo or redo, whose log entry has most of what it says."""
    said = {name: entry[name] for name in _OF_ENTRY}
    said |= {"reveal": Reveal(entry["reveal"]).value, "state": orjson.Fragment(state)}
    return EncounterChanged(status="changed", id=id, situation=situation, head=head, **said)
