"""Situation of one attack, as the kernels see it, and superior numbers: who can take part, and what that adds."""

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final, NamedTuple

from service.dice.model import Cites
from service.rules.heroic.attack import models
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicAssignment, HeroicEngagementRule, HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.tables import RATIO_ABOVE
from service.rules.heroic.book.words import HeroicEngagementMode, HeroicModeKind, HeroicTactic
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import able_among, active_of, count_of, weary
from service.rules.roll_under.modifiers import measure_of, size_of_number
from service.wire import value_class

MULTIPLIERS: Final = ((30, attack_rules.RATIO_MULTIPLIER_TABLE), (10_000, attack_rules.RATIO_MULTIPLIER_CONTINUED))
ROOM: Final[dict[HeroicEngagementMode | None, Cites]] = {
    HeroicEngagementMode.OPEN: (attack_rules.ENGAGE_COMPUTE, attack_rules.ENGAGE_SURROUND),
    HeroicEngagementMode.LINE: (attack_rules.ENGAGE_COMPUTE, attack_rules.ENGAGE_FRONTAGE),
}


class Watch(NamedTuple):
    """Ground that an attacker has watched for opportunity fire."""

    radius: int
    line: bool
    discriminating: bool


@value_class
class Situation:
    """Two units, their tactics, and whatever else counts for one attack of the first on the second.

    `active` are the attacker's members who can act, `able` the target's who can defend themselves, `standing` all of
    the target's who are on their feet (see `situate`). `distance` is in yards; `allowance_spent` in multiples of
    Move; `side_attackers` counts all of the attacker's side who attack this target in this phase (None: this attack
    alone); `others` are other units with their tactics, of whom a stray shot may hit those that `locks` connect with
    the target. `free` is a free attack on a retreat, `separate` one of several attacks that Extra Attack allows with
    different weapons.
    """

    attacker: HeroicUnit
    target: HeroicUnit
    active: int
    able: int
    standing: int
    attacker_tactic: HeroicTactic = HeroicTactic.NEUTRAL
    target_tactic: HeroicTactic = HeroicTactic.NEUTRAL
    distance: float = 1.0
    has_initiative: bool = False
    allowance_spent: float = 0.0
    side_attackers: int | None = None
    others: tuple[models.HeroicBystander, ...] = ()
    locks: tuple[HeroicLock, ...] = ()
    grapples: tuple[HeroicHold, ...] = ()
    terrain: models.HeroicTerrain = models.OPEN_GROUND
    withdrawing: bool = False
    charge_target: str | None = None
    free: bool = False
    separate: bool = False
    watch: Watch | None = None


def situate(
    attacker: HeroicUnit, target: HeroicUnit, grapples: tuple[HeroicHold, ...], assignment: HeroicAssignment
) -> Situation:
    """Return the plainest situation of two units, their members counted; `_replace` adds what else counts."""
    standing = count_of(target, assignment)
    return Situation(
        attacker,
        target,
        active_of(attacker, grapples, assignment),
        able_among(target, standing, grapples),
        standing,
        grapples=grapples,
    )


def situation_of(meeting: models.HeroicMeeting, rulings: HeroicRulings) -> Situation:
    """Read the situation of an attack or grapple that is resolved by itself, the tired as they act."""
    attacker, target, others, grapples = meeting.attacker, meeting.target, meeting.others, meeting.grapples
    assignment, effects = rulings.assignment, rulings.fp_effects
    if effects is HeroicFpEffects.APPLY:
        attacker, target = weary(attacker, effects), weary(target, effects)
        others = tuple([models.HeroicBystander(unit=weary(each.unit, effects), tactic=each.tactic) for each in others])
    free = separate = False
    watch = None
    if isinstance(meeting, models.HeroicAttack):
        free, separate = meeting.free, meeting.separate
        if meeting.watch_radius is not None or meeting.watch_line:
            watch = Watch(meeting.watch_radius or 0, meeting.watch_line, meeting.discriminating)
    standing = count_of(target, assignment)
    return Situation(
        attacker,
        target,
        active_of(attacker, grapples, assignment),
        able_among(target, standing, grapples),
        standing,
        meeting.attacker_tactic,
        meeting.target_tactic,
        meeting.distance,
        meeting.has_initiative,
        meeting.allowance_spent,
        meeting.side_attackers,
        others,
        meeting.locks,
        grapples,
        meeting.terrain,
        meeting.withdrawing,
        meeting.charge_target,
        free,
        separate,
        watch,
    )


@value_class
class Engagement:
    """How many fight how many, and how that was found; no mode for ranged attacks."""

    engaged: int
    defenders: int
    mode: HeroicEngagementMode | None


@value_class
class Ranks:
    """Two units that meet in melee: members who are to fight, members who can, and the reach of the weapon."""

    assigned: int
    attackers: int
    defenders: int
    reach: int


@lru_cache(maxsize=4096)
def ratio_bonus(attackers: int, defenders: int) -> int:
    """Return what so many attackers against so many defenders add to skill; fractions are compared exactly."""
    if attackers <= defenders:
        return 0
    if 2 * attackers <= 3 * defenders:
        return 2
    if attackers > 7 * defenders:
        return RATIO_ABOVE
    return -(-attackers // defenders) * 2


@lru_cache(maxsize=4096)
def multiplier_halves(number: int) -> int:
    """Return what so many melee attackers or shots multiply hits by, in halves."""
    if number <= 2:
        return 2
    return 3 if number == 3 else 2 * size_of_number(number)


@lru_cache(maxsize=4096)
def hit_cites(kind: HeroicModeKind, number: int, speed: Cites) -> Cites:
    """Return the rules behind the hits of so many attackers or shots, those of their Speed Factor last."""
    multiplier = next((rule for last, rule in MULTIPLIERS if number <= last), attack_rules.RATIO_MULTIPLIER_OPEN)
    limit = attack_rules.RANGED_HITS_CAP if kind is HeroicModeKind.RANGED else attack_rules.MELEE_NO_CAP
    return (attack_rules.ATTACK_BASE_HITS, limit, multiplier, *speed)


@lru_cache(maxsize=1024)
def slots_around(defender_sm: int, attacker_sm: int, base: int) -> int:
    """Return how many attackers fit around one defender.

    Ruling: heroic/ruling/engagement-slots.
    """
    if defender_sm == attacker_sm:
        return base
    return max(1, floor(Fraction(base) * measure_of(defender_sm) / measure_of(attacker_sm)))


def engagement_of(
    attacker: HeroicUnit, target: HeroicUnit, ranks: Ranks, terrain: models.HeroicTerrain, rulings: HeroicRulings
) -> Engagement:
    """Return how many of the assigned members can take part in a melee, and against how many.

    Ruling: heroic/ruling/engagement-mode.
    """
    rule = rulings.engagement
    if rule is HeroicEngagementRule.UNLIMITED:
        return Engagement(ranks.assigned, ranks.defenders, HeroicEngagementMode.UNLIMITED)
    frontage = _frontage_of(attacker, target, ranks, terrain, rule)
    reach = max(1, ranks.reach)
    if frontage is None:
        slots = slots_around(target.sm, attacker.sm, rulings.surround_base) * reach
        engaged = min(ranks.assigned, slots * ranks.defenders)
        return Engagement(engaged, ranks.defenders, HeroicEngagementMode.OPEN)
    engaged = min(ranks.assigned, frontage * min(attacker.formation.ranks, reach))
    return Engagement(engaged, min(ranks.defenders, frontage), HeroicEngagementMode.LINE)


def crowd_cites(engagement: Engagement, assigned: int) -> Cites:
    """Return the rules behind how many of the assigned members find room to strike."""
    cites = ROOM.get(engagement.mode, (attack_rules.ENGAGE_COMPUTE,))
    return (*cites, attack_rules.ENGAGE_COUNT) if engagement.engaged < assigned else cites


def _frontage_of(
    attacker: HeroicUnit, target: HeroicUnit, ranks: Ranks, terrain: models.HeroicTerrain, rule: HeroicEngagementRule
) -> int | None:
    """Return the narrowest frontage if lines meet; a unit of unknown frontage is as wide as its members."""
    if rule is HeroicEngagementRule.OPEN:
        return None
    own, other = attacker.formation.frontage, target.formation.frontage
    known = [each for each in (own, other, terrain.frontage) if each is not None]
    if rule is HeroicEngagementRule.LINE:
        known += [ranks.attackers] * (own is None) + [ranks.defenders] * (other is None)
    return min(known) if known else None
