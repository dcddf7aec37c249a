"""The exact odds of an attack and of an injury step: the same stages that play rolls, mapped over distributions.

States that go on alike are merged between two stages.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from service.dice.exact import MAX_PATHS, Distribution, ExactDice
from service.dice.model import Dice
from service.rules.heroic.attack.attack import KINDS, InjuryResult, injury_result_of, verdict_of, winner_of
from service.rules.heroic.attack.exchange import STAGES, AttackResult, Landed, Stage, roll_injury
from service.rules.heroic.attack.injury import Pending, pending_in, settle
from service.rules.heroic.attack.injury import verdict_of as injury_verdict_of
from service.rules.heroic.attack.legality import refuse_attack, refuse_injury
from service.rules.heroic.attack.models import HeroicAttack, HeroicInjury
from service.rules.heroic.attack.outcomes import HeroicAttackVerdict, HeroicInjuryVerdict
from service.rules.heroic.attack.plan import AttackPlan, plan_attack
from service.rules.heroic.attack.situation import situation_of
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.figures.models import HeroicUnit

MOST_RESULTS: Final = 50_000


def landed_chances(plan: AttackPlan, stages: Sequence[Stage] = STAGES) -> Distribution[Landed]:
    """Return the chances of each way an attack can land before its damage is rolled.

    Raises: OddsTooLarge, if there are too many.
    """
    landed = Distribution({Landed(plan.strength.plain): Fraction(1)})
    for stage in stages:
        landed = landed.then(partial(stage, plan), MOST_RESULTS)
    return landed


def attack_odds(input: HeroicAttack, rulings: HeroicRulings) -> Distribution[HeroicAttackVerdict]:
    """Return the exact chances of each verdict of an attack.

    Raises: the refusals of attacks; OddsTooLarge, if too much would have to be added up.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    units = (input.attacker, input.target, *[other.unit for other in input.others])
    winner = winner_of(input)

    def injure(pending: tuple[Pending, ...], dice: Dice) -> InjuryResult:
        settled = settle(units, pending, winner, rulings, dice)
        return injury_result_of(plan.target, settled.injuries, settled.units[1])

    def verdict(result: AttackResult, dice: ExactDice) -> HeroicAttackVerdict:
        if not input.settle:
            return verdict_of(result, None)
        pending = tuple([each._replace(hits=1) for each in result.pending(plan)])
        return verdict_of(result, dice.settle(attack_rules.INJURY_HT_HALVES, injure, pending))

    results = landed_chances(plan).then(lambda landed, dice: roll_injury(plan, landed, dice).result, MOST_RESULTS)
    return results.then(verdict, 20 * MOST_RESULTS)


def injury_odds(input: HeroicInjury, rulings: HeroicRulings) -> Distribution[HeroicInjuryVerdict]:
    """Return the exact chances of each verdict of an injury step: unit by unit, those of one injury group together.

    Raises: HeroicUnknownUnit, HeroicDuplicateId, PoolMismatch; OddsTooLarge, if too many units are injured at once.
    """
    refuse_injury(input)
    pending = pending_in(input)
    blocks = _blocks(input.units)

    def injure(at: int, dice: Dice) -> HeroicInjuryVerdict:
        ids = {unit.id for unit in blocks[at]}
        concerned = tuple([each for each in pending if each.unit in ids])
        return injury_verdict_of(settle(blocks[at], concerned, input.winner, rulings, dice).injuries)

    def add(at: int, before: HeroicInjuryVerdict, dice: ExactDice) -> HeroicInjuryVerdict:
        more = dice.settle(attack_rules.INJURY_HT_HALVES, injure, at)
        return HeroicInjuryVerdict(
            applied=before.applied + more.applied,
            casualties=before.casualties + more.casualties,
            units_felled=before.units_felled + more.units_felled,
        )

    total = Distribution({HeroicInjuryVerdict(applied=0, casualties=0, units_felled=0): Fraction(1)})
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
