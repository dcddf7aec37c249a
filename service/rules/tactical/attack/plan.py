"""Plan of one attack: everything that is known before its first die."""

from dataclasses import replace
from typing import Final

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.errors import RulesRefuse
from service.rules.kernel.value import value
from service.rules.tactical.attack.conduct import Attempt, Conduct, Way
from service.rules.tactical.attack.defense import PlannedDefense, plan_defenses
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
    fitting_weapon,
    refuse_double,
)
from service.rules.tactical.attack.melee import BLIND, THRUST, WILD, stroke_of
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.number import TORSO, attack_skill, has_entered, number_astray
from service.rules.tactical.attack.ranged import along, flight_of, range_between
from service.rules.tactical.attack.sight import best_line
from service.rules.tactical.attack.threat import BACK, FRONT, Threat, exposure_of
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.options import TacticalEntryDefense
from service.rules.tactical.book.refusals import InCloseCombat, ManeuverConflict, WildDetermined, WildNoLocation
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalSector,
    TacticalSwing,
)
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import NATURAL, close_with, is_ranged, name_of, refuse_unable

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

    `target` is None if the hex that is attacked blindly is empty. `order` and `conduct` are those of this blow, `way`
    is where it goes, `arc` the sector from which the target sees it come. `location` is None if dice say it. `threat`
    is what a defender faces. `defenses` are tried in order; `undefended` are the rules that take every defense away.
    """

    attacker: str
    target: str | None
    weapon: TacticalWeapon
    mode: TacticalMode
    order: TacticalAttackOrder
    conduct: Conduct
    way: Way
    arc: TacticalSector
    location: TacticalLocation | None
    number: Tally
    cites: Cites
    threat: Threat
    defenses: tuple[PlannedDefense, ...]
    undefended: Cites


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
    target, weapon, order, conduct = attempt.target, attempt.weapon, attempt.order, attempt.conduct
    way = flight_of(field, attempt) if is_ranged(weapon) else stroke_of(field, attempt)
    _refuse_wild(attempt, way.swing)
    threat = _threat(field, attempt, way)
    exposed = None if target is None else exposure_of(field, target, threat)
    arc = FRONT if exposed is None else exposed.arc
    location = _location(field, attempt, way.swing)
    number, rules = attack_skill(field, attempt, way, location, from_behind=arc is BACK)
    cites = (*way.cites, *rules, MANEUVER_RULES[conduct.maneuver])
    if not field.rulings.locations:
        cites = (*cites, Rulings.LOCATIONS_IN_USE)
    defenses: tuple[PlannedDefense, ...] = ()
    undefended: Cites = ()
    if exposed is not None:
        defenses, undefended = plan_defenses(exposed, order.defense)
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
        defenses,
        undefended,
    )


# Who attacks whom, and how


def _attempt(field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: Conduct) -> Attempt:
    """Return who attacks whom with what, refusing what nobody could do."""
    attacker = field.find(attacker_id, "/attacker")
    refuse_unable(attacker, conduct.maneuver, "/attacker", begins=False)
    weapon, mode = fitting_weapon(attacker, order, conduct)
    target = find_target(field, attacker, order)
    if conduct.feints:
        _refuse_feint(field, attacker, target, weapon)
    again = second_order(order)
    if again is not None and conduct.option is DOUBLE:
        refuse_double(weapon, find_weapon(attacker, again)[0], mode)
    elif again is not None:
        conduct = conduct._replace(rapid=True)
    if target is not None and target.state.close and not conduct.striking_into:
        conduct = conduct._replace(striking_into=close_with(target, attacker.id) is None)
    if conduct.striking_into and attacker.state.close:
        message = f"{name_of(attacker)} is in close combat itself and cannot strike into another one."
        raise InCloseCombat(message, pointer="/target")
    if order.hex is not None and not order.blind:
        order = order.model_copy(update={"blind": True})
    return Attempt(attacker, target, weapon, mode, order, conduct)


def _refuse_feint(
    field: Field, attacker: TacticalFigure, target: TacticalFigure | None, weapon: TacticalWeapon
) -> None:
    """Refuse a feint at an empty hex or at somebody who is no foe, and one with a ranged weapon.

    Raises: ManeuverConflict.
    """
    if target is None:
        what = "an empty hex"
    elif not field.is_foe(attacker, target):
        what = f"{name_of(target)}, who is no foe"
    elif is_ranged(weapon):
        what = f"a ranged weapon, {weapon.id!r}"
    else:
        return
    message = f"A feint needs a foe in reach of a melee weapon; this one has {what}."
    raise ManeuverConflict(message, pointer="/maneuver", rule=movement_rules.MANEUVER_FEINT)


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
        message = f"{what.capitalize()} cannot aim at a part of the body such as {attempt.order.location.value!r}."
        raise WildNoLocation(message, pointer="/location", rule=rule)
    if attempt.conduct.option is DETERMINED:
        raise WildDetermined(f"{what.capitalize()} cannot have the option determined.", pointer="/option", rule=rule)


def _location(field: Field, attempt: Attempt, swing: TacticalSwing) -> TacticalLocation | None:
    """Return where an attack aims; None if dice say where it hits.

    Ruling: tactical/ruling/locations-in-use.
    """
    if not field.rulings.locations:
        return TORSO
    if attempt.order.random_location or swing is WILD or swing is BLIND:
        return None
    return attempt.order.location or TORSO


def _threat(field: Field, attempt: Attempt, way: Way) -> Threat:
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
