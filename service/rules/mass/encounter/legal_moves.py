"""What commanders may declare in a battle, as operations: the list of their moves, and what the policy would choose."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.turns.legal_moves import AheadAsked, FigureAsked, moves_asked, suggestions_asked
from service.rules.kernel.verdict import LegalMoves, Suggestions
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassMoveKind
from service.rules.mass.encounter.play import PLAY, MassBattle
from service.rules.mass.figures.models import UnitId
from service.wire import DISTINCT

HEXES: int = 16
"""How many times as much work the moves of a unit are as a pair of figures, since it may march to each hex in reach."""


class MassFigureAsked(FigureAsked):
    """A battle, as an encounter holds it, and of whom something is asked."""

    state: MassBattle = Field(description="The battle as it is now, as an encounter holds it.")


class MassSuggestAsked(AheadAsked, MassFigureAsked):
    """A battle, as an encounter holds it, and of which commander a suggestion is asked."""


class MassLegalMovesAsked(MassFigureAsked):
    """A battle, as an encounter holds it, and of which commander moves are asked."""

    kinds: Annotated[tuple[MassMoveKind, ...], Field(max_length=len(MassMoveKind)), DISTINCT] = Field(
        default=(), description="Which kinds of moves are listed; none: all."
    )
    target: UnitId | None = Field(
        default=None, description="Id of the unit that the moves are for or aimed at; null: any or none."
    )


def legal_moves(input: MassLegalMovesAsked, rulings: MassRulings) -> LegalMoves:
    """List what commanders may declare for the round to come, each action ready to be posted, and what not, and why.

    Listed are actions for single units, which may be changed to be for several, and marches to each hex in reach.
    `target` of a power is whom it strikes, of any other action the unit that it is for. A second action, which counts
    with a joker, may be added to each. An action that the round would pass over, or that moves nothing, is barred as
    `void`.

    Raises: what creating an encounter with this state is refused for; UnknownCommander, MassUnknownUnit.
    Source: none; Umpire's adaptation.
    """
    return moves_asked(PLAY, input, rulings)


def suggest(input: MassSuggestAsked, rulings: MassRulings) -> Suggestions:
    """Say what commanders of a skirmish would declare in the round to come, and why: an action, and one for a joker.

    What would do nothing is left out.

    Raises: what creating an encounter with this state is refused for; UnknownCommander.
    Source: none; Umpire's adaptation.
    """
    return suggestions_asked(PLAY, input, rulings)


def moves_work(asked: MassLegalMovesAsked) -> int:
    """Estimate the work of a list in items: the units of each commander asked for, and the hexes that they reach."""
    sides = [each.side for each in asked.state.commanders if asked.figure in (None, each.id)]
    return sum([HEXES for side in sides for unit in asked.state.units if unit.side == side])
