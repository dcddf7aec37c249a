"""Superior numbers: who can take part, what the ratio adds to skill, and what multiplies hits."""

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final

from service.dice.model import Cites
from service.rules.heroic.attack.models import HeroicTerrain
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicEngagementRule, HeroicRulings
from service.rules.heroic.book.tables import RATIO_ABOVE
from service.rules.heroic.book.words import HeroicEngagementMode
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.value import value
from service.rules.roll_under.modifiers import measure_of, size_of_number

MULTIPLIERS: Final = ((30, attack_rules.RATIO_MULTIPLIER_TABLE), (10_000, attack_rules.RATIO_MULTIPLIER_CONTINUED))
ROOM: Final[dict[HeroicEngagementMode | None, Cites]] = {
    HeroicEngagementMode.OPEN: (attack_rules.ENGAGE_COMPUTE, attack_rules.ENGAGE_SURROUND),
    HeroicEngagementMode.LINE: (attack_rules.ENGAGE_COMPUTE, attack_rules.ENGAGE_FRONTAGE),
}


@value
class Engagement:
    """How many fight how many, and how that was found; no mode for ranged attacks."""

    engaged: int
    defenders: int
    mode: HeroicEngagementMode | None


@value
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
def hit_cites(number: int, speed: Cites, *, ranged: bool) -> Cites:
    """Return the rules behind the hits of so many attackers or shots, those of their Speed Factor last."""
    multiplier = next((rule for last, rule in MULTIPLIERS if number <= last), attack_rules.RATIO_MULTIPLIER_OPEN)
    limit = attack_rules.RANGED_HITS_CAP if ranged else attack_rules.MELEE_NO_CAP
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
    attacker: HeroicUnit, target: HeroicUnit, ranks: Ranks, terrain: HeroicTerrain, rulings: HeroicRulings
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
    attacker: HeroicUnit, target: HeroicUnit, ranks: Ranks, terrain: HeroicTerrain, rule: HeroicEngagementRule
) -> int | None:
    """Return the narrowest frontage if lines meet; a unit of unknown frontage is as wide as its members."""
    if rule is HeroicEngagementRule.OPEN:
        return None
    own, other = attacker.formation.frontage, target.formation.frontage
    known = [each for each in (own, other, terrain.frontage) if each is not None]
    if rule is HeroicEngagementRule.LINE:
        known += [ranks.attackers] * (own is None) + [ranks.defenders] * (other is None)
    return min(known) if known else None
