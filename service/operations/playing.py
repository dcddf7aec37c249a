"""What each operation on encounters does: load, look at the token and the version, play, store."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from anyio import to_thread

from service.encounters.log import cursor_of, version_at
from service.encounters.model import Encounter, EntryKind, canonical, hash_of
from service.encounters.play import Made, begun, continued, require_version, returned, way_back, way_on
from service.encounters.reveal import Reveal, entry_for_viewers, state_for_viewers
from service.encounters.store import Store
from service.encounters.tokens import Role, hashed, new_token, require_referee, role_of
from service.operations.encounter_answers import (
    EncounterActed,
    EncounterChanged,
    EncounterCreated,
    EncounterDeleted,
    EncounterLog,
    EncounterPreview,
    EncounterTokens,
    EncounterView,
    LogDiverged,
    LogVerified,
    entry_record,
)
from service.operations.encounter_requests import (
    ChangedEncounter,
    ChangeTokens,
    CorrectEncounter,
    EncounterAct,
    EncounterMove,
    KnownEncounter,
    LogPage,
    LogToVerify,
    NewEncounter,
    RefereeTokenFate,
    TokenFate,
)
from service.operations.playbook import Playbook, Staged, document_fitted
from service.operations.pointers import put_right
from service.operations.procedure import Bench
from service.operations.replay import LogReplay
from service.operations.resolution import NeedsDice, Resolution, resolved_with
from service.operations.supply import DiceUsed
from service.wire import to_json

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Turn:
    """A procedure played on an encounter, and the state it leads to."""

    staged: Staged
    resolution: Resolution[Any]
    outcome: orjson.Fragment
    dice: DiceUsed
    state: bytes
    state_hash: str

    def told(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the log tells of it."""
        resolution = self.resolution
        return {
            "operation": self.staged.name,
            "input": asked,
            "dice": self.dice,
            "outcome": self.outcome,
            "steps": resolution.steps,
            "warnings": tuple(resolution.dice.warnings),
        }


class Playing:
    """Plays encounters: everything is in the store, nothing is kept here."""

    def __init__(self, store: Store, book: Playbook, benches: Mapping[str, Bench]) -> None:
        """Keep encounters in a store, and play what is in the book."""
        self._store = store
        self._book = book
        self._replay = LogReplay(book, benches)

    async def create(self, request: NewEncounter) -> EncounterCreated:
        """Remember a new encounter."""
        family = self._book.families[request.family]
        rulings = document_fitted(family.rulings, request.rulings, "/rulings")
        state = canonical(self._book.state_of(request.family, request.state, "/state"))
        return await self._begin(
            {"family": family.name, "ruleset": family.ruleset, "rulings": to_json(rulings)},
            {"state": state, "state_hash": hash_of(state), "reveal": request.reveal, "ttl": request.ttl},
        )

    async def fork(self, request: KnownEncounter) -> EncounterCreated:
        """Remember a copy of an encounter as it stands, with tokens and a log of its own."""
        encounter = await self._refereed(request)
        return await self._begin(
            {"family": encounter.family, "ruleset": encounter.ruleset, "rulings": encounter.rulings},
            {
                "state": encounter.state,
                "state_hash": encounter.state_hash,
                "reveal": encounter.reveal,
                "veiled": encounter.veiled,
                "ttl": encounter.ttl,
            },
        )

    async def view(self, request: KnownEncounter) -> EncounterView:
        """Read an encounter, as far as the token lets its holder see it."""
        encounter = await self._store.load(request.id)
        role = role_of(encounter, request.token)
        shown = Reveal.ALL if role is Role.REFEREE else encounter.shown
        visible = self._book.plays[encounter.family].visible
        whole = shown is Reveal.ALL
        state = orjson.Fragment(encounter.state)
        return EncounterView(
            status="found",
            id=encounter.id,
            version=encounter.version,
            family=encounter.family,
            ruleset=encounter.ruleset,
            rulings=orjson.Fragment(encounter.rulings),
            reveal=encounter.shown.value,
            role=role.value,
            ttl=encounter.ttl,
            state=state if whole else state_for_viewers(orjson.loads(encounter.state), shown, visible),
            state_hash=encounter.state_hash if whole else None,
            can_undo=encounter.parent > 0,
            can_redo=encounter.undone > 0,
        )

    async def act(self, request: EncounterAct) -> EncounterActed | NeedsDice:
        """Play a procedure on the stored state, and store what comes of it."""
        encounter = await self._refereed(request)
        require_version(encounter, request.version)
        turn = self._turn(encounter, request)
        if isinstance(turn, NeedsDice):
            return turn
        made = Made(
            kind=EntryKind.ACT,
            state=turn.state,
            state_hash=turn.state_hash,
            told=turn.told(request.input),
            secret=request.secret,
        )
        await self._store.write(continued(encounter, made))
        return EncounterActed(status="resolved", version=encounter.version + 1, **_told(encounter, turn))

    async def preview(self, request: EncounterMove) -> EncounterPreview | NeedsDice:
        """Play a procedure on the stored state, and store nothing."""
        encounter = await self._refereed(request)
        turn = self._turn(encounter, request)
        if isinstance(turn, NeedsDice):
            return turn
        return EncounterPreview(status="previewed", version=encounter.version, **_told(encounter, turn))

    async def correct(self, request: CorrectEncounter) -> EncounterChanged:
        """Put right what is stored."""
        encounter = await self._refereed(request)
        require_version(encounter, request.version)
        document = put_right(orjson.loads(encounter.state), request.changes)
        state = canonical(self._book.state_of(encounter.family, document, "/state"))
        made = Made(
            kind=EntryKind.CORRECT,
            state=state,
            state_hash=hash_of(state),
            told={"state": orjson.Fragment(state)},
            secret=request.secret,
            reveal=request.reveal,
        )
        await self._store.write(continued(encounter, made))
        return _changed(encounter, None, made.state, made.state_hash, request.reveal or encounter.reveal)

    async def undo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state before the last change."""
        return await self._return(request, EntryKind.UNDO)

    async def redo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state that was last undone."""
        return await self._return(request, EntryKind.REDO)

    async def delete(self, request: ChangedEncounter) -> EncounterDeleted:
        """Forget an encounter, its log and its tokens."""
        encounter = await self._refereed(request)
        require_version(encounter, request.version)
        await self._store.delete(encounter.id, encounter.version)
        return EncounterDeleted(status="deleted", id=encounter.id)

    async def log(self, request: LogPage) -> EncounterLog:
        """Read a page of the log, as far as the token lets its holder see it."""
        encounter = await self._store.load(request.id)
        role = role_of(encounter, request.token)
        visible = self._book.plays[encounter.family].visible
        after = version_at(request.after) if request.after else 0
        entries = [orjson.loads(each) for each in await self._store.entries(encounter.id, after, request.limit)]
        last = entries[-1]["version"] if entries else after
        if role is Role.VIEWER:
            entries = [entry_for_viewers(each, encounter.shown, visible) for each in entries]
        return EncounterLog(
            status="found",
            id=encounter.id,
            entries=tuple([entry_record(each) for each in entries]),
            next=cursor_of(last),
            more=last < encounter.version,
        )

    async def change_tokens(self, request: ChangeTokens) -> EncounterTokens:
        """Replace or revoke tokens; what they opened before, they open no longer."""
        encounter = await self._refereed(request)
        referee = new_token() if request.referee is RefereeTokenFate.ROTATE else None
        viewer = new_token() if request.viewer is TokenFate.ROTATE else None
        fields = {name: hashed(token) for name, token in (("referee", referee), ("viewer", viewer)) if token}
        if request.viewer is TokenFate.REVOKE:
            fields["viewer"] = b""
        if fields:
            await self._store.set(encounter.id, encounter.ttl, fields)
        return EncounterTokens(status="changed", id=encounter.id, referee=referee, viewer=viewer)

    async def verify(self, request: KnownEncounter) -> LogVerified | LogDiverged:
        """Prove the whole log, from the first entry to the present version."""
        encounter = await self._refereed(request)
        entries: list[bytes] = []
        while len(entries) < encounter.version:
            page = await self._store.entries(encounter.id, len(entries), min(PAGE, encounter.version - len(entries)))
            if not page:
                break
            entries += page
        documents = [orjson.loads(each) for each in entries]
        return await to_thread.run_sync(self._replay.verify, documents, encounter.state_hash)

    async def verify_log(self, request: LogToVerify) -> LogVerified | LogDiverged:
        """Prove a log that was exported, wherever it comes from."""
        return await to_thread.run_sync(self._replay.verify, request.entries, None)

    async def _begin(self, ruled: Mapping[str, Any], stated: Mapping[str, Any]) -> EncounterCreated:
        referee, viewer = new_token(), new_token()
        fields: dict[str, Any] = {"veiled": False, **ruled, **stated}
        encounter = Encounter(
            id=secrets.token_hex(16),
            **fields,
            version=1,
            cursor=1,
            parent=0,
            child=0,
            undone=0,
            referee=hashed(referee),
            viewer=hashed(viewer),
        )
        await self._store.write(begun(encounter))
        return EncounterCreated(
            status="created",
            id=encounter.id,
            version=encounter.version,
            family=encounter.family,
            ruleset=encounter.ruleset,
            rulings=orjson.Fragment(encounter.rulings),
            reveal=encounter.reveal.value,
            ttl=encounter.ttl,
            state=orjson.Fragment(encounter.state),
            state_hash=encounter.state_hash,
            referee=referee,
            viewer=viewer,
        )

    async def _return(self, request: ChangedEncounter, kind: EntryKind) -> EncounterChanged:
        encounter = await self._refereed(request)
        require_version(encounter, request.version)
        target = way_back(encounter) if kind is EntryKind.UNDO else way_on(encounter)
        snapshot = await self._store.snapshot(encounter.id, target)
        await self._store.write(returned(encounter, kind, snapshot))
        return _changed(encounter, target, snapshot.state, snapshot.state_hash, encounter.reveal)

    async def _refereed(self, request: KnownEncounter) -> Encounter:
        encounter = await self._store.load(request.id)
        require_referee(encounter, request.token)
        return encounter

    def _turn(self, encounter: Encounter, request: EncounterMove) -> Turn | NeedsDice:
        staged = self._book.staged(encounter.family, request.procedure)
        state = self._book.readings.read(staged.play.state, encounter.state)
        filled = staged.filled(state, encounter.rulings, request.input)
        family = staged.bench.family
        result = resolved_with(
            request.dice, family.ruleset, family.tape_rule, lambda dice: staged.outcome(filled, dice)
        )
        if isinstance(result, NeedsDice):
            return result
        after = staged.move.follow(state, result.outcome)
        written = canonical(after)
        self._book.readings.note(after, written)
        outcome = orjson.Fragment(to_json(result.outcome))
        return Turn(staged, result, outcome, result.dice_used, written, hash_of(written))


def _told(encounter: Encounter, turn: Turn) -> dict[str, Any]:
    resolution = turn.resolution
    return {
        "id": encounter.id,
        "operation": turn.staged.name,
        "ruleset": encounter.ruleset,
        "outcome": turn.outcome,
        "steps": resolution.steps,
        "dice": turn.dice,
        "rulings": orjson.Fragment(encounter.rulings),
        "warnings": tuple(resolution.dice.warnings),
        "state": orjson.Fragment(turn.state),
        "before": encounter.state_hash,
        "after": turn.state_hash,
    }


def _changed(
    encounter: Encounter, target: int | None, state: bytes, state_hash: str, reveal: Reveal
) -> EncounterChanged:
    return EncounterChanged(
        status="changed",
        id=encounter.id,
        version=encounter.version + 1,
        returns_to=target,
        reveal=reveal.value,
        state=orjson.Fragment(state),
        before=encounter.state_hash,
        after=state_hash,
    )
