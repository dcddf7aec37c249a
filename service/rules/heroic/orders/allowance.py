"""The movement of a round: what the tactic allows, and what shots and deeds take from it."""

from typing import Final, NamedTuple

from service.rules.heroic.attack.orders import HeroicAction, HeroicOrder
from service.rules.heroic.attack.weapons import TACTIC_ROWS, aims_of, is_low_tech
from service.rules.heroic.book.options import HeroicFpEffects
from service.rules.heroic.book.tables import WITHDRAWAL_FACTOR
from service.rules.heroic.book.words import HeroicActionPhase, HeroicActionSize, HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import move_of, weary

HALVES: Final = {HeroicActionSize.SHORT: 1, HeroicActionSize.MEDIUM: 2, HeroicActionSize.LONG: 2}


class Budget(NamedTuple):
    """A unit's movement: the tactic's factor, the yards of one Move, and the Moves that deeds and shots take."""

    factor: float
    pace: float
    deeds: float
    shots: float

    @property
    def allowance(self) -> float:
        """Yards that the tactic allows."""
        return self.factor * self.pace

    @property
    def left(self) -> float:
        """Yards left for walking on easy ground."""
        return max(self.factor - self.deeds - self.shots, 0.0) * self.pace


def budget_of(unit: HeroicUnit, order: HeroicOrder, shots: float, effects: HeroicFpEffects) -> Budget:
    """Return a unit's movement under an order once so many Moves are spent on shots."""
    factor = factor_of(order)
    return Budget(factor, move_of(weary(unit, effects)), deeds_cost(order), shots)


def factor_of(order: HeroicOrder) -> float:
    """Return the multiple of Move that a tactic allows."""
    if order.withdraw and order.tactic is HeroicTactic.ALL_OUT_DEFENSIVE:
        return float(WITHDRAWAL_FACTOR)
    return float(TACTIC_ROWS[order.tactic].factor)


def deeds_cost(order: HeroicOrder) -> float:
    """Return the Moves that an order's deeds take: half of the tactic's for a short one, all for any other."""
    if not order.actions and order.wait is None:
        return 0.0
    factor = factor_of(order)
    if order.wait is not None or any(each.size is HeroicActionSize.LONG for each in order.actions):
        return factor
    halves = sum([HALVES[each.size] for each in moving_deeds(order)])
    return min(factor * halves / 2, factor)


def moving_deeds(order: HeroicOrder) -> list[HeroicAction]:
    """Return the deeds that are paid from movement."""
    return [each for each in order.actions if each.phase is HeroicActionPhase.MOVEMENT]


def ordered_shots(unit: HeroicUnit, order: HeroicOrder) -> int:
    """Return the Moves that the ordered shots cost: one for each low-tech shot of a member after its first."""
    if not order.ranged:
        return 0
    costs = [0]
    for choice in order.ranged:
        aims = aims_of(unit, choice)
        if aims and is_low_tech(aims[0].mode):
            costs.append((choice.shots_each or 1) - 1)
    return max(costs)
