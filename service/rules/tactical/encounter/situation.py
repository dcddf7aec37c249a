"""The situation of a fight as an operation: whose turn it is, who is out of it, whether it is over, and who has won."""

from pydantic import Field

from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import Situation
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.encounter.play import TacticalBattle, check_battle, situation_of
from service.wire import Frozen


class TacticalSituationAsked(Frozen):
    """A fight, as an encounter holds it."""

    state: TacticalBattle = Field(description="The fight as it is now, as an encounter holds it.")


def situation(input: TacticalSituationAsked, rulings: TacticalRulings) -> Situation:
    """Say whose turn it is, who is out of the fight, whether it is over, and who has won.

    All conscious figures on the map choose. A figure that is pinned or stunned is `forced`. Figures of this family have
    no players, so the service can play each of them.

    Raises: what creating an encounter with this state is refused for.
    Source: none; Umpire's adaptation.
    """
    refuse_state(check_battle, input.state, rulings)
    return situation_of(input.state, rulings)
