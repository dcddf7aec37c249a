"""The situation of a fight as an operation: whose turn it is, who is out of it, whether it is over, and who has won."""

from pydantic import Field

from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import Situation
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.encounter.play import LaurelsBattle, check_battle, situation_of
from service.wire import Frozen


class LaurelsSituationAsked(Frozen):
    """A fight, as an encounter holds it."""

    state: LaurelsBattle = Field(description="The fight as it is now, as an encounter holds it.")


def situation(input: LaurelsSituationAsked, rulings: LaurelsRulings) -> Situation:
    """Say whose turn it is, who is out of the fight, whether it is over, and who has won.

    Before a round dice decide which side acts first; then one after the other chooses as its turn begins. Who has no
    player is played by the service: where persons play some (`is_pc`), all others.

    Raises: what creating an encounter with this state is refused for.
    Source: none; Umpire's adaptation.
    """
    refuse_state(check_battle, input.state, rulings)
    return situation_of(input.state, rulings)
