"""Which rules and rulings stand behind an attack's numbers, for the steps that roll against them."""

from typing import Final

from service.dice.model import Cites
from service.rules.heroic import contest_rulings, melee_rulings, ranged_rulings, rulebook
from service.rules.heroic.aims import Aim, is_low_tech
from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.defense import Defense
from service.rules.heroic.numbers import Engagement
from service.rules.heroic.situation import Situation
from service.rules.heroic.state import is_solitary
from service.rules.heroic.volley import NO_RELOAD_UP_TO, TACTIC_ROWS, ammo_of
from service.rules.heroic.words import HeroicEngagementMode, HeroicModeKind, HeroicTactic

TABLE_ENDS: Final = 30
CONTINUED_ENDS: Final = 10_000
ATTACK: Final[Cites] = (
    rulebook.ATTACK_STEPS.id,
    rulebook.ATTACK_EFFECTIVE_SKILL.id,
    rulebook.DICE_QUICK_CONTEST.id,
    rulebook.DICE_ORDER_ATTACK.id,
)
GRAPPLE: Final[Cites] = (rulebook.ATTACK_CONTEST.id, rulebook.DICE_QUICK_CONTEST.id, rulebook.DICE_ORDER_GRAPPLE.id)
GROUP: Final[Cites] = (rulebook.UNIT_GROUP_AS_ONE.id, contest_rulings.GROUP_ONE_ROLL.id)
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


def attack_cites(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], engagement: Engagement, assigned: int
) -> Cites:
    """Return the ids behind an attack's effective skill that are no modifiers of it."""
    mode = aims[0].mode
    cites = GRAPPLE if mode.kind is HeroicModeKind.GRAPPLE else ATTACK
    row = TACTIC_ROWS[situation.attacker_tactic]
    ranged = mode.kind is HeroicModeKind.RANGED
    if not (row.ranged if ranged else row.melee):
        cites = (*cites, row.rule.id)
    if situation.attacker_tactic is HeroicTactic.ALL_OUT_OFFENSIVE:
        cites = (*cites, rulebook.ATTACK_ALL_OUT_TARGET.id)
    if not is_solitary(situation.attacker):
        cites += GROUP
        if choice.attackers is not None:
            cites = (*cites, rulebook.UNIT_SPLIT_ATTACKERS.id)
    if choice.modes:
        cites += MULTI
    return cites + (_ranged_cites(situation, aims) if ranged else _melee_cites(aims, engagement, assigned))


def _melee_cites(aims: tuple[Aim, ...], engagement: Engagement, assigned: int) -> Cites:
    cites: Cites = (rulebook.MELEE_MODIFIERS.id,)
    if len(aims[0].mode.reach) > 1:
        cites = (*cites, rulebook.ACTION_FREE_GRIP_REACH.id)
    if len(aims) > 1:
        cites = (*cites, melee_rulings.MODE_SKILLS.id)
    if assigned == 1:
        return cites
    cites = (*cites, rulebook.ENGAGE_COMPUTE.id, melee_rulings.ENGAGEMENT_MODE.id)
    if engagement.mode is HeroicEngagementMode.OPEN:
        cites = (*cites, rulebook.ENGAGE_SURROUND.id, melee_rulings.ENGAGEMENT_SLOTS.id)
    elif engagement.mode is HeroicEngagementMode.LINE:
        cites = (*cites, rulebook.ENGAGE_FRONTAGE.id, melee_rulings.REACH_RANKS.id)
    return cites if engagement.engaged == assigned else (*cites, rulebook.ENGAGE_COUNT.id)


def _ranged_cites(situation: Situation, aims: tuple[Aim, ...]) -> Cites:
    mode = aims[0].mode
    cites: Cites = (rulebook.RANGED_MODIFIERS.id, ranged_rulings.TARGET_SPEED.id)
    if not is_low_tech(mode):
        cites = (*cites, rulebook.RANGED_SHOTS_ROF.id)
    elif TACTIC_ROWS[situation.attacker_tactic].aims:
        cites = (*cites, rulebook.RANGED_SHOTS_AIMED.id)
    else:
        cites = (*cites, rulebook.RANGED_SHOTS_LOW_TECH.id)
    if 0 < mode.reload_s <= NO_RELOAD_UP_TO:
        cites = (*cites, rulebook.ACTION_FREE_RELOAD.id)
    if ammo_of(situation.attacker, mode) is not None or mode.reload_s > NO_RELOAD_UP_TO:
        cites = (*cites, rulebook.RANGED_AMMO.id)
    return cites if mode.range_max is None else (*cites, rulebook.RANGED_RANGE_LIMITS.id)


def defense_cites(situation: Situation, defense: Defense) -> Cites:
    """Return the ids behind a defence that are no modifiers of it."""
    cites = defense.cites
    row = TACTIC_ROWS[situation.target_tactic]
    if not row.defense:
        cites = (*cites, row.rule.id)
    if not is_solitary(situation.target):
        cites = (*cites, rulebook.UNIT_DEFEND_AS_UNIT.id)
    if situation.target_tactic is HeroicTactic.RETREAT:
        cites = (*cites, rulebook.LOCK_RETREAT.id)
    return cites


def hit_cites(kind: HeroicModeKind, number: int) -> Cites:
    """Return the ids behind the hits of so many attackers or shots."""
    cites = RANGED_HITS if kind is HeroicModeKind.RANGED else MELEE_HITS
    if number <= TABLE_ENDS:
        return (*cites, rulebook.RATIO_MULTIPLIER_TABLE.id)
    if number <= CONTINUED_ENDS:
        cites = (*cites, rulebook.RATIO_MULTIPLIER_CONTINUED.id)
    return (*cites, rulebook.RATIO_MULTIPLIER_OPEN.id)
