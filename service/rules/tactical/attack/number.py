"""The effective skill of an attack: a level, modifiers, the single worst of those for haste and darkness, and caps."""

from typing import Final

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.modifiers import counted, told
from service.rules.kernel.tally import spoken, tally, term
from service.rules.kernel.value import value
from service.rules.kernel.words import Fact
from service.rules.roll_under.modifiers import LOWERED, POSTURES, WATCHES, rapid_fire_bonus, worth
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.conduct import Attempt
from service.rules.tactical.attack.legality import DETERMINED, MOVE_AND_ATTACK
from service.rules.tactical.attack.melee import CLUMSY, PASSES_NOBODY, WILD, Stroke
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.ranged import Flight, aim_bonus, aimed_seconds, refuse_aim
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.modifiers import (
    CAP,
    MELEE_MODIFIERS,
    RANGED_MODIFIERS,
    WORST_MODIFIERS,
    TacticalFact,
)
from service.rules.tactical.book.options import TacticalStrikingPosture
from service.rules.tactical.book.refusals import DeceptiveBelowTen, NumberBelowThree
from service.rules.tactical.book.tables import range_modifier
from service.rules.tactical.book.words import BODY_PARTS, TacticalLocation, TacticalSide, TacticalWeaponKind
from service.rules.tactical.book.wound_tables import location_modifier
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound
from service.rules.tactical.figures.standing import close_with, shield_hand, skill_of

LOWEST: Final = 3
"""The lowest effective skill that may be tried."""
CRITICAL_ONLY: Final = 4
"""The highest effective skill at which every success is a critical one."""
LEAST_DECEPTIVE: Final = 10
UNTRAINED: Final = term(attack_rules.ATTACK_NUMBER, -5, "Untrained")
POSTURE_OF: Final = {row.posture: row for row in POSTURES}
MELEE: Final = attack_rules.ATTACK_MELEE_MODIFIERS
RANGED: Final = attack_rules.ATTACK_RANGED_MODIFIERS
AT_MOST: Final = f"Capped at {CAP}"
TARGETED: Final = frozenset(
    [
        (attack_rules.ATTACK_SIZE.id, attack_rules.ATTACK_SIZE.title),
        (attack_rules.ATTACK_SPEED_RANGE.id, attack_rules.ATTACK_SPEED_RANGE.title),
        *[
            (row.rule.id, row.term.label)
            for row in RANGED_MODIFIERS
            if row.fact in (TacticalFact.TARGET_POSTURE, TacticalFact.IN_THE_WAY, TacticalFact.PAIR_IN_THE_WAY)
        ],
    ]
)
"""The rules and labels of the modifiers that depend on the target."""
WILD_WORST: Final = {row.fact: row.term for row in WORST_MODIFIERS}


@value
class Skill:
    """An effective skill, and the rules behind it that its terms do not name."""

    number: Tally
    cites: Cites


# What melee and ranged attacks share


def level_of(attacker: TacticalFigure, weapon: TacticalWeapon) -> tuple[int, list[Term]]:
    """Return the level that a weapon is used at; without its skill a body strikes with DX, a weapon with DX - 5."""
    level = skill_of(attacker, weapon.skill) if weapon.level is None else weapon.level
    if level is not None:
        return level, []
    return attacker.dx, [] if weapon.kind is TacticalWeaponKind.NATURAL else [UNTRAINED]


def _common_facts(field: Field, attempt: Attempt) -> dict[Fact, int]:
    """Return the facts of an attacker that count with every weapon."""
    attacker, weapon = attempt.attacker, attempt.weapon
    facts: dict[Fact, int] = {}
    if attacker.state.grappled_by and is_bound(field, attacker):
        facts[TacticalFact.GRAPPLED] = 1
    held_off = attacker.ready.left if attacker.handedness is TacticalSide.RIGHT else attacker.ready.right
    if weapon.id == held_off and not attacker.ambidextrous and weapon.kind is not TacticalWeaponKind.NATURAL:
        facts[TacticalFact.OFF_HAND] = 1
    if weapon.min_st is not None and weapon.min_st > attacker.st:
        facts[TacticalFact.WEAK] = weapon.min_st - attacker.st
    return facts


def _close_shield(attempt: Attempt) -> int:
    """Return the points of a shield that hamper an attack in close combat; who enters is free of them in that turn.

    Ruling: tactical/ruling/shield-first.
    """
    attacker, target = attempt.attacker, attempt.target
    if attacker.shield is None or attempt.conduct.entered:
        return 0
    pair = None if target is None else close_with(attacker, target.id)
    just_entered = pair is not None and pair.entered and pair.turns <= 1
    return 0 if just_entered else attacker.shield.db


def _location_terms(
    target: TacticalFigure | None, location: TacticalLocation | None, *, from_behind: bool
) -> list[Term]:
    """Return what aiming at a part of the body takes."""
    if location is None or location is TacticalLocation.TORSO:
        return []
    shielded = None if target is None else shield_hand(target)
    with_shield = shielded is not None and location.value.startswith(shielded.value)
    taken = location_modifier(location, from_behind=from_behind, with_shield=with_shield)
    return [term(rulebook.DAMAGE_LOCATIONS, taken, location.value.replace("_", " ").capitalize())]


def _target_posture(target: TacticalFigure | None, location: TacticalLocation | None) -> int:
    """Return what the posture of a target takes from attacks at torso, groin and legs, or at no part in particular."""
    if target is None or (location is not None and BODY_PARTS[location] not in LOWERED):
        return 0
    return POSTURE_OF[target.posture].target


def _size_terms(target: TacticalFigure | None) -> list[Term]:
    return [term(attack_rules.ATTACK_SIZE, target.sm)] if target is not None and target.sm else []


def _own_terms(attacker: TacticalFigure) -> list[Term]:
    shock = attacker.state.shock
    return [term(movement_rules.TURN_SHOCK_WINDOW, shock)] if shock else []


def _open_terms(order: TacticalAttackOrder) -> list[Term]:
    """Return the caller's own modifiers."""
    return [term(movement_rules.CORE_OPEN_MODIFIERS, each.value, each.label) for each in order.modifiers if each.value]


def worst_of(terms: list[Term]) -> list[Term]:
    """Return the worst of some penalties, the first of equal ones; none if there are none."""
    return [min(terms, key=lambda each: each.value)] if terms else []


def capped(level: int, terms: list[Term], caps: list[Rule]) -> Tally:
    """Return a number that is 9 at most by each of some rules; the first one is named if it lowers the number."""
    number = tally(level, terms)
    if not caps or number.total <= CAP:
        return number
    return tally(level, (*terms, term(caps[0], CAP - number.total, AT_MOST)))


def _edge_cites(number: Tally) -> Cites:
    """Return the rule of the lowest number for one that can hardly be tried."""
    return (movement_rules.CORE_MINIMUM_NUMBER,) if number.total <= CRITICAL_ONLY else ()


# Melee


def melee_skill(
    field: Field,
    attempt: Attempt,
    stroke: Stroke,
    location: TacticalLocation | None = None,
    *,
    from_behind: bool = False,
) -> Skill:
    """Return the effective skill of a melee attack.

    `location` is None if dice say where it hits. A number below 3 is not refused here.

    Source: what the source calls Melee Attacks and Wild Swings; the base game's modifiers.
    Raises: DeceptiveBelowTen.
    """
    attacker, target, conduct = attempt.attacker, attempt.target, attempt.conduct
    level, terms = level_of(attacker, attempt.weapon)
    wild = stroke.swing is WILD
    facts = _common_facts(field, attempt)
    _melee_facts(facts, field, attempt)
    _blow_facts(facts, attempt, stroke)
    if conduct.striking_into:
        posture = field.rulings.striking_posture is TacticalStrikingPosture.ALL
        facts[TacticalFact.INTO_CLOSE] = 1
        facts[TacticalFact.TARGET_POSTURE] = _target_posture(target, location) if posture else 0
    visibility = field.ground.visibility(stroke.hex)
    counting, behind = told(MELEE_MODIFIERS, facts)
    terms += _size_terms(target) + counting + _own_terms(attacker)
    terms += _location_terms(target, location, from_behind=from_behind)
    hurried = conduct.maneuver is MOVE_AND_ATTACK
    group = [WILD_WORST[TacticalFact.MOVE_AND_STRIKE]] if hurried else []
    group += [WILD_WORST[TacticalFact.WILD]] if wild else []
    dark = [term(MELEE, visibility, "Visibility")] if visibility else []
    terms += worst_of(group + dark) if wild else dark + group
    caps = [attack_rules.WILD_CAP] if wild else []
    caps += [movement_rules.MANEUVER_MOVE_AND_ATTACK] if hurried else []
    number = capped(level, terms + _open_terms(attempt.order), caps)
    steps = attempt.order.deceptive
    if steps and number.total < LEAST_DECEPTIVE:
        message = f"{steps} deceptive steps leave an effective skill of {spoken(number)}; it must be 10."
        raise DeceptiveBelowTen(message, pointer="/deceptive")
    return Skill(number, (MELEE, *_edge_cites(number), *behind))


def _melee_facts(facts: dict[Fact, int], field: Field, attempt: Attempt) -> None:
    """Add what counts for an attacker's melee attacks to what counts for all of its attacks."""
    attacker, target = attempt.attacker, attempt.target
    if attacker.posture is not Posture.STANDING:
        facts[TacticalFact.POSTURE] = POSTURE_OF[attacker.posture].melee
    if attacker.grounded and field.ground.cell(attacker.hex).footing:
        facts[TacticalFact.BAD_FOOTING] = 1
    if attacker.shield is not None and attacker.shield.large:
        facts[TacticalFact.LARGE_SHIELD] = 1
    evaluated = attacker.state.evaluate
    if evaluated is not None and target is not None and evaluated.foe == target.id:
        facts[TacticalFact.EVALUATED] = evaluated.bonus


def _blow_facts(facts: dict[Fact, int], attempt: Attempt, stroke: Stroke) -> None:
    """Add how a blow is struck."""
    conduct = attempt.conduct
    if conduct.option is DETERMINED:
        facts[TacticalFact.DETERMINED] = 1
    if stroke.passage is not PASSES_NOBODY:
        facts[TacticalFact.THROUGH_FOE] = stroke.passage.foes
        facts[TacticalFact.THROUGH_PAIR] = stroke.passage.pairs
    if attempt.order.deceptive:
        facts[TacticalFact.DECEPTIVE] = attempt.order.deceptive
    if conduct.rapid:
        facts[TacticalFact.RAPID_STRIKE] = 1
    if stroke.swing is CLUMSY:
        facts[TacticalFact.CLUMSY] = 1
    if stroke.close:
        facts[TacticalFact.CLOSE_SHIELD] = _close_shield(attempt)


# Ranged attacks


def ranged_skill(
    field: Field,
    attempt: Attempt,
    flight: Flight,
    location: TacticalLocation | None = None,
    *,
    from_behind: bool = False,
) -> Skill:
    """Return the effective skill of a ranged attack.

    `location` is None if dice say where it hits. A number below 3 is not refused here.

    Source: what the source calls Ranged Attacks, Pop-Up Attacks and Opportunity Fire; the base game's modifiers.
    Raises: AimNotAllowed.
    """
    attacker, target, weapon, order = attempt.attacker, attempt.target, attempt.weapon, attempt.order
    level, terms = level_of(attacker, weapon)
    facts = _common_facts(field, attempt)
    _ranged_facts(facts, attempt, flight)
    facts[TacticalFact.TARGET_POSTURE] = _target_posture(target, location)
    terms += _size_terms(target) + _distance_terms(weapon, flight, order.target_speed)
    aim = _aim(field, attempt, flight)
    counting, behind = told(RANGED_MODIFIERS, facts)
    terms += aim.terms + counting + _own_terms(attacker)
    terms += _location_terms(target, location, from_behind=from_behind)
    visibility = field.ground.visibility(flight.hex)
    dark = [term(RANGED, visibility, "Visibility")] if visibility else []
    group = _haste(weapon, flight) if attempt.conduct.maneuver is MOVE_AND_ATTACK else []
    group += [WILD_WORST[TacticalFact.BLIND]] if order.blind else []
    terms += worst_of(group + dark) if order.blind else dark + group
    caps = [attack_rules.RANGED_BLIND] if order.blind else []
    number = capped(level, terms + _open_terms(attempt.order), caps)
    return Skill(number, (RANGED, *_edge_cites(number), *aim.cites, *behind))


def _ranged_facts(facts: dict[Fact, int], attempt: Attempt, flight: Flight) -> None:
    """Add the facts of a ranged attack to those of its attacker."""
    conduct = attempt.conduct
    facts[TacticalFact.DETERMINED_SHOT] = conduct.option is DETERMINED
    facts[TacticalFact.INTO_CLOSE] = conduct.striking_into
    _line_facts(facts, flight)
    if conduct.watched is not None and not conduct.watched_line:
        facts[TacticalFact.WATCHED] = worth(WATCHES, conduct.watched)
    facts[TacticalFact.WATCHED_LINE] = conduct.watched_line
    facts[TacticalFact.DISCRIMINATING] = conduct.discriminates
    facts[TacticalFact.POPUP] = conduct.popup
    facts[TacticalFact.SHOTS] = rapid_fire_bonus(attempt.order.shots)
    if flight.close:
        facts[TacticalFact.CLOSE_SHIELD] = _close_shield(attempt)


def _line_facts(facts: dict[Fact, int], flight: Flight) -> None:
    """Add who is in the way of a shot."""
    if flight.shot is not None:
        facts[TacticalFact.IN_THE_WAY] = flight.shot.people
        facts[TacticalFact.PAIR_IN_THE_WAY] = flight.shot.pairs


def _distance_terms(weapon: TacticalWeapon, flight: Flight, speed: int) -> list[Term]:
    """Return what range and speed take, or Bulk in close combat."""
    if flight.close:
        return [term(rulebook.CLOSE_WEAPONS_RANGED, weapon.bulk)] if weapon.bulk else []
    taken = range_modifier(flight.range_yards + speed)
    return [term(attack_rules.ATTACK_SPEED_RANGE, taken)] if taken else []


def _haste(weapon: TacticalWeapon, flight: Flight) -> list[Term]:
    """Return what a Move and Attack takes from a shot: 2, or Bulk if that is worse; Bulk never counts twice.

    Ruling: tactical/ruling/close-bulk.
    """
    least = WILD_WORST[TacticalFact.MOVE_AND_SHOOT]
    if flight.close:
        more = least.value - weapon.bulk
        return [term(movement_rules.MANEUVER_MOVE_AND_ATTACK, more)] if more < 0 else []
    if weapon.bulk < least.value:
        return [term(movement_rules.MANEUVER_MOVE_AND_ATTACK, weapon.bulk, "Move and Attack: Bulk")]
    return [least]


@value
class Aimed:
    """What an aim adds, and the rules behind it."""

    terms: list[Term]
    cites: Cites


NOT_AIMED: Final = Aimed([], ())


def _aim(field: Field, attempt: Attempt, flight: Flight) -> Aimed:
    """Return what aiming, and watching one hex, adds; a Move and Attack has no use of it.

    Raises: AimNotAllowed.
    """
    seconds = aimed_seconds(attempt)
    total = seconds + (attempt.conduct.aim_seconds if attempt.order.aim else 0)
    if not total:
        return NOT_AIMED
    refuse_aim(total, flight, attempt)
    if attempt.conduct.maneuver is MOVE_AND_ATTACK:
        return Aimed([], (movement_rules.MANEUVER_AIM,))
    aim = attempt.attacker.state.aim
    braced = seconds > 0 and aim is not None and aim.braced
    accurate = field.rulings.acc_beyond_half or not flight.halved
    bonus = aim_bonus(attempt.weapon.acc, total, braced=braced, accurate=accurate)
    rule = movement_rules.MANEUVER_AIM if seconds else attack_rules.OPPORTUNITY_AIM_AND_WAIT
    return Aimed([term(rule, bonus)] if bonus else [], (rule,))


# What may be tried at all


def refuse_hopeless(number: Tally) -> None:
    """Refuse an attack whose effective skill is below 3.

    Raises: NumberBelowThree.
    """
    if number.total < LOWEST:
        message = f"The effective skill is {spoken(number)}; below {LOWEST} an attack may not be tried."
        raise NumberBelowThree(message, pointer="/target")


# Strays


def number_astray(
    field: Field, aimed: Tally, target: TacticalFigure, weapon: TacticalWeapon, flight: Flight | None, rule: Rule
) -> Tally:
    """Return the number to hit somebody for whom an attack was not meant: 9 at most, by a rule.

    It has all modifiers of the attack but those that depend on the target, which are counted anew.
    """
    posture = flight is not None or field.rulings.striking_posture is TacticalStrikingPosture.ALL
    facts: dict[Fact, int] = {TacticalFact.TARGET_POSTURE: _target_posture(target, None) if posture else 0}
    terms = [each for each in aimed.terms if (each.rule, each.label) not in TARGETED and each.label != AT_MOST]
    terms = [each for each in terms if each.rule != rulebook.DAMAGE_LOCATIONS.id]
    terms += _size_terms(target)
    if flight is not None:
        terms += _distance_terms(weapon, flight, 0)
        _line_facts(facts, flight)
    return capped(aimed.base, terms + counted(RANGED_MODIFIERS, facts), [rule])
