"""The exact odds of an attack: the kernels of `exchange` and `injury`, run with exact dice and merged in between.

The contest is enumerated once for each pair of numbers; its margins merge into base hits before any damage is rolled,
and the damage of equal hits is added up instead of enumerated.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from service.dice.exact import Distribution, ExactDice
from service.rules.heroic.attack.attack import KINDS, Fate, Landing, fate_of, verdict_of, winner_of
from service.rules.heroic.attack.contest import base_hits_of, clash_chances, total_hits_of
from service.rules.heroic.attack.exchange import (
    apportioned,
    listed_shares,
    roll_fast_draw,
    roll_stray_check,
    stray_blow,
    stray_hits,
)
from service.rules.heroic.attack.injury import Pending, settle
from service.rules.heroic.attack.legality import refuse_attack
from service.rules.heroic.attack.models import HeroicAttack
from service.rules.heroic.attack.outcomes import HeroicAttackVerdict
from service.rules.heroic.attack.plan import AttackPlan, Salvo, is_tried, plan_attack
from service.rules.heroic.attack.situation import situation_of
from service.rules.heroic.attack.stray import Bystander
from service.rules.heroic.attack.wounds import injury_chances
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.tables import STRAY_HIGHEST
from service.rules.kernel.sums import CERTAIN, Effort, sum_of
from service.rules.roll_under.locations import location_chances

MISS: Final = Landing(0, 0, None, 0, 0)
ALWAYS: Final = Fraction(1)
NEVER: Final = Fraction(0)
SHARE_COST: Final = 10
STRAY_COST: Final = 20

Weighted = Iterator[tuple[Landing, Fraction]]


def attack_odds(input: HeroicAttack, rulings: HeroicRulings) -> Distribution[HeroicAttackVerdict]:
    """Return the exact chances of each verdict of an attack.

    Raises: the refusals of attacks; OddsTooLarge, if too much would have to be added up.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    landings = landings_of(plan)
    if not input.settle:
        return landings.then(lambda landing, _: verdict_of(landing, None))
    units = (input.attacker, input.target, *[other.unit for other in input.others])
    winner = winner_of(input)

    def fate(pending: tuple[Pending, ...], dice: ExactDice) -> Fate:
        settled = settle(units, pending, winner, rulings, dice)
        return fate_of(plan.target, settled.injuries, settled.units[1])

    fates: dict[tuple[Pending, ...], Distribution[Fate]] = {}
    chances: dict[HeroicAttackVerdict, Fraction] = {}
    for landing, chance in landings.chances.items():
        pending = tuple([each._replace(hits=1) for each in landing.pending(plan)])
        if pending not in fates:
            fates[pending] = Distribution.of(partial(fate, pending))
        for after, likely in fates[pending].chances.items():
            verdict = verdict_of(landing, after)
            chances[verdict] = chances.get(verdict, NEVER) + chance * likely
    return Distribution(chances)


def landings_of(plan: AttackPlan) -> Distribution[Landing]:
    """Return the chances of each way an attack can land, before any injury is applied."""
    effort = Effort()
    chances: dict[Landing, Fraction] = {}
    for salvo, chance in salvos_of(plan):
        for landing, likely in _landings(plan, salvo, effort):
            chances[landing] = chances.get(landing, NEVER) + chance * likely
    return Distribution(chances)


def salvos_of(plan: AttackPlan) -> Iterator[tuple[Salvo, Fraction]]:
    """Yield what the attack is worth with and without the shot of a Fast-Draw."""
    strength = plan.strength
    if strength.drawn is None or strength.fast_draw is None:
        yield strength.plain, ALWAYS
        return
    for succeeded, chance in Distribution.of(partial(roll_fast_draw, plan, strength.fast_draw)).chances.items():
        yield strength.drawn if succeeded else strength.plain, chance


def bases_of(plan: AttackPlan, salvo: Salvo) -> dict[int, Fraction]:
    """Return the chances of each number of base hits; 0 is a miss."""
    if not is_tried(salvo.skill):
        return {0: ALWAYS}
    value = plan.defense.value
    clash = clash_chances(salvo.skill.total, None if value is None else value.total, plan.rules)
    bases: dict[int, Fraction] = {}
    for (won, margin), chance in clash.chances.items():
        base = base_hits_of(margin, plan.speed_factor) if won else 0
        bases[base] = bases.get(base, NEVER) + chance
    return bases


def shares_of(plan: AttackPlan, salvo: Salvo, base: int, effort: Effort) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of each way in which the hits of so many base hits are shared among the aims.

    Raises: OddsTooLarge, if there are too many ways.
    """
    hits = total_hits_of(base, salvo.halves, salvo.cap)
    if not plan.together:
        return {listed_shares(plan, hits): ALWAYS}
    chances: dict[tuple[int, ...], Fraction] = {}
    for counts, chance in _counts(len(plan.aims), base, effort).items():
        shares = apportioned(counts, base, hits, salvo.halves)
        chances[shares] = chances.get(shares, NEVER) + chance
    return chances


def _landings(plan: AttackPlan, salvo: Salvo, effort: Effort) -> Weighted:
    bases = bases_of(plan, salvo)
    lost = bases.pop(0, NEVER)
    for base, chance in bases.items():
        hits = total_hits_of(base, salvo.halves, salvo.cap)
        for injury, likely in _injuries(plan, salvo, base, effort).chances.items():
            yield Landing(hits, injury, None, 0, 0), chance * likely
    if lost and is_tried(salvo.skill):
        for landing, likely in _strays(plan, salvo, effort):
            yield landing, lost * likely
    elif lost:
        yield MISS, lost


def _injuries(plan: AttackPlan, salvo: Salvo, base: int, effort: Effort) -> Distribution[int]:
    """Return the chances of each injury that the hits of so many base hits do in all."""
    if not plan.blows:
        return CERTAIN
    chances: dict[int, Fraction] = {}
    for shares, chance in shares_of(plan, salvo, base, effort).items():
        for injury, likely in _injuries_of(plan, shares, effort).chances.items():
            chances[injury] = chances.get(injury, NEVER) + chance * likely
    return Distribution(chances)


def _injuries_of(plan: AttackPlan, shares: tuple[int, ...], effort: Effort) -> Distribution[int]:
    total = CERTAIN
    for blow, hits in zip(plan.blows, shares, strict=True):
        if hits:
            one = injury_chances(blow, hits, per_hit=plan.per_hit)
            effort.spend(len(total.chances) * len(one.chances), attack_rules.INJURY_DAMAGE_ONCE)
            total = sum_of(total, one, attack_rules.INJURY_DAMAGE_ONCE)
    return total


def _counts(attacks: int, base: int, effort: Effort) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of how often each of several attacks lands, any of them being equally likely each time."""
    counts = {(0,) * attacks: Fraction(1)}
    for _ in range(base):
        effort.spend(SHARE_COST * len(counts) * attacks, attack_rules.MULTI_RANDOM_MODE)
        after: dict[tuple[int, ...], Fraction] = {}
        for before, chance in counts.items():
            for at in range(attacks):
                landed = (*before[:at], before[at] + 1, *before[at + 1 :])
                after[landed] = after.get(landed, NEVER) + chance / attacks
        counts = after
    return counts


def _strays(plan: AttackPlan, salvo: Salvo, effort: Effort) -> Weighted:
    """Yield what becomes of a miss: each member of the melee is equally likely to be endangered."""
    if not plan.bystanders:
        yield MISS, ALWAYS
        return

    def endangers(dice: ExactDice) -> bool:
        return roll_stray_check(plan, dice) <= STRAY_HIGHEST

    astray = Distribution.of(endangers).chances[True]
    yield MISS, 1 - astray
    members = sum([each.members for each in plan.bystanders])
    for bystander in plan.bystanders:
        chosen = astray * Fraction(bystander.members, members)
        for landing, chance in _strays_at(plan, salvo, bystander, effort):
            yield landing, chosen * chance


def _strays_at(plan: AttackPlan, salvo: Salvo, bystander: Bystander, effort: Effort) -> Weighted:
    if not is_tried(bystander.skill):
        yield MISS, ALWAYS
        return
    value = bystander.defense.value
    clash = clash_chances(bystander.skill.total, None if value is None else value.total, plan.rules)
    hit: dict[int, Fraction] = {}
    for (won, margin), chance in clash.chances.items():
        hits = stray_hits(plan, salvo, margin) if won else 0
        hit[hits] = hit.get(hits, NEVER) + chance
    yield MISS, hit.pop(0, NEVER)
    for hits, chance in hit.items():
        for (location, _), where in location_chances().chances.items():
            injuries = injury_chances(stray_blow(plan, bystander, location), hits, per_hit=plan.per_hit).chances
            effort.spend(STRAY_COST * len(injuries), attack_rules.RANGED_STRAY)
            for injury, likely in injuries.items():
                yield Landing(0, 0, bystander.unit.id, hits, injury), chance * where * likely
