"""What has been planned before in a fight: units do the same again and again, in the same situation."""

from collections.abc import Hashable
from typing import Final, NamedTuple

from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.plan import AttackPlan
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.fight import changes_of
from service.rules.kernel.latest import Latest
from service.rules.kernel.plans import Memory

HEALTH: Final = frozenset({"hp_pool", "fp_current", "morale"})
"""What an attack does not depend on but by the members who are left, as long as the tired act like others."""


class Planned(NamedTuple):
    """An attack that is allowed: its aims, and its plan."""

    aims: tuple[Aim, ...]
    plan: AttackPlan


class Plans:
    """Planned attacks and orders of a fight, and its units as they were when it began."""

    __slots__ = ("_shapes", "_units", "attacks", "orders")

    def __init__(self, units: tuple[HeroicUnit, ...]) -> None:
        """Remember what these units plan."""
        self._units = units
        self._shapes: Latest[HeroicUnit, Hashable] = Latest(self._shape_of)
        self.attacks: Memory[Planned] = Memory()
        self.orders: Memory[HeroicOrder] = Memory()

    def shape_of(self, place: int, unit: HeroicUnit) -> Hashable:
        """Return what has changed of a unit besides its health; one that was not there at first is returned whole."""
        return self._shapes.at(place, unit)

    def _shape_of(self, place: int, unit: HeroicUnit) -> Hashable:
        if place >= len(self._units):
            return unit
        return tuple([each for each in changes_of(self._units[place], unit) if each[0] not in HEALTH])
