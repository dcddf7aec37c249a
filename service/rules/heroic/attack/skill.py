"""The attacker's effective skill in melee and in general: what its tactic and situation add and take away."""

from math import ceil
from typing import Final

from service.dice.transcript import Term
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicSingleOut
from service.rules.heroic.attack.situation import Situation, Watch
from service.rules.heroic.attack.weapons import TACTIC_ROWS, Aim
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicLockedShooter, HeroicMeleeSizeModifier, HeroicRulings, HeroicSwitch
from service.rules.heroic.book.tables import (
    FREE_ATTACK_WORST,
    GROUP_TARGETS,
    INITIATIVE_ATTACK_BONUS,
    INTERPOSED_PENALTY,
    LOCKED_TARGET_PENALTY,
    RANGES,
    SHORT_ACTION_PENALTY,
)
from service.rules.heroic.book.tables_reference import (
    BLIND_ATTACK,
    COVERS,
    DISCRIMINATING,
    GRAPPLED_ATTACK,
    OFF_HAND,
    POSTURES,
    WATCH_LINE,
    WATCHES,
)
from service.rules.heroic.book.words import HeroicCondition, HeroicCover, HeroicModeKind
from service.rules.heroic.figures.bonds import HeroicHold
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import basic_move_of, cluster_of, free_arms, grappled_of, partners_of
from service.rules.kernel.tally import term
from service.rules.roll_under.grappling import arms_modifier
from service.rules.roll_under.locations import GRAPPLE_MODIFIERS, MODIFIERS
from service.rules.roll_under.words import HitLocation, Posture

BY_DIFFERENCE: Final = HeroicMeleeSizeModifier.DIFFERENCE
BY_TARGET: Final = HeroicMeleeSizeModifier.TARGET
STANDING: Final = Posture.STANDING
TORSO: Final = HitLocation.TORSO
RANGED: Final = HeroicModeKind.RANGED
GRAPPLE: Final = HeroicModeKind.GRAPPLE
MELEE_TACTICS: Final = {tactic: term(row.rule, row.melee) for tactic, row in TACTIC_ROWS.items() if row.melee}
RANGED_TACTICS: Final = {tactic: term(row.rule, row.ranged) for tactic, row in TACTIC_ROWS.items() if row.ranged}
INITIATIVE: Final = term(rulebook.INITIATIVE_WINNER_ATTACK_BONUS, INITIATIVE_ATTACK_BONUS)
SHORT_ACTION: Final = term(rulebook.ACTION_WITH_ATTACK, SHORT_ACTION_PENALTY)
LOCKED_TARGET: Final = term(attack_rules.RANGED_LOCKED_TARGET, LOCKED_TARGET_PENALTY)
GRAPPLED: Final = Term(rule=attack_rules.REF_SITUATION.id, label="Grappled", value=GRAPPLED_ATTACK)
OFF_HANDED: Final = Term(rule=attack_rules.REF_SITUATION.id, label="Off hand", value=OFF_HAND)


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
    mode, location = aim.mode, aim.location
    terms = accuracy_terms(mode, situation) if mode.kind is RANGED else []
    if mode.kind is GRAPPLE:
        arms = free_arms(situation.attacker, situation.grapples)
        value = arms_modifier(arms if mode.hands is None else min(arms, mode.hands))
        terms += [Term(rule=attack_rules.REF_GRAPPLE_ATTACK.id, label="Arms", value=value)] if value else []
    if location is not TORSO:
        value = (GRAPPLE_MODIFIERS if mode.kind is GRAPPLE else MODIFIERS)[location]
        label = location.value.replace("_", " ").capitalize()
        terms.append(Term(rule=attack_rules.REF_HIT_LOCATION.id, label=label, value=value))
    if aim.off_hand:
        terms.append(OFF_HANDED)
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
        terms += ranged_terms(situation, choice, rulings)
    else:
        terms += _melee_terms(situation, kind, attackers, rulings)
    terms += _situation_terms(situation, attackers)
    if situation.free:
        terms += _free_attack_terms(situation)
    return terms + _chosen_terms(choice)


def stray_terms(situation: Situation, choice: HeroicAttackChoice, attackers: int, rulings: HeroicRulings) -> list[Term]:
    """Return what counts for a stray shot at somebody else in the melee: no numbers, no rapid fire, no location."""
    terms = [*tactic_terms(situation, RANGED), range_term(situation.distance), *size_term(situation.target.sm, rulings)]
    terms.append(LOCKED_TARGET)
    return [each for each in terms + _situation_terms(situation, attackers) + _chosen_terms(choice) if each.value]


def tactic_terms(situation: Situation, kind: HeroicModeKind) -> list[Term]:
    """Return what the tactic and the initiative add; aiming helps only where it may."""
    tactic = situation.attacker_tactic
    found = (RANGED_TACTICS if kind is RANGED else MELEE_TACTICS).get(tactic)
    if found is None or (kind is RANGED and TACTIC_ROWS[tactic].aims and not may_aim(situation)):
        return [INITIATIVE] if situation.has_initiative else []
    return [found, INITIATIVE] if situation.has_initiative else [found]


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
    grappled = grappled_of(attacker, grapples)
    if grappled is None:
        return 0
    close = all(aim.mode.kind is GRAPPLE or (aim.mode.kind is not RANGED and 0 in aim.mode.reach) for aim in aims)
    holding = 0 if close else sum([hold.members for hold in grapples if hold.grappler == attacker.id])
    return max(active - max(grappled, holding), 0)


def is_long(aims: tuple[Aim, ...]) -> bool:
    """Tell whether an attack is made with a melee weapon that is too long for close combat."""
    return any(aim.mode.kind is HeroicModeKind.MELEE and 0 not in aim.mode.reach for aim in aims)


def held_attackers(situation: Situation, attackers: int) -> bool:
    """Tell whether an attack uses members who are grappled."""
    grappled = grappled_of(situation.attacker, situation.grapples)
    return grappled is None or (grappled > 0 and attackers > situation.active - grappled)


def is_grappling(situation: Situation, attackers: int) -> bool:
    """Tell whether an attack uses members who are held, or who hold somebody."""
    attacker, grapples = situation.attacker, situation.grapples
    if not grapples and not attacker.conditions:
        return False
    holding = sum([hold.members for hold in grapples if hold.grappler == attacker.id])
    return held_attackers(situation, attackers) or (holding > 0 and attackers > situation.active - holding)


def _melee_terms(situation: Situation, kind: HeroicModeKind, attackers: int, rulings: HeroicRulings) -> list[Term]:
    attacker, target = situation.attacker, situation.target
    terms = []
    shield = attacker.shield
    if shield is not None and shield.ready and shield.db and is_grappling(situation, attackers):
        terms.append(Term(rule=attack_rules.REF_GRAPPLE_WEAPONS.id, label="Shield", value=-shield.db))
    if kind is GRAPPLE:
        terms.append(Term(rule=attack_rules.GRAPPLE_MODIFIERS.id, label="Size", value=attacker.sm - target.sm))
    elif rulings.melee_size_modifier is BY_TARGET:
        terms.append(Term(rule=attack_rules.MELEE_MODIFIERS.id, label="Target's size", value=target.sm))
    elif rulings.melee_size_modifier is BY_DIFFERENCE:
        terms.append(Term(rule=attack_rules.MELEE_MODIFIERS.id, label="Size", value=attacker.sm - target.sm))
    if attacker.posture is not STANDING:
        terms.append(term(attack_rules.REF_MELEE_POSTURE, POSTURES[attacker.posture.rank].melee))
    return [each for each in terms if each.value]


def _situation_terms(situation: Situation, attackers: int) -> list[Term]:
    """Return the attacker's situation, and visibility."""
    attacker = situation.attacker
    terms = []
    if attacker.situation_modifiers:
        rule = attack_rules.REF_SITUATION.id
        terms = [Term(rule=rule, label=each.label, value=each.value) for each in attacker.situation_modifiers]
    visibility = situation.terrain.visibility
    if attacker.conditions or situation.grapples:
        if held_attackers(situation, attackers):
            terms.append(GRAPPLED)
        if HeroicCondition.BLIND in attacker.conditions:
            visibility = BLIND_ATTACK
    if visibility:
        terms.append(term(attack_rules.REF_VISIBILITY, visibility))
    return terms


def _free_attack_terms(situation: Situation) -> list[Term]:
    faster = basic_move_of(situation.target) - basic_move_of(situation.attacker)
    return [term(rulebook.LOCK_FREE_ATTACK_PENALTY, max(-faster, FREE_ATTACK_WORST))] if faster > 0 else []


def _chosen_terms(choice: HeroicAttackChoice) -> list[Term]:
    if not choice.extra_modifiers:
        return [SHORT_ACTION] if choice.short_action else []
    latitude = rulebook.UNIT_REFEREE_LATITUDE.id
    terms = [Term(rule=latitude, label=each.label, value=each.value) for each in choice.extra_modifiers]
    return [SHORT_ACTION, *terms] if choice.short_action else terms


LOW: Final = frozenset({HitLocation.TORSO, HitLocation.GROIN, HitLocation.LEG})
COVER_MODIFIERS: Final = {row.cover: row.modifier for row in COVERS}
RANGE_TERMS: Final = tuple(
    Term(rule=attack_rules.RANGED_RANGE_BANDS.id, label=f"{row.name.capitalize()} range", value=row.modifier)
    for row in RANGES
)
CLOSE_UP_TO: Final = 2


def accuracy_terms(mode: HeroicAttackMode, situation: Situation) -> list[Term]:
    """Return Accuracy if the tactic aims, and Bulk in the closest band."""
    terms = []
    if mode.acc and TACTIC_ROWS[situation.attacker_tactic].aims and may_aim(situation):
        terms.append(Term(rule=rulebook.TACTIC_AIMED_SHOOTING.id, label="Accuracy", value=mode.acc))
    if mode.bulk and situation.distance <= CLOSE_UP_TO:
        terms.append(term(attack_rules.RANGED_BULK, mode.bulk))
    return terms


def ranged_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return everything that counts for a shot at the target, but for ratio and rapid fire."""
    posture, cover = situation.target.posture, choice.cover
    terms = [range_term(situation.distance), *_figure_terms(situation, choice.single_out, rulings)]
    if posture is not Posture.STANDING and (choice.modes[0] if choice.modes else choice).location in LOW:
        value = POSTURES[posture.rank].target
        terms.append(Term(rule=attack_rules.REF_RANGED_TARGET.id, label=f"Target {posture.value}", value=value))
    if cover is not HeroicCover.NONE:
        terms.append(Term(rule=attack_rules.REF_RANGED_TARGET.id, label="Cover", value=COVER_MODIFIERS[cover]))
    if situation.locks and is_locked_target(situation, rulings):
        terms.append(LOCKED_TARGET)
    if situation.watch is not None:
        terms += _watch_terms(situation.watch)
    return [each for each in terms if each.value]


def range_term(distance: float) -> Term:
    """Return what a distance does to a ranged attack."""
    yards = ceil(distance)
    at = next(at for at, row in enumerate(RANGES) if row.highest is None or yards <= row.highest)
    return RANGE_TERMS[at]


def group_bonus(members: int) -> int:
    """Return what shooting at a group of so many adds."""
    return next(row.bonus for row in GROUP_TARGETS if row.highest is None or members <= row.highest)


def may_aim(situation: Situation) -> bool:
    """Tell whether aiming helps: not in opportunity fire over more than a yard or along a line."""
    watch = situation.watch
    return watch is None or (watch.radius <= 1 and not watch.line)


def is_locked_target(situation: Situation, rulings: HeroicRulings) -> bool:
    """Tell whether a shot at the target is a shot into a melee.

    Ruling: heroic/ruling/locked-shooter.
    """
    target = situation.target.id
    if not partners_of(target, situation.locks):
        return False
    alone = cluster_of(target, situation.locks) == {target, situation.attacker.id}
    return not (alone and rulings.locked_shooter is HeroicLockedShooter.EXEMPT)


def _figure_terms(situation: Situation, single: HeroicSingleOut | None, rulings: HeroicRulings) -> list[Term]:
    """Return what the target's numbers and size do, or the figure's that is singled out."""
    target = situation.target
    if single is None:
        terms = size_term(target.sm, rulings)
        bonus = group_bonus(situation.able) if rulings.group_target_bonus is HeroicSwitch.ON else 0
        return [*terms, term(attack_rules.RANGED_GROUP_TARGET, bonus)] if bonus else terms
    size = target.sm if single.sm is None else single.sm
    between = target.sm if single.interposing_sm is None else single.interposing_sm
    hidden = not single.front_row and size <= between
    figures = term(attack_rules.RANGED_SINGLE_OUT, INTERPOSED_PENALTY * single.interposing if hidden else 0)
    return [*size_term(size, rulings), figures]


def size_term(size: int, rulings: HeroicRulings) -> list[Term]:
    """Return what the target's size does to a shot, if it does anything."""
    if not size or rulings.ranged_size_modifier is HeroicSwitch.OFF:
        return []
    return [Term(rule=attack_rules.REF_RANGED_TARGET.id, label="Target's size", value=size)]


def _watch_terms(watch: Watch) -> list[Term]:
    row = next(row for row in WATCHES if row.highest is None or watch.radius <= row.highest)
    terms = [term(attack_rules.REF_OPPORTUNITY_FIRE, WATCH_LINE if watch.line else row.modifier)]
    if watch.discriminating:
        rule = rulebook.WAIT_OPPORTUNITY_FIRE
        terms.append(Term(rule=rule.id, label="Telling friend from foe", value=DISCRIMINATING))
    return terms
