"""What has been planned before in a fight: figures strike the same foe again and again, in the same situation."""

from collections.abc import Callable, Hashable
from itertools import count
from operator import attrgetter
from typing import Final, Generic, TypeVar

from service.rules.kernel.latest import Latest
from service.rules.kernel.plans import Memory
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.strike import Wound
from service.rules.opposed.battle.models import OpposedCombatant
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedStrike

P = TypeVar("P")

shape_of: Final = attrgetter("posture", "conditions", "status", "stunned", "evading", "withdrawal", "must_pass_next")
"""What a fight changes of a figure and a turn depends on, besides its weapon and whether it is out of Fatigue."""


class Plans(Generic[P]):
    """What is planned or worked out in a fight; its rulings, reactions and grievous injuries are the same throughout.

    `strikes` and `usual` are by situation; usual ones are plain strikes that a turn consists of, with nothing before
    and after them. `wounds` are what plain strikes change of their targets, and `openings` are openings of rounds.
    """

    __slots__ = ("_numbers", "_shapes", "_unused", "openings", "strikes", "usual", "wounds")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._numbers: Memory[int] = Memory()
        self._unused = count(1)
        self._shapes: Latest[OpposedCombatant, int] = Latest(self._shape_at)
        self.strikes: Memory[StrikePlan] = Memory()
        self.usual: Memory[StrikePlan] = Memory()
        self.wounds: Memory[Wound] = Memory()
        self.openings: Memory[P] = Memory()

    def situation(self, battle: Battle, place: int, foe: str, order: OpposedStrike) -> Hashable:
        """Return what a strike at a foe depends on, and whether the two are engaged."""
        figures, at, situation = battle.figures, battle.places[foe], order.situation
        attacker = figures[place]
        return (
            self._shapes.at(place, attacker),
            self._shapes.at(at, figures[at]),
            foe in attacker.engaged_with,
            order.mode,
            order.maneuver,
            None if situation is USUAL else situation,
            battle.lowered[place],
        )

    def plan(self, situation: Hashable, plan: Callable[[], StrikePlan]) -> StrikePlan:
        """Return the plan of a strike as it was made before in the same situation, or else make it."""
        return self.strikes.find(situation) or self.strikes.keep(situation, plan())

    def _shape_at(self, place: int, figure: OpposedCombatant) -> int:
        """Return a number for what a turn depends on of the figure at a place."""
        shape = place, figure.fatigue == 0, figure.weapon is UNARMED, shape_of(figure)
        return self._numbers.find(shape) or self._numbers.keep(shape, next(self._unused))
