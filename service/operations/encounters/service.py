"""The encounter service: each operation loads an encounter, checks the token and the version, plays, and stores."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from hmac import compare_digest
from typing import Any, Final, TypeVar, cast

import orjson

from service.encounters import summaries
from service.encounters.listings import Listings, listing_of
from service.encounters.log import cursor_of, entry_of, version_at
from service.encounters.model import Encounter, EntryKind, canonical, hash_of
from service.encounters.reveal import Reveal, entry_for_viewers
from service.encounters.store import Store
from service.encounters.tokens import Role, hashed, require_referee
from service.encounters.versions import (
    FIRST,
    StateChange,
    creation_of,
    new_version,
    redo_target,
    require_version,
    restoration,
    shown_after,
    undo_target,
)
from service.errors import ListingFull, TokenUnknown, VersionStale
from service.operations.encounters.access import load_as_referee, load_with_role
from service.operations.encounters.answers import (
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
    changed_record,
    entry_record,
    meta_in,
    view_record,
)
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.parse_cache import read
from service.operations.encounters.replay import LogReplay
from service.operations.encounters.requests import (
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
    corrected,
)
from service.operations.encounters.turn import PlayedMove, Purpose, TurnRequest, Turns, require_ruleset
from service.operations.fields import selected
from service.operations.resolution import NeedsDice
from service.operations.validation import rewritten
from service.operations.work.estimates import WorkerPool
from service.store.attempts import Attempt, depend_on_token, next_attempt, require_long_key
from service.wire import Written, to_json

PAGE: Final = 100

A = TypeVar("A")
C = TypeVar("C", bound=ChangedEncounter | EncounterAct)
Entry = Mapping[str, Any]


class EncounterService:
    """The encounter operations; all state is in the store, none in this process."""

    def __init__(self, store: Store, listings: Listings, moves: MoveIndex, pool: WorkerPool | None = None) -> None:
        """Set the stores, the index of moves, and the pool of worker processes for heavy work, if any."""
        self._store = store
        self._listings = listings
        self._moves = moves
        self._turns = Turns(moves, pool)
        self._replay = LogReplay(moves)
        self._pool = pool

    async def create(self, request: NewEncounter) -> EncounterCreated:
        """Create an encounter."""
        attempt = next_attempt()
        require_long_key()
        family = self._moves.families[request.family]
        rulings = self._moves.rulings_of(request.family, request.rulings)
        state = canonical(self._moves.state_of(request.family, request.state, rulings, "/state"))
        listing = None if request.listing is None else listing_of(request.listing)
        if listing is not None:
            await self._listings.require_room(listing, attempt.id())
        created = await self._create(
            attempt,
            {
                "family": family.name,
                "ruleset": family.ruleset,
                "rulings": to_json(rulings),
                "meta": _written(request) or b"",
            },
            {"state": state, "state_hash": hash_of(state), "reveal": request.reveal, "ttl": request.ttl},
        )
        if listing is not None:
            await self._list(listing, created)
        return created

    async def fork(self, request: KnownEncounter) -> EncounterCreated:
        """Create a copy of an encounter at its present version, with its own tokens and log."""
        attempt = next_attempt()
        encounter = await load_as_referee(self._store, request)
        return await self._create(
            attempt,
            {"family": encounter.family, "ruleset": encounter.ruleset, "rulings": encounter.rulings},
            {
                "state": encounter.state,
                "state_hash": encounter.state_hash,
                "reveal": encounter.reveal,
                "veiled": encounter.veiled,
                "ttl": encounter.ttl,
                "meta": encounter.meta,
            },
        )

    async def view(self, request: KnownEncounter) -> EncounterView:
        """Read an encounter, as far as the token lets its holder see it.

        A viewer sees the state by the reveal policy. `all`: everything. `faces` and `outcomes`: ids, names, `meta`, and
        of the state the words and facts of the family's visible fields (status, posture, who is engaged with whom), and
        the numbers of its places (where figures stand and face), but no other number. Which fields these are says
        `GET /v1/families/{family}/play`. A figure whose `hidden` is true is left out under every policy.
        """
        encounter, role = await load_with_role(self._store, request)
        return view_record(encounter, role, self._moves.sight_of(encounter.family))

    async def act(self, request: EncounterAct) -> EncounterActed | NeedsDice:
        """Play a procedure on the stored state, and store its outcome as the next version."""
        attempt = next_attempt()
        answer = await self._change_once(request, attempt, self._act, self._act_again)
        return cast("EncounterActed", answer if request.fields is None else selected(answer, request.fields))

    async def preview(self, request: EncounterMove) -> EncounterPreview | NeedsDice:
        """Play a procedure on the stored state, and store nothing.

        Dice that are supplied are those of the act. What the service rolls is not: a seed S, named or chosen by the
        service, is replaced by "sha256ctr1:preview/" and the SHA-256 of S in hexadecimal, and no act takes such a seed.
        """
        attempt = next_attempt()
        encounter = await load_as_referee(self._store, request)
        played = await self._turns.play(TurnRequest(encounter, request, attempt, Purpose.PREVIEW, encounter.version))
        answer = played.answer if isinstance(played, PlayedMove) else played
        return cast("EncounterPreview", answer if request.fields is None else selected(answer, request.fields))

    async def correct(self, request: CorrectEncounter) -> EncounterChanged:
        """Correct values of the stored state."""
        return await self._change_once(request, next_attempt(), self._correct, self._changed)

    async def undo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state before the last change."""
        return await self._change_once(request, next_attempt(), self._undo, self._changed)

    async def redo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state that was last undone."""
        return await self._change_once(request, next_attempt(), self._redo, self._changed)

    async def delete(self, request: ChangedEncounter) -> EncounterDeleted:
        """Delete an encounter, its log and its tokens."""
        encounter = await self._store.load(request.id)
        require_referee(encounter, request.token)
        require_version(encounter, request.version)
        await self._store.delete(encounter.id, encounter.version)
        return EncounterDeleted(status="deleted", id=encounter.id)

    async def log(self, request: LogPage) -> EncounterLog:
        """Read a page of the log, as far as the token lets its holder see it.

        Every entry has a `summary` in words that quotes nothing hidden and is the same for referee and viewers. A
        viewer sees of an entry, by the lesser of its reveal policy and the present one: `all`: everything; `faces`: the
        visible fields of input, outcome and state, and the dice of each step without the numbers behind them;
        `outcomes`: the same without dice. Of a secret change it sees that it happened. Of a figure that was hidden at
        that version it sees nothing, and an act that such a figure takes part in is shown as under `faces` at most.
        """
        encounter, role = await load_with_role(self._store, request)
        sight = self._moves.sight_of(encounter.family)
        after = version_at(request.after) if request.after else 0
        entries = [entry_of(each) for each in await self._store.entries(encounter.id, after, request.limit)]
        last = entries[-1]["version"] if entries else after
        if role is Role.VIEWER:
            entries = [entry_for_viewers(each, encounter.shown, sight) for each in entries]
        return EncounterLog(
            status="found",
            id=encounter.id,
            entries=tuple([entry_record(each) for each in entries]),
            next=cursor_of(last),
            more=last < encounter.version,
        )

    async def change_tokens(self, request: ChangeTokens) -> EncounterTokens:
        """Replace or revoke tokens; the old tokens are invalid at once."""
        attempt = next_attempt()
        encounter = await self._store.load(request.id)
        referee = attempt.token("referee") if request.referee is RefereeTokenFate.ROTATE else None
        viewer = attempt.token("viewer") if request.viewer is TokenFate.ROTATE else None
        if referee is None or not compare_digest(hashed(referee), encounter.referee):  # else an earlier try did it
            require_referee(encounter, request.token)
        depend_on_token(encounter.id, hashed(referee) if referee else encounter.referee)
        fields = {name: hashed(token) for name, token in (("referee", referee), ("viewer", viewer)) if token}
        if request.viewer is TokenFate.REVOKE:
            fields["viewer"] = b""
        if fields:
            await self._store.set(encounter.id, encounter.ttl, fields)
        return EncounterTokens(status="changed", id=encounter.id, referee=referee, viewer=viewer)

    async def verify(self, request: KnownEncounter) -> LogVerified | LogDiverged:
        """Verify the whole log, from the first entry to the present version."""
        encounter = await load_as_referee(self._store, request)
        entries: list[bytes] = []
        while len(entries) < encounter.version:
            page = await self._store.entries(encounter.id, len(entries), min(PAGE, encounter.version - len(entries)))
            if not page:
                break
            entries += page
        return await self._verified("encounters/verify", entries, encounter.state_hash, encounter.shown.value)

    async def verify_log(self, request: LogToVerify) -> LogVerified | LogDiverged:
        """Verify an exported log, of this or another service."""
        return await self._verified("encounters/verify-log", [rewritten(each) for each in request.entries], None, None)

    async def _verified(
        self, name: str, entries: list[bytes], state_hash: str | None, shown: str | None
    ) -> LogVerified | LogDiverged:
        """Replay a log; this is always heavy work, so it is done in a worker process if there is a pool."""
        if self._pool is None or not self._pool.is_open:
            return self._replay.verify_written(entries, state_hash, shown)
        proved = Written(await self._pool.run(name, "replay", entries, state_hash, shown))
        return cast("LogVerified | LogDiverged", proved)

    async def _create(self, attempt: Attempt, ruled: Mapping[str, Any], stated: Mapping[str, Any]) -> EncounterCreated:
        referee, viewer = attempt.token("referee"), attempt.token("viewer")
        fields: dict[str, Any] = {"veiled": False, **ruled, **stated}
        encounter = Encounter(
            id=attempt.id(),
            **fields,
            version=1,
            cursor=1,
            parent=0,
            child=0,
            undone=0,
            referee=hashed(referee),
            viewer=hashed(viewer),
        )
        words = summaries.creation(encounter.state, self._moves.sight_of(encounter.family))
        try:
            await self._store.write(creation_of(encounter, words), attempt.mark)
        except VersionStale:
            encounter = await self._created_earlier(encounter, attempt)
        depend_on_token(encounter.id, encounter.referee)
        return EncounterCreated(
            status="created",
            id=encounter.id,
            version=encounter.version,
            family=encounter.family,
            ruleset=encounter.ruleset,
            rulings=orjson.Fragment(encounter.rulings),
            reveal=encounter.shown.value,
            meta=meta_in(encounter),
            ttl=encounter.ttl,
            state=orjson.Fragment(encounter.state),
            state_hash=encounter.state_hash,
            summary=words.summary,
            referee=referee,
            viewer=viewer,
        )

    async def _list(self, listing: str, created: EncounterCreated) -> None:
        """Add a new encounter to a listing; if it was filled or deleted meanwhile, delete the encounter again."""
        try:
            await self._listings.add(listing, created.id)
        except (ListingFull, TokenUnknown):
            await self._store.delete(created.id, FIRST)
            raise

    async def _created_earlier(self, encounter: Encounter, attempt: Attempt) -> Encounter:
        """Return the encounter that an earlier try of the same attempt created."""
        if await self._store.marked(encounter.id, FIRST, attempt.mark) is None:
            raise VersionStale(f"There is an encounter {encounter.id!r} already.")
        first = await self._store.snapshot(encounter.id, FIRST)
        return replace(encounter, state=first.state, state_hash=first.state_hash)

    async def _change_once(
        self,
        request: C,
        attempt: Attempt,
        change: Callable[[Encounter, C, Attempt], Awaitable[A]],
        repeated_answer: Callable[[Encounter, C, Attempt, Entry], Awaitable[A]],
    ) -> A:
        """Change an encounter; if an earlier try of the same attempt has changed it, return the answer of that try."""
        encounter = await load_as_referee(self._store, request)
        try:
            require_version(encounter, request.version)
            return await change(encounter, request, attempt)
        except VersionStale:
            written = await self._store.marked(encounter.id, (request.version or 0) + 1, attempt.mark)
            if written is None:
                raise
            return await repeated_answer(encounter, request, attempt, entry_of(written))

    async def _act(self, encounter: Encounter, request: EncounterAct, attempt: Attempt) -> Any:
        played = await self._turns.play(TurnRequest(encounter, request, attempt, Purpose.ACT, encounter.version + 1))
        if not isinstance(played, PlayedMove):
            return played
        turn = played.turn
        change = StateChange(
            kind=EntryKind.ACT,
            state=turn.state,
            state_hash=turn.state_hash,
            log_fields=turn.log_fields(request.input),
            words=turn.words,
            secret=request.secret,
        )
        await self._store.write(new_version(encounter, change), attempt.mark)
        return played.answer

    async def _act_again(self, encounter: Encounter, request: EncounterAct, attempt: Attempt, entry: Entry) -> Any:
        """Replay the act of an earlier try, with the same dice."""
        version: int = entry["version"]
        parent = (await self._store.snapshot(encounter.id, version)).parent
        before = await self._store.snapshot(encounter.id, parent)
        then = replace(encounter, state=before.state, state_hash=before.state_hash)
        played = await self._turns.play(TurnRequest(then, request, attempt, Purpose.ACT, version))
        return played.answer if isinstance(played, PlayedMove) else played

    async def _correct(self, encounter: Encounter, request: CorrectEncounter, attempt: Attempt) -> EncounterChanged:
        require_ruleset(self._moves, encounter)
        document = corrected(orjson.loads(encounter.state), request.changes)
        rulings = read(self._moves.families[encounter.family].rulings, encounter.rulings)
        state = canonical(self._moves.state_of(encounter.family, document, rulings, "/state"))
        change = StateChange(
            kind=EntryKind.CORRECT,
            state=state,
            state_hash=hash_of(state),
            log_fields={"state": orjson.Fragment(state)},
            words=summaries.correction((encounter.state, state), self._moves.sight_of(encounter.family)),
            secret=request.secret,
            reveal=request.reveal,
            meta=_written(request),
        )
        await self._store.write(new_version(encounter, change), attempt.mark)
        return changed_record(encounter, None, change, shown_after(encounter, change), change.words.summary)

    async def _undo(self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt) -> EncounterChanged:
        return await self._restore(encounter, EntryKind.UNDO, undo_target(encounter), attempt)

    async def _redo(self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt) -> EncounterChanged:
        return await self._restore(encounter, EntryKind.REDO, redo_target(encounter), attempt)

    async def _restore(self, encounter: Encounter, kind: EntryKind, target: int, attempt: Attempt) -> EncounterChanged:
        snapshot = await self._store.snapshot(encounter.id, target)
        restored = entry_of(
            await self._store.entry(encounter.id, encounter.cursor if kind is EntryKind.UNDO else target)
        )
        sight = self._moves.sight_of(encounter.family)
        words = summaries.restoration(kind, restored, (encounter.state, snapshot.state), sight)
        await self._store.write(restoration(encounter, kind, snapshot, words), attempt.mark)
        return changed_record(encounter, target, snapshot, encounter.shown, words.summary)

    async def _changed(
        self, encounter: Encounter, request: ChangedEncounter, attempt: Attempt, entry: Entry
    ) -> EncounterChanged:
        """Return the answer of an earlier try, from the log entry of its change."""
        snapshot = await self._store.snapshot(encounter.id, entry["returns_to"] or entry["version"])
        then = replace(encounter, version=entry["version"] - 1, state_hash=entry["before"])
        return changed_record(then, entry["returns_to"], snapshot, Reveal(entry["reveal"]), entry["summary"])


def _written(request: NewEncounter | CorrectEncounter) -> bytes | None:
    return None if request.meta is None else request.meta.written
