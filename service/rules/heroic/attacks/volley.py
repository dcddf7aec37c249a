"""The shooting of a ranged attack: how many shots, what they cost, and how many projectiles fly."""

from math import floor
from typing import NamedTuple

from service.rules.heroic.attacks.aims import is_low_tech
from service.rules.heroic.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.option_words import HeroicAooOnce
from service.rules.heroic.tables import TACTICS
from service.rules.heroic.words import HeroicTactic

TACTIC_ROWS = {row.tactic: row for row in TACTICS}
NO_RELOAD_UP_TO = 2


class Volley(NamedTuple):
    """Shots of one attack; ammunition is counted for each shooter, None where it is not counted."""

    each: int
    shots: int
    projectiles: int
    move_cost: int
    ammo_left: int | None
    loaded_left: int | None


def ammo_of(unit: HeroicUnit, mode: HeroicAttackMode) -> int | None:
    """Return the projectiles that each member has left for a mode; None for plenty."""
    return next((each.left for each in unit.ammo if each.mode == mode.id), None)


def loaded_of(unit: HeroicUnit, mode: HeroicAttackMode) -> int | None:
    """Return the shots left in each magazine; None for a mode that reloads as part of the attack."""
    if mode.reload_s <= NO_RELOAD_UP_TO:
        return None
    return next((each.shots for each in unit.loaded if each.mode == mode.id), mode.magazine)


def supply_of(unit: HeroicUnit, mode: HeroicAttackMode) -> int | None:
    """Return the shots each member can make with what is carried and loaded; None for any number."""
    known = [each for each in (ammo_of(unit, mode), loaded_of(unit, mode)) if each is not None]
    return min(known) if known else None


def max_shots(mode: HeroicAttackMode, tactic: HeroicTactic, allowance_spent: float, once: HeroicAooOnce) -> int:
    """Return the most shots of each shooter, without the one that Fast-Draw adds.

    Each low-tech shot after the first costs one Move of the tactic's allowance.
    """
    if not is_low_tech(mode):
        return mode.rof
    row = TACTIC_ROWS[tactic]
    most = row.max_shots
    if tactic is HeroicTactic.ALL_OUT_OFFENSIVE and once is HeroicAooOnce.ONE_ATTACK:
        most = TACTIC_ROWS[HeroicTactic.OFFENSIVE].max_shots
    return max(min(most, 1 + floor(row.factor - allowance_spent)), 1)


def volley_of(unit: HeroicUnit, mode: HeroicAttackMode, shooters: int, wanted: int, *, drawn: bool) -> Volley:
    """Return the shots of one attack; `drawn` says that Fast-Draw adds one, if there is ammunition for it."""
    supply = supply_of(unit, mode)
    each = wanted + drawn if supply is None else min(wanted + drawn, supply)
    ammo, loaded = ammo_of(unit, mode), loaded_of(unit, mode)
    return Volley(
        each,
        shooters * each,
        shooters * each * mode.projectiles_per_shot,
        max(min(each, wanted) - 1, 0) if is_low_tech(mode) else 0,
        None if ammo is None else ammo - each,
        None if loaded is None else loaded - each,
    )
