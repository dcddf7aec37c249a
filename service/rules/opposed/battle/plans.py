"""What has been planned before in a fight: figures strike the same foe again and again, in the same situation."""

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from operator import attrgetter
from typing import Final, Generic, TypeVar

from service.rules.kernel.memory import Latest, Memory
from service.rules.kernel.verdict import Fate, FigureFate
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.strike import Wound
from service.rules.opposed.battle.models import OpposedCombatant
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book.words import OpposedStatus
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedStrike
from service.wire import value_class

P = TypeVar("P")


@value_class
class Condition:
    """What a fight asks of a figure at a place again and again, as long as the figure is as it is.

    `shape` is a number for what a turn depends on besides engagements, and `opening` one for what the orders and the
    initiative of a round depend on. `fate` is what has become of the figure.
    """

    shape: int
    opening: int
    fate: FigureFate


shape_of: Final = attrgetter("posture", "conditions", "status", "stunned", "evading", "withdrawal", "must_pass_next")
_opening_of: Final = attrgetter("posture", "conditions", "status", "stunned", "withdrawal", "engaged_with")
_state_of: Final = attrgetter(
    *("posture", "conditions", "status", "stunned", "evading", "withdrawal", "must_pass_next", "engaged_with")
)
"""What a fight changes of a figure and turns and rounds depend on, besides weapon and Fatigue."""


class Plans(Generic[P]):
    """What is planned or worked out in a fight; its rulings, reactions and grievous injuries are the same throughout.

    `latest` are the conditions that figures were last in. `strikes` and `usual` are by situation; usual ones are plain
    strikes that a turn consists of, with nothing before and after them. `wounds` are what plain strikes change of their
    targets, and `openings` are openings of rounds.
    """

    __slots__ = (
        *("_before", "_conditions", "_fates", "_figures", "_numbers", "_states", "_unused"),
        *("latest", "openings", "strikes", "usual", "wounds"),
    )

    def __init__(self, before: Sequence[OpposedCombatant]) -> None:
        """Remember nothing yet of a fight whose figures were so before it."""
        self._before = before
        self._states: Memory[tuple[int, int]] = Memory()
        self._fates: Memory[FigureFate] = Memory()
        self._numbers: Memory[int] = Memory()
        self._unused = count(1)
        self._figures: tuple[OpposedCombatant, ...] = ()
        self._conditions: tuple[Condition, ...] = ()
        self.latest: Latest[OpposedCombatant, Condition] = Latest(self._condition_at)
        self.strikes: Memory[StrikePlan] = Memory()
        self.usual: Memory[StrikePlan] = Memory()
        self.wounds: Memory[Wound] = Memory()
        self.openings: Memory[P] = Memory()

    def conditions(self, battle: Battle) -> tuple[Condition, ...]:
        """Return the conditions of all figures; they are asked for at the end of a round and again as one begins."""
        if battle.figures is not self._figures:
            self._figures, self._conditions = battle.figures, self.latest(battle.figures)
        return self._conditions

    def situation(self, battle: Battle, place: int, foe: str, order: OpposedStrike) -> Hashable:
        """Return what a strike at a foe depends on, and whether the two are engaged."""
        figures, at, situation = battle.figures, battle.places[foe], order.situation
        attacker = figures[place]
        return (
            self.latest.at(place, attacker).shape,
            self.latest.at(at, figures[at]).shape,
            foe in attacker.engaged_with,
            order.mode,
            order.maneuver,
            None if situation is USUAL else situation,
            battle.lowered[place],
        )

    def plan(self, situation: Hashable, plan: Callable[[], StrikePlan]) -> StrikePlan:
        """Return the plan of a strike as it was made before in the same situation, or else make it."""
        return self.strikes.find(situation) or self.strikes.keep(situation, plan())

    def _condition_at(self, place: int, figure: OpposedCombatant) -> Condition:
        key = place, figure.fatigue == 0, figure.weapon is UNARMED, _state_of(figure)
        shape, opening = self._states.find(key) or self._states.keep(key, self._numbers_at(place, figure))
        left = place, figure.endurance, figure.status, figure.conditions
        fate = self._fates.find(left) or self._fates.keep(left, fate_of(self._before[place], figure))
        return Condition(shape, opening, fate)

    def _numbers_at(self, place: int, figure: OpposedCombatant) -> tuple[int, int]:
        is_unarmed = figure.weapon is UNARMED
        shape = place, is_unarmed, shape_of(figure), figure.fatigue == 0
        return self._number_of(shape), self._number_of((place, is_unarmed, _opening_of(figure)))

    def _number_of(self, what: Hashable) -> int:
        """Return a number that nothing else has."""
        return self._numbers.find(what) or self._numbers.keep(what, next(self._unused))


def condition_of(figure: OpposedCombatant) -> Fate:
    """Return whether a figure stands, is down or has fled."""
    if is_able(figure):
        return Fate.STANDING
    return Fate.FLED if figure.status is OpposedStatus.FLED else Fate.DOWN


def fate_of(was: OpposedCombatant, now: OpposedCombatant) -> FigureFate:
    """Say what became of a figure; one that fled neither stands nor is lost."""
    fate = condition_of(now)
    return FigureFate(
        id=now.id,
        side=now.side,
        fate=fate,
        standing=int(fate is Fate.STANDING),
        lost=int(fate is Fate.DOWN and is_able(was)),
        left=now.endurance,
    )
