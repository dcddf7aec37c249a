"""The encounter service: each operation loads an encounter, checks the token and the version, plays, and stores."""

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Any, TypeVar, cast

from service.encounters.changes import Row
from service.encounters.encounter import Encounter, canonical, hash_of
from service.encounters.log import next_of, version_at
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.listing_store import Listings, listing_of
from service.encounters.stored.recorder import Recorder
from service.encounters.stored.signing_keys import Keys
from service.encounters.tokens import Role, hashed, require_referee
from service.encounters.trust.draws import Opened, written_policy
from service.encounters.versions import (
    FIRST,
    require_version,
)
from service.errors import ListingFull, TokenUnknown, VersionStale
from service.forecasts.problems import PartsDisagree
from service.operations.answering.resolution import NeedsDice
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
)
from service.operations.encounters.loading import (
    entry_record,
    load_as_referee,
    load_with_role,
    view_record,
    whole_log,
)
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.playing.acting import Acting
from service.operations.encounters.playing.announcing import Announcing
from service.operations.encounters.playing.correcting import Correcting, written_meta
from service.operations.encounters.playing.creating import CheckedEncounter, Creating
from service.operations.encounters.playing.situations import Situations
from service.operations.encounters.playing.turn import PlayedMove, TurnRequest, Turns
from service.operations.encounters.requests import (
    AnnounceAct,
    ChangedEncounter,
    ChangeTokens,
    CorrectEncounter,
    DeleteEncounter,
    EncounterAct,
    EncounterMove,
    EndEncounter,
    ForkEncounter,
    KnownEncounter,
    LogPage,
    NewEncounter,
    RefereeTokenFate,
    TokenFate,
)
from service.operations.encounters.trust.checking import (
    LogChecked,
    LogToVerify,
    checked,
    require_one_form,
    written_lines,
)
from service.operations.encounters.trust.proofs import Proofs
from service.operations.encounters.trust.replay import LogReplay
from service.operations.encounters.trust.replayed_draws import Present
from service.operations.encounters.trust.seating import Seating
from service.operations.encounters.trust.trust_answers import ActAnnounced, ActWithdrawn, LogEnded
from service.operations.fields import selected
from service.operations.validation import rewritten
from service.operations.work.estimates import WorkerPool
from service.operations.work.large_bodies import build
from service.store.attempts import Attempt, depend_on_token, next_attempt, require_long_key
from service.wire import Written, to_json

A = TypeVar("A")
C = TypeVar("C", bound=ChangedEncounter | EncounterAct)


class EncounterService:
    """The encounter operations; all state is in the store, which checks what this process remembers of it."""

    def __init__(
        self, stored: tuple[Store, Keys], listings: Listings, moves: MoveIndex, pool: WorkerPool | None = None
    ) -> None:
        """Set the stores, the keys, the index of moves, and the pool of worker processes for heavy work, if any."""
        self._store = stored[0]
        self._listings = listings
        self._moves = moves
        self._turns = Turns(moves, pool)
        self._recorder = Recorder(*stored, moves.sight_of)
        self.situations = Situations(moves, pool)
        self._creating = Creating(stored[0], self._recorder, self.situations)
        self._acting = Acting(self._store, self._turns, self._recorder)
        self._correcting = Correcting(self._store, self._recorder, self.situations)
        self._announcing = Announcing(self._turns, self._recorder)
        self.proofs = Proofs(*stored, self._recorder)
        self.seating = Seating(stored[0], self._recorder)
        self._replay = LogReplay(moves)
        self._pool = pool

    async def create(self, request: NewEncounter | CheckedEncounter) -> EncounterCreated:
        """Create an encounter."""
        attempt = next_attempt()
        require_long_key()
        if isinstance(request, CheckedEncounter):
            checked = request
        else:
            await build(*self._moves.begun(request.family).values())
            checked = self.prepared(request)
        listing = None if checked.listing is None else listing_of(checked.listing)
        if listing is not None:
            await self._listings.require_room(listing, attempt.id())
        created = await self._creating.create(attempt, checked.ruled, checked.stated)
        if listing is not None:
            await self._list(listing, created)
        return created

    def prepared(self, request: NewEncounter) -> CheckedEncounter:
        """Return what is stored of a new encounter.

        Raises: UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight; a refusal, if no procedure could be played on
        the state.
        """
        family = self._moves.families[request.family]
        rulings = self._moves.rulings_of(request.family, request.rulings)
        state = canonical(self._begun(request, rulings))
        ruled = {
            "family": family.name,
            "ruleset": family.ruleset,
            "rulings": to_json(rulings),
            "meta": written_meta(request) or b"",
        }
        stated = {
            "state": state,
            "state_hash": hash_of(state),
            "reveal": request.reveal,
            "ttl": request.ttl,
            "policy": written_policy(request.dice_policy),
        }
        return CheckedEncounter(ruled, stated, request.listing)

    def _begun(self, request: NewEncounter, rulings: Any) -> Any:
        """Return the state that an encounter begins with, as it is given or made of a line-up."""
        if (request.state is None) == (request.line_up is None):
            given = "neither" if request.state is None else "both"
            raise PartsDisagree(f"An encounter begins with a `state` or with a `line_up`; this request has {given}.")
        if request.line_up is not None:
            return self._moves.lined_up(request.family, request.line_up, rulings, "/line_up")[0]
        return self._moves.state_of(request.family, request.state or {}, rulings, "/state")

    async def fork(self, request: ForkEncounter) -> EncounterCreated:
        """Create a copy of an encounter at its present version, with its own tokens, log and dice."""
        attempt = next_attempt()
        encounter = await load_as_referee(self._store, request)
        return await self._creating.create(
            attempt,
            {"family": encounter.family, "ruleset": encounter.ruleset, "rulings": encounter.rulings},
            {
                "state": encounter.state,
                "state_hash": encounter.state_hash,
                "reveal": encounter.reveal,
                "veiled": encounter.veiled,
                "ttl": encounter.ttl,
                "meta": encounter.meta,
                "head": encounter.head,
                "fork": to_json({"encounter": encounter.id, "version": encounter.version}),
                "policy": encounter.policy if request.dice_policy is None else written_policy(request.dice_policy),
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
        shown = encounter.shown if role is Role.VIEWER else None
        situation = await self.situations.of(encounter, encounter.state, shown)
        return view_record(encounter, role, self._moves.sight_of(encounter.family), situation)

    async def act(self, request: EncounterAct) -> EncounterActed | NeedsDice:
        """Play a procedure on the stored state, and store its outcome as the next version.

        The service rolls from the encounter's next draw, to which it was committed before: `commitment` of the answer
        before has the hash, `draw` of this one what opens it. An act that is refused after dice had been rolled from
        the draw has taken it: the log has it as `void`, and the encounter has a new version.
        """
        attempt = next_attempt()
        answer = await self._acting.act_on_remembered(request, attempt)
        if answer is None:
            answer = await self._change_once(request, attempt, self._acting.act, self._acting.act_again)
        return cast("EncounterActed", answer if request.fields is None else selected(answer, request.fields))

    async def announce(self, request: AnnounceAct) -> ActAnnounced:
        """Announce an act, before players put their values into its draw.

        Where `dice_policy.announce` is true, values are taken only for what was announced, so that nobody who knows a
        value can choose the act that uses it. Then nothing but values is accepted until that very act (the same
        procedure, input and `secret`) or `withdraw`. Of a secret act viewers see only that something is announced.
        """
        return await self._change_once(
            request, next_attempt(), self._announcing.announce, self._announcing.announce_again
        )

    async def withdraw(self, request: ChangedEncounter) -> ActWithdrawn:
        """Withdraw what was announced.

        It takes the draw, with the values that are in it, as an entry `void` of the log: the next act has other
        dice, and everybody sees the withdrawal.
        """
        return await self._change_once(
            request, next_attempt(), self._announcing.withdraw, self._announcing.withdraw_again
        )

    async def preview(self, request: EncounterMove) -> EncounterPreview | NeedsDice:
        """Play a procedure on the stored state, and store nothing.

        Dice that are supplied are those of the act. What the service rolls is not: a seed S, named or chosen by the
        service, is replaced by the generator's name, ":preview/" and the SHA-256 of S in hexadecimal, and no act takes
        such a seed.
        """
        attempt = next_attempt()
        encounter = await load_as_referee(self._store, request)
        played = await self._turns.play(TurnRequest(encounter, request, attempt, encounter.version))
        answer = played.answer() if isinstance(played, PlayedMove) else played
        return cast("EncounterPreview", answer if request.fields is None else selected(answer, request.fields))

    async def correct(self, request: CorrectEncounter) -> EncounterChanged:
        """Correct values of the stored state."""
        return await self._change_once(request, next_attempt(), self._correcting.correct, self._correcting.again)

    async def undo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state before the last change."""
        return await self._change_once(request, next_attempt(), self._correcting.undo, self._correcting.again)

    async def redo(self, request: ChangedEncounter) -> EncounterChanged:
        """Return to the state that was last undone."""
        return await self._change_once(request, next_attempt(), self._correcting.redo, self._correcting.again)

    async def end(self, request: EndEncounter) -> LogEnded:
        """End the log, and open what was hidden.

        Nothing comes after the end, so that everybody who has it knows that the log is complete. With `dice` the key
        of all draws is published. Every head since the creation contains its hash, `promise`, so that no draw can have
        been chosen later. This is not proved if the log is never ended.
        """
        return await self._change_once(request, next_attempt(), self.proofs.end, self.proofs.end_again)

    async def delete(self, request: DeleteEncounter) -> EncounterDeleted:
        """Delete an encounter, its log and its tokens.

        With `open` the log is ended first, as the end of a log is written at any time. Nobody can read it afterwards:
        the answer has the last head, and the last line of the proof, which belongs to the lines exported before.
        """
        if request.open is not None:
            return await self._end_and_delete(request, request.open)
        encounter = await self._store.load(request.id)
        require_referee(encounter, request.token)
        require_version(encounter, request.version, ended=True)
        await self._store.delete(encounter.id, encounter.version)
        return EncounterDeleted(
            status="deleted", id=encounter.id, head=encounter.head or None, opened=None, dice_key=None, line=None
        )

    async def _end_and_delete(self, request: DeleteEncounter, opened: Opened) -> EncounterDeleted:
        """End the log, and delete it; who tries again after a crash in between, with the same key, deletes it."""
        ending = EndEncounter(id=request.id, token=request.token, version=request.version, open=opened)
        ended = await self.end(ending)
        line = await self.proofs.line(request.id, ended.version)
        await self._store.delete(request.id, ended.version)
        return EncounterDeleted(
            status="deleted", id=request.id, head=ended.head, opened=opened, dice_key=ended.dice_key, line=line
        )

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
        rows = await self._store.rows(encounter.id, after, request.limit, for_viewers=role is Role.VIEWER)
        entries = tuple([entry_record(each, role, encounter.shown, sight) for each in rows])
        last = entries[-1].version if entries else after
        return EncounterLog(
            status="found",
            id=encounter.id,
            entries=entries,
            next=next_of(last, encounter.version),
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
        entries = await whole_log(self._store, encounter)
        return await self._verified("encounters/verify", entries, Present.of(encounter))

    async def verify_log(self, request: LogToVerify) -> LogVerified | LogDiverged | LogChecked:
        """Verify an exported log, of this or another service: its entries by the rules, or the lines of a proof.

        Entries are replayed with their dice. The lines of a proof are checked as the published verifiers check them:
        signatures, the chain of heads, draws, faces and cards; `found` is what `umpire verify --json` writes. Keys are
        taken from the first line, unless the request has them.
        """
        require_one_form(request)
        name = "encounters/verify-log"
        if request.entries:
            return await self._verified(name, [rewritten(each) for each in request.entries], None)
        lines = written_lines(request)
        if self._pool is None or not self._pool.is_open:
            return checked(*lines)
        return cast("LogChecked", Written(await self._pool.run(name, "check", *lines)))

    async def _verified(self, name: str, entries: list[bytes], present: Present | None) -> LogVerified | LogDiverged:
        """Replay a log; this is always heavy work, so it is done in a worker process if there is a pool."""
        if self._pool is None or not self._pool.is_open:
            return self._replay.verify_written(entries, present)
        proved = Written(await self._pool.run(name, "replay", entries, present))
        return cast("LogVerified | LogDiverged", proved)

    async def _list(self, listing: str, created: EncounterCreated) -> None:
        """Add a new encounter to a listing; if it was filled or deleted meanwhile, delete the encounter again."""
        try:
            await self._listings.add(listing, created.id)
        except (ListingFull, TokenUnknown):
            await self._store.delete(created.id, FIRST)
            raise

    async def _change_once(
        self,
        request: C,
        attempt: Attempt,
        change: Callable[[Encounter, C, Attempt], Awaitable[A]],
        repeated_answer: Callable[[Encounter, C, Attempt, Row], Awaitable[A]],
    ) -> A:
        """Change an encounter; if an earlier try of the same attempt has changed it, return the answer of that try.

        What players have contributed meanwhile does not make the version stale: the change is made again after it.
        """
        encounter = await load_as_referee(self._store, request)
        if isinstance(request, EncounterAct | AnnounceAct):
            self._moves.require_played(encounter.family, request.procedure)
        try:
            require_version(encounter, request.version)
            return await change(encounter, request, attempt)
        except VersionStale:
            written = await self._store.marked(encounter.id, (request.version or 0) + 1, attempt.mark)
            if written is not None:
                return await repeated_answer(encounter, request, attempt, written)
            require_version(await self._store.load(encounter.id), request.version)
        return await self._change_once(request, attempt, change, repeated_answer)
