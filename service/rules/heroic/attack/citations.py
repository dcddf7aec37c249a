"""Which rules and rulings stand behind an attack's numbers, for the steps that roll against them."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cites
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.situation import Engagement, Situation
from service.rules.heroic.attack.skill import is_grappling
from service.rules.heroic.attack.weapons import NO_RELOAD_UP_TO, TACTIC_ROWS, Aim, is_low_tech
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import TacticRow
from service.rules.heroic.book.words import HeroicEngagementMode, HeroicModeKind, HeroicTactic
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import reach_of
from service.rules.roll_under.words import ArmorDivisor

MELEE: Final = HeroicModeKind.MELEE
RANGED: Final = HeroicModeKind.RANGED
UNDIVIDED: Final = ArmorDivisor.ONE
TABLE_ENDS: Final = 30
CONTINUED_ENDS: Final = 10_000
RAPID_FROM: Final = 5
ATTACK: Final[Cites] = (
    attack_rules.ATTACK_STEPS,
    attack_rules.ATTACK_EFFECTIVE_SKILL,
    attack_rules.DICE_QUICK_CONTEST,
    attack_rules.DICE_ORDER_ATTACK,
)
GRAPPLE: Final[Cites] = (attack_rules.ATTACK_CONTEST, attack_rules.DICE_QUICK_CONTEST, attack_rules.DICE_ORDER_GRAPPLE)
GROUP: Final[Cites] = (
    rulebook.UNIT_GROUP_AS_ONE,
    rulebook.UNIT_NONCONTIGUOUS,
    Rulings.GROUP_ONE_ROLL,
)
MULTI: Final[Cites] = (
    attack_rules.MULTI_DECLARE,
    attack_rules.MULTI_AVERAGE_SKILL,
    rulebook.ACTION_FREE_WEAPON_SWAP,
)
STRIKE: Final[Cites] = (attack_rules.MELEE_MODIFIERS, attack_rules.MELEE_REACH)
ENGAGED: Final[Cites] = (attack_rules.ENGAGE_COMPUTE, Rulings.ENGAGEMENT_MODE)
CROWD: Final[dict[HeroicEngagementMode | None, Cites]] = {
    HeroicEngagementMode.OPEN: (*ENGAGED, attack_rules.ENGAGE_SURROUND, Rulings.ENGAGEMENT_SLOTS),
    HeroicEngagementMode.LINE: (*ENGAGED, attack_rules.ENGAGE_FRONTAGE),
}
SHOT: Final[Cites] = (attack_rules.RANGED_MODIFIERS,)
MELEE_HITS: Final[Cites] = (attack_rules.ATTACK_BASE_HITS, attack_rules.MELEE_NO_CAP)
RANGED_HITS: Final[Cites] = (
    attack_rules.ATTACK_BASE_HITS,
    attack_rules.RANGED_HITS_CAP,
    attack_rules.RANGED_MULTIPLIER_BY_SHOTS,
)


def _tactic_cites(kind: HeroicModeKind, row: TacticRow) -> Cites:
    """Return the ids behind a tactic, as far as it is no modifier of the attack."""
    cites: Cites = () if (row.ranged if kind is RANGED else row.melee) else (row.rule,)
    return (*cites, attack_rules.ATTACK_ALL_OUT_TARGET) if row.tactic is HeroicTactic.ALL_OUT_OFFENSIVE else cites


TACTIC_CITES: Final = {
    (kind, tactic): (*(GRAPPLE if kind is HeroicModeKind.GRAPPLE else ATTACK), *_tactic_cites(kind, row))
    for kind in HeroicModeKind
    for tactic, row in TACTIC_ROWS.items()
}


def attack_cites(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], engagement: Engagement, assigned: int
) -> Cites:
    """Return the ids behind an attack's effective skill that are no modifiers of it."""
    mode = aims[0].mode
    cites = TACTIC_CITES[mode.kind, situation.attacker_tactic]
    if situation.attacker.count_start > 1:
        cites += GROUP
    if choice.attackers is not None:
        cites = (*cites, rulebook.UNIT_SPLIT_ATTACKERS)
    if mode.armor_divisor is not UNDIVIDED:
        cites = (*cites, attack_rules.REF_ARMOR_DIVISOR)
    if choice.modes:
        cites += MULTI
    if mode.kind is RANGED:
        return cites + _shot_cites(situation, choice, mode)
    cites += _strike_cites(situation, choice, aims, assigned)
    return cites if assigned == 1 else cites + _crowd_cites(engagement, assigned)


def _strike_cites(situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], assigned: int) -> Cites:
    """Return the ids behind an attack in melee."""
    mode, cites = aims[0].mode, STRIKE
    if len(mode.reach) > 1:
        cites = (*cites, rulebook.ACTION_FREE_GRIP_REACH)
    if situation.distance > reach_of(mode):
        cites = (*cites, Rulings.LOCKED_REACH)
    if len(aims) > 1 and not choice.modes:
        cites = (*cites, attack_rules.MELEE_MODE_PER_HIT)
    if situation.grapples and mode.kind is MELEE and is_grappling(situation, assigned):
        cites = (*cites, attack_rules.GRAPPLE_WEAPONS)
    return cites


def _crowd_cites(engagement: Engagement, assigned: int) -> Cites:
    """Return the ids behind how several members find room to strike."""
    cites = CROWD.get(engagement.mode, ENGAGED)
    return (*cites, attack_rules.ENGAGE_COUNT) if engagement.engaged < assigned else cites


def _shot_cites(situation: Situation, choice: HeroicAttackChoice, mode: HeroicAttackMode) -> Cites:
    """Return the ids behind a shot."""
    low_tech, shots = is_low_tech(mode), choice.shots_each or 1
    cites: Cites = SHOT
    if not low_tech:
        cites = (*cites, attack_rules.RANGED_SHOTS_ROF)
    elif TACTIC_ROWS[situation.attacker_tactic].aims:
        cites = (*cites, attack_rules.RANGED_SHOTS_AIMED)
    else:
        cites = (*cites, attack_rules.RANGED_SHOTS_LOW_TECH)
    if low_tech and shots > 1:
        cites = (*cites, attack_rules.RANGED_SHOT_MOVE_COST)
    if shots * mode.projectiles_per_shot >= RAPID_FROM:
        cites = (*cites, attack_rules.REF_RAPID_FIRE)
    return cites + _supply_cites(situation.attacker, mode)


def _supply_cites(attacker: HeroicUnit, mode: HeroicAttackMode) -> Cites:
    """Return the ids behind a shooter's ammunition and range."""
    reload_s = mode.reload_s
    cites: Cites = (rulebook.ACTION_FREE_RELOAD,) if 0 < reload_s <= NO_RELOAD_UP_TO else ()
    if attacker.ammo or reload_s > NO_RELOAD_UP_TO:
        cites = (*cites, attack_rules.RANGED_AMMO)
    return cites if mode.range_max is None else (*cites, attack_rules.RANGED_RANGE_LIMITS)


@lru_cache(maxsize=512)
def defense_cites(chosen: Cites, tactic: HeroicTactic, members: int) -> Cites:
    """Return the ids behind the defence of so many members that are no modifiers of it."""
    row = TACTIC_ROWS[tactic]
    cites = chosen if row.defense else (*chosen, row.rule)
    if members > 1:
        cites = (*cites, rulebook.UNIT_DEFEND_AS_UNIT)
    return (*cites, rulebook.LOCK_RETREAT) if tactic is HeroicTactic.RETREAT else cites


@lru_cache(maxsize=4096)
def hit_cites(kind: HeroicModeKind, number: int, speed: Cites) -> Cites:
    """Return the ids behind the hits of so many attackers or shots, and their Speed Factor."""
    cites = RANGED_HITS if kind is RANGED else MELEE_HITS
    if number <= TABLE_ENDS:
        return (*cites, attack_rules.RATIO_MULTIPLIER_TABLE, *speed)
    if number <= CONTINUED_ENDS:
        cites = (*cites, attack_rules.RATIO_MULTIPLIER_CONTINUED)
    return (*cites, attack_rules.RATIO_MULTIPLIER_OPEN, *speed)
