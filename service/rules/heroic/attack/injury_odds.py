"""The exact odds of an injury step: unit by unit, those of one injury group together."""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

from service.dice.exact import MAX_PATHS, Distribution, ExactDice
from service.errors import OddsTooLarge
from service.rules.heroic.attack.injury import Pending, pending_in, settle, verdict_of
from service.rules.heroic.attack.legality import refuse_injury
from service.rules.heroic.attack.models import HeroicInjury
from service.rules.heroic.attack.outcomes import HeroicInjuryVerdict
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.figures.models import HeroicUnit


def injury_odds(input: HeroicInjury, rulings: HeroicRulings) -> Distribution[HeroicInjuryVerdict]:
    """Return the exact chances of each verdict of an injury step.

    Raises: HeroicUnknownUnit, HeroicDuplicateId, PoolMismatch; OddsTooLarge, if too many units are injured at once.
    """
    refuse_injury(input)
    pending = pending_in(input)
    total: Distribution[Sums] = Distribution.of(lambda _: Sums(0, 0, 0))
    for block in _blocks(input.units):
        ids = {unit.id for unit in block}
        of_block = tuple([each for each in pending if each.unit in ids])
        if of_block:
            step = Distribution.of(partial(_settled, block, of_block, input.winner, rulings))
            total = _added(total, step)
    return total.then(
        lambda sums, _: HeroicInjuryVerdict(
            applied=sums.applied, casualties=sums.casualties, units_felled=sums.units_felled
        )
    )


class Sums(NamedTuple):
    """Hit points lost, members taken out of the fight, and units felled."""

    applied: int
    casualties: int
    units_felled: int


def _settled(
    block: tuple[HeroicUnit, ...],
    pending: tuple[Pending, ...],
    winner: str | None,
    rulings: HeroicRulings,
    dice: ExactDice,
) -> Sums:
    verdict = verdict_of(settle(block, pending, winner, rulings, dice).injuries)
    return Sums(verdict.applied, verdict.casualties, verdict.units_felled)


def _added(before: Distribution[Sums], step: Distribution[Sums]) -> Distribution[Sums]:
    chances: dict[Sums, Fraction] = {}
    for one, chance in before.chances.items():
        for other, likely in step.chances.items():
            sums = Sums(
                one.applied + other.applied, one.casualties + other.casualties, one.units_felled + other.units_felled
            )
            chances[sums] = chances.get(sums, Fraction(0)) + chance * likely
    if len(chances) > MAX_PATHS:
        rule = attack_rules.INJURY_HT_HALVES
        message = f"The odds have more than {MAX_PATHS} different ends; {rule.title} ({rule.id}) kept forking."
        raise OddsTooLarge(message, rule=rule.id)
    return Distribution(chances)


def _blocks(units: tuple[HeroicUnit, ...]) -> list[tuple[HeroicUnit, ...]]:
    """Return the units apart, but those who share injury together."""
    blocks: dict[tuple[str, str], tuple[HeroicUnit, ...]] = {}
    for unit in units:
        key = (unit.id, "") if unit.injury_group is None else (unit.side, unit.injury_group)
        blocks[key] = (*blocks.get(key, ()), unit)
    return list(blocks.values())
