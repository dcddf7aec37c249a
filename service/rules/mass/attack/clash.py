"""Battles of which only the losses count: a kernel whose arguments hold what the battle dice depend on, without names.

The dice are those of `battle_dice`, in the same order.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import Dice
from service.errors import OddsTooLarge
from service.rules.mass.attack import battle_dice
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassFoeRoll, MassRulings, MassWallScope
from service.rules.mass.book.words import POOLS, MassDie

Throw = tuple[MassDie, bool]
"""A unit's battle die, and whether it rolls a second one for flanking."""

Score = tuple[int, int, bool, int]
"""The number of a unit, that of its throw, whether it flanks the foe, and what changes its score."""


MOST_SCORES: Final = 25_000
"""How many sets of scores the odds of a battle may compare."""


class Clash(NamedTuple):
    """What the losses of a battle depend on: all throws in order, whose scores are compared, and the shield walls.

    `best_against_all` says whether the better die of one who flanks counts against all its foes, `walls_keep_off_each`
    whether a wall keeps 1 off each loss and not off their sum.
    """

    throws: tuple[Throw, ...]
    pairs: tuple[tuple[Score, Score], ...]
    walls: tuple[bool, ...]
    best_against_all: bool
    walls_keep_off_each: bool


def clash_of(
    fighters: Sequence[battle_dice.Combatant], pairs: Sequence[battle_dice.Pair], rulings: MassRulings
) -> Clash:
    """Return what the losses of engaged units depend on."""
    numbers = {fighter.id: number for number, fighter in enumerate(fighters)}
    per_foe = rulings.multi_foe_roll is MassFoeRoll.PER_FOE
    throws: list[Throw] = []
    flanking, scores = [False] * len(fighters), []
    for one, other in pairs:
        first, second = numbers[one], numbers[other]
        unit, foe = fighters[first], fighters[second]
        stance = battle_dice.stance_of(unit, foe, rulings)
        counter = battle_dice.stance_of(foe, unit, rulings)
        throw, against = first, second
        if per_foe:
            throw, against = len(throws), len(throws) + 1
            throws += [(unit.battle_die, stance.flanks), (foe.battle_die, counter.flanks)]
        flanking[first] |= stance.flanks
        flanking[second] |= counter.flanks
        score = first, throw, stance.flanks, stance.shift
        scores.append((score, (second, against, counter.flanks, counter.shift)))
    if not per_foe:
        throws = [(fighter.battle_die, flanks) for fighter, flanks in zip(fighters, flanking, strict=True)]
    return Clash(
        throws=tuple(throws),
        pairs=tuple(scores),
        walls=tuple([fighter.shield_wall for fighter in fighters]),
        best_against_all=rulings.multi_foe_roll is MassFoeRoll.SINGLE_HIGHER,
        walls_keep_off_each=rulings.shield_wall is MassWallScope.PER_INSTANCE,
    )


def _rolled(clash: Clash, dice: Dice) -> tuple[int, ...]:
    """Roll the battle dice of engaged units; return the Morale Points that each loses.

    Dice: as `battle_dice.fight`.
    """
    faces = []
    for die, flanks in clash.throws:
        pool = POOLS[die]
        first = best = dice.roll(rulebook.BATTLE_ROLL, pool).total
        if flanks:
            bands = battle_dice.bands_from(first, pool.sides)
            second = dice.roll(rulebook.BATTLE_FLANKING, pool, bands=bands).total
            if second > first:
                best = second
        faces.append((best if clash.best_against_all else first, best))
    return _losses(clash, faces)


def _losses(clash: Clash, faces: Sequence[battle_dice.Faces]) -> tuple[int, ...]:
    losses, times = [0] * len(clash.walls), [0] * len(clash.walls)
    for (one, throw, flanks, shift), (other, counter, counters, counter_shift) in clash.pairs:
        margin = faces[throw][flanks] + shift - faces[counter][counters] - counter_shift
        damage = battle_dice.morale_damage_of(abs(margin))
        if damage:
            loser = other if margin > 0 else one
            losses[loser] += damage
            times[loser] += 1
    for number, wall in enumerate(clash.walls):
        if wall and times[number]:
            losses[number] -= times[number] if clash.walls_keep_off_each else 1
    return tuple(losses)


def _chances(clash: Clash) -> Distribution[tuple[int, ...]]:
    """Count the losses for all scores that a unit can have, not for all dice: of two, only one may matter."""
    scores = [_scores_of(clash, number) for number in range(len(clash.throws))]
    many = prod([len(each) for each in scores])
    if many > MOST_SCORES:
        message = f"The odds of a battle compare {many} sets of scores, more than {MOST_SCORES}."
        raise OddsTooLarge(message, rule=rulebook.BATTLE_ROLL)
    weights: dict[tuple[int, ...], int] = {}
    for each in product(*scores):
        losses = _losses(clash, [faces for faces, _ in each])
        weights[losses] = weights.get(losses, 0) + prod([weight for _, weight in each])
    whole = sum(weights.values())
    return Distribution({losses: Fraction(weight, whole) for losses, weight in weights.items()})


def _scores_of(clash: Clash, number: int) -> Sequence[tuple[battle_dice.Faces, int]]:
    """Return what a throw can be as far as its pairs look at it, and in how many ways."""
    die, flanks = clash.throws[number]
    looks = {best for pair in clash.pairs for _, throw, best, _ in pair if throw == number}
    weights: dict[battle_dice.Faces, int] = {}
    faces = range(1, POOLS[die].sides + 1)
    for first, second in product(faces, faces) if flanks else zip(faces, faces, strict=True):
        best = max(first, second)
        seen = (best, best) if clash.best_against_all or looks == {True} else (first, best)
        weights[seen] = weights.get(seen, 0) + 1
    return tuple(weights.items())


LOSSES: Final = CountedKernel(_rolled, _chances)
"""The Morale Points that each of some engaged units loses."""
