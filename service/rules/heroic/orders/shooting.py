"""How units that nobody commands shoot: with which weapon, from how far, and when they reload it."""

from collections.abc import Sequence
from math import inf
from typing import Final

from service.rules.heroic.attack.models import HeroicDeclaration
from service.rules.heroic.attack.orders import HeroicAction
from service.rules.heroic.attack.weapons import ammo_of, loaded_of, max_shots, supply_of
from service.rules.heroic.attack.wounds import blow_of
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.tables import LOWEST_SKILL_TO_TRY, RANGES
from service.rules.heroic.book.words import HeroicActionPhase, HeroicModeKind, HeroicPropulsion, HeroicTactic
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.orders.best_weapons import best_of, modes_of
from service.rules.heroic.orders.other_actions import LONG, MEDIUM, RELOADS
from service.rules.roll_under.damage import expected_injury
from service.rules.roll_under.words import HitLocation

RELOAD: Final = "reload_4s"
LONG_RELOAD: Final = "reload_10s"


def missiles_of(unit: HeroicUnit) -> list[HeroicAttackMode]:
    """Return the ranged modes for which a unit has anything left to shoot or throw, loaded or not."""
    return [mode for mode in modes_of(unit, HeroicModeKind.RANGED) if ammo_of(unit, mode) != 0]


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
