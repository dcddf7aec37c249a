"""The attacker's effective skill: what its tactic, its situation, its weapon and its target add and take away."""

from typing import Final

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicSingleOut
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, Aim
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book import modifiers as rows
from service.rules.heroic.book.modifiers import AttackFact
from service.rules.heroic.book.options import HeroicLockedShooter, HeroicMeleeSizeModifier, HeroicRulings, HeroicSwitch
from service.rules.heroic.book.tables import FREE_ATTACK_MOST, GROUP_TARGETS, RANGES
from service.rules.heroic.book.words import HeroicCondition, HeroicCover, HeroicModeKind
from service.rules.heroic.figures import standing
from service.rules.heroic.figures.bonds import HeroicHold
from service.rules.heroic.figures.models import HeroicModifier, HeroicUnit
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, term
from service.rules.roll_under.grappling import arms_modifier
from service.rules.roll_under.locations import LOCATIONS
from service.rules.roll_under.modifiers import BLIND, COVERS, LOWERED, POSTURES, WATCHES, worth
from service.rules.roll_under.words import HitLocation

TORSO: Final = HitLocation.TORSO
UNCOVERED: Final = HeroicCover.NONE
RANGED: Final = HeroicModeKind.RANGED
GRAPPLE: Final = HeroicModeKind.GRAPPLE
CLOSE_UP_TO: Final = 2
MELEE_TACTICS: Final = {tactic: term(row.rule, row.melee) for tactic, row in TACTIC_ROWS.items() if row.melee}
RANGED_TACTICS: Final = {tactic: term(row.rule, row.ranged) for tactic, row in TACTIC_ROWS.items() if row.ranged}

RANGE_TERMS: Final = tuple(
    (row.lowest - 1, term(attack_rules.RANGED_RANGE_BANDS, row.modifier, f"{row.name.capitalize()} range"))
    for row in reversed(RANGES)
    if row.modifier
)
LOW_TARGETS: Final = tuple(
    [term(attack_rules.REF_RANGED_TARGET, row.target, f"Target {row.posture.value}")] if row.target else []
    for row in POSTURES
)
AIMED_AT: Final = {
    (row.location, grapples): term(attack_rules.REF_HIT_LOCATION, value, row.location.replace("_", " ").capitalize())
    for row in LOCATIONS
    for grapples, value in ((False, row.modifier), (True, row.grapple))
}


def base_of(aims: tuple[Aim, ...], own: list[list[Term]], *, together: bool) -> int:
    """Return the skill before what is common to all modes.

    Several attacks together have the mean of their skills, each with its own terms and less one for every other.
    Modes that are only kept open for the hits have the lowest of their skills.
    """
    if len(aims) == 1:
        return aims[0].mode.skill
    if not together:
        return min([aim.mode.skill for aim in aims])
    others = len(aims) - 1
    skills = sum([aim.mode.skill - others for aim in aims])
    return (skills + sum([each.value for terms in own for each in terms])) // len(aims)


def own_terms(aim: Aim, situation: Situation) -> list[Term]:
    """Return what counts for one mode alone: Accuracy, Bulk, the arms of a grapple, its location and the off hand."""
    mode = aim.mode
    terms: list[Term] = []
    if mode.kind is RANGED:
        aimed = mode.acc and TACTIC_ROWS[situation.attacker_tactic].aims and may_aim(situation)
        close = mode.bulk and situation.distance <= CLOSE_UP_TO
        if aimed or close:
            acc, bulk = mode.acc if aimed else 0, mode.bulk if close else 0
            terms = counted(rows.WEAPON, {AttackFact.ACCURACY: acc, AttackFact.BULK: bulk})
    elif mode.kind is GRAPPLE:
        arms = standing.free_arms(situation.attacker, situation.grapples)
        used = arms if mode.hands is None else min(arms, mode.hands)
        terms = counted(rows.WEAPON, {AttackFact.ARMS: arms_modifier(used)})
    if aim.location is not TORSO:
        terms.append(AIMED_AT[aim.location, mode.kind is GRAPPLE])
    if aim.off_hand:
        terms.append(rows.OFF_HAND.term)
    return terms


def common_terms(
    situation: Situation,
    choice: HeroicAttackChoice,
    kind: HeroicModeKind,
    attackers: int,
    rulings: HeroicRulings,
) -> list[Term]:
    """Return what counts for every mode alike, but for ratio and rapid fire; `attackers` are the members sent."""
    terms = tactic_terms(situation, kind)
    if kind is RANGED:
        terms += _shot_terms(situation, choice, rulings)
    else:
        facts = _melee_facts(situation, kind, attackers, rulings)
        terms += counted(rows.MELEE, facts) if facts else []
    return terms + _situation_terms(situation, choice, attackers, free=situation.free)


def stray_terms(situation: Situation, choice: HeroicAttackChoice, attackers: int, rulings: HeroicRulings) -> list[Term]:
    """Return what counts for a stray shot at somebody else in the melee: no numbers, no rapid fire, no location."""
    terms = [*tactic_terms(situation, RANGED), *range_terms(situation.distance)]
    terms += counted(rows.SHOT_AT, {AttackFact.SHOT_SIZE: size_of(situation.target.sm, rulings)})
    terms += counted(rows.SHOT, {AttackFact.LOCKED: 1})
    return [each for each in terms + _situation_terms(situation, choice, attackers, free=False) if each.value]


def tactic_terms(situation: Situation, kind: HeroicModeKind) -> list[Term]:
    """Return what the tactic and the initiative add; aiming helps only where it may."""
    tactic = situation.attacker_tactic
    found = (RANGED_TACTICS if kind is RANGED else MELEE_TACTICS).get(tactic)
    terms = [rows.INITIATIVE.term] if situation.has_initiative else []
    if found is None or (kind is RANGED and TACTIC_ROWS[tactic].aims and not may_aim(situation)):
        return terms
    return [found, *terms]


def attackers_of(situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...]) -> int:
    """Return the members that an attack is made with: as many as are sent, else all whom no hold hinders.

    If holds hinder everybody who can act, all of them attack as well as they can.
    """
    free = free_members(situation.attacker, situation.active, situation.grapples, aims)
    return choice.attackers or free or situation.active


def free_members(attacker: HeroicUnit, active: int, grapples: tuple[HeroicHold, ...], aims: tuple[Aim, ...]) -> int:
    """Return how many of the active members of a unit no hold hinders in an attack.

    Who is held is hindered in any; who holds somebody only with what takes both hands: all but grapples and weapons
    for close combat.
    """
    if not grapples and not attacker.conditions:
        return active
    grappled = standing.grappled_of(attacker, grapples)
    if grappled is None:
        return 0
    close = all(aim.mode.kind is GRAPPLE or (aim.mode.kind is not RANGED and 0 in aim.mode.reach) for aim in aims)
    holding = 0 if close else sum([hold.members for hold in grapples if hold.grappler == attacker.id])
    return max(active - max(grappled, holding), 0)


def is_long(aims: tuple[Aim, ...]) -> bool:
    """Return whether an attack is made with a melee weapon that is too long for close combat."""
    return any(aim.mode.kind is HeroicModeKind.MELEE and 0 not in aim.mode.reach for aim in aims)


def held_attackers(situation: Situation, attackers: int) -> bool:
    """Return whether an attack uses members who are grappled."""
    grappled = standing.grappled_of(situation.attacker, situation.grapples)
    return grappled is None or (grappled > 0 and attackers > situation.active - grappled)


def is_grappling(situation: Situation, attackers: int) -> bool:
    """Return whether an attack uses members who are held, or who hold somebody."""
    attacker, grapples = situation.attacker, situation.grapples
    if not grapples and not attacker.conditions:
        return False
    holding = sum([hold.members for hold in grapples if hold.grappler == attacker.id])
    return held_attackers(situation, attackers) or (holding > 0 and attackers > situation.active - holding)


def _melee_facts(situation: Situation, kind: HeroicModeKind, attackers: int, rulings: HeroicRulings) -> dict[Fact, int]:
    attacker, target = situation.attacker, situation.target
    facts: dict[Fact, int] = {}
    shield = attacker.shield
    if shield is not None and shield.ready and shield.db and is_grappling(situation, attackers):
        facts[AttackFact.SHIELD] = shield.db
    if kind is GRAPPLE:
        facts[AttackFact.GRAPPLE_SIZE] = attacker.sm - target.sm
    elif target.sm or attacker.sm:
        facts |= _size_facts(attacker.sm, target.sm, rulings)
    if attacker.posture.rank:
        facts[AttackFact.POSTURE] = POSTURES[attacker.posture.rank].melee
    return facts


def _size_facts(own: int, other: int, rulings: HeroicRulings) -> dict[Fact, int]:
    if rulings.melee_size_modifier is HeroicMeleeSizeModifier.TARGET:
        return {AttackFact.TARGET_SIZE: other}
    differs = rulings.melee_size_modifier is HeroicMeleeSizeModifier.DIFFERENCE
    return {AttackFact.SIZE_ABOVE: own - other} if differs else {}


def _shot_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return everything that counts for a shot at the target, but for ratio and rapid fire."""
    terms, figure = range_terms(situation.distance), _figure_facts(situation, choice.single_out, rulings)
    if figure:
        terms += counted(rows.SHOT_AT, figure)
    if (choice.modes[0] if choice.modes else choice).location in LOWERED:
        terms += LOW_TARGETS[situation.target.posture.rank]
    facts: dict[Fact, int] = {}
    if choice.cover is not UNCOVERED:
        facts[AttackFact.COVER] = COVERS[choice.cover]
    if situation.locks:
        facts[AttackFact.LOCKED] = is_locked_target(situation, rulings)
    watch = situation.watch
    if watch is not None:
        facts[AttackFact.AREA] = 0 if watch.line else worth(WATCHES, watch.radius)
        facts[AttackFact.LINE] = watch.line
        facts[AttackFact.DISCRIMINATING] = watch.discriminating
    return terms + counted(rows.SHOT, facts) if facts else terms


def _situation_terms(situation: Situation, choice: HeroicAttackChoice, attackers: int, *, free: bool) -> list[Term]:
    """Return what the attacker's situation, visibility, a retreat, a short deed and the referee add."""
    attacker, visibility = situation.attacker, situation.terrain.visibility
    facts: dict[Fact, int] = {}
    if attacker.conditions or situation.grapples:
        facts[AttackFact.GRAPPLED] = held_attackers(situation, attackers)
        if HeroicCondition.BLIND in attacker.conditions:
            visibility = BLIND
    if visibility:
        facts[AttackFact.VISIBILITY] = visibility
    if free:
        faster = standing.basic_move_of(situation.target) - standing.basic_move_of(attacker)
        facts[AttackFact.FASTER] = min(max(faster, 0), FREE_ATTACK_MOST)
    if choice.short_action:
        facts[AttackFact.SHORT_ACTION] = 1
    terms = counted(rows.SITUATION, facts) if facts else []
    if attacker.situation_modifiers:
        terms = granted(attack_rules.REF_SITUATION, attacker.situation_modifiers) + terms
    if choice.extra_modifiers:
        terms += granted(rulebook.UNIT_REFEREE_LATITUDE, choice.extra_modifiers)
    return terms


def granted(rule: Rule, modifiers: tuple[HeroicModifier, ...]) -> list[Term]:
    """Return what the referee adds."""
    return [term(rule, each.value, each.label) for each in modifiers]


def range_terms(distance: float) -> list[Term]:
    """Return what a distance does to a ranged attack, if it does anything."""
    for beyond, found in RANGE_TERMS:
        if distance > beyond:
            return [found]
    return []


def may_aim(situation: Situation) -> bool:
    """Return whether aiming helps: not in opportunity fire over more than a yard or along a line."""
    watch = situation.watch
    return watch is None or (watch.radius <= 1 and not watch.line)


def is_locked_target(situation: Situation, rulings: HeroicRulings) -> bool:
    """Return whether a shot at the target is a shot into a melee.

    Ruling: heroic/ruling/locked-shooter.
    """
    target = situation.target.id
    if not standing.partners_of(target, situation.locks):
        return False
    alone = standing.cluster_of(target, situation.locks) == {target, situation.attacker.id}
    return not (alone and rulings.locked_shooter is HeroicLockedShooter.EXEMPT)


def _figure_facts(situation: Situation, single: HeroicSingleOut | None, rulings: HeroicRulings) -> dict[Fact, int]:
    """Return what the target's numbers and size do, or the figure's that is singled out."""
    target, facts = situation.target, dict[Fact, int]()
    size = target.sm if single is None or single.sm is None else single.sm
    if size:
        facts[AttackFact.SHOT_SIZE] = size_of(size, rulings)
    if single is None:
        if situation.able > 1 and rulings.group_target_bonus is HeroicSwitch.ON:
            facts[AttackFact.GROUP] = worth(GROUP_TARGETS, situation.able)
    elif not single.front_row:
        between = target.sm if single.interposing_sm is None else single.interposing_sm
        facts[AttackFact.IN_THE_WAY] = single.interposing if size <= between else 0
    return facts


def size_of(size: int, rulings: HeroicRulings) -> int:
    """Return the points of a target's size that count for a shot."""
    return 0 if rulings.ranged_size_modifier is HeroicSwitch.OFF else size
