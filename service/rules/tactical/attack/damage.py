"""The stages of an attack that hits: where, what a critical hit does, and the damage of each hit."""

from typing import Final

from service.dice.model import THREE_D6, Cited, Cites, Dice
from service.rules.kernel.hexes import Hex, distance
from service.rules.roll_under.damage import Damage, damage_of, least_of
from service.rules.roll_under.locations import roll_location
from service.rules.roll_under.rolls import SuccessGrade, roll_announced
from service.rules.roll_under.words import BodySide, DamageType, HitLocation
from service.rules.tactical.attack.hits import HEAD, Hit, Impact, hit_of, spoken_part
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuverOption
from service.rules.tactical.book.wound_tables import CRITICAL_HEAD_HITS, CRITICAL_HITS, row_of
from service.rules.tactical.book.wound_tables import wounding_halves as halves_at
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import comes_from
from service.rules.tactical.figures.standing import name_of

STRONG: Final = TacticalManeuverOption.STRONG
STRONG_LEAST: Final = 2
TIMES: Final = {TacticalCriticalHit.TRIPLE: 3, TacticalCriticalHit.DOUBLE: 2}
MAXIMA: Final = frozenset({TacticalCriticalHit.MAXIMUM, TacticalCriticalHit.MAXIMUM_THROUGH_ARMOR})


def part_of(location: HitLocation, side: BodySide | None) -> TacticalLocation:
    """Return a location with its side."""
    return TacticalLocation(location.value if side is None else f"{side.value}_{location.value}")


def roll_places(field: Field, struck: Struck, dice: Dice) -> None:
    """Find out where each hit strikes: where it was aimed, or anywhere.

    Dice: for each hit without a chosen location 3D6, then D6 for a hand or foot; nothing if locations are not in use.
    """
    plan, victim = struck.plan, struck.victim
    if victim is None:
        return
    meant = victim == plan.target
    if meant and plan.location is not None:
        struck.places = (plan.location,) * struck.hits
    elif not field.rulings.locations:
        struck.places = (TacticalLocation.TORSO,) * struck.hits
    else:
        rule = rulebook.DAMAGE_LOCATIONS if meant else attack_rules.STRAY_LOCATION
        cites = () if meant else (rulebook.DAMAGE_LOCATIONS,)
        name = name_of(field[victim])
        rolled = [roll_location(rule, dice, actor=victim, name=name, cites=cites) for _ in range(struck.hits)]
        struck.places = tuple([part_of(*each) for each in rolled])


def roll_critical(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll what a critical hit does to the target; the first of several hits is the critical one.

    Dice: 3D6.
    """
    plan = struck.plan
    if struck.grade is not SuccessGrade.CRITICAL_SUCCESS or struck.victim is None or struck.victim != plan.target:
        return
    name, head = name_of(field[plan.attacker]), struck.places[0] in HEAD
    rule = attack_rules.ATTACK_CRITICAL_HIT_HEAD if head else attack_rules.ATTACK_CRITICAL_HIT
    rows = CRITICAL_HEAD_HITS if head else CRITICAL_HITS
    purpose, bands = "what the critical hit does", tuple([row.highest for row in rows])
    roll = roll_announced(rule, THREE_D6, dice, actor=plan.attacker, purpose=purpose, bands=bands)
    row = row_of(rows, roll.total)
    roll.tell(f"{name} rolled {roll.total} for the critical hit. {row.says}")
    struck.critical, struck.head, struck.critical_roll = row.effect, head, roll.total
    if row.effect is TacticalCriticalHit.EYE:
        struck.places = (TacticalLocation.EYE, *struck.places[1:])


def damage_dice(plan: AttackPlan) -> Damage:
    """Return the damage dice of an attack, with what its maneuver and a stop thrust add."""
    damage = damage_of(plan.mode.damage)
    bonus = plan.conduct.stop_thrust
    if plan.conduct.option is STRONG:
        bonus += max(STRONG_LEAST, 0 if damage.pool is None else damage.pool.count)
    return damage._replace(adds=damage.adds + bonus) if bonus else damage


def roll_damage(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the damage of the next hit.

    Dice: the weapon's damage dice, unless a critical hit does the most that they can.
    """
    plan, place = struck.plan, struck.places[len(struck.wounds)]
    victim = field[struck.victim or plan.attacker]
    effect = None if struck.wounds else struck.critical
    damage, rule, roll = damage_dice(plan), rulebook.DAMAGE_ROLL, None
    pool, total = damage.pool, 0
    if pool is not None and effect in MAXIMA:
        total = pool.count * pool.sides
    elif pool is not None:
        purpose = f"damage of {name_of(field[plan.attacker])} to {name_of(victim)}" if dice.tells else ""
        roll = roll_announced(rule, pool, dice, actor=plan.attacker, purpose=purpose)
        total = roll.total
    kind = plan.mode.type
    basic = max(total + damage.adds, least_of(kind)) * (1 if effect is None else TIMES.get(effect, 1))
    if _is_halved(field, plan, victim):
        basic //= 2
    origin: Hex | None = plan.way.origin
    if origin == victim.hex:
        origin = comes_from(field, victim, plan.attacker)
    hit = hit_of(victim, place, Impact(basic, kind, plan.mode.armor_divisor, effect, struck.head), origin)
    struck.wounds = (*struck.wounds, hit)
    if not dice.tells:
        return
    text = f"{name_of(field[plan.attacker])} hit {name_of(victim)} for {damage_text(hit, kind)}."
    cites = damage_cites(plan, hit, kind)
    if roll is None:
        dice.note(rule, text, actor=plan.attacker, cites=cites)
    else:
        roll.tell(text, cites=cites)


def damage_text(hit: Hit, kind: DamageType) -> str:
    """Say what damage comes to: "7 cutting damage to the torso: 5 of it past DR 2, × 1.5 is 7 injury"."""
    text = f"{hit.basic} {kind.value.replace('_', ' ')} damage to the {spoken_part(hit.location)}"
    if hit.dr:
        text += f": {hit.penetrating or 'none'} of it past DR {hit.dr}"
    halves = halves_at(kind, hit.location)
    if not hit.penetrating or (halves == 2 and hit.injury == hit.penetrating):
        return text
    return f"{text}{',' if hit.dr else ':'} × {halves / 2:g} is {hit.injury} injury"


def damage_cites(plan: AttackPlan, hit: Hit, kind: DamageType) -> Cites:
    """Return the rules that shape what damage comes to."""
    cites: list[Cited] = [rulebook.DAMAGE_WOUNDING]
    if hit.dr:
        cites.append(rulebook.DAMAGE_DR)
    if halves_at(kind, hit.location) != halves_at(kind, TacticalLocation.TORSO):
        cites.append(rulebook.DAMAGE_LOCATION_MULTIPLIERS)
    if plan.conduct.stop_thrust:
        cites.append(attack_rules.WAIT_STOP_THRUST)
    if plan.conduct.option is STRONG:
        cites.append(movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS)
    return tuple(cites)


def _is_halved(field: Field, plan: AttackPlan, victim: TacticalFigure) -> bool:
    """Return whether damage is halved because a shot has come too far."""
    if victim.id == plan.target or not plan.way.ranged:
        return plan.way.halved
    far = plan.weapon.half_range
    return far is not None and min([distance(plan.way.origin, each) for each in field.body(victim)]) > far
