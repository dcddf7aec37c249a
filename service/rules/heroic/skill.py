"""The attacker's effective skill: what the tactic, the situation and the target add to it and take away."""

from math import ceil
from typing import Final

from service.dice.transcript import Tally, Term
from service.rules.heroic import rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.heroic.aims import Aim
from service.rules.heroic.attack_models import HeroicAttackChoice, HeroicSingleOut
from service.rules.heroic.models import HeroicUnit
from service.rules.heroic.option_words import HeroicLockedShooter, HeroicMeleeSizeModifier, HeroicSwitch
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.situation import Situation, Watch
from service.rules.heroic.state import (
    able_of,
    active_of,
    basic_move_of,
    cluster_of,
    free_arms,
    grappled_of,
    partners_of,
)
from service.rules.heroic.tables import (
    FREE_ATTACK_WORST,
    GROUP_TARGETS,
    INITIATIVE_ATTACK_BONUS,
    INTERPOSED_PENALTY,
    LOCKED_TARGET_PENALTY,
    RANGES,
    SHORT_ACTION_PENALTY,
)
from service.rules.heroic.tables_reference import (
    BLIND_ATTACK,
    COVERS,
    DISCRIMINATING,
    GRAPPLED_ATTACK,
    OFF_HAND,
    POSTURES,
    WATCH_LINE,
    WATCHES,
)
from service.rules.heroic.volley import TACTIC_ROWS
from service.rules.heroic.words import HeroicCondition, HeroicCover, HeroicModeKind
from service.rules.kernel.tally import term
from service.rules.roll_under.grappling import arms_modifier
from service.rules.roll_under.locations import GRAPPLE_MODIFIERS, MODIFIERS
from service.rules.roll_under.words import HitLocation, Posture

LOW: Final = frozenset({HitLocation.TORSO, HitLocation.GROIN, HitLocation.LEG})
COVER_MODIFIERS: Final = {row.cover: row.modifier for row in COVERS}
INITIATIVE: Final = term(rulebook.INITIATIVE_WINNER_ATTACK_BONUS, INITIATIVE_ATTACK_BONUS)
SHORT_ACTION: Final = term(rulebook.ACTION_WITH_ATTACK, SHORT_ACTION_PENALTY)
LOCKED_TARGET: Final = term(rulebook.RANGED_LOCKED_TARGET, LOCKED_TARGET_PENALTY)
GRAPPLED: Final = Term(rule=reference.REF_SITUATION.id, label="Grappled", value=GRAPPLED_ATTACK)


def base_of(aims: tuple[Aim, ...], *, together: bool, own: tuple[list[Term], ...]) -> int:
    """Return the skill before what is common to all modes.

    Several attacks together have the mean of their skills, each with its own terms and less one for every other.
    Modes that are only kept open for the hits have the lowest of their skills.

    Ruling: heroic/ruling/average-order, heroic/ruling/mode-skills, heroic/ruling/offhand.
    """
    if not together:
        return min([aim.mode.skill for aim in aims])
    others = len(aims) - 1
    values = [
        aim.mode.skill - others + sum([each.value for each in terms]) for aim, terms in zip(aims, own, strict=True)
    ]
    return sum(values) // len(values)


def own_terms(aim: Aim, situation: Situation) -> list[Term]:
    """Return what counts for one mode alone: Accuracy, Bulk, its location and the off hand."""
    mode = aim.mode
    terms = []
    if mode.kind is HeroicModeKind.RANGED:
        if mode.acc and TACTIC_ROWS[situation.attacker_tactic].aims and may_aim(situation):
            terms.append(Term(rule=rulebook.TACTIC_AIMED_SHOOTING.id, label="Accuracy", value=mode.acc))
        if mode.bulk and is_close(situation.distance):
            terms.append(term(rulebook.RANGED_BULK, mode.bulk))
    grapples = mode.kind is HeroicModeKind.GRAPPLE
    modifier = (GRAPPLE_MODIFIERS if grapples else MODIFIERS)[aim.location]
    if modifier:
        label = aim.location.value.replace("_", " ").capitalize()
        terms.append(Term(rule=reference.REF_HIT_LOCATION.id, label=label, value=modifier))
    if aim.off_hand:
        terms.append(Term(rule=reference.REF_SITUATION.id, label="Off hand", value=OFF_HAND))
    return terms


def common_terms(
    situation: Situation,
    choice: HeroicAttackChoice,
    kind: HeroicModeKind,
    attackers: int,
    rulings: HeroicRulings,
) -> list[Term]:
    """Return what counts for every mode alike, but for ratio and rapid fire; `attackers` are the members sent."""
    terms = [_tactic_term(situation, kind)]
    if situation.has_initiative:
        terms.append(INITIATIVE)
    if kind is HeroicModeKind.RANGED:
        terms += _ranged_terms(situation, choice, rulings)
    else:
        terms += _melee_terms(situation, kind, attackers, rulings)
    terms += _situation_terms(situation, attackers, rulings)
    if situation.free:
        terms.append(_free_attack_term(situation))
    return terms + _chosen_terms(choice)


def stray_terms(
    situation: Situation, bystander: HeroicUnit, choice: HeroicAttackChoice, attackers: int, rulings: HeroicRulings
) -> list[Term]:
    """Return what counts for a stray shot at somebody else in the melee: no numbers, no rapid fire, no location.

    Ruling: heroic/ruling/stray-skill.
    """
    terms = [_tactic_term(situation, HeroicModeKind.RANGED)]
    if situation.has_initiative:
        terms.append(INITIATIVE)
    terms += [range_term(situation.distance), _size_term(bystander.sm, rulings), LOCKED_TARGET]
    terms += _situation_terms(situation, attackers, rulings)
    return terms + _chosen_terms(choice)


def range_term(distance: float) -> Term:
    """Return what a distance does to a ranged attack.

    Ruling: heroic/ruling/range-gap.
    """
    yards = ceil(distance)
    row = next(row for row in RANGES if row.highest is None or yards <= row.highest)
    return Term(rule=rulebook.RANGED_RANGE_BANDS.id, label=f"{row.name.capitalize()} range", value=row.modifier)


def group_bonus(members: int) -> int:
    """Return what shooting at a group of so many adds."""
    return next(row.bonus for row in GROUP_TARGETS if row.highest is None or members <= row.highest)


def is_close(distance: float) -> bool:
    """Tell whether a distance is in the closest band."""
    highest = RANGES[0].highest
    return highest is not None and ceil(distance) <= highest


def may_aim(situation: Situation) -> bool:
    """Tell whether aiming helps: not in opportunity fire over more than a yard.

    Ruling: heroic/ruling/opportunity-aim.
    """
    return situation.watch is None or situation.watch.radius <= 1


def held_attackers(situation: Situation, attackers: int, rulings: HeroicRulings) -> bool:
    """Tell whether an attack uses members who are grappled.

    Ruling: heroic/ruling/partial-conditions.
    """
    grappled = grappled_of(situation.attacker, situation.grapples)
    if not grappled:
        return grappled is None
    return attackers > active_of(situation.attacker, situation.grapples, rulings.assignment) - grappled


def is_grappling(situation: Situation, attackers: int, rulings: HeroicRulings) -> bool:
    """Tell whether an attack uses members who are held, or who hold somebody."""
    attacker, grapples = situation.attacker, situation.grapples
    if not grapples and not attacker.conditions:
        return False
    holding = sum([hold.members for hold in grapples if hold.grappler == attacker.id])
    idle = active_of(attacker, grapples, rulings.assignment) - holding
    return held_attackers(situation, attackers, rulings) or (holding > 0 and attackers > idle)


def is_locked_target(situation: Situation, rulings: HeroicRulings) -> bool:
    """Tell whether a shot at the target is a shot into a melee.

    Ruling: heroic/ruling/locked-shooter.
    """
    target = situation.target.id
    if not partners_of(target, situation.locks):
        return False
    alone = cluster_of(target, situation.locks) == {target, situation.attacker.id}
    return not (alone and rulings.locked_shooter is HeroicLockedShooter.EXEMPT)


def _tactic_term(situation: Situation, kind: HeroicModeKind) -> Term:
    row = TACTIC_ROWS[situation.attacker_tactic]
    value = row.ranged if kind is HeroicModeKind.RANGED else row.melee
    if kind is HeroicModeKind.RANGED and row.aims and not may_aim(situation):
        value = 0
    return term(row.rule, value)


def _ranged_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    posture, cover = situation.target.posture, choice.cover
    location = choice.modes[0].location if choice.modes else choice.location
    terms = [range_term(situation.distance), *_figure_terms(situation, choice.single_out, rulings)]
    if posture is not Posture.STANDING and location in LOW:
        value = POSTURES[posture.rank].target
        terms.append(Term(rule=reference.REF_RANGED_TARGET.id, label=f"Target {posture.value}", value=value))
    if cover is not HeroicCover.NONE:
        terms.append(Term(rule=reference.REF_RANGED_TARGET.id, label="Cover", value=COVER_MODIFIERS[cover]))
    if is_locked_target(situation, rulings):
        terms.append(LOCKED_TARGET)
    return terms + _watch_terms(situation.watch)


def _figure_terms(situation: Situation, single: HeroicSingleOut | None, rulings: HeroicRulings) -> list[Term]:
    """Return what the target's numbers and size do, or the figure's that is singled out."""
    target = situation.target
    if single is None:
        terms = [_size_term(target.sm, rulings)]
        if rulings.group_target_bonus is HeroicSwitch.ON:
            members = able_of(target, situation.grapples, rulings.assignment)
            terms.append(term(rulebook.RANGED_GROUP_TARGET, group_bonus(members)))
        return terms
    size = target.sm if single.sm is None else single.sm
    between = target.sm if single.interposing_sm is None else single.interposing_sm
    hidden = not single.front_row and size <= between
    figures = term(rulebook.RANGED_SINGLE_OUT, INTERPOSED_PENALTY * single.interposing if hidden else 0)
    return [_size_term(size, rulings), figures]


def _melee_terms(situation: Situation, kind: HeroicModeKind, attackers: int, rulings: HeroicRulings) -> list[Term]:
    attacker, target = situation.attacker, situation.target
    terms = []
    if attacker.shield is not None and attacker.shield.ready and is_grappling(situation, attackers, rulings):
        terms.append(Term(rule=reference.REF_GRAPPLE_WEAPONS.id, label="Shield", value=-attacker.shield.db))
    if kind is HeroicModeKind.GRAPPLE:
        terms.append(term(reference.REF_GRAPPLE_ATTACK, arms_modifier(free_arms(attacker, situation.grapples))))
        size = Term(rule=rulebook.GRAPPLE_MODIFIERS.id, label="Size", value=attacker.sm - target.sm)
        terms.append(size)
    elif rulings.melee_size_modifier is HeroicMeleeSizeModifier.TARGET:
        terms.append(Term(rule=rulebook.MELEE_MODIFIERS.id, label="Target's size", value=target.sm))
    elif rulings.melee_size_modifier is HeroicMeleeSizeModifier.DIFFERENCE:
        terms.append(Term(rule=rulebook.MELEE_MODIFIERS.id, label="Size", value=attacker.sm - target.sm))
    if attacker.posture is not Posture.STANDING:
        terms.append(term(reference.REF_MELEE_POSTURE, POSTURES[attacker.posture.rank].melee))
    return terms


def _situation_terms(situation: Situation, attackers: int, rulings: HeroicRulings) -> list[Term]:
    """Return the attacker's situation, and visibility."""
    attacker = situation.attacker
    terms = [
        Term(rule=reference.REF_SITUATION.id, label=each.label, value=each.value)
        for each in attacker.situation_modifiers
    ]
    if (situation.grapples or attacker.conditions) and held_attackers(situation, attackers, rulings):
        terms.append(GRAPPLED)
    visibility = situation.terrain.visibility
    if HeroicCondition.BLIND in attacker.conditions:
        visibility = BLIND_ATTACK
    if visibility:
        terms.append(term(reference.REF_VISIBILITY, visibility))
    return terms


def _size_term(size: int, rulings: HeroicRulings) -> Term:
    counts = rulings.ranged_size_modifier is HeroicSwitch.ON
    return Term(rule=reference.REF_RANGED_TARGET.id, label="Target's size", value=size if counts else 0)


def _watch_terms(watch: Watch | None) -> list[Term]:
    if watch is None:
        return []
    row = next(row for row in WATCHES if row.highest is None or watch.radius <= row.highest)
    terms = [term(reference.REF_OPPORTUNITY_FIRE, WATCH_LINE if watch.line else row.modifier)]
    if watch.discriminating:
        rule = rulebook.WAIT_OPPORTUNITY_FIRE.id
        terms.append(Term(rule=rule, label="Telling friend from foe", value=DISCRIMINATING))
    return terms


def _free_attack_term(situation: Situation) -> Term:
    faster = basic_move_of(situation.target) - basic_move_of(situation.attacker)
    return term(rulebook.LOCK_FREE_ATTACK_PENALTY, max(-max(faster, 0), FREE_ATTACK_WORST))


def _chosen_terms(choice: HeroicAttackChoice) -> list[Term]:
    latitude = rulebook.UNIT_REFEREE_LATITUDE.id
    terms = [Term(rule=latitude, label=each.label, value=each.value) for each in choice.extra_modifiers]
    return [SHORT_ACTION, *terms] if choice.short_action else terms


def skill_of(base: int, terms: list[Term]) -> Tally:
    """Add everything up; terms of no value are left out."""
    kept = tuple([each for each in terms if each.value])
    return Tally(base=base, terms=kept, total=base + sum([each.value for each in kept]))
