"""Exact dice: they enumerate every outcome of a procedure, so that its odds are exact fractions.

The procedure is run once for each path through its rolls. A path that reaches a new roll goes on with the roll's
first outcome and leaves the others to be run later. Rolls that could go on for ever are followed to a limit; the
chance of all outcomes beyond it is the distribution's residual.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import comb, lcm
from typing import Final, Generic, TypeVar

from service.dice.model import A, Bands, Card, Cites, Deck, Dice, DicePool, Explosion, Kernel, Roll, Rule, Span, pool_of
from service.dice.transcript import Tally
from service.errors import OddsTooLarge

S = TypeVar("S", bound=Hashable)
R = TypeVar("R")
T = TypeVar("T")
N = TypeVar("N", bound=Hashable)
K = TypeVar("K", bound=Hashable)

MAX_PATHS: Final = 20_000
MAX_ROLLS_PER_PATH: Final = 200
MAX_COMPARISONS: Final = 150_000
"""How often odds may ask whether a card goes to somebody; six who draw two cards each need most of it."""
CACHED: Final = 4096
EXPLOSIONS_FOLLOWED: Final = 30
"""The number of dice that one roll may add before further explosions count as residual."""

NO_CHANCE: Final = Fraction(0)
EVERYTHING: Final = (0, 2**31)

Path = tuple[int, ...]


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
        counted = _within(additions, added)
        for total, many in enumerate(last_faces, count + sides * added):
            outcome = _within(totals, total), counted
            weights[outcome] = weights.get(outcome, 0) + ways * many
            left -= ways * many
    outcomes = [(Explosion(total, added, ()), weight) for (total, added), weight in weights.items()]
    return (*outcomes, (None, left)), whole


def _within(span: Span, number: int) -> int:
    return max(span[0], min(span[1], number))


class Truncated(Exception):
    """A path is not followed to its end; its chance is added to the residual."""


class ExactDice:
    """Dice that follow one path; each new roll adds the other paths to the pending ones."""

    __slots__ = ("_path", "_pending", "_taken", "weight", "whole")

    def __init__(self, path: Path, pending: list[tuple[Path, Rule]]) -> None:
        """Follow a path of outcome numbers, then the first outcome of each further roll."""
        self._path = path
        self._pending = pending
        self._taken = 0
        self.weight = 1
        self.whole = 1

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Return this path's outcome of the roll."""
        return self._outcome(rule, outcomes_of(pool, bands))

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: tuple[Span, Span] | None = None,
    ) -> Explosion:
        """Return this path's outcome of exploding dice.

        Raises: Truncated, on the path of more added dice than are followed.
        """
        explosion = self._outcome(again, explosions_of(pool, min(limit, EXPLOSIONS_FOLLOWED), spans))
        if explosion is None:
            raise Truncated
        return explosion

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None) -> Card:
        """Return this path's card."""
        return self._outcome(rule, cards_of(deck))

    def settle(self, rule: Rule, kernel: Kernel[A, K], arguments: A) -> K:
        """Return this path's result of the kernel.

        Raises: Truncated, on the path of the kernel's residual.
        """
        result: K | Residual = self._outcome(rule, results_of(kernel, arguments))
        if isinstance(result, Residual):
            raise Truncated
        return result

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record nothing."""

    def expect(self, rolls: object) -> None:
        """Do nothing: these dice never ask."""

    def warn(self, text: str) -> None:
        """Record nothing."""

    def _outcome(self, rule: Rule, weighted: tuple[tuple[tuple[T, int], ...], int]) -> T:
        """Return this path's outcome of a list of outcomes with weights and the sum of weights.

        Raises: OddsTooLarge, if the path has too many rolls.
        """
        outcomes, whole = weighted
        taken = self._taken
        self._taken = taken + 1
        if taken < len(self._path):
            choice = self._path[taken]
        elif taken >= MAX_ROLLS_PER_PATH:
            message = f"{rule.title} ({rule.id}) rolls more than {MAX_ROLLS_PER_PATH} times on one path."
            raise OddsTooLarge(message, rule=rule)
        else:
            choice = 0
            self._pending += [((*self._path, other), rule) for other in range(len(outcomes) - 1, 0, -1)]
            self._path = (*self._path, 0)
        outcome, weight = outcomes[choice]
        self.weight *= weight
        self.whole *= whole
        return outcome


def every_path(
    procedure: Callable[[ExactDice], R], budget: int = MAX_PATHS, ran: int = 0
) -> Iterator[tuple[Fraction, R]]:
    """Run a procedure along every path of its dice, yielding each path's chance and result.

    Raises: OddsTooLarge, naming the rule that forked last, when more than `budget` paths are found, besides those that
    ran before.
    """
    pending: list[tuple[Path, Rule]] = []
    dice = ExactDice((), pending)
    while True:
        result = procedure(dice)
        yield Fraction(dice.weight, dice.whole), result
        ran += 1
        if not pending:
            return
        if ran + len(pending) > budget:
            rule = pending[-1][1]
            message = f"The odds have more than {budget} paths; {rule.title} ({rule.id}) kept forking."
            raise OddsTooLarge(message, rule=rule)
        dice = ExactDice(pending.pop()[0], pending)


@dataclass(frozen=True, slots=True)
class Distribution(Generic[S]):
    """Exact chances of mutually exclusive results; together with the residual (not enumerated) they add up to 1."""

    chances: dict[S, Fraction]
    residual: Fraction = NO_CHANCE

    @classmethod
    def of(cls, procedure: Callable[[ExactDice], S], budget: int = MAX_PATHS) -> "Distribution[S]":
        """Enumerate a procedure's results."""
        chances: dict[S, Fraction] = {}
        residual = NO_CHANCE
        for chance, result in every_path(_truncating(procedure), budget):
            if isinstance(result, Truncated):
                residual += chance
            else:
                chances[result] = chances.get(result, NO_CHANCE) + chance
        return cls(chances, residual)

    def then(self, phase: Callable[[S, ExactDice], N], budget: int = MAX_PATHS) -> "Distribution[N]":
        """Run a further phase from each result so far, merging results that are equal.

        Raises: OddsTooLarge, when the phase has more than `budget` paths in all.
        """
        chances: dict[N, Fraction] = {}
        residual = self.residual
        ran = 0
        for state, so_far in self.chances.items():
            for chance, result in every_path(_truncating(partial(phase, state)), budget, ran):
                ran += 1
                if isinstance(result, Truncated):
                    residual += so_far * chance
                else:
                    chances[result] = chances.get(result, NO_CHANCE) + so_far * chance
        return Distribution(chances, residual)


@dataclass(frozen=True, slots=True)
class CountedKernel(Generic[A, K]):
    """A kernel whose chances are counted in a shorter way than by running it for every outcome of its dice."""

    roll: Callable[[A, Dice], K]
    chances: Callable[[A], Distribution[K]]

    def __call__(self, arguments: A, dice: Dice) -> K:
        """Roll, and return the result."""
        return self.roll(arguments, dice)


class Residual:
    """The result of a kernel for all paths that are not followed to their end."""


@lru_cache(maxsize=CACHED)
def results_of(kernel: Kernel[A, K], arguments: A) -> tuple[tuple[tuple[K | Residual, int], ...], int]:
    """List a kernel's results, each with its weight, and the sum of weights; the residual is last.

    Raises: OddsTooLarge, if the kernel has more paths than are enumerated.
    """

    def run(dice: ExactDice) -> K:
        return kernel(arguments, dice)

    ended = kernel.chances(arguments) if isinstance(kernel, CountedKernel) else Distribution.of(run)
    whole = lcm(*[chance.denominator for chance in ended.chances.values()], ended.residual.denominator)
    results: list[tuple[K | Residual, int]] = [(each, int(chance * whole)) for each, chance in ended.chances.items()]
    if ended.residual:
        results.append((Residual(), int(ended.residual * whole)))
    return tuple(results), whole


def _truncating(procedure: Callable[[ExactDice], R]) -> Callable[[ExactDice], R | Truncated]:
    def follow(dice: ExactDice) -> R | Truncated:
        try:
            return procedure(dice)
        except Truncated as end:
            return end

    return follow
