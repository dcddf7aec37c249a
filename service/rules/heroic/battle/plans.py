"""What has been planned before in a fight: units do the same again and again, in the same situation."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicOrder
from service.rules.heroic.attack.plan import AttackPlan
from service.rules.heroic.attack.situation.situation import Watch
from service.rules.heroic.attack.situation.weapons import Aim
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.book.words import RANGED_KIND
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import Members, members_of
from service.rules.kernel.fight import changes_of
from service.rules.kernel.memory import Latest, Memory

HEALTH: Final = frozenset({"hp_pool", "fp_current", "morale"})
"""What an attack does not depend on but by the members who are left, as long as the tired act like others."""


class Assault(NamedTuple):
    """An attack of one unit on another; `drawn` tells what the unit's Fast-Draw has come to already this round.

    `spent` is the movement spent before it, in multiples of Move; `armed` is the unit with the ammunition it had when
    its turn began; `side_attackers` are all of its side who attack this foe in this phase; `distance`, if it is given,
    overrides the places.
    """

    place: int
    foe: int
    choice: HeroicAttackChoice
    spent: float = 0.0
    armed: HeroicUnit | None = None
    side_attackers: int | None = None
    drawn: bool | None = None
    free: bool = False
    separate: bool = False
    watch: Watch | None = None
    distance: float | None = None


class Planned(NamedTuple):
    """An attack that is allowed: its aims, and its plan."""

    aims: tuple[Aim, ...]
    plan: AttackPlan


class Turn(NamedTuple):
    """The one attack that a unit makes in its turn, planned, and the order that it carries out."""

    order: HeroicOrder
    assault: Assault
    planned: Planned


@dataclass(frozen=True, slots=True, eq=False)
class Fighter:
    """A unit as far as attacks and orders depend on it: its place, what has changed of it, and who is left.

    Its health counts only by those who are left; `shoots` tells whether it has any ranged mode. A fight makes each
    fighter once, so that they compare by identity.
    """

    place: int
    shape: Hashable
    members: Members
    shoots: bool


class Plans:
    """Planned attacks, turns and orders of a fight, and its units as they were when it began.

    `fighters` returns units whom nobody holds as fighters, and `fighter_of` the one at a place; `members` counts those
    of all units.
    """

    __slots__ = ("_assignment", "_known", "_units", "attacks", "fighter_of", "fighters", "members", "orders", "turns")

    def __init__(self, units: tuple[HeroicUnit, ...], assignment: HeroicAssignment) -> None:
        """Remember what these units plan, which have injury assigned so."""
        self._units = units
        self._assignment = assignment
        self._known: Memory[Fighter] = Memory()
        self.fighters: Latest[HeroicUnit, Fighter] = Latest(self._fighter_of)
        self.fighter_of: Callable[[int, HeroicUnit], Fighter] = self.fighters.at
        self.members: Latest[HeroicUnit, Members] = Latest(self._members_of)
        self.attacks: Memory[Planned] = Memory()
        self.turns: Memory[Turn] = Memory()
        self.orders: Memory[HeroicOrder] = Memory()

    def _members_of(self, place: int, unit: HeroicUnit) -> Members:
        return members_of(unit, (), self._assignment)

    def _fighter_of(self, place: int, unit: HeroicUnit) -> Fighter:
        shape, members = self._shape_of(place, unit), self.members.at(place, unit)
        key = place, shape, members
        known = self._known.find(key)
        if known is not None:
            return known
        shoots = any(mode.kind is RANGED_KIND for mode in unit.attack_modes)
        return self._known.keep(key, Fighter(place, shape, members, shoots))

    def _shape_of(self, place: int, unit: HeroicUnit) -> Hashable:
        """Return what has changed of a unit besides its health; one that was not there at first is returned whole."""
        if place >= len(self._units):
            return unit
        return changes_of(self._units[place], unit, HEALTH)
