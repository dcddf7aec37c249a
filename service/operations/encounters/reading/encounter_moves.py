"""What figures of an encounter may do, for its referee: legal moves, and what the service would do."""

from typing import Annotated, Any, Final, cast

from pydantic import Field

from service.encounters.encounter import Encounter
from service.encounters.stored.encounter_store import Store
from service.errors import UnknownProcedure
from service.operations.encounters.answers import Id
from service.operations.encounters.loading import load_as_referee
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.encounters.playing.turn import require_ruleset
from service.operations.encounters.requests import KnownEncounter
from service.operations.work.estimates import WorkerPool
from service.rules.kernel.family import Offers
from service.rules.kernel.moves import FigureId
from service.rules.kernel.turns.legal_moves import legal_moves_of, suggestions_of
from service.rules.kernel.verdict import FigureMoves, Situation, Suggestion
from service.wire import Json, Written, record

LIGHT: Final = 64_000
"""The longest state of which the moves of one figure are listed without a worker process, in bytes of JSON."""
ALL: Final = 8
"""How many times shorter it is where the moves of all figures are listed."""
LEGAL_MOVES: Final = "encounters/legal-moves"
SUGGEST: Final = "encounters/suggest"


class EncounterFigure(KnownEncounter):
    """An encounter, and of whom moves are asked."""

    figure: FigureId | None = Field(default=None, description="Id of a figure; null: all who choose now.")


@record
class EncounterMoves:
    """What figures of an encounter may do now."""

    id: Id
    version: Annotated[int, Field(description="The version whose state they are of.")]
    figures: Annotated[
        tuple[FigureMoves, ...], Field(description="The figure asked for, or else all who choose now, in their order.")
    ]


@record
class EncounterSuggestions:
    """What the service would do with figures of an encounter, and the input that does it all at once."""

    id: Id
    version: Annotated[int, Field(description="The version whose state they are of.")]
    figures: Annotated[
        tuple[Suggestion, ...], Field(description="The figure asked for, or else all who choose now, in their order.")
    ]
    procedure: Annotated[str | None, Field(description="The procedure that plays them; null: there are none.")]
    input: Annotated[Json, Field(description="The inputs of all these moves, joined; null: there are none.")]


class StateMoves:
    """Lists moves on states, without access to the store."""

    def __init__(self, moves: MoveIndex) -> None:
        """Set the families that are played."""
        self._moves = moves

    def answer(self, operation: str, encounter: Encounter, figure: str | None) -> EncounterMoves | EncounterSuggestions:
        """Return the answer of one of the two operations.

        Raises: RulesetChanged, UnknownProcedure; the refusal of an unknown figure.
        """
        situation, offers = self._offers_in(operation, encounter)
        who: Any = {"id": encounter.id, "version": encounter.version}
        if operation == LEGAL_MOVES:
            return EncounterMoves(**who, figures=legal_moves_of(situation, offers, figure).figures)
        found = suggestions_of(situation, offers, figure)
        return EncounterSuggestions(**who, figures=found.figures, procedure=found.procedure, input=found.input)

    def _offers_in(self, operation: str, encounter: Encounter) -> tuple[Situation, Offers]:
        require_ruleset(self._moves, encounter)
        play = self._moves.plays[encounter.family]
        if play.offers is None:
            known = ", ".join([name for name, each in self._moves.plays.items() if each.offers is not None])
            name = operation.partition("/")[2]
            raise UnknownProcedure(
                f"{name!r} is not offered in encounters of {encounter.family} yet; it is in {known}."
            )
        state = read(play.state, encounter.state)
        ruled = read(self._moves.families[encounter.family].rulings, encounter.rulings)
        return play.situation(state, ruled, None), play.offers(state, ruled)


class EncounterMovesService:
    """The operations that list moves of encounters; `pool` lists those of large ones, if there is one."""

    def __init__(self, store: Store, moves: StateMoves, pool: WorkerPool | None = None) -> None:
        """Set the store, what lists moves, and the pool of worker processes."""
        self._store = store
        self._moves = moves
        self._pool = pool

    async def legal_moves(self, request: EncounterFigure) -> EncounterMoves:
        """List what figures may do now, each move ready to be posted, and what they may not do, and why.

        This needs the referee token. `input` of a move is the input of its `procedure`; those of several figures are
        joined: lists of the same name are appended to each other.
        """
        return cast("EncounterMoves", await self._answered(LEGAL_MOVES, request))

    async def suggest(self, request: EncounterFigure) -> EncounterSuggestions:
        """Say what the service would do with figures now, and why: moves that are ready to be posted.

        This needs the referee token. `input` does for all of them what is suggested: posted to `procedure` again and
        again, it plays the fight to its end.
        """
        return cast("EncounterSuggestions", await self._answered(SUGGEST, request))

    async def _answered(self, operation: str, request: EncounterFigure) -> EncounterMoves | EncounterSuggestions:
        encounter = await load_as_referee(self._store, request)
        is_large = len(encounter.state) * (ALL if request.figure is None else 1) > LIGHT
        if not is_large or self._pool is None or not self._pool.is_open:
            return self._moves.answer(operation, encounter, request.figure)
        written = Written(await self._pool.run(operation, "moves", operation, encounter, request.figure))
        return cast("EncounterMoves", written)
