"""The situation of a fight as an operation: whose turn it is, who is out of it, whether it is over, and who has won."""

from pydantic import Field

from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.encounter.filling import HeroicField, check_battle
from service.rules.heroic.encounter.play import situation_of
from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import Situation
from service.wire import Frozen


class HeroicSituationAsked(Frozen):
    """A fight, as an encounter holds it."""

    state: HeroicField = Field(description="The fight as it is now, as an encounter holds it.")


def situation(input: HeroicSituationAsked, rulings: HeroicRulings) -> Situation:
    """Say whose turn it is, who is out of the fight, whether it is over, and who has won.

    All active units are ordered before the dice. A routed unit retreats without an order. While injury is pending,
    `procedure` is `resolve-injury`.

    Raises: what creating an encounter with this state is refused for.
    Source: none; Umpire's adaptation.
    """
    refuse_state(check_battle, input.state, rulings)
    return situation_of(input.state, rulings)
