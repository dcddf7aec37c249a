"""Weapons of units that nobody commands: which they do best with, from how far they shoot, and when they reload."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Final

from service.rules.heroic.attack.models import HeroicAction, HeroicAttackChoice, HeroicDeclaration
from service.rules.heroic.attack.situation.weapons import aims_of, ammo_of, blow_of, loaded_of, max_shots, supply_of
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.tables import LOWEST_SKILL_TO_TRY, RANGES
from service.rules.heroic.book.words import (
    GRAPPLE_KIND,
    MELEE_KIND,
    RANGED_KIND,
    HeroicActionPhase,
    HeroicModeKind,
    HeroicPropulsion,
    HeroicTactic,
)
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import reach_of
from service.rules.heroic.orders.other_actions import LONG, MEDIUM, RELOADS
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
    return [mode for mode in modes_of(unit, MELEE_KIND) if 0 in mode.reach]


def best_of(modes: Iterable[HeroicAttackMode], target: HeroicUnit, distance: float) -> HeroicAttackMode | None:
    """Return the mode with the highest expected injury of a target, the first of equal ones; None without any."""
    known = list(modes)
    if len(known) < 2:
        return known[0] if known else None
    return max(known, key=lambda mode: expected_injury(blow_of(mode, target, HitLocation.TORSO, distance)))


def best_melee(unit: HeroicUnit, target: HeroicUnit) -> HeroicAttackMode | None:
    """Return the melee mode that a unit does best with against a target."""
    return best_of(modes_of(unit, MELEE_KIND), target, HAND_TO_HAND)


def best_grapple(unit: HeroicUnit) -> HeroicAttackMode | None:
    """Return the mode with which a unit grapples best, the first of equal ones; None without any."""
    return max(
        [mode for mode in unit.attack_modes if mode.kind is GRAPPLE_KIND], key=lambda mode: mode.skill, default=None
    )


def reach_with(unit: HeroicUnit, choice: HeroicAttackChoice) -> int | None:
    """Return the yards that an attack reaches with the shortest of its modes; None if it has none or is ranged."""
    reaches = [reach_of(aim.mode) for aim in aims_of(unit, choice) if aim.mode.kind is not RANGED_KIND]
    return min(reaches) if reaches else None


def longest_reach(unit: HeroicUnit) -> int:
    """Return the yards that a unit reaches with any of its melee modes, at least contact."""
    return max([reach_of(mode) for mode in unit.attack_modes if mode.kind is not RANGED_KIND], default=1) or 1


RELOAD: Final = "reload_4s"
LONG_RELOAD: Final = "reload_10s"


def missiles_of(unit: HeroicUnit) -> list[HeroicAttackMode]:
    """Return the ranged modes for which a unit has anything left to shoot or throw, loaded or not."""
    return [mode for mode in modes_of(unit, RANGED_KIND) if ammo_of(unit, mode) != 0]


def shots_at(
    unit: HeroicUnit, target: HeroicUnit, distance: float, tactic: HeroicTactic, spent: float, rulings: HeroicRulings
) -> tuple[HeroicDeclaration, ...]:
    """Return the shots at a target with the best mode that carries so far, as many as the unit can make.

    `spent` is the movement that deeds take, in multiples of Move.
    """
    mode = best_of([each for each in missiles_of(unit) if _carries(unit, each, distance)], target, distance)
    if mode is None:
        return ()
    most = max_shots(mode, tactic, spent, rulings.aoo_once)
    supply = supply_of(unit, mode)
    each = most if supply is None else min(most, supply)
    return (HeroicDeclaration(target=target.id, mode=mode.id, shots_each=each),)


def _carries(unit: HeroicUnit, mode: HeroicAttackMode, distance: float) -> bool:
    return (mode.range_max is None or distance <= mode.range_max) and supply_of(unit, mode) != 0


def standoff_of(unit: HeroicUnit, target: HeroicUnit, *, strikes: bool) -> float | None:
    """Return the yards within which a unit would rather shoot at a target than close with it; None if it would not.

    It is the longest range of those weapons that can hit and hurt from there. Who has a melee weapon to strike with
    throws what it has on the way, and does not stay behind for it.

    Ruling: heroic/ruling/skirmish-tactics.
    """
    shot = [mode for mode in missiles_of(unit) if not (strikes and mode.propulsion is HeroicPropulsion.THROWN)]
    return max([yards for mode in shot for yards in _useful_ranges(mode, target)], default=None)


def _useful_ranges(mode: HeroicAttackMode, target: HeroicUnit) -> list[float]:
    """Return the yards, if any, at which a mode carries, its skill leaves an attempt, and damage gets through."""
    bands = [row.highest or inf for row in RANGES if mode.skill + row.modifier >= LOWEST_SKILL_TO_TRY]
    if not bands:
        return []
    farthest = min(max(bands), mode.range_max or inf)
    ranges = [farthest, min(farthest, mode.range_half or inf)]
    return [yards for yards in ranges if expected_injury(blow_of(mode, target, HitLocation.TORSO, yards))]


def reload_of(unit: HeroicUnit, shots: Sequence[HeroicDeclaration], *, engaged: bool) -> HeroicAction | None:
    """Return the reload of a weapon that these shots leave empty, for a unit that stays where it is; None without.

    Up to 4 seconds are paid from the movement that is not needed. A longer reload gives up all attacks, so nobody does
    it who has shots to make or is engaged hand to hand.
    """
    for mode in missiles_of(unit):
        fired = sum([each.shots_each or 1 for each in shots if each.mode == mode.id])
        loaded, ammo = loaded_of(unit, mode), ammo_of(unit, mode)
        if loaded is None or loaded > fired or ammo == fired:
            continue
        if mode.reload_s <= RELOADS[RELOAD]:
            return HeroicAction(phase=HeroicActionPhase.MOVEMENT, size=MEDIUM, name=RELOAD, mode=mode.id)
        if not shots and not engaged:
            return HeroicAction(phase=HeroicActionPhase.MOVEMENT, size=LONG, name=LONG_RELOAD, mode=mode.id)
    return None
