"""The outcomes of one roll, one draw or one pool of exploding dice, with their weights: what exact dice enumerate."""

from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Final

from service.dice.model import Bands, Card, Deck, DicePool, Explosion, Roll, Span, pool_of

CACHED: Final = 4096
EXPLOSIONS_FOLLOWED: Final = 30
"""The number of dice that one roll may add before further explosions count as residual."""

EVERYTHING: Final = (0, 2**31)


@lru_cache(maxsize=CACHED)
def sums_of(pool: DicePool) -> tuple[int, ...]:
    """Count the ways to roll each total of a pool, from all ones to all highest faces."""
    ways = [1]
    for _ in range(pool.count):
        longer = [0] * (len(ways) + pool.sides - 1)
        for at, many in enumerate(ways):
            for face in range(pool.sides):
                longer[at + face] += many
        ways = longer
    return tuple(ways)


def faces_adding_to(total: int, pool: DicePool) -> tuple[int, ...]:
    """Return some faces of the pool, highest first, that add up to a total."""
    faces = []
    for dice_left in range(pool.count - 1, -1, -1):
        face = min(pool.sides, total - dice_left)
        faces.append(face)
        total -= face
    return tuple(faces)


@lru_cache(maxsize=CACHED)
def outcomes_of(pool: DicePool, bands: Bands | None) -> tuple[tuple[tuple[Roll, int], ...], int]:
    """List a pool's totals, one for each band if bands are given, with their weights and the sum of weights."""
    ways, lowest = sums_of(pool), pool.count
    ends = bands if bands is not None else tuple(range(lowest, lowest + len(ways)))
    outcomes = []
    for below, end in pairwise((lowest - 1, *ends)):
        weight = sum(ways[max(below + 1 - lowest, 0) : max(end + 1 - lowest, 0)])
        if weight:
            outcomes.append((Roll(faces_adding_to(end, pool), end, None), weight))
    return tuple(outcomes), pool.sides**pool.count


@lru_cache(maxsize=CACHED)
def cards_of(deck: Deck) -> tuple[tuple[tuple[Card, int], ...], int]:
    """List a deck's different cards, with how often each is in it, and the number of cards."""
    return tuple((card, deck.cards.count(card)) for card in dict.fromkeys(deck.cards)), len(deck.cards)


@lru_cache(maxsize=256)
def explosions_of(
    pool: DicePool, limit: int, spans: tuple[Span, Span] | None
) -> tuple[tuple[tuple[Explosion | None, int], ...], int]:
    """List the results of exploding dice up to a number of added dice, with weights and the sum of weights.

    The last entry, without an outcome, is the residual: more dice than that are added. Every die ends in a face below
    the highest, so the sum of those last faces and the number of dice added do not depend on each other.
    """
    count, sides = pool.count, pool.sides
    totals, additions = spans or (EVERYTHING, EVERYTHING)
    last_faces = sums_of(pool_of(count, sides - 1))
    whole = sides ** (count + limit)
    left = whole
    weights: dict[tuple[int, int], int] = {}
    for added in range(limit + 1):
        ways = comb(count - 1 + added, added) * sides ** (limit - added)
        counted = within(additions, added)
        for total, many in enumerate(last_faces, count + sides * added):
            outcome = within(totals, total), counted
            weights[outcome] = weights.get(outcome, 0) + ways * many
            left -= ways * many
    outcomes = [(Explosion(total, added, ()), weight) for (total, added), weight in weights.items()]
    return (*outcomes, (None, left)), whole


def within(span: Span, number: int) -> int:
    """Return the number, or the end of the span that is nearest to it."""
    return max(span[0], min(span[1], number))
