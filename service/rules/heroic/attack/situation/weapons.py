"""Weapons of an attack: modes aimed at locations, shots and what they cost, and the damage of hits."""

from functools import lru_cache
from math import floor
from typing import Final, NamedTuple

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Cited, Cites, Dice
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicAooOnce
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import SPEED_FACTOR, SPEED_FACTOR_STEP, TACTICS, UNWIELDY_SPEED_FACTOR
from service.rules.heroic.book.words import HeroicPropulsion, HeroicTactic
from service.rules.heroic.figures.models import HeroicArmour, HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import mode_of
from service.rules.kernel.chances.sums import multiple_of, sum_of_equals
from service.rules.roll_under.damage import SKULL_DR, Blow, damage_of, divided_dr, wounding_halves
from service.rules.roll_under.locations import WHOLE_LIMB
from service.rules.roll_under.words import DamageType, HitLocation
from service.wire import value_class

TACTIC_ROWS = {row.tactic: row for row in TACTICS}
NO_RELOAD_UP_TO = 2
MUSCLE_POWERED: Final = frozenset({HeroicPropulsion.MUSCLE, HeroicPropulsion.THROWN})
USUAL: Cites = (attack_rules.SPEED_DEFAULT,)
ONCE: Final[Cites] = (attack_rules.INJURY_FORMULA, attack_rules.INJURY_LOCATION)
WHOLE: Final = 2
ROUNDED: Final[Cites] = (attack_rules.DICE_ROUNDING, Rulings.WOUNDING_ROUNDING)
VITALS: Final = HitLocation.VITALS
SKULL: Final = HitLocation.SKULL
TORSO: Final = HitLocation.TORSO
CRUSHING: Final = DamageType.CRUSHING
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
    return low_tech_shots(tactic, TACTIC_ROWS[tactic].factor - allowance_spent, once) if is_low_tech(mode) else mode.rof


def low_tech_shots(tactic: HeroicTactic, left: float, once: HeroicAooOnce) -> int:
    """Return the most shots of a low-tech weapon with so much of the tactic's movement left, in multiples of Move."""
    charges = tactic is HeroicTactic.ALL_OUT_OFFENSIVE and once is HeroicAooOnce.ONE_ATTACK
    most = TACTIC_ROWS[HeroicTactic.OFFENSIVE if charges else tactic].max_shots
    return max(min(most, 1 + floor(left)), 1)


def volley_of(unit: HeroicUnit, mode: HeroicAttackMode, shooters: int, wanted: int, *, drawn: bool) -> Volley:
    """Return the shots of one attack; `drawn` says that Fast-Draw adds one, if there is ammunition for it."""
    ammo, loaded = ammo_of(unit, mode), loaded_of(unit, mode)
    each = min([wanted + drawn, *[left for left in (ammo, loaded) if left is not None]])
    return Volley(
        each,
        shooters * each,
        shooters * each * mode.projectiles_per_shot,
        max(min(each, wanted) - 1, 0) if is_low_tech(mode) else 0,
        None if ammo is None else ammo - each,
        None if loaded is None else loaded - each,
    )


@value_class
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
    """Return whether a mode shoots up to three times a round."""
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


@value_class
class Victim:
    """Who is hit, by whom and with what, in a player's words; the attacker's id."""

    attacker: str
    name: str
    weapon: str


@value_class
class Wound:
    """Hits of one mode: basic damage, what passed the armour and the injury of one hit, for each damage roll."""

    hits: int
    damages: tuple[int, ...]
    penetrating: tuple[int, ...]
    injuries: tuple[int, ...]
    injury: int


def roll_wound(blow: Blow, hits: int, victim: Victim, dice: Dice, *, per_hit: bool) -> Wound:
    """Roll the damage of some hits.

    Dice: the mode's damage dice, once or for each hit.
    Ruling: heroic/ruling/damage-rolls.
    """
    if not per_hit:
        damage = _roll_damage(blow, hits, victim, dice)
        injury = blow.injury(damage)
        return Wound(hits, (damage,), (blow.penetrating(damage),), (injury,), injury * hits)
    damages = tuple([_roll_damage(blow, 1, victim, dice) for _ in range(hits)])
    injuries = tuple([blow.injury(damage) for damage in damages])
    return Wound(hits, damages, tuple([blow.penetrating(damage) for damage in damages]), injuries, sum(injuries))


def _roll_damage(blow: Blow, times: int, victim: Victim, dice: Dice) -> int:
    pool = blow.damage.pool
    if pool is None:
        damage = blow.basic(0)
        if not dice.tells:
            return damage
        text = told(blow, 0, times, victim)
        dice.note(attack_rules.INJURY_DAMAGE_ONCE, text, actor=victim.attacker, cites=cites_of(blow, damage, times))
        return damage
    roll = dice.roll(attack_rules.INJURY_DAMAGE_ONCE, pool, actor=victim.attacker)
    damage = blow.basic(roll.total)
    if dice.tells:
        roll.tell(told(blow, roll.total, times, victim), cites=cites_of(blow, damage, times))
    return damage


def told(blow: Blow, total: int, times: int, victim: Victim) -> str:
    """Say what a total of the damage dice does."""
    damage = blow.basic(total)
    injury = blow.injury(damage)
    aside = ", the least there is," if blow.is_raised(total) else ""
    aside = ", halved by the distance," if blow.halved else aside
    text = f"{victim.name} took {damage} damage{aside} from {victim.weapon}"
    if blow.dr:
        text += f", {blow.penetrating(damage) or 'none'} of it past DR {blow.dr}"
    if not injury:
        return f"{text}: no injury."
    if blow.wounding != WHOLE:
        text += f", × {blow.wounding / 2:g} for {blow.type.value.replace('_', ' ')}"
    rounded_up = 2 * injury > blow.penetrating(damage) * blow.wounding
    text += f": {injury} injury{' (the least there is)' if rounded_up else ''}"
    return f"{text} × {times} hits = {injury * times}." if times > 1 else f"{text}."


def cites_of(blow: Blow, damage: int, times: int) -> Cites:
    """Return the rules behind the injury of one damage roll."""
    cites = ONCE
    if times > 1:
        cites = (*cites, Rulings.DAMAGE_ROLLS)
    if blow.halved:
        cites = (*cites, Rulings.HALF_DAMAGE)
    if blow.penetrating(damage) * blow.wounding % 2:
        cites += ROUNDED
    return cites


@lru_cache(maxsize=1024)
def injury_chances(blow: Blow, hits: int, *, per_hit: bool) -> Distribution[int]:
    """Return the chances of each injury that some hits do in all; separate rolls are added up, not enumerated."""
    victim = Victim("", "", "")

    def injury(dice: ExactDice) -> int:
        return roll_wound(blow, 1, victim, dice, per_hit=False).injury

    one = Distribution.of(injury)
    return sum_of_equals(one, hits, attack_rules.INJURY_DAMAGE_ONCE) if per_hit else multiple_of(one, hits)


def armour_at(unit: HeroicUnit, location: HitLocation) -> HeroicArmour | None:
    """Return what covers a location: its own line, that of the limb or torso it is part of, or the default.

    Vitals lie in the torso.
    """
    whole = TORSO if location is VITALS else WHOLE_LIMB.get(location, location)
    for wanted in (location, whole, None):
        for each in unit.armour:
            if each.location is wanted:
                return each
    return None


def dr_at(unit: HeroicUnit, location: HitLocation, damage: DamageType) -> int:
    """Return DR against a type of damage at a location, before any armour divisor."""
    armour = armour_at(unit, location)
    dr = SKULL_DR if location is SKULL else 0
    if armour is None:
        return dr
    change = next((each.delta for each in armour.vs if each.type is damage), 0) if armour.vs else 0
    return max(armour.dr + change, 0) + dr


def blow_of(mode: HeroicAttackMode, target: HeroicUnit, location: HitLocation, distance: float) -> Blow:
    """Return what turns the mode's damage dice into injury of a target at a location and distance.

    Ruling: heroic/ruling/half-damage.
    """
    damage = mode.type or CRUSHING
    return Blow(
        damage_of(mode.damage or "0d"),
        damage,
        divided_dr(dr_at(target, location, damage), mode.armor_divisor),
        wounding_halves(damage, location),
        mode.range_half is not None and distance > mode.range_half,
    )
