"""A turn: a procedure of an encounter's family, played on its state with the dice of a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import orjson

from service.encounters.encounter import Encounter, canonical, hash_of
from service.encounters.summaries import EntryWords
from service.encounters.told_situations import BothSituations
from service.encounters.trust.draws import TakenDraw, commitment_of
from service.errors import RulesetChanged
from service.operations.answering.dice_source import Rolls, SeedBy, require_no_preview
from service.operations.answering.resolution import NeedsDice, resolved_with
from service.operations.encounters.answers import EncounterActed, EncounterPreview
from service.operations.encounters.move_index import BoundMove, FilledMove, MoveIndex, note, read
from service.operations.encounters.playing.situations import situations_in
from service.operations.encounters.requests import EncounterMove
from service.operations.fields import require_known
from service.operations.validation import rewritten
from service.operations.work.estimates import LIGHT, WorkerPool, require_size
from service.operations.work.large_bodies import LARGE_BODY, build
from service.rules.kernel.family import SeenMove
from service.store.attempts import Attempt
from service.wire import Written, to_json

WRITTEN: Final = ("outcome", "steps", "dice", "warnings")
KEPT: Final = ("operation", "state", "state_hash", "situations", "words", "seen")
"""The parts of a turn that a worker process writes as JSON, and those that it returns as they are."""


class Purpose(StrEnum):
    """The purpose of a turn: an act or a preview."""

    ACT = "act"
    PREVIEW = "preview"


ANSWERS: Final[Mapping[Purpose, type]] = {Purpose.ACT: EncounterActed, Purpose.PREVIEW: EncounterPreview}


@dataclass(frozen=True, slots=True)
class Turn:
    """A procedure played on an encounter, and the state it leads to; its parts are records, or JSON already."""

    operation: str
    outcome: Any
    steps: Any
    dice: Any
    warnings: Any
    state: bytes
    state_hash: str
    situations: BothSituations
    words: EntryWords
    seen: SeenMove

    def log_fields(self, request_input: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of the turn's log entry."""
        return {
            "operation": self.operation,
            "input": request_input,
            "dice": self.dice,
            "outcome": self.outcome,
            "steps": self.steps,
            "warnings": self.warnings,
        }

    def answer(self, request: "TurnRequest", head: str | None) -> EncounterActed | EncounterPreview:
        """Return the answer to an act, with the head of its version, or to a preview."""
        encounter = request.encounter
        parts: dict[str, Any] = {
            "id": encounter.id,
            "version": request.version,
            "operation": self.operation,
            "ruleset": encounter.ruleset,
            "outcome": self.outcome,
            "steps": self.steps,
            "dice": self.dice,
            "rulings": orjson.Fragment(encounter.rulings),
            "warnings": self.warnings,
            "state": orjson.Fragment(self.state),
            "situation": self.situations.whole,
            "before": encounter.state_hash,
            "after": self.state_hash,
            "summary": self.words.summary,
        }
        draw = request.draw
        if draw is not None:
            bound_to = commitment_of(encounter, draw.n + 1)
            return EncounterActed(status="resolved", **parts, draw=draw, commitment=bound_to, head=head)
        return EncounterPreview(status="previewed", **parts)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A turn that was played for a request, and its answer if a worker process has written it."""

    turn: Turn
    request: "TurnRequest"
    written: Written | None = None

    def answer(self, head: str | None = None) -> EncounterActed | EncounterPreview | Written:
        """Return the answer; that of an act has the head of its version, where the request's `head` stands."""
        if self.written is None:
            return self.turn.answer(self.request, head)
        return self.written.replaced(to_json(self.request.head), to_json(head)) if self.request.head else self.written


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A turn as a worker process returns it: the parts of `Turn` as JSON, and the answer as the client receives it."""

    outcome: bytes
    steps: bytes
    dice: bytes
    warnings: bytes
    operation: str
    state: bytes
    state_hash: str
    situations: BothSituations
    words: EntryWords
    seen: SeenMove
    answer: bytes

    def read(self, request: "TurnRequest") -> PlayedMove:
        """Return the turn; the parts that are only passed on stay JSON bytes."""
        parts: dict[str, Any] = {name: orjson.Fragment(getattr(self, name)) for name in WRITTEN}
        kept: dict[str, Any] = {name: getattr(self, name) for name in KEPT}
        turn = Turn(**parts, **kept)
        return PlayedMove(turn, request, Written(self.answer, {"version": request.version}))


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """The arguments of a turn: the encounter, the move, and the version that it makes, or that it is tried on.

    An act takes `draw`; without one this is a preview, whose seed is its attempt's. `head` stands in its answer where
    the head will be.
    """

    encounter: Encounter
    move: EncounterMove
    attempt: Attempt
    version: int
    draw: TakenDraw | None = None
    head: str = ""

    @property
    def purpose(self) -> Purpose:
        """Whether this is an act or a preview."""
        return Purpose.PREVIEW if self.draw is None else Purpose.ACT

    @property
    def rolls(self) -> Rolls:
        """Where the seed of its dice is taken from: previews and acts never share one."""
        if self.draw is None:
            return Rolls(self.attempt, preview=True)
        return Rolls(drawn=self.draw.seed, seed_by=SeedBy.TABLE if self.draw.values else SeedBy.SERVICE)


@dataclass(frozen=True, slots=True)
class Turns:
    """Plays turns; if there is a pool, heavy ones and those with a large input in a worker process."""

    moves: MoveIndex
    pool: WorkerPool | None

    async def play(self, request: TurnRequest) -> PlayedMove | NeedsDice | Written:
        """Play a procedure on an encounter's state; nothing is stored.

        Raises: RulesetChanged, UnknownProcedure, UnfitRequest, AnswerTooLarge, and whatever the procedure refuses;
        DoesNotFit, if the request chooses fields that the answer does not have.
        """
        pool = pool_for(self.pool, request.move.input)
        if pool is not None:
            return await self._elsewhere(pool, request)
        await build(*self.moves.models_of(request.encounter.family, request.move.procedure))
        bound_move, state, filled = self._filled_move(request)
        if self.pool is not None and self.pool.is_open and bound_move.bound.work_on(filled.input) > LIGHT:
            return await self._elsewhere(self.pool, request)
        turn = self._played(bound_move, state, filled, request)
        if isinstance(turn, NeedsDice):
            return turn
        return PlayedMove(turn, request)

    def play_here(self, request: TurnRequest) -> Turn | NeedsDice:
        """Play a turn in this process."""
        return self._played(*self._filled_move(request), request)

    async def operation_of(self, encounter: Encounter, procedure: str, input: Mapping[str, Any]) -> str:
        """Return the operation that a procedure is, if it can be asked for with an input on an encounter's state.

        Raises: RulesetChanged, UnknownProcedure, UnfitRequest; the errors of worker processes.
        """
        pool = pool_for(self.pool, input)
        if pool is None:
            await build(*self.moves.models_of(encounter.family, procedure))
            return self.operation_here(encounter, procedure, input)
        name: str = await pool.run("encounters/announce", "announced", encounter, procedure, input)
        return name

    def operation_here(self, encounter: Encounter, procedure: str, input: Mapping[str, Any]) -> str:
        """Return the operation that a procedure is; work it out in this process."""
        bound_move, *_ = self._filled(encounter, procedure, input)
        return bound_move.name

    async def _elsewhere(self, pool: WorkerPool, request: TurnRequest) -> PlayedMove | Written:
        """Play a turn in a worker process."""
        made: WrittenTurn | bytes = await pool.run(f"encounters/{request.purpose}", "turn", request)
        return Written(made) if isinstance(made, bytes) else made.read(request)

    def _filled_move(self, request: TurnRequest) -> tuple[BoundMove, Any, FilledMove]:
        """Return the move of a request with the state filled in; the fields that it chooses are known."""
        bound_move, state, filled = self._filled(request.encounter, request.move.procedure, request.move.input)
        if request.move.fields is not None:
            require_known(request.move.fields, (ANSWERS[request.purpose], NeedsDice), bound_move.answer_parts)
        return bound_move, state, filled

    def _filled(
        self, encounter: Encounter, procedure: str, input: Mapping[str, Any]
    ) -> tuple[BoundMove, Any, FilledMove]:
        require_ruleset(self.moves, encounter)
        bound_move = self.moves.bound_move(encounter.family, procedure)
        state = read(bound_move.play.state, encounter.state)
        return bound_move, state, bound_move.filled(state, encounter.rulings, input)

    def _played(self, bound_move: BoundMove, state: Any, filled: FilledMove, request: TurnRequest) -> Turn | NeedsDice:
        """Play a procedure; a preview rolls from another seed than any act."""
        if request.draw is not None:
            require_no_preview(request.move.dice)
        family = bound_move.bound.family
        result = resolved_with(
            request.move.dice,
            family.ruleset,
            family.tape_rule,
            lambda dice: bound_move.outcome(filled, dice),
            request.rolls,
            filled.input,
        )
        if isinstance(result, NeedsDice):
            return result
        after = bound_move.state_after(state, filled, result.outcome)
        written = canonical(after)
        note(after, written, None if request.draw is None else request.encounter.state)
        words, seen = bound_move.words(request.move.input, result.outcome, (state, after))
        return Turn(
            operation=bound_move.name,
            outcome=orjson.Fragment(to_json(result.outcome)),
            steps=result.steps,
            dice=result.dice_used,
            warnings=tuple(result.dice.warnings),
            state=written,
            state_hash=hash_of(written),
            situations=situations_in(bound_move.play, after, filled.rulings, written),
            words=words,
            seen=seen,
        )


def pool_for(pool: WorkerPool | None, document: Any) -> WorkerPool | None:
    """Return the pool in which a document inside a request is validated; None: in this process, as it is small."""
    return pool if pool is not None and pool.is_open and len(rewritten(document)) > LARGE_BODY else None


def written_turn(turn: Turn, answer: bytes) -> WrittenTurn:
    """Write a turn as JSON, to be sent from a worker process to the service.

    Raises: AnswerTooLarge, before anything is stored.
    """
    parts: dict[str, Any] = {name: require_size(to_json(getattr(turn, name))) for name in WRITTEN}
    kept: dict[str, Any] = {name: getattr(turn, name) for name in KEPT}
    return WrittenTurn(**parts, **kept, answer=require_size(answer))


def require_ruleset(moves: MoveIndex, encounter: Encounter) -> None:
    """Require that the encounter was created under the present ruleset of its family.

    Raises: RulesetChanged.
    """
    now = moves.ruleset_of(encounter.family)
    if now != encounter.ruleset:
        raise RulesetChanged(
            f"The encounter is played by {encounter.ruleset}; this service plays {now or 'no such family'}. It can be "
            "read and exported as it is; to go on, create another from its state."
        )
