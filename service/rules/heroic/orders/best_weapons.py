"""Which of its weapons a unit does best with, and how far they reach."""

from collections.abc import Iterable

from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.weapons import aims_of
from service.rules.heroic.attack.wounds import blow_of
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import reach_of
from service.rules.roll_under.damage import expected_injury
from service.rules.roll_under.words import HitLocation

HAND_TO_HAND = 1.0


def modes_of(unit: HeroicUnit, kind: HeroicModeKind) -> list[HeroicAttackMode]:
    """Return a unit's modes of one kind that do damage."""
    return [
        mode for mode in unit.attack_modes if mode.kind is kind and mode.damage is not None and mode.type is not None
    ]


def close_modes(unit: HeroicUnit) -> list[HeroicAttackMode]:
    """Return a unit's melee modes that are short enough for close combat."""
    return [mode for mode in modes_of(unit, HeroicModeKind.MELEE) if 0 in mode.reach]


def best_of(modes: Iterable[HeroicAttackMode], target: HeroicUnit, distance: float) -> HeroicAttackMode | None:
    """Return the mode with the highest expected injury of a target, the first of equal ones; None without any."""
    known = list(modes)
    if len(known) < 2:
        return known[0] if known else None
    return max(known, key=lambda mode: expected_injury(blow_of(mode, target, HitLocation.TORSO, distance)))


def best_melee(unit: HeroicUnit, target: HeroicUnit) -> HeroicAttackMode | None:
    """Return the melee mode that a unit does best with against a target."""
    return best_of(modes_of(unit, HeroicModeKind.MELEE), target, HAND_TO_HAND)


def reach_with(unit: HeroicUnit, choice: HeroicAttackChoice) -> int | None:
    """Return the yards that an attack reaches with the shortest of its modes; None if it has none or is ranged."""
    reaches = [reach_of(aim.mode) for aim in aims_of(unit, choice) if aim.mode.kind is not HeroicModeKind.RANGED]
    return min(reaches) if reaches else None


def longest_reach(unit: HeroicUnit) -> int:
    """Return the yards that a unit reaches with any of its melee modes, at least contact."""
    return max([reach_of(mode) for mode in unit.attack_modes if mode.kind is not HeroicModeKind.RANGED], default=1) or 1
