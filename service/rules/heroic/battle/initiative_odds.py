"""The exact chances of who has the initiative; ties that are rolled again and again are solved, not enumerated."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from service.dice.exact import Distribution
from service.rules.heroic.battle.initiative import best_tactician, refuse_doubles, tactics_of
from service.rules.heroic.battle.models import HeroicContender, HeroicInitiative
from service.rules.heroic.battle.outcomes import HeroicInitiativeVerdict
from service.rules.heroic.book.options import HeroicInitiativeTie, HeroicRulings
from service.rules.heroic.book.tables import TACTICS_INITIATIVE_BONUS

SIDES: Final = 6
Group = tuple[int, ...]
"""Positions of sides."""
Bonuses = tuple[int, ...]
"""What each side adds to its die, by position."""


def initiative_odds(input: HeroicInitiative, rulings: HeroicRulings) -> Distribution[HeroicInitiativeVerdict]:
    """Return the exact chances of each side to win the initiative, and of nobody if ties may stand.

    Raises: HeroicDuplicateId.
    """
    sides = input.sides
    refuse_doubles(sides)
    best = best_tactician(sides)
    bonuses = tuple([TACTICS_INITIATIVE_BONUS if side is best else 0 for side in sides])
    everybody = tuple(range(len(sides)))
    chances: dict[int | None, Fraction] = {}
    for group, chance in highest_of(everybody, bonuses).items():
        for winner, likely in _winners(group, sides, bonuses, rulings.initiative_tie).items():
            chances[winner] = chances.get(winner, Fraction(0)) + chance * likely
    return Distribution(
        {
            HeroicInitiativeVerdict(winner=None if winner is None else sides[winner].id): chance
            for winner, chance in chances.items()
        }
    )


def highest_of(group: Group, bonuses: Bonuses) -> dict[Group, Fraction]:
    """Return the chances that just these of a group have its highest total, for each part of it."""
    chances: dict[Group, Fraction] = {}
    for size in range(1, len(group) + 1):
        for part in combinations(group, size):
            ways = sum([_ways(total, part, group, bonuses) for total in range(1, SIDES + 2)])
            chances[part] = Fraction(ways, SIDES ** len(group))
    return chances


def _ways(total: int, part: Group, group: Group, bonuses: Bonuses) -> int:
    """Count the rolls in which some sides have a total and the others of their group less."""
    ways = 1
    for at in group:
        face = total - bonuses[at]
        ways *= (1 <= face <= SIDES) if at in part else min(max(face - 1, 0), SIDES)
    return ways


def _winners(
    group: Group, sides: Sequence[HeroicContender], bonuses: Bonuses, tie: HeroicInitiativeTie
) -> dict[int | None, Fraction]:
    """Return the chances of who wins a tie at the top."""
    if len(group) == 1:
        return {group[0]: Fraction(1)}
    if tie is HeroicInitiativeTie.NONE:
        return {None: Fraction(1)}
    if tie is HeroicInitiativeTie.TACTICS:
        best = max([tactics_of(sides[at]) for at in group])
        group = tuple([at for at in group if tactics_of(sides[at]) == best])
    return _rerolled(group, bonuses)


@lru_cache(maxsize=512)
def _rerolled(group: Group, bonuses: Bonuses) -> dict[int | None, Fraction]:
    """Return the chances of each of a group to be highest in the end, if ties roll again until there is none."""
    if len(group) == 1:
        return {group[0]: Fraction(1)}
    chances = highest_of(group, bonuses)
    again = chances.pop(group, Fraction(0))
    found: dict[int | None, Fraction] = {}
    for part, chance in chances.items():
        for winner, likely in _rerolled(part, bonuses).items():
            found[winner] = found.get(winner, Fraction(0)) + chance * likely / (1 - again)
    return found
