"""The damage of hits: rolled once for all of them, or for each, and turned into injury."""

from functools import lru_cache
from typing import Final

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Cites, Dice
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.figures.models import HeroicArmour, HeroicAttackMode, HeroicUnit
from service.rules.kernel.sums import multiple_of, sum_of_equals
from service.rules.kernel.value import value
from service.rules.roll_under.damage import SKULL_DR, Blow, damage_of, divided_dr, wounding_halves
from service.rules.roll_under.locations import WHOLE_LIMB
from service.rules.roll_under.words import DamageType, HitLocation

ONCE: Final[Cites] = (attack_rules.INJURY_FORMULA, attack_rules.INJURY_LOCATION)
WHOLE: Final = 2
ROUNDED: Final[Cites] = (attack_rules.DICE_ROUNDING, Rulings.WOUNDING_ROUNDING)


@value
class Victim:
    """Who is hit, by whom and with what, in a player's words; the attacker's id."""

    attacker: str
    name: str
    weapon: str


@value
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
        text = told(blow, 0, times, victim)
        dice.note(attack_rules.INJURY_DAMAGE_ONCE, text, actor=victim.attacker, cites=cites_of(blow, damage, times))
        return damage
    roll = dice.roll(attack_rules.INJURY_DAMAGE_ONCE, pool, actor=victim.attacker)
    damage = blow.basic(roll.total)
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
    """Return the chances of each injury that some hits do in all; separate rolls are added up, not enumerated.

    Raises: OddsTooLarge, if separate rolls have too many different sums.
    """
    victim = Victim("", "", "")

    def injury(dice: ExactDice) -> int:
        return roll_wound(blow, 1, victim, dice, per_hit=False).injury

    one = Distribution.of(injury)
    return sum_of_equals(one, hits, attack_rules.INJURY_DAMAGE_ONCE) if per_hit else multiple_of(one, hits)


VITALS: Final = HitLocation.VITALS
SKULL: Final = HitLocation.SKULL
TORSO: Final = HitLocation.TORSO
CRUSHING: Final = DamageType.CRUSHING


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


def blow_at(aim: Aim, target: HeroicUnit, distance: float) -> Blow:
    """Return the blow of one aim."""
    return blow_of(aim.mode, target, aim.location, distance)
