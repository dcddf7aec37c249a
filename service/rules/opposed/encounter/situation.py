"""The situation of a fight as an operation: whose turn it is, who is out of it, whether it is over, and who has won."""

from pydantic import Field

from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import Situation
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.encounter.play import OpposedBattle, check_battle, situation_of
from service.wire import Frozen


class OpposedSituationAsked(Frozen):
    """A fight, as an encounter holds it."""

    state: OpposedBattle = Field(description="The fight as it is now, as an encounter holds it.")


def situation(input: OpposedSituationAsked, rulings: OpposedRulings) -> Situation:
    """Say whose turn it is, who is out of the fight, whether it is over, and who has won.

    One after the other chooses as its turn begins; where dice are to decide who is first in a round, nobody is next. A
    figure that is stunned or owes a Pass is `forced`. Where persons play some figures (`is_pc`), the service plays all
    others.

    Raises: what creating an encounter with this state is refused for.
    Source: none; Umpire's adaptation.
    """
    refuse_state(check_battle, input.state, rulings)
    return situation_of(input.state, rulings)
