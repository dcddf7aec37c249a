"""Plan of one attack: everything that is known before its first die."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex
from service.rules.kernel.value import value
from service.rules.tactical.attack.conduct import Attempt, Conduct
from service.rules.tactical.attack.defense import PlannedDefense, plan_defense, second_defense, why_undefended
from service.rules.tactical.attack.legality import (
    ALL_OUT_ATTACK,
    ATTACK,
    DETERMINED,
    DOUBLE,
    FEINT,
    MOVE_AND_ATTACK,
    class_of,
    find_target,
    find_weapon,
    refuse_actor,
    refuse_double,
    refuse_maneuver,
    refuse_shooting,
)
from service.rules.tactical.attack.melee import BLIND, WILD, Stroke, stroke_of
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.number import Skill, melee_skill, number_astray, ranged_skill, refuse_hopeless
from service.rules.tactical.attack.ranged import Flight, flight_of, range_between
from service.rules.tactical.attack.sight import best_line
from service.rules.tactical.attack.threat import BACK, FRONT, Threat, sector_of_threat
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.options import TacticalEntryDefense
from service.rules.tactical.book.refusals import InCloseCombat, ManeuverConflict, WildDetermined, WildNoLocation
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalSector,
    TacticalStrikeKind,
    TacticalSwing,
    TacticalWeaponKind,
)
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import close_with, is_ranged, name_of
from service.rules.tactical.map.lines import Segment

__all__ = ["AttackPlan", "Conduct", "plan_attack", "second_conduct", "second_order", "stray_number", "stray_threat"]

MANEUVER_RULES: Final = {
    ATTACK: movement_rules.MANEUVER_ATTACK,
    FEINT: movement_rules.MANEUVER_FEINT,
    ALL_OUT_ATTACK: movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,
    MOVE_AND_ATTACK: movement_rules.MANEUVER_MOVE_AND_ATTACK,
}


@value
class AttackPlan:
    """One attack, ready to be rolled.

    `target` is None if the hex that is attacked blindly is empty; `hex` is the hex that is struck, `origin` the one the
    attack comes from. `zone` is the sector of the target as the attacker sees it, `arc` that of the attack as the
    target sees it. `range_yards` is the distance, of melee attacks in hexes. `location` is None if dice say it.
    `halved` says that the damage is. `threat` is what a defender faces; `undefended` are the rules that take every
    defense away if `defense` is None. `way` is where the attack goes. `order` and `conduct` are those of this blow.
    """

    attacker: str
    target: str | None
    hex: Hex
    origin: Hex
    weapon: TacticalWeapon
    mode: TacticalMode
    ranged: bool
    swing: TacticalSwing
    zone: TacticalSector
    arc: TacticalSector
    reach: int | None
    range_yards: int
    number: Tally
    cites: Cites
    location: TacticalLocation | None
    random_location: bool
    deceptive: int
    shots: int
    halved: bool
    striking_into: bool
    line: Segment | None
    in_way: tuple[str, ...]
    threat: Threat
    defense: PlannedDefense | None
    second_defense: PlannedDefense | None
    undefended: Cites
    way: Stroke | Flight
    order: TacticalAttackOrder
    conduct: Conduct


class Defended(NamedTuple):
    """How a target defends itself, and the rules that leave it no defense."""

    first: PlannedDefense | None
    second: PlannedDefense | None
    undefended: Cites


class Aim(NamedTuple):
    """The part of the body that is aimed at, None if dice say it, and from where the target sees the attack come."""

    location: TacticalLocation | None
    is_random: bool
    arc: TacticalSector


UNATTACKED: Final = Defended(None, None, ())


def plan_attack(field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: Conduct) -> AttackPlan:
    """Work out an attack; nothing is changed, and no die is rolled.

    Raises: every refusal of an attack.
    """
    attempt = _attempt(field, attacker_id, order, conduct)
    again = second_order(order)
    if again is not None:
        try:
            plan_attack(field, attacker_id, again, second_conduct(conduct))
        except RulesRefuse as refusal:
            raise refusal.below("/second") from None
    way = flight_of(field, attempt) if is_ranged(attempt.weapon) else stroke_of(field, attempt)
    _refuse_wild(attempt, way.swing)
    threat = _threat(field, attempt, way)
    target = attempt.target
    arc = FRONT if target is None else sector_of_threat(field, target, threat)
    aim = Aim(*_location(field, attempt, way.swing), arc)
    skill = _skill(field, attempt, way, aim.location, from_behind=arc is BACK)
    refuse_hopeless(skill.number)
    cites = way.cites + skill.cites + _maneuver_cites(field, attempt)
    defended = UNATTACKED if target is None else _defended(field, target.id, threat, order)
    return _planned(attempt, way, aim, threat, defended, Skill(skill.number, cites))


def _defended(field: Field, target: str, threat: Threat, order: TacticalAttackOrder) -> Defended:
    """Return how a target defends itself."""
    first = plan_defense(field, target, threat, order.defense)
    if first is None:
        return Defended(None, None, why_undefended(field, target, threat))
    return Defended(first, second_defense(field, target, threat, order.defense, first), ())


def _planned(
    attempt: Attempt, way: Stroke | Flight, aim: Aim, threat: Threat, defended: Defended, skill: Skill
) -> AttackPlan:
    """Put the plan of an attack together."""
    flight = way if isinstance(way, Flight) else None
    shot = None if flight is None else flight.shot
    return AttackPlan(
        attempt.attacker.id,
        None if attempt.target is None else attempt.target.id,
        way.hex,
        way.origin,
        attempt.weapon,
        attempt.mode,
        flight is not None,
        way.swing,
        way.zone,
        aim.arc,
        way.reach if isinstance(way, Stroke) else None,
        way.range_yards if isinstance(way, Flight) else way.distance,
        skill.number,
        skill.cites,
        aim.location,
        aim.is_random,
        attempt.order.deceptive,
        attempt.order.shots,
        flight is not None and flight.halved,
        attempt.conduct.striking_into,
        way.line if isinstance(way, Stroke) else None if shot is None else shot.segment,
        () if shot is None else tuple([each.id for each in shot.in_way]),
        threat,
        defended.first,
        defended.second,
        defended.undefended,
        way,
        attempt.order,
        attempt.conduct,
    )


# Who attacks whom, and how


def _attempt(field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: Conduct) -> Attempt:
    """Return who attacks whom with what, refusing what nobody could do."""
    attacker = field.find(attacker_id, "/attacker")
    refuse_actor(attacker)
    weapon, mode = find_weapon(attacker, order)
    refuse_maneuver(conduct, order, ranged=is_ranged(weapon))
    refuse_shooting(weapon, order, popup=conduct.popup)
    target = find_target(field, attacker, order)
    if conduct.feints and (target is None or is_ranged(weapon)):
        what = "an empty hex" if target is None else f"a ranged weapon, {weapon.id!r}"
        message = f"A feint needs a foe in reach of a melee weapon; this one has {what}."
        raise ManeuverConflict(message, pointer="/maneuver", rule=movement_rules.MANEUVER_FEINT)
    second = order.second
    if second is not None:
        if conduct.option is DOUBLE:
            refuse_double((weapon, find_weapon(attacker, second_order(order) or order)[0]), mode)
        else:
            conduct = conduct._replace(rapid=True)
    if target is not None and target.state.close and not conduct.striking_into:
        striking = close_with(target, attacker.id) is None
        conduct = conduct._replace(striking_into=striking)
    if conduct.striking_into and attacker.state.close:
        message = f"{name_of(attacker)} is in close combat, and strikes into no other one."
        raise InCloseCombat(message, pointer="/target")
    if order.hex is not None and not order.blind:
        order = order.model_copy(update={"blind": True})
    return Attempt(attacker, target, weapon, mode, order, conduct)


def second_order(order: TacticalAttackOrder) -> TacticalAttackOrder | None:
    """Return the order of a second blow, or None if there is only one."""
    second = order.second
    if second is None:
        return None
    same = second.weapon is None or second.weapon == order.weapon
    others = {each.figure: each.defense for each in order.defenses}
    again = second.target is None or second.target == order.target
    changes = {
        "target": second.target or order.target,
        "hex": order.hex if second.target is None else None,
        "defense": order.defense if again else others.get(second.target or ""),
        "weapon": second.weapon or order.weapon,
        "mode": second.mode or (order.mode if same else None),
        "reach": order.reach if same else None,
        "location": second.location,
        "deceptive": second.deceptive,
        "second": None,
    }
    return order.model_copy(update=changes)


def second_conduct(conduct: Conduct) -> Conduct:
    """Return the circumstances of a second blow: that of a Rapid Strike unless both are an All-Out Attack (Double)."""
    return conduct._replace(second=True, rapid=conduct.option is not DOUBLE)


def _refuse_wild(attempt: Attempt, swing: TacticalSwing) -> None:
    """Refuse a location and a determined attack to wild swings and blind shots.

    Raises: WildNoLocation, WildDetermined.
    """
    if swing is not WILD and swing is not BLIND:
        return
    what = "a wild swing" if swing is WILD else "a blind shot"
    rule = attack_rules.RANGED_BLIND if swing is BLIND else None
    if attempt.order.location is not None:
        message = f"{what.capitalize()} aims at no part of the body, not at {attempt.order.location.value!r}."
        raise WildNoLocation(message, pointer="/location", rule=rule)
    if attempt.conduct.option is DETERMINED:
        raise WildDetermined(f"{what.capitalize()} cannot be determined.", pointer="/option", rule=rule)


def _location(field: Field, attempt: Attempt, swing: TacticalSwing) -> tuple[TacticalLocation | None, bool]:
    """Return where an attack aims, and whether dice say where it hits: then it aims nowhere.

    Ruling: tactical/ruling/locations-in-use.
    """
    if not field.rulings.locations:
        return TacticalLocation.TORSO, False
    if attempt.order.random_location or swing is WILD or swing is BLIND:
        return None, True
    return attempt.order.location or TacticalLocation.TORSO, False


def _maneuver_cites(field: Field, attempt: Attempt) -> Cites:
    cites: Cites = (MANEUVER_RULES[attempt.conduct.maneuver],)
    return cites if field.rulings.locations else (*cites, Rulings.LOCATIONS_IN_USE)


def _skill(
    field: Field,
    attempt: Attempt,
    way: Stroke | Flight,
    location: TacticalLocation | None,
    *,
    from_behind: bool = False,
) -> Skill:
    if isinstance(way, Stroke):
        return melee_skill(field, attempt, way, location, from_behind=from_behind)
    return ranged_skill(field, attempt, way, location, from_behind=from_behind)


# What the target faces


def _threat(field: Field, attempt: Attempt, way: Stroke | Flight) -> Threat:
    """Return what the target faces.

    Ruling: tactical/ruling/entry-defense.
    """
    weapon, mode, conduct = attempt.weapon, attempt.mode, attempt.conduct
    ranged = isinstance(way, Flight)
    close = way.close
    if close and field.rulings.entry_defense is TacticalEntryDefense.OPEN and _has_entered(attempt):
        close = False
    return Threat(
        attempt.attacker.id,
        way.origin,
        class_of(weapon) if ranged else None,
        not ranged and mode.kind is TacticalStrikeKind.THRUST,
        weapon.kind is not TacticalWeaponKind.NATURAL,
        0 in mode.reaches,
        attempt.order.deceptive,
        close,
        conduct.striking_into,
        dodge_only=conduct.dodge_only,
    )


def _has_entered(attempt: Attempt) -> bool:
    pair = None if attempt.target is None else close_with(attempt.attacker, attempt.target.id)
    return attempt.conduct.entered or (pair is not None and pair.entered and pair.turns <= 1)


# Strays


def stray_number(field: Field, plan: AttackPlan, candidate: str) -> tuple[Tally, Cites]:
    """Return what it takes to hit somebody astray: 9, or the number to hit him on purpose if that is worse.

    Range, size, posture and people in the way are those of the candidate; he is hit at no part in particular.
    Ruling: tactical/ruling/stray-onpurpose, striking-own-number.
    """
    attacker, target = field[plan.attacker], field[candidate]
    flight = plan.way if isinstance(plan.way, Flight) else None
    if flight is not None and not flight.close:
        shot = best_line(field, attacker, target)
        yards = range_between(field, attacker, target, shot.segment.goal)
        flight = replace(flight, range_yards=yards, shot=shot)
    rule = rulebook.STRIKING_WRONG_NUMBER if plan.striking_into else attack_rules.STRAY_NUMBER
    return number_astray(field, plan.number, target, plan.weapon, flight, rule), (rule,)


def stray_threat(plan: AttackPlan) -> Threat:
    """Return what somebody faces whom an attack may hit astray."""
    return plan.threat if plan.striking_into else replace(plan.threat, close=False)
