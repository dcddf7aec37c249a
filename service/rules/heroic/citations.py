"""Which rules and rulings stand behind an attack's numbers, for the steps that roll against them."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Cites
from service.rules.heroic import contest_rulings, melee_rulings, ranged_rulings, rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.heroic.aims import Aim, is_low_tech
from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.numbers import Engagement
from service.rules.heroic.situation import Situation
from service.rules.heroic.skill import is_grappling
from service.rules.heroic.volley import NO_RELOAD_UP_TO, TACTIC_ROWS
from service.rules.heroic.words import HeroicEngagementMode, HeroicModeKind, HeroicTactic
from service.rules.roll_under.words import ArmorDivisor

TABLE_ENDS: Final = 30
CONTINUED_ENDS: Final = 10_000
RAPID_FROM: Final = 5
ATTACK: Final[Cites] = (
    rulebook.ATTACK_STEPS.id,
    rulebook.ATTACK_EFFECTIVE_SKILL.id,
    rulebook.DICE_QUICK_CONTEST.id,
    rulebook.DICE_ORDER_ATTACK.id,
)
GRAPPLE: Final[Cites] = (rulebook.ATTACK_CONTEST.id, rulebook.DICE_QUICK_CONTEST.id, rulebook.DICE_ORDER_GRAPPLE.id)
GROUP: Final[Cites] = (
    rulebook.UNIT_GROUP_AS_ONE.id,
    rulebook.UNIT_NONCONTIGUOUS.id,
    contest_rulings.GROUP_ONE_ROLL.id,
)
MULTI: Final[Cites] = (
    rulebook.MULTI_DECLARE.id,
    rulebook.MULTI_AVERAGE_SKILL.id,
    melee_rulings.AVERAGE_ORDER.id,
    rulebook.ACTION_FREE_WEAPON_SWAP.id,
)
MELEE_HITS: Final[Cites] = (rulebook.ATTACK_BASE_HITS.id, rulebook.MELEE_NO_CAP.id)
RANGED_HITS: Final[Cites] = (
    rulebook.ATTACK_BASE_HITS.id,
    rulebook.RANGED_HITS_CAP.id,
    rulebook.RANGED_MULTIPLIER_BY_SHOTS.id,
)


class AttackTraits(NamedTuple):
    """What decides the rules behind any attack."""

    kind: HeroicModeKind
    tactic: HeroicTactic
    group: bool
    divided: bool
    together: bool
    divides: bool


class StrikeTraits(NamedTuple):
    """What decides the rules behind an attack in melee; `crowd` is how several members find room, if it is several."""

    reaches: bool
    modes: bool
    grapples: bool
    crowd: HeroicEngagementMode | None
    crowded: bool


class ShotTraits(NamedTuple):
    """What decides the rules behind a shot."""

    tactic: HeroicTactic
    low_tech: bool
    several: bool
    rapid: bool
    counted: bool
    reloads: bool
    limited: bool


def attack_cites(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], engagement: Engagement, assigned: int
) -> Cites:
    """Return the ids behind an attack's effective skill that are no modifiers of it."""
    mode, tactic, attacker = aims[0].mode, situation.attacker_tactic, situation.attacker
    together = bool(choice.modes)
    divides = mode.armor_divisor is not ArmorDivisor.ONE
    divided = choice.attackers is not None
    cites = _attack(AttackTraits(mode.kind, tactic, attacker.count_start > 1, divided, together, divides))
    if mode.kind is HeroicModeKind.RANGED:
        counted = bool(attacker.ammo) or mode.reload_s > NO_RELOAD_UP_TO
        reloads = 0 < mode.reload_s <= NO_RELOAD_UP_TO
        shots = choice.shots_each or 1
        rapid = shots * mode.projectiles_per_shot >= RAPID_FROM
        limited = mode.range_max is not None
        return cites + _shot(ShotTraits(tactic, is_low_tech(mode), shots > 1, rapid, counted, reloads, limited))
    crowd = engagement.mode if assigned > 1 else None
    several = len(aims) > 1 and not together
    grapples = mode.kind is HeroicModeKind.MELEE and bool(situation.grapples) and is_grappling(situation, assigned)
    crowded = engagement.engaged < assigned
    return cites + _strike(StrikeTraits(len(mode.reach) > 1, several, grapples, crowd, crowded))


@lru_cache(maxsize=512)
def _attack(traits: AttackTraits) -> Cites:
    cites = GRAPPLE if traits.kind is HeroicModeKind.GRAPPLE else ATTACK
    row = TACTIC_ROWS[traits.tactic]
    if not (row.ranged if traits.kind is HeroicModeKind.RANGED else row.melee):
        cites = (*cites, row.rule.id)
    if traits.tactic is HeroicTactic.ALL_OUT_OFFENSIVE:
        cites = (*cites, rulebook.ATTACK_ALL_OUT_TARGET.id)
    if traits.group:
        cites += GROUP
    if traits.divided:
        cites = (*cites, rulebook.UNIT_SPLIT_ATTACKERS.id)
    if traits.divides:
        cites = (*cites, reference.REF_ARMOR_DIVISOR.id)
    return cites + MULTI if traits.together else cites


@lru_cache(maxsize=512)
def _strike(traits: StrikeTraits) -> Cites:
    cites: Cites = (rulebook.MELEE_MODIFIERS.id, rulebook.MELEE_REACH.id)
    if traits.reaches:
        cites = (*cites, rulebook.ACTION_FREE_GRIP_REACH.id)
    if traits.modes:
        cites = (*cites, rulebook.MELEE_MODE_PER_HIT.id, melee_rulings.MODE_SKILLS.id)
    if traits.grapples:
        cites = (*cites, rulebook.GRAPPLE_WEAPONS.id)
    if traits.crowd is None:
        return cites
    cites = (*cites, rulebook.ENGAGE_COMPUTE.id, melee_rulings.ENGAGEMENT_MODE.id)
    if traits.crowd is HeroicEngagementMode.OPEN:
        cites = (*cites, rulebook.ENGAGE_SURROUND.id, melee_rulings.ENGAGEMENT_SLOTS.id)
    elif traits.crowd is HeroicEngagementMode.LINE:
        cites = (*cites, rulebook.ENGAGE_FRONTAGE.id, melee_rulings.REACH_RANKS.id)
    return (*cites, rulebook.ENGAGE_COUNT.id) if traits.crowded else cites


@lru_cache(maxsize=512)
def _shot(traits: ShotTraits) -> Cites:
    cites: Cites = (rulebook.RANGED_MODIFIERS.id, ranged_rulings.TARGET_SPEED.id)
    if not traits.low_tech:
        cites = (*cites, rulebook.RANGED_SHOTS_ROF.id)
    elif TACTIC_ROWS[traits.tactic].aims:
        cites = (*cites, rulebook.RANGED_SHOTS_AIMED.id)
    else:
        cites = (*cites, rulebook.RANGED_SHOTS_LOW_TECH.id)
    if traits.low_tech and traits.several:
        cites = (*cites, rulebook.RANGED_SHOT_MOVE_COST.id)
    if traits.rapid:
        cites = (*cites, reference.REF_RAPID_FIRE.id)
    if traits.reloads:
        cites = (*cites, rulebook.ACTION_FREE_RELOAD.id)
    if traits.counted:
        cites = (*cites, rulebook.RANGED_AMMO.id)
    return (*cites, rulebook.RANGED_RANGE_LIMITS.id) if traits.limited else cites


@lru_cache(maxsize=512)
def defense_cites(chosen: Cites, tactic: HeroicTactic, members: int) -> Cites:
    """Return the ids behind the defence of so many members that are no modifiers of it."""
    row = TACTIC_ROWS[tactic]
    cites = chosen if row.defense else (*chosen, row.rule.id)
    if members > 1:
        cites = (*cites, rulebook.UNIT_DEFEND_AS_UNIT.id)
    return (*cites, rulebook.LOCK_RETREAT.id) if tactic is HeroicTactic.RETREAT else cites


@lru_cache(maxsize=4096)
def hit_cites(kind: HeroicModeKind, number: int, speed: Cites) -> Cites:
    """Return the ids behind the hits of so many attackers or shots, and their Speed Factor."""
    cites = RANGED_HITS if kind is HeroicModeKind.RANGED else MELEE_HITS
    if number <= TABLE_ENDS:
        return (*cites, rulebook.RATIO_MULTIPLIER_TABLE.id, *speed)
    if number <= CONTINUED_ENDS:
        cites = (*cites, rulebook.RATIO_MULTIPLIER_CONTINUED.id)
    return (*cites, rulebook.RATIO_MULTIPLIER_OPEN.id, *speed)
