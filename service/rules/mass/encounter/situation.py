"""The situation of a fight as an operation: whose turn it is, who is out of it, whether it is over, and who has won."""

from pydantic import Field

from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import Situation
from service.rules.mass.book.options import MassRulings
from service.rules.mass.encounter.play import MassBattle, check_battle, situation_of
from service.wire import Frozen


class MassSituationAsked(Frozen):
    """A fight, as an encounter holds it."""

    state: MassBattle = Field(description="The fight as it is now, as an encounter holds it.")


def situation(input: MassSituationAsked, rulings: MassRulings) -> Situation:
    """Say whose turn it is, who is out of the fight, whether it is over, and who has won.

    `order` lists commanders, who declare before the cards are drawn; units stand in the state.

    Raises: what creating an encounter with this state is refused for.
    Source: none; Umpire's adaptation.
    """
    refuse_state(check_battle, input.state, rulings)
    return situation_of(input.state, rulings)
