"""What participants may do in a fight, as operations: the list of their moves, and what the service would choose."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.turns.legal_moves import AheadAsked, FigureAsked, moves_asked, suggestions_asked
from service.rules.kernel.verdict import LegalMoves, Suggestions
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsOrderKind
from service.rules.laurels.encounter.play import PLAY, LaurelsBattle
from service.rules.laurels.figures.models import ParticipantId
from service.wire import DISTINCT


class LaurelsFigureAsked(FigureAsked):
    """A fight, as an encounter holds it, and of whom something is asked."""

    state: LaurelsBattle = Field(description="The fight as it is now, as an encounter holds it.")


class LaurelsSuggestAsked(AheadAsked, LaurelsFigureAsked):
    """A fight, as an encounter holds it, and of whom a suggestion is asked."""


class LaurelsLegalMovesAsked(LaurelsFigureAsked):
    """A fight, as an encounter holds it, and of whom moves are asked."""

    kinds: Annotated[tuple[LaurelsOrderKind, ...], Field(max_length=len(LaurelsOrderKind)), DISTINCT] = Field(
        default=(), description="Which kinds of moves are listed; none: all."
    )
    target: ParticipantId | None = Field(default=None, description="Id of the target of the moves; null: any, or none.")


def legal_moves(input: LaurelsLegalMovesAsked, rulings: LaurelsRulings) -> LegalMoves:
    """List what the participant that is next may do, each move ready to be posted, and what it may not do, and why.

    Moves are posted to `resolve-turn`. A move that would be refused is barred by the refusal's rule; one that would be
    taken and do nothing is barred, too. Attacks are made as the readied weapon is used, and their circumstances and all
    movement may be added. Whether a sneak attack is possible, and what a shield can take, the state does not say: they
    have to be added.

    Raises: what creating an encounter with this state is refused for; LaurelsUnknownParticipant.
    Source: none; Umpire's adaptation.
    """
    return moves_asked(PLAY, input, rulings)


def suggest(input: LaurelsSuggestAsked, rulings: LaurelsRulings) -> Suggestions:
    """Say what the service would do with the participant that is next, and why: a move that is ready to be posted.

    Where dice are to decide which side acts first, the input has no order: it rolls them.

    Raises: what creating an encounter with this state is refused for; LaurelsUnknownParticipant.
    Source: none; Umpire's adaptation.
    """
    return suggestions_asked(PLAY, input, rulings)


def moves_work(asked: LaurelsLegalMovesAsked) -> int:
    """Estimate the work of a list in items: the foes of one who chooses."""
    return len(asked.state.participants)
