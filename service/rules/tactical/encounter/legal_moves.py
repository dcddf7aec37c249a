"""What figures may do in a fight, as operations: the list of their moves, and what the service would choose."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.turns.legal_moves import AheadAsked, FigureAsked, moves_asked, suggestions_asked
from service.rules.kernel.verdict import LegalMoves, Suggestions
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.encounter.play import PLAY, TacticalBattle
from service.rules.tactical.figures.condition import FigureId
from service.rules.tactical.figures.standing import move_of
from service.rules.tactical.rounds.estimates import scene_work, search_work
from service.rules.tactical.rounds.offers.labels import TacticalMoveKind
from service.wire import DISTINCT

A_CHOICE = 10
"""To choose for one figure takes such a part of the search of all its ways: mostly the first ways decide."""


class TacticalFigureAsked(FigureAsked):
    """A fight, as an encounter holds it, and of whom something is asked."""

    state: TacticalBattle = Field(description="The fight as it is now, as an encounter holds it.")


class TacticalSuggestAsked(AheadAsked, TacticalFigureAsked):
    """A fight, as an encounter holds it, and of whom a suggestion is asked."""


class TacticalLegalMovesAsked(TacticalFigureAsked):
    """A fight, as an encounter holds it, and of whom moves are asked."""

    kinds: Annotated[tuple[TacticalMoveKind, ...], Field(max_length=len(TacticalMoveKind)), DISTINCT] = Field(
        default=(), description="Which kinds of moves are listed; none: all."
    )
    target: FigureId | None = Field(default=None, description="Id of the target of the moves; null: any, or none.")


def legal_moves(input: TacticalLegalMovesAsked, rulings: TacticalRulings) -> LegalMoves:
    """List what the figure that is next may do, each move ready to be posted, and what it may not do, and why.

    Moves are posted to `resolve-turn`. A move that would be refused is barred by the refusal's rule. Targets are foes.
    The hexes that a Move reaches are one entry of `places`; other maneuvers with a step have the way as what is free in
    them. Where a way passes hidden or waiting figures, it may end sooner.

    Raises: what creating an encounter with this state is refused for; TacticalUnknownFigure.
    Source: none; Umpire's adaptation.
    """
    return moves_asked(PLAY, input, rulings)


def suggest(input: TacticalSuggestAsked, rulings: TacticalRulings) -> Suggestions:
    """Say what the service would do with the figure that is next, and why: a move that is ready to be posted.

    It is what a steady figure does that plays by itself. Where dice are to decide who is next, the input has no order:
    it rolls them.

    Raises: what creating an encounter with this state is refused for; TacticalUnknownFigure.
    Source: none; Umpire's adaptation.
    """
    return suggestions_asked(PLAY, input, rulings)


def moves_work(asked: TacticalFigureAsked) -> int:
    """Estimate the work of a list in items: a search of where the figure can go, and all its foes."""
    moves = [move_of(each) for each in asked.state.figures]
    return scene_work(asked.state) + len(moves) + search_work(sorted(moves)[-1:])


def suggest_work(asked: TacticalSuggestAsked) -> int:
    """Estimate the work of suggestions in items: as that of a list, and a part of a search for each one that waits."""
    waiting = sorted([move_of(each) for each in asked.state.figures])[:-1] if asked.ahead else []
    return moves_work(asked) + search_work(waiting) // A_CHOICE
