"""The exact odds of an attack and of an injury step, and the chances of an attack's hits.

The same stages that play rolls are mapped over distributions. States that go on alike are merged between two stages.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Final

from pydantic import Field

from service.dice.exact import MAX_PATHS, Distribution, ExactDice
from service.dice.model import Dice, ids_of
from service.dice.transcript import Tally
from service.errors import OddsTooLarge, RulesRefuse
from service.rules.heroic.attack import attack, exchange, outcomes
from service.rules.heroic.attack.injury import Pending, pending_in, settle
from service.rules.heroic.attack.injury import verdict_of as injury_verdict_of
from service.rules.heroic.attack.models import HeroicAttack, HeroicAttackChoice, HeroicInjury
from service.rules.heroic.attack.plan import AttackPlan, Salvo, plan_attack
from service.rules.heroic.attack.rolls import share_chances
from service.rules.heroic.attack.situation.legality import refuse_attack, refuse_injury
from service.rules.heroic.attack.situation.situation import Situation, situation_of
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.chances.sums import Effort
from service.rules.roll_under.damage import expected_injury
from service.rules.roll_under.words import DamageType, HitLocation
from service.wire import record

MOST_RESULTS: Final = 50_000


def landed_chances(
    plan: AttackPlan, stages: Sequence[exchange.Stage] = exchange.STAGES
) -> Distribution[exchange.Landed]:
    """Return the chances of each way an attack can land before its damage is rolled."""
    landed = Distribution({exchange.Landed(plan.strength.plain): Fraction(1)})
    for stage in stages:
        landed = landed.then(partial(stage, plan), MOST_RESULTS)
    return landed


def attack_odds(input: HeroicAttack, rulings: HeroicRulings) -> Distribution[outcomes.HeroicAttackVerdict]:
    """Return the exact chances of each verdict of an attack.

    Raises: the refusals of attacks; OddsTooLarge, if too much would have to be added up.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, attack.KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    units = (input.attacker, input.target, *[other.unit for other in input.others])
    winner = attack.winner_of(input)

    def injure(pending: tuple[Pending, ...], dice: Dice) -> attack.InjuryResult:
        settled = settle(units, pending, winner, rulings, dice)
        return attack.injury_result_of(plan.target, settled.injuries, settled.units[1])

    def verdict(result: exchange.AttackTotals, dice: ExactDice) -> outcomes.HeroicAttackVerdict:
        if not input.settle:
            return attack.verdict_of(result, None)
        pending = tuple([each._replace(hits=1) for each in result.pending(plan)])
        return attack.verdict_of(result, dice.settle(attack_rules.INJURY_HT_HALVES, injure, pending))

    results = landed_chances(plan).then(
        lambda landed, dice: exchange.roll_injury(plan, landed, dice).result, MOST_RESULTS
    )
    return results.then(verdict, 20 * MOST_RESULTS)


def injury_odds(input: HeroicInjury, rulings: HeroicRulings) -> Distribution[outcomes.HeroicInjuryVerdict]:
    """Return the exact chances of each verdict of an injury step: unit by unit, those of one injury group together.

    Raises: HeroicUnknownUnit, HeroicDuplicateId, PoolMismatch; OddsTooLarge, if too many units are injured at once.
    """
    refuse_injury(input)
    pending = pending_in(input)
    blocks = _blocks(input.units)

    def injure(at: int, dice: Dice) -> outcomes.HeroicInjuryVerdict:
        ids = {unit.id for unit in blocks[at]}
        concerned = tuple([each for each in pending if each.unit in ids])
        return injury_verdict_of(settle(blocks[at], concerned, input.winner, rulings, dice).injuries)

    def add(at: int, before: outcomes.HeroicInjuryVerdict, dice: ExactDice) -> outcomes.HeroicInjuryVerdict:
        more = dice.settle(attack_rules.INJURY_HT_HALVES, injure, at)
        return outcomes.HeroicInjuryVerdict(
            applied=before.applied + more.applied,
            casualties=before.casualties + more.casualties,
            units_felled=before.units_felled + more.units_felled,
        )

    total = Distribution({outcomes.HeroicInjuryVerdict(applied=0, casualties=0, units_felled=0): Fraction(1)})
    for at in range(len(blocks)):
        total = total.then(partial(add, at), 2 * MAX_PATHS)
    return total


def _blocks(units: tuple[HeroicUnit, ...]) -> list[tuple[HeroicUnit, ...]]:
    """Return the units one by one, but those who share injury together."""
    blocks: dict[tuple[str, str], tuple[HeroicUnit, ...]] = {}
    for unit in units:
        key = (unit.id, "") if unit.injury_group is None else (unit.side, unit.injury_group)
        blocks[key] = (*blocks.get(key, ()), unit)
    return list(blocks.values())


@record
class HeroicFraction:
    """An exact number, and the nearest decimal for display."""

    numerator: Annotated[str, Field(description="Numerator in lowest terms, in decimal digits.")]
    denominator: Annotated[str, Field(description="Denominator in lowest terms, in decimal digits.")]
    decimal: Annotated[float, Field(description="The nearest double.")]


@record
class HeroicHitsChance:
    """How likely a number of hits on the target is."""

    hits: Annotated[int, Field(description="Hits.")]
    chance: Annotated[HeroicFraction, Field(description="The chance of exactly this number.")]


@record
class HeroicBlowChance:
    """What one hit of a mode does."""

    mode: Annotated[str, Field(description="The attack mode.")]
    location: Annotated[HitLocation, Field(description="Where it is aimed.")]
    type: Annotated[DamageType, Field(description="Type of damage.")]
    dr: Annotated[int, Field(description="Effective DR.")]
    wounding: Annotated[float, Field(description="Wounding multiplier.")]
    injury_per_hit: Annotated[HeroicFraction, Field(description="Mean injury of one hit.")]


@record
class HeroicChances:
    """What an attack would be rolled with."""

    skill: Annotated[Tally, Field(description="Effective skill.")]
    skill_if_drawn: Annotated[Tally | None, Field(description="The same after a Fast-Draw; null if none is tried.")]
    defense: outcomes.HeroicDefenseUsed
    numbers: outcomes.HeroicNumbers
    speed_factor: Annotated[int, Field(description="Points of margin that buy a further base hit.")]
    shots: Annotated[outcomes.HeroicShots | None, Field(description="The shooting; null in melee.")]
    shots_if_drawn: Annotated[
        outcomes.HeroicShots | None, Field(description="The same after a Fast-Draw; null without one.")
    ]
    blows: Annotated[tuple[HeroicBlowChance, ...], Field(description="What one hit of each mode does.")]
    hits: Annotated[tuple[HeroicHitsChance, ...], Field(description="Every number of hits on the target, ascending.")]
    mean_injury: Annotated[HeroicFraction, Field(description="Mean injury to the target before its HT roll.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules behind all that.")]


def compute_chances(input: HeroicAttack, rulings: HeroicRulings) -> HeroicChances:
    """Work out effective skill, defence and numbers of an attack, and the exact chances of its hits, without rolling.

    Raises: the refusals of attacks; OddsTooLarge, if too many attacks are declared as one.
    Source: Ranged Combat Phase and Melee Combat Phase, procedure.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, attack.KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    hits, injury = _hits_and_injury(plan)
    plain, drawn = plan.strength.plain, plan.strength.drawn
    return HeroicChances(
        skill=plain.skill,
        skill_if_drawn=None if drawn is None else drawn.skill,
        defense=attack.defense_used(plan.defense),
        numbers=attack.numbers_of(plan, plain),
        speed_factor=plan.speed_factor,
        shots=attack.shots_of(plain, drawn=None if drawn is None else False),
        shots_if_drawn=_shots_if_drawn(drawn),
        blows=_blows(plan),
        hits=_hits(hits),
        mean_injury=_written(injury),
        cites=ids_of((*plan.attack_cites, *plan.defense_cites, *plan.hit_cites)),
    )


def _hits_and_injury(plan: AttackPlan) -> tuple[dict[int, Fraction], Fraction]:
    """Return the chances of each number of hits, and the mean injury."""
    means = [expected_injury(blow) for blow in plan.blows]
    hits: dict[int, Fraction] = {}
    injury = Fraction(0)
    for landed, chance in landed_chances(plan, (exchange.roll_fast_draw, exchange.roll_contest)).chances.items():
        hits[landed.hits] = hits.get(landed.hits, Fraction(0)) + chance
        for shares, often in share_chances(exchange.hits_on_target(plan, landed), Effort()).items():
            injury += chance * often * sum([many * mean for many, mean in zip(shares, means, strict=True)])
    return hits, injury


def hit_chance(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> float | None:
    """Return the chance that an attack hits at least once; None if it is not allowed, a grapple, or too large."""
    try:
        aims = refuse_attack(situation, choice, attack.KINDS, rulings)
        plan = plan_attack(situation, choice, aims, rulings)
        landed = landed_chances(plan, (exchange.roll_fast_draw, exchange.roll_contest))
    except (RulesRefuse, OddsTooLarge):
        return None
    return float(sum([chance for each, chance in landed.chances.items() if each.hits]))


def _shots_if_drawn(drawn: Salvo | None) -> outcomes.HeroicShots | None:
    return None if drawn is None else attack.shots_of(drawn, drawn=True)


def _blows(plan: AttackPlan) -> tuple[HeroicBlowChance, ...]:
    return tuple(
        [
            HeroicBlowChance(
                mode=aim.mode.id,
                location=aim.location,
                type=blow.type,
                dr=blow.dr,
                wounding=blow.wounding / 2,
                injury_per_hit=_written(expected_injury(blow)),
            )
            for aim, blow in zip(plan.aims, plan.blows, strict=True)
        ]
    )


def _hits(chances: Mapping[int, Fraction]) -> tuple[HeroicHitsChance, ...]:
    return tuple([HeroicHitsChance(hits=hits, chance=_written(chances[hits])) for hits in sorted(chances)])


def _written(number: Fraction) -> HeroicFraction:
    return HeroicFraction(numerator=str(number.numerator), denominator=str(number.denominator), decimal=float(number))
