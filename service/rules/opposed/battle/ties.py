"""Ties of initiative: those who are equal in everything roll a die each, and again while they roll the same."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, pairwise, permutations, product
from math import factorial, prod
from typing import Final, TypeVar

from service.dice import ways as ways_of_dice
from service.dice.exact import CountedKernel, Distribution
from service.dice.model import D10, Dice, Expected
from service.errors import OddsTooLarge
from service.rules.kernel.figures import Who
from service.rules.opposed.book import rulebook

N = TypeVar("N")

Order = tuple[int, ...]
"""Positions of some who are equal, in the order in which they act."""

MOST_ROLLS: Final = 10
"""How often equals roll; who is equal even then acts in the order of the request."""
MOST_COUNTED: Final = 6
"""How many equals may have exact odds: seven act in one of 5040 orders."""
PURPOSE: Final = "initiative among equals"


def is_tied(ordered: Sequence[N], strength: Callable[[N], Hashable]) -> bool:
    """Return whether some have the same strength as the next in the order."""
    return any(strength(one) == strength(other) for one, other in pairwise(ordered))


def part_ties(
    ordered: Sequence[N], strength: Callable[[N], Hashable], name: Callable[[N], Who], dice: Dice
) -> tuple[N, ...]:
    """Return those who stand in the order of their strengths, and put equals in the order of their dice.

    Dice: for each group of equals, the strongest first: D10 for each of them, in their order; then again for those with
    equal faces, the highest first.
    """
    parted: list[N] = []
    for _, group in groupby(ordered, key=strength):
        equals = list(group)
        if len(equals) > 1:
            names = tuple([name(each) for each in equals])
            order = dice.settle(rulebook.INITIATIVE_TIES, ROLL_OFF, Equals(len(equals), names))
            equals = [equals[place] for place in order]
        parted += equals
    return tuple(parted)


@dataclass(slots=True, unsafe_hash=True)
class Equals:
    """Some who are equal in everything that decides initiative; their names are only told."""

    many: int
    names: tuple[Who, ...] = field(compare=False)


def roll_off(equals: Equals, dice: Dice) -> Order:
    """Return the positions of equals in the order of their dice.

    Dice: as `part_ties`.
    """
    return _roll(tuple(range(equals.many)), equals.names, MOST_ROLLS, dice)


def _roll(tied: Order, names: Sequence[Who], left: int, dice: Dice) -> Order:
    """Roll for those who are tied, up to so many times."""
    if len(tied) == 1 or not left:
        return tied
    rule = rulebook.INITIATIVE_TIES
    dice.expect(lambda: [Expected(rule, D10, names[place].id, f"{PURPOSE} of {names[place].name}") for place in tied])
    faces = {}
    for place in tied:
        roll = dice.roll(rule, D10, actor=names[place].id)
        roll.tell(f"{names[place].name} rolled {roll.total} for {PURPOSE}.")
        faces[place] = roll.total
    levels = [
        tuple([place for place in tied if faces[place] == face]) for face in sorted(set(faces.values()), reverse=True)
    ]
    return tuple([place for level in levels for place in _roll(level, names, left - 1, dice)])


def order_chances(equals: Equals) -> Distribution[Order]:
    """Return the chances of each order of equals, counted without a path for each face.

    An order comes about if the faces part it into runs of equals, each of which comes out in the order it has.
    """
    many = equals.many
    if many > MOST_COUNTED:
        rule = rulebook.INITIATIVE_TIES
        message = f"{many} are equal in {rule.title} ({rule.id}) and act in one of {factorial(many)} orders."
        raise OddsTooLarge(message, rule=rule)
    parts = {length: list(_parts_of(length)) for length in range(1, many + 1)}
    orders = [order for length in parts for order in permutations(range(length))]
    ways = {order: int(order == tuple(range(len(order)))) for order in orders}
    faces = ways_of_dice.sums_of(D10)
    for _ in range(MOST_ROLLS):
        ways = {
            order: sum(
                [
                    _falls([end - start for start, end in runs], faces)
                    * prod([ways[_ranked(order[start:end])] for start, end in runs])
                    for runs in parts[len(order)]
                ]
            )
            for order in orders
        }
    whole = sum(faces) ** (many * MOST_ROLLS)
    return Distribution({order: Fraction(way, whole) for order, way in ways.items() if len(order) == many})


def _parts_of(length: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """List the ways to part a row into runs, each by where it starts and ends."""
    for cuts in product((False, True), repeat=length - 1):
        ends = [0, *[place for place, is_cut in enumerate(cuts, start=1) if is_cut], length]
        yield tuple(pairwise(ends))


def _falls(lengths: Sequence[int], faces: Sequence[int]) -> int:
    """Count the ways in which runs of such lengths fall on a face each, the first on the highest."""
    ways = [1, *[0] * len(lengths)]
    for often in reversed(faces):
        for place in reversed(range(len(lengths))):
            ways[place + 1] += ways[place] * often ** lengths[place]
    return ways[-1]


def _ranked(run: Order) -> Order:
    """Return a run of positions as positions within it."""
    rank = {place: number for number, place in enumerate(sorted(run))}
    return tuple([rank[place] for place in run])


ROLL_OFF: Final = CountedKernel(roll_off, order_chances)
