"""What has been planned before in a fight: figures strike the same foe again and again, in the same situation."""

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Final, Generic, TypeVar

from service.rules.kernel.latest import Latest
from service.rules.kernel.plans import Memory
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.battle.models import OpposedCombatant
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedStrike

P = TypeVar("P")

shape_of: Final = attrgetter("posture", "conditions", "status", "stunned", "evading", "withdrawal")
"""What a fight changes of a figure and a strike depends on, besides its weapon and whether it is out of Fatigue."""


class Plans(Generic[P]):
    """Planned strikes and openings of rounds of a fight; rulings and grievous injuries are those of the fight."""

    __slots__ = ("_shapes", "_strikes", "openings")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._shapes: Latest[OpposedCombatant, Hashable] = Latest(_shape_at)
        self._strikes: Memory[StrikePlan] = Memory()
        self.openings: Memory[P] = Memory()

    def plan(
        self,
        figures: Sequence[OpposedCombatant],
        places: tuple[int, int],
        order: OpposedStrike,
        terms: Hashable,
        plan: Callable[[], StrikePlan],
    ) -> StrikePlan:
        """Return the plan of a strike between the figures at two places, as it was made before in the same situation.

        `terms` are what else changes within a fight and counts; `plan` makes a plan, if there is none yet.
        """
        (place, at), situation = places, order.situation
        shapes = self._shapes.at(place, figures[place]), self._shapes.at(at, figures[at])
        key = (shapes, order.mode, order.maneuver, None if situation is USUAL else situation, terms)
        return self._strikes.find(key) or self._strikes.keep(key, plan())


def _shape_at(place: int, figure: OpposedCombatant) -> Hashable:
    """Return what a strike depends on of the figure at a place."""
    return place, figure.fatigue == 0, figure.weapon is UNARMED, shape_of(figure)
