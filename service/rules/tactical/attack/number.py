"""The effective skill of an attack: a level, modifiers, aim, the worst of those for haste and darkness, and caps."""

from typing import Final

from service.dice.model import Cited, Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, spoken, tally, term, told
from service.rules.roll_under.modifiers import LOWERED, WATCHES, rapid_fire_bonus, worth
from service.rules.tactical.attack.situation import situation
from service.rules.tactical.book import attack_rules, modifiers, movement_rules, rulebook
from service.rules.tactical.book.options import TacticalStrikingPosture
from service.rules.tactical.book.refusals import AimNotAllowed, DeceptiveBelowTen, NumberBelowThree
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.tables import range_modifier
from service.rules.tactical.book.words import BODY_PARTS, TacticalLocation, TacticalManeuver, TacticalSide
from service.rules.tactical.book.wound_tables import location_modifier
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound
from service.rules.tactical.figures.standing import NATURAL, close_with, shield_hand

LOWEST: Final = 3
"""The lowest effective skill that may be tried."""

UNAIMED: Final[tuple[list[Term], Cites]] = ([], ())
CRITICAL_ONLY: Final = 4
"""The highest effective skill at which every success is a critical one."""
LEAST_DECEPTIVE: Final = 10
GRAPPLED, OFF_HAND, WEAK = modifiers.TacticalFact.GRAPPLED, modifiers.TacticalFact.OFF_HAND, modifiers.TacticalFact.WEAK
INTO_CLOSE, CLOSE_SHIELD = modifiers.TacticalFact.INTO_CLOSE, modifiers.TacticalFact.CLOSE_SHIELD
POSTURE, TARGET_POSTURE = modifiers.TacticalFact.POSTURE, modifiers.TacticalFact.TARGET_POSTURE
BAD_FOOTING, LARGE_SHIELD = modifiers.TacticalFact.BAD_FOOTING, modifiers.TacticalFact.LARGE_SHIELD
THROUGH_FOE, THROUGH_PAIR = modifiers.TacticalFact.THROUGH_FOE, modifiers.TacticalFact.THROUGH_PAIR
DECEPTIVE, RAPID_STRIKE, EVALUATED = (
    modifiers.TacticalFact.DECEPTIVE,
    modifiers.TacticalFact.RAPID_STRIKE,
    modifiers.TacticalFact.EVALUATED,
)
STRIKES_DETERMINED, STRIKES_CLUMSILY = modifiers.TacticalFact.DETERMINED, modifiers.TacticalFact.CLUMSY
RIGHT, TORSO = TacticalSide.RIGHT, TacticalLocation.TORSO

AT_MOST: Final = f"Capped at {modifiers.CAP}"
OF_TARGETS: Final = frozenset(
    {modifiers.TacticalFact.TARGET_POSTURE, modifiers.TacticalFact.IN_THE_WAY, modifiers.TacticalFact.PAIR_IN_THE_WAY}
)
TARGETED: Final = frozenset(
    {
        (attack_rules.ATTACK_SIZE.id, attack_rules.ATTACK_SIZE.title),
        (attack_rules.ATTACK_SPEED_RANGE.id, attack_rules.ATTACK_SPEED_RANGE.title),
        *[(row.rule.id, row.term.label) for row in modifiers.RANGED_MODIFIERS if row.fact in OF_TARGETS],
    }
)
"""The rules and labels of the modifiers that depend on the target."""
WORST: Final = {row.fact: row.term for row in modifiers.WORST_MODIFIERS}
UNSEEN: Final = {
    situation.WILD: (WORST[modifiers.TacticalFact.WILD], attack_rules.WILD_CAP),
    situation.BLIND: (WORST[modifiers.TacticalFact.BLIND], attack_rules.RANGED_BLIND),
}
"""What an attack at somebody unseen takes, and the rule by which its number is 9 at most."""


def attack_skill(
    field: Field,
    attempt: situation.Attempt,
    way: situation.Way,
    location: TacticalLocation | None = None,
    *,
    from_behind: bool = False,
) -> tuple[Tally, Cites]:
    """Return the effective skill of an attack, and the rules behind it that its terms do not name.

    `location` is None if dice say where it hits.

    Source: what the source calls Melee Attacks, Wild Swings, Ranged Attacks, Pop-Up Attacks and Opportunity Fire; the
    base game's modifiers.
    """
    attacker, target, order = attempt.attacker, attempt.target, attempt.order
    aim, aimed_by = aim_of(field, attempt, way) if way.ranged else UNAIMED
    rows = modifiers.RANGED_MODIFIERS if way.ranged else modifiers.MELEE_MODIFIERS
    counting, behind = told(rows, _facts(field, attempt, way, location))
    level, terms = situation.level_of(attacker, attempt.weapon)
    terms += _size_terms(target)
    if way.ranged:
        terms += _distance_terms(attempt.weapon, way, order.target_speed) + aim
    terms += counting
    if attacker.state.shock:
        terms.append(term(movement_rules.TURN_SHOCK_WINDOW, attacker.state.shock))
    if location is not None and location is not TORSO:
        terms.append(_location_term(target, location, from_behind=from_behind))
    hampering, cap = _hampering(field, attempt, way)
    terms += hampering
    if attempt.conduct.larger_by:
        terms += counted(modifiers.GRAB_MODIFIERS, {modifiers.TacticalFact.SIZE_ABOVE: attempt.conduct.larger_by})
    terms += situation.own_terms(order)
    number = _capped(level, terms, cap)
    if order.deceptive and number.total < LEAST_DECEPTIVE:
        message = f"{order.deceptive} deceptive steps leave an effective skill of {spoken(number)}; the least is 10."
        raise DeceptiveBelowTen(message, pointer="/deceptive")
    if number.total < LOWEST:
        message = f"The effective skill is {spoken(number)}; below {LOWEST} an attack may not be tried."
        raise NumberBelowThree(message, pointer="/target")
    least: Cites = (movement_rules.CORE_MINIMUM_NUMBER,) if number.total <= CRITICAL_ONLY else ()
    return number, (_rule_of(way), *least, *aimed_by, *behind)


def _rule_of(way: situation.Way) -> Rule:
    return attack_rules.ATTACK_RANGED_MODIFIERS if way.ranged else attack_rules.ATTACK_MELEE_MODIFIERS


# Printed modifiers


def _facts(
    field: Field, attempt: situation.Attempt, way: situation.Way, location: TacticalLocation | None
) -> dict[Fact, int]:
    """Return what counts for an attack."""
    attacker, target, conduct = attempt.attacker, attempt.target, attempt.conduct
    low = _target_posture(field, target, location, way) if way.ranged or conduct.striking_into else 0
    facts = _shot_facts(attempt, way) if way.ranged else _blow_facts(field, attempt, way)
    facts[GRAPPLED] = is_bound(field, attacker)
    if attempt.weapon.kind is not NATURAL and not attacker.ambidextrous:
        held = attacker.ready.left if attacker.handedness is RIGHT else attacker.ready.right
        facts[OFF_HAND] = attempt.weapon.id == held
    facts[WEAK] = max((attempt.weapon.min_st or 0) - attacker.st, 0)
    facts[INTO_CLOSE] = conduct.striking_into
    facts[TARGET_POSTURE] = low
    facts[CLOSE_SHIELD] = _close_shield(attempt) if way.close else 0
    return facts


def _blow_facts(field: Field, attempt: situation.Attempt, way: situation.Way) -> dict[Fact, int]:
    attacker, target, conduct = attempt.attacker, attempt.target, attempt.conduct
    seen = attacker.state.evaluate
    evaluated = seen.bonus if seen is not None and target is not None and seen.foe == target.id else 0
    return {
        POSTURE: situation.POSTURE_OF[attacker.posture].melee,
        BAD_FOOTING: attacker.grounded and field.ground.cell(attacker.hex).footing > 0,
        LARGE_SHIELD: attacker.shield is not None and attacker.shield.large,
        EVALUATED: evaluated,
        STRIKES_DETERMINED: conduct.option is situation.DETERMINED,
        THROUGH_FOE: way.people,
        THROUGH_PAIR: way.pairs,
        DECEPTIVE: attempt.order.deceptive,
        RAPID_STRIKE: conduct.rapid,
        STRIKES_CLUMSILY: way.swing is situation.CLUMSY,
    }


def _shot_facts(attempt: situation.Attempt, way: situation.Way) -> dict[Fact, int]:
    conduct = attempt.conduct
    zone = None if conduct.watched_line else conduct.watched
    return {
        modifiers.TacticalFact.DETERMINED_SHOT: conduct.option is situation.DETERMINED,
        modifiers.TacticalFact.IN_THE_WAY: way.people,
        modifiers.TacticalFact.PAIR_IN_THE_WAY: way.pairs,
        modifiers.TacticalFact.WATCHED: 0 if zone is None else worth(WATCHES, zone),
        modifiers.TacticalFact.WATCHED_LINE: conduct.watched_line,
        modifiers.TacticalFact.DISCRIMINATING: conduct.discriminates,
        modifiers.TacticalFact.POPUP: conduct.popup,
        modifiers.TacticalFact.SHOTS: rapid_fire_bonus(attempt.order.shots),
    }


def _close_shield(attempt: situation.Attempt) -> int:
    """Return the points of a shield that hamper an attack in close combat; who enters is free of them in that turn.

    Ruling: tactical/ruling/shield-first.
    """
    shield = attempt.attacker.shield
    return 0 if shield is None or has_entered(attempt) else shield.db


def has_entered(attempt: situation.Attempt) -> bool:
    """Return whether an attacker has entered the hex of its target in this turn."""
    pair = None if attempt.target is None else close_with(attempt.attacker, attempt.target.id)
    return attempt.conduct.entered or (pair is not None and pair.entered and pair.turns <= 1)


def _target_posture(
    field: Field, target: TacticalFigure | None, location: TacticalLocation | None, way: situation.Way
) -> int:
    """Return what the posture of a target takes from attacks at torso, groin and legs, or at no part in particular."""
    counts = way.ranged or field.rulings.striking_posture is TacticalStrikingPosture.ALL
    if not counts or target is None or (location is not None and BODY_PARTS[location] not in LOWERED):
        return 0
    return situation.POSTURE_OF[target.posture].target


# Computed modifiers


def _size_terms(target: TacticalFigure | None) -> list[Term]:
    return [term(attack_rules.ATTACK_SIZE, target.sm)] if target is not None and target.sm else []


def _distance_terms(weapon: TacticalWeapon, way: situation.Way, speed: int) -> list[Term]:
    """Return what range and speed take from a shot, or Bulk in close combat."""
    if way.close:
        return [term(rulebook.CLOSE_WEAPONS_RANGED, weapon.bulk)] if weapon.bulk else []
    taken = range_modifier(way.yards + speed)
    return [term(attack_rules.ATTACK_SPEED_RANGE, taken)] if taken else []


def _location_term(target: TacticalFigure | None, location: TacticalLocation, *, from_behind: bool) -> Term:
    """Return what aiming at a part of the body takes."""
    shielded = None if target is None else shield_hand(target)
    with_shield = shielded is not None and location.value.startswith(shielded.value)
    taken = location_modifier(location, from_behind=from_behind, with_shield=with_shield)
    return term(rulebook.DAMAGE_LOCATIONS, taken, location.value.replace("_", " ").capitalize())


def _hampering(field: Field, attempt: situation.Attempt, way: situation.Way) -> tuple[list[Term], Rule | None]:
    """Return what haste and darkness take, the worst only at somebody unseen, and the rule that caps the number."""
    hurried = attempt.conduct.maneuver is situation.MOVE_AND_ATTACK
    haste = _haste(attempt.weapon, way) if hurried else []
    visibility = field.ground.visibility(way.hex)
    dark = [term(_rule_of(way), visibility, "Visibility")] if visibility else []
    if way.swing in UNSEEN:
        unseen, cap = UNSEEN[way.swing]
        return [min([*haste, unseen, *dark], key=lambda each: each.value)], cap
    return dark + haste, movement_rules.MANEUVER_MOVE_AND_ATTACK if hurried and not way.ranged else None


def _haste(weapon: TacticalWeapon, way: situation.Way) -> list[Term]:
    """Return what a Move and Attack takes; of a shot 2, or Bulk if that is worse, which never counts twice.

    Ruling: tactical/ruling/close-bulk.
    """
    if not way.ranged:
        return [WORST[modifiers.TacticalFact.MOVE_AND_STRIKE]]
    least = WORST[modifiers.TacticalFact.MOVE_AND_SHOOT]
    if way.close:
        more = least.value - weapon.bulk
        return [term(movement_rules.MANEUVER_MOVE_AND_ATTACK, more)] if more < 0 else []
    if weapon.bulk < least.value:
        return [term(movement_rules.MANEUVER_MOVE_AND_ATTACK, weapon.bulk, "Move and Attack: Bulk")]
    return [least]


def _capped(level: int, terms: list[Term], rule: Rule | None) -> Tally:
    """Return a number that is 9 at most by a rule, which is named if it lowers the number."""
    number = tally(level, terms)
    if rule is None or number.total <= modifiers.CAP:
        return number
    return tally(level, (*terms, term(rule, modifiers.CAP - number.total, AT_MOST)))


# Strays


def number_astray(
    field: Field, aimed: Tally, target: TacticalFigure, weapon: TacticalWeapon, way: situation.Way, rule: Rule
) -> Tally:
    """Return the number to hit somebody for whom an attack was not meant: 9 at most, by a rule.

    It has all modifiers of the attack but those that depend on the target, which are counted anew; `way` is that to
    him.
    """
    terms = [each for each in aimed.terms if (each.rule, each.label) not in TARGETED and each.label != AT_MOST]
    terms = [each for each in terms if each.rule != rulebook.DAMAGE_LOCATIONS.id]
    facts: dict[Fact, int] = {modifiers.TacticalFact.TARGET_POSTURE: _target_posture(field, target, None, way)}
    if way.ranged:
        facts |= {modifiers.TacticalFact.IN_THE_WAY: way.people, modifiers.TacticalFact.PAIR_IN_THE_WAY: way.pairs}
    terms += _size_terms(target) + (_distance_terms(weapon, way, 0) if way.ranged else [])
    terms += counted(modifiers.RANGED_MODIFIERS, facts)
    return _capped(aimed.base, terms, rule)


# Aim


def aim_of(field: Field, attempt: situation.Attempt, way: situation.Way) -> tuple[list[Term], Cites]:
    """Return what aiming, and watching one hex, adds to a shot, and the rules behind it.

    A Move and Attack has no use of it.
    """
    seconds = _aimed_seconds(attempt)
    total = seconds + (attempt.conduct.aim_seconds if attempt.order.aim else 0)
    if not total:
        return UNAIMED
    _refuse_aim(total, attempt, way)
    if attempt.conduct.maneuver is TacticalManeuver.MOVE_AND_ATTACK:
        return [], (movement_rules.MANEUVER_AIM,)
    aim = attempt.attacker.state.aim
    braced = seconds > 0 and aim is not None and aim.braced
    accurate = field.rulings.acc_beyond_half or not way.halved
    bonus = aim_bonus(attempt.weapon.acc, total, braced=braced, accurate=accurate)
    rule = movement_rules.MANEUVER_AIM if seconds else attack_rules.OPPORTUNITY_AIM_AND_WAIT
    return [term(rule, bonus)] if bonus else [], (rule,)


def _aimed_seconds(attempt: situation.Attempt) -> int:
    """Return the seconds for which a figure has aimed this weapon at this target, or at its hex."""
    aim, target, order = attempt.attacker.state.aim, attempt.target, attempt.order
    if aim is None or not order.aim or aim.weapon != attempt.weapon.id:
        return 0
    if aim.target is not None:
        return aim.seconds if target is not None and aim.target == target.id else 0
    return aim.seconds if aim.hex == (order.hex if target is None else target.hex) else 0


def aim_bonus(acc: int, seconds: int, *, braced: bool = False, accurate: bool = True) -> int:
    """Return what seconds of aim add to skill: Accuracy, then 1 and 2 more, 1 for bracing, and twice Accuracy at most.

    `accurate` is false beyond half range where Accuracy does not count there.
    """
    if seconds == 0:
        return 0
    bonus = min(acc + min(seconds, 3) - 1 + braced, 2 * acc)
    return bonus if accurate else bonus - acc


def _refuse_aim(seconds: int, attempt: situation.Attempt, way: situation.Way) -> None:
    """Refuse an aim where it does not count."""
    rule: Cited
    conduct = attempt.conduct
    if attempt.order.blind:
        rule, why = attack_rules.RANGED_BLIND_NO_AIM, "a blind shot has no use of it"
    elif conduct.popup:
        rule, why = attack_rules.POPUP_NO_AIM, "a pop-up attack has no use of it"
    elif way.close:
        rule, why = Rulings.CLOSE_AIM, "nobody aims in close combat"
    elif conduct.watched_line or conduct.watched not in (None, 1):
        rule, why = attack_rules.OPPORTUNITY_MODIFIERS, "opportunity fire aims at one watched hex only"
    else:
        return
    message = f"The shot is aimed for {seconds} s, but {why}; set aim to false to shoot without."
    raise AimNotAllowed(message, pointer="/aim", rule=rule)
