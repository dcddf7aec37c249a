"""What figures of an encounter may do, for its referee: legal moves, and what the service would do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, cast

from pydantic import Field

from service.encounters.encounter import Encounter
from service.encounters.stored.encounter_store import Store
from service.operations.answering.unchanged import stop_if_known
from service.operations.encounters.answers import Id
from service.operations.encounters.loading import load_as_referee
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.encounters.playing.situations import HIDING
from service.operations.encounters.playing.turn import require_ruleset
from service.operations.encounters.requests import KnownEncounter
from service.operations.work.estimates import WorkerPool
from service.rules.kernel.family import Bar
from service.rules.kernel.moves import FigureId
from service.rules.kernel.turns.legal_moves import AheadAsked, legal_moves_of, suggestions_of
from service.rules.kernel.verdict import BarredHow, LegalMoves, Situation, Suggestions
from service.wire import Written, record

LIGHT: Final = 64_000
"""The longest state of which the moves of one figure are listed without a worker process, in bytes of JSON."""
ALL: Final = 8
"""How many times shorter it is where the moves of all figures are listed."""
MOST_KINDS: Final = 40
Kind = Annotated[str, Field(min_length=1, max_length=64)]
NO_FOE: Final = "No foe is seen, so no moves are listed: what is done all the same is judged when it is posted."
LEGAL_MOVES: Final = "encounters/legal-moves"
SUGGEST: Final = "encounters/suggest"


class Audience(StrEnum):
    """Whom moves are listed for: the referee, or players, who do not see hidden figures."""

    REFEREE = "referee"
    PLAYERS = "players"


class EncounterFigure(KnownEncounter):
    """An encounter, of whom moves are asked, and for whom."""

    figure: FigureId | None = Field(default=None, description="Id of a figure; null: all who choose now.")
    audience: Audience = Field(
        default=Audience.REFEREE,
        description="referee: by the whole state. players: as if hidden figures were not there, so that nothing tells "
        "of them; a move may then be refused when it is posted.",
    )
    chances: bool = Field(
        default=False,
        description="Whether each attack has its chance to hit, for the referee: it tells of hidden numbers.",
    )


class EncounterMovesRequest(EncounterFigure):
    """An encounter, of whom moves are asked, for whom, and which."""

    kinds: Annotated[tuple[Kind, ...], Field(max_length=MOST_KINDS)] = Field(
        default=(), description="Which kinds of moves are listed, as the family names them; none: all."
    )
    target: FigureId | None = Field(default=None, description="Id of the target of the moves; null: any, or none.")


class EncounterSuggestRequest(AheadAsked, EncounterFigure):
    """An encounter, of whom suggestions are asked, for whom, and whether of those who wait, too."""


ForWhom = Annotated[Audience, Field(description="Whom they are listed for.")]


@record
class EncounterMoves(LegalMoves):
    """What figures of an encounter may do now."""

    id: Id
    version: Annotated[int, Field(description="The version whose state they are of.")]
    audience: ForWhom


@record
class EncounterSuggestions(Suggestions):
    """What the service would do with figures of an encounter, and the input that does it all at once."""

    id: Id
    version: Annotated[int, Field(description="The version whose state they are of.")]
    audience: ForWhom


class StateMoves:
    """Lists moves on states, without access to the store."""

    def __init__(self, moves: MoveIndex) -> None:
        """Set the families that are played."""
        self._moves = moves

    def answer(
        self, operation: str, encounter: Encounter, asked: EncounterFigure
    ) -> EncounterMoves | EncounterSuggestions:
        """Return the answer of one of the two operations.

        Raises: RulesetChanged, UnfitRequest; the refusal of an unknown figure.
        """
        require_ruleset(self._moves, encounter)
        play = self._moves.plays[encounter.family]
        state = read(play.state, encounter.state)
        ruled = read(self._moves.families[encounter.family].rulings, encounter.rulings)
        situation = play.situation(state, ruled, None)
        if asked.audience is Audience.PLAYERS and HIDING in encounter.state:
            state = play.seen(state)
            situation = play.situation(state, ruled, situation.ending)
        sees = asked.audience is Audience.REFEREE or _sees_foes(situation, play.situation(state, ruled, None))
        offers: Any = play.offers(state, ruled) if sees else _WithoutFoes(situation)
        chances = asked.chances and asked.audience is Audience.REFEREE
        who: Any = {"id": encounter.id, "version": encounter.version, "audience": asked.audience}
        if not isinstance(asked, EncounterMovesRequest):
            ahead = sees and _looks_ahead(asked)
            suggested = suggestions_of(situation, offers, asked.figure, chances=chances, ahead=ahead)
            return EncounterSuggestions(**who, **vars(suggested))
        kinds = self._moves.kinds_of(encounter.family, asked.kinds)
        if asked.target is not None:
            play.target(state, asked.target, "/target")
        listed = legal_moves_of(situation, offers, asked.figure, kinds, asked.target, chances=chances)
        return EncounterMoves(**who, **vars(listed))


@dataclass(frozen=True, slots=True)
class _WithoutFoes:
    """The moves of figures that see no foe: none can be listed, since what there is to do depends on foes."""

    situation: Situation

    def idle(self, figure: str) -> Bar:
        """Say why nothing is listed of a figure."""
        return Bar(self.situation.text if self.situation.over else NO_FOE, None, BarredHow.VOID)


def _looks_ahead(asked: EncounterFigure) -> bool:
    """Return whether suggestions of those who wait are asked for, too."""
    return isinstance(asked, EncounterSuggestRequest) and asked.ahead


def _sees_foes(situation: Situation, alone: Situation) -> bool:
    """Return whether a fight without its hidden figures has foes; `alone` is its situation if these were all."""
    return alone.over is situation.over and len({each.side for each in situation.order}) > 1


class EncounterMovesService:
    """The operations that list moves of encounters; `pool` lists those of large ones, if there is one."""

    def __init__(self, store: Store, moves: StateMoves, pool: WorkerPool | None = None) -> None:
        """Set the store, what lists moves, and the pool of worker processes."""
        self._store = store
        self._moves = moves
        self._pool = pool

    async def legal_moves(self, request: EncounterMovesRequest) -> EncounterMoves:
        """List what figures may do now, each move ready to be posted, and what they may not do, and why.

        This needs the referee token: lists tell of hidden figures and numbers. Software that shows them to players asks
        for `audience=players`, whose list is that of the fight without hidden figures. `input` of a move is the input
        of its `procedure`; those of several figures are joined: lists of the same name are appended to each other.
        """
        return cast("EncounterMoves", await self._answered(LEGAL_MOVES, request))

    async def suggest(self, request: EncounterSuggestRequest) -> EncounterSuggestions:
        """Say what the service would do with figures now, and why: moves that are ready to be posted.

        This needs the referee token. `input` does for all of them what is suggested: posted to `procedure` again and
        again, it plays the fight to its end. With `ahead=true` it tells, too, what those would do who wait for their
        turn; ask again after each act.
        """
        return cast("EncounterSuggestions", await self._answered(SUGGEST, request))

    async def _answered(self, operation: str, request: EncounterFigure) -> EncounterMoves | EncounterSuggestions:
        encounter = await load_as_referee(self._store, request)
        stop_if_known(encounter.version)
        of_many = request.figure is None or _looks_ahead(request)
        is_large = len(encounter.state) * (ALL if of_many else 1) > LIGHT
        if not is_large or self._pool is None or not self._pool.is_open:
            return self._moves.answer(operation, encounter, request)
        answer = await self._pool.run(operation, "moves", operation, encounter, request)
        written = Written(answer, {"version": encounter.version})
        return cast("EncounterMoves", written)
