"""What units may be ordered in a fight, as operations: the list of their orders, and what the service would choose."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import HeroicOrderKind
from service.rules.heroic.encounter.filling import HeroicField
from service.rules.heroic.encounter.play import PLAY
from service.rules.heroic.figures.models import UnitId
from service.rules.kernel.turns.legal_moves import (
    AheadAsked,
    FigureAsked,
    moves_asked,
    suggestions_asked,
    work_of_pairs,
)
from service.rules.kernel.verdict import LegalMoves, Suggestions
from service.wire import DISTINCT


class HeroicFigureAsked(FigureAsked):
    """A fight, as an encounter holds it, and of whom something is asked."""

    state: HeroicField = Field(description="The fight as it is now, as an encounter holds it.")


class HeroicSuggestAsked(AheadAsked, HeroicFigureAsked):
    """A fight, as an encounter holds it, and of which unit a suggestion is asked."""


class HeroicLegalMovesAsked(HeroicFigureAsked):
    """A fight, as an encounter holds it, and of which unit moves are asked."""

    kinds: Annotated[tuple[HeroicOrderKind, ...], Field(max_length=len(HeroicOrderKind)), DISTINCT] = Field(
        default=(), description="Which kinds of moves are listed; none: all."
    )
    target: UnitId | None = Field(default=None, description="Id of the unit moves are aimed at; null: any or none.")


def legal_moves(input: HeroicLegalMovesAsked, rulings: HeroicRulings) -> LegalMoves:
    """List what units may be ordered for the round to come, each order ready to be posted, and what not, and why.

    Listed are attacks of all members with one mode at one foe. Of an attack everything but target and mode may be
    changed. The service orders units without an order (`npc_orders`), unless a person plays them. A blow that reaches
    nobody, and a walk that leads nowhere, are barred as `void`, although a foe may come. A routed unit retreats, and
    one of which everybody is pinned tries to break free.

    Raises: what creating an encounter with this state is refused for; HeroicUnknownUnit.
    Source: none; Umpire's adaptation.
    """
    return moves_asked(PLAY, input, rulings)


def suggest(input: HeroicSuggestAsked, rulings: HeroicRulings) -> Suggestions:
    """Say what the service would order units in the round to come, and why: one order each, ready to be posted.

    Where the options have tactics drawn, it is the order of a unit that fights neutrally.

    Raises: what creating an encounter with this state is refused for; HeroicUnknownUnit.
    Source: none; Umpire's adaptation.
    """
    return suggestions_asked(PLAY, input, rulings)


def moves_work(asked: HeroicLegalMovesAsked) -> int:
    """Estimate the work of a list in items: pairs of units that choose and of foes, with each tactic."""
    return len(HeroicOrderKind) * work_of_pairs(len(asked.state.units), asked.figure)
