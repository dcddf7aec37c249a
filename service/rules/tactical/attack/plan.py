"""Plan of one attack: everything that is known before its first die."""

from dataclasses import replace

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.errors import RulesRefuse
from service.rules.tactical.attack.defense.active_defenses import PlannedDefense, plan_defenses
from service.rules.tactical.attack.defense.exposure import BACK, FRONT, Threat, exposure_of
from service.rules.tactical.attack.number import TORSO, attack_skill, has_entered, number_astray
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.attack.sight.sight import best_line, range_between
from service.rules.tactical.attack.situation import situation
from service.rules.tactical.attack.situation.legality import attempt_of, class_of, second_conduct, second_order
from service.rules.tactical.attack.situation.melee import THRUST, stroke_of
from service.rules.tactical.attack.situation.ranged import along, flight_of
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.options import TacticalEntryDefense
from service.rules.tactical.book.refusals import WildDetermined, WildNoLocation
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalLocation, TacticalSector, TacticalSwing
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import NATURAL, is_ranged
from service.wire import value_class


@value_class
class AttackPlan:
    """One attack, ready to be rolled.

    `target` is None if the hex that is attacked blindly is empty. `order` and `conduct` are those of this blow, `way`
    is where it goes, `arc` the sector from which the target sees it come. `location` is None if dice say it. `threat`
    is what a defender faces. `defenses` are tried in order; `undefended` are the rules that take every defense away.
    """

    attacker: str
    target: str | None
    weapon: TacticalWeapon
    mode: TacticalMode
    order: TacticalAttackOrder
    conduct: situation.Conduct
    way: situation.Way
    arc: TacticalSector
    location: TacticalLocation | None
    number: Tally
    cites: Cites
    threat: Threat
    defenses: tuple[PlannedDefense, ...]
    undefended: Cites


def plan_attack(field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: situation.Conduct) -> AttackPlan:
    """Work out an attack; nothing is changed, and no die is rolled.

    Ruling: tactical/ruling/locations-in-use.
    """
    attempt = attempt_of(field, attacker_id, order, conduct)
    if order.second is not None:
        try:
            plan_attack(field, attacker_id, second_order(order, order.second), second_conduct(conduct))
        except RulesRefuse as refusal:
            raise refusal.below("/second") from None
    target, weapon, order, conduct = attempt.target, attempt.weapon, attempt.order, attempt.conduct
    way = flight_of(field, attempt) if is_ranged(weapon) else stroke_of(field, attempt)
    is_wild = way.swing is situation.WILD or way.swing is situation.BLIND
    if is_wild:
        _refuse_wild(attempt, way.swing)
    threat = _threat(field, attempt, way)
    exposed = None if target is None else exposure_of(field, target, threat)
    arc = FRONT if exposed is None else exposed.arc
    location: TacticalLocation | None = TORSO
    if field.rulings.locations:
        location = None if is_wild or order.random_location else order.location or TORSO
    number, rules = attack_skill(field, attempt, way, location, from_behind=arc is BACK)
    cites = (*way.cites, *rules, *KINDS[conduct.maneuver].strikes)
    if not field.rulings.locations:
        cites = (*cites, Rulings.LOCATIONS_IN_USE)
    defended: tuple[tuple[PlannedDefense, ...], Cites] = (), ()
    if exposed is not None:
        defended = plan_defenses(exposed, order.defense)
    return AttackPlan(
        attacker_id,
        None if target is None else target.id,
        weapon,
        attempt.mode,
        order,
        conduct,
        way,
        arc,
        location,
        number,
        cites,
        threat,
        *defended,
    )


def _refuse_wild(attempt: situation.Attempt, swing: TacticalSwing) -> None:
    """Refuse a location and a determined attack to wild swings and blind shots."""
    what = "a wild swing" if swing is situation.WILD else "a blind shot"
    rule = attack_rules.RANGED_BLIND if swing is situation.BLIND else None
    if attempt.order.location is not None:
        message = f"{what.capitalize()} cannot aim at a part of the body such as {attempt.order.location.value!r}."
        raise WildNoLocation(message, pointer="/location", rule=rule)
    if attempt.conduct.option is situation.DETERMINED:
        raise WildDetermined(f"{what.capitalize()} cannot have the option determined.", pointer="/option", rule=rule)


def _threat(field: Field, attempt: situation.Attempt, way: situation.Way) -> Threat:
    """Return what the target faces.

    Ruling: tactical/ruling/entry-defense.
    """
    weapon, mode, conduct = attempt.weapon, attempt.mode, attempt.conduct
    still_open = way.close and field.rulings.entry_defense is TacticalEntryDefense.OPEN and has_entered(attempt)
    return Threat(
        attempt.attacker.id,
        way.origin,
        class_of(weapon) if way.ranged else None,
        thrust=not way.ranged and mode.kind is THRUST,
        armed=weapon.kind is not NATURAL,
        small=0 in mode.reaches,
        deceptive=attempt.order.deceptive,
        close=way.close and not still_open,
        strike_into=conduct.striking_into,
        dodge_only=conduct.dodge_only,
    )


# Strays


def stray_number(field: Field, plan: AttackPlan, candidate: str) -> tuple[Tally, Cites]:
    """Return what it takes to hit somebody astray: 9, or the number to hit him on purpose if that is worse.

    Range, size, posture and people in the way are those of the candidate; he is hit at no part in particular.
    Ruling: tactical/ruling/stray-onpurpose, striking-own-number.
    """
    attacker, target, way = field[plan.attacker], field[candidate], plan.way
    if way.ranged and not way.close:
        shot = best_line(field, attacker, target)
        way = replace(along(way, shot), yards=range_between(field, attacker, target))
    rule = rulebook.STRIKING_WRONG_NUMBER if plan.conduct.striking_into else attack_rules.STRAY_NUMBER
    return number_astray(field, plan.number, target, plan.weapon, way, rule), (rule,)


def stray_threat(plan: AttackPlan) -> Threat:
    """Return what somebody faces whom an attack may hit astray."""
    return plan.threat if plan.conduct.striking_into else replace(plan.threat, close=False)
