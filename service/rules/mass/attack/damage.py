"""Morale damage: what a margin between battle dice costs the loser."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally, Term
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.wire import WHOLE, Frozen, record

THRESHOLD = 3


class MassMargin(Frozen):
    """By how much a score exceeds another."""

    margin: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(description="The higher score less the lower.")


@record
class MassMoraleDamage:
    """What a margin costs the loser."""

    damage: Annotated[int, Field(description="Morale Points lost.")]
    tally: Annotated[Tally, Field(description="What made it: 1 from a margin of 3, and 1 for every 2 more.")]


def morale_damage_of(margin: int) -> int:
    """Return the Morale Points that the loser of a comparison loses."""
    return 0 if margin < THRESHOLD else 1 + (margin - THRESHOLD) // 2


def compute_morale_damage(input: MassMargin, rulings: MassRulings) -> MassMoraleDamage:
    """Tell the morale damage of a margin between two scores.

    A margin of 3 costs 1 Morale Point, and every further 2 cost 1 more.

    Ruling: mass/ruling/margin-reading.
    Source: Ending the Round.
    """
    damage = morale_damage_of(input.margin)
    reached = input.margin >= THRESHOLD
    rule = rulebook.BATTLE_MORALE_DAMAGE if reached else rulebook.BATTLE_THRESHOLD
    more = (Term(rule=rule.id, label=rule.title, value=damage - 1),) if damage > 1 else ()
    base = Tally(base=int(reached), terms=more, total=damage)
    return MassMoraleDamage(damage=damage, tally=base)
