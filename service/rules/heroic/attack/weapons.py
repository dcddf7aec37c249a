"""The shooting of a ranged attack: how many shots, what they cost, and how many projectiles fly."""

from math import floor
from typing import Final, NamedTuple

from service.dice.model import Cited, Cites
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicAooOnce
from service.rules.heroic.book.tables import SPEED_FACTOR, SPEED_FACTOR_STEP, TACTICS, UNWIELDY_SPEED_FACTOR
from service.rules.heroic.book.words import HeroicPropulsion, HeroicTactic
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import mode_of
from service.rules.kernel.value import value
from service.rules.roll_under.words import HitLocation

TACTIC_ROWS = {row.tactic: row for row in TACTICS}
NO_RELOAD_UP_TO = 2
RAPID_FROM = 5


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


MUSCLE_POWERED: Final = frozenset({HeroicPropulsion.MUSCLE, HeroicPropulsion.THROWN})


@value
class Aim:
    """One mode, aimed at one location."""

    mode: HeroicAttackMode
    location: HitLocation
    off_hand: bool


def aims_of(unit: HeroicUnit, choice: HeroicAttackChoice) -> tuple[Aim, ...]:
    """Return the attacks declared as one, or the one mode with the further modes that its hits may use.

    Modes that the unit does not have are left out; `legality` refuses them.
    """
    if not (choice.modes or choice.open_modes or choice.hit_modes):
        only = mode_of(unit, choice.mode or "")
        return () if only is None else (Aim(only, choice.location, off_hand=False),)
    if choice.modes:
        declared = [(each.mode, each.location, each.off_hand) for each in choice.modes]
    else:
        names = [choice.mode or "", *choice.open_modes, *choice.hit_modes]
        declared = [(name, choice.location, False) for name in dict.fromkeys(names)]
    found = [(mode_of(unit, name), location, off_hand) for name, location, off_hand in declared]
    return tuple([Aim(mode, location, off_hand) for mode, location, off_hand in found if mode is not None])


def is_low_tech(mode: HeroicAttackMode) -> bool:
    """Tell whether a mode shoots up to three times a round."""
    if mode.low_tech is not None:
        return mode.low_tech
    return mode.rof == 1 and mode.reload_s <= 2 and mode.propulsion in MUSCLE_POWERED


def shot_cites(unit: HeroicUnit, mode: HeroicAttackMode, tactic: HeroicTactic, shots: int, rapid: int) -> Cites:
    """Return the rules behind so many shots of a shooter, `rapid` of which may be rapid fire, but for modifiers."""
    low_tech, reloads = is_low_tech(mode), mode.reload_s > NO_RELOAD_UP_TO
    bow = attack_rules.RANGED_SHOTS_AIMED if TACTIC_ROWS[tactic].aims else attack_rules.RANGED_SHOTS_LOW_TECH
    cites: Cites = (attack_rules.RANGED_MODIFIERS, bow if low_tech else attack_rules.RANGED_SHOTS_ROF)
    cites += (attack_rules.RANGED_SHOT_MOVE_COST,) if low_tech and shots > 1 else ()
    cites += (attack_rules.REF_RAPID_FIRE,) if rapid * mode.projectiles_per_shot >= RAPID_FROM else ()
    cites += (rulebook.ACTION_FREE_RELOAD,) if 0 < mode.reload_s <= NO_RELOAD_UP_TO else ()
    cites += (attack_rules.RANGED_AMMO,) if unit.ammo or reloads else ()
    return cites if mode.range_max is None else (*cites, attack_rules.RANGED_RANGE_LIMITS)


USUAL: Cites = (attack_rules.SPEED_DEFAULT,)


def speed_factor_of(unit: HeroicUnit, aims: tuple[Aim, ...], *, separate: bool) -> tuple[int, Cites]:
    """Return the Speed Factor of an attack, never below 1, and the rules that made it.

    Levels of Extra Attack and Altered Time Rate count only if every attack uses one weapon; the slowest of several
    weapons counts.
    """
    unwieldy = any(aim.mode.unwieldy for aim in aims)
    quick = unit.extra_attack + unit.altered_time_rate
    slow = unit.decreased_time_rate
    if not (unwieldy or quick or slow or separate):
        return SPEED_FACTOR, USUAL
    cites: list[Cited] = [attack_rules.SPEED_FORMULA]
    factor = UNWIELDY_SPEED_FACTOR if unwieldy else SPEED_FACTOR
    if unwieldy:
        cites += [attack_rules.SPEED_UNWIELDY, rulebook.ACTION_FREE_UNWIELDY]
    if separate or len({aim.mode.weapon for aim in aims}) > 1:
        cites.append(attack_rules.SPEED_DIFFERENT_WEAPONS)
    elif quick:
        factor -= SPEED_FACTOR_STEP * quick
        cites.append(attack_rules.SPEED_EXTRA_ATTACK)
    if slow:
        factor += SPEED_FACTOR_STEP * slow
        cites.append(attack_rules.SPEED_DECREASED_TIME_RATE)
    return max(factor, 1), tuple(cites)
