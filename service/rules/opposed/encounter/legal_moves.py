"""What figures may do in a fight, as operations: the list of their moves, and what the service would choose."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.turns.legal_moves import AheadAsked, FigureAsked, moves_asked, suggestions_asked
from service.rules.kernel.verdict import LegalMoves, Suggestions
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedOrderKind
from service.rules.opposed.encounter.play import PLAY, OpposedBattle
from service.rules.opposed.figures.models import FigureId
from service.wire import DISTINCT


class OpposedFigureAsked(FigureAsked):
    """A fight, as an encounter holds it, and of whom something is asked."""

    state: OpposedBattle = Field(description="The fight as it is now, as an encounter holds it.")


class OpposedSuggestAsked(AheadAsked, OpposedFigureAsked):
    """A fight, as an encounter holds it, and of whom a suggestion is asked."""


class OpposedLegalMovesAsked(OpposedFigureAsked):
    """A fight, as an encounter holds it, and of whom moves are asked."""

    kinds: Annotated[tuple[OpposedOrderKind, ...], Field(max_length=len(OpposedOrderKind)), DISTINCT] = Field(
        default=(), description="Which kinds of moves are listed; none: all."
    )
    target: FigureId | None = Field(default=None, description="Id of the target of the moves; null: any, or none.")


def legal_moves(input: OpposedLegalMovesAsked, rulings: OpposedRulings) -> LegalMoves:
    """List what the figure that is next may do, each move ready to be posted, and what it may not do, and why.

    Moves are posted to `resolve-turn`. A move that would be refused is barred by the refusal's rule; one that would be
    taken and do nothing is barred, too. The circumstances of a strike (`situation`) are those of a usual one, and may
    be changed. A figure that is stunned or owes a Pass has one move.

    Raises: what creating an encounter with this state is refused for; UnknownParticipant.
    Source: none; Umpire's adaptation.
    """
    return moves_asked(PLAY, input, rulings)


def suggest(input: OpposedSuggestAsked, rulings: OpposedRulings) -> Suggestions:
    """Say what the service would do with the figure that is next, and why: a move that is ready to be posted.

    Where dice are to decide who is next, the input has no order: it rolls them.

    Raises: what creating an encounter with this state is refused for; UnknownParticipant.
    Source: none; Umpire's adaptation.
    """
    return suggestions_asked(PLAY, input, rulings)


def moves_work(asked: OpposedLegalMovesAsked) -> int:
    """Estimate the work of a list in items: the foes of the figure that chooses."""
    return len(asked.state.participants)
