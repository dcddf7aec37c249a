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
from typing import Any, Final, Generic, TypeVar

from service.dice.model import (
    A,
    Bands,
    Card,
    Cites,
    Deck,
    Dice,
    DicePool,
    Explosion,
    Kernel,
    Roll,
    Rule,
    Span,
    Spans,
    pool_of,
)
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


class Truncated(Exception):
    """A path is not followed to its end; its chance is added to the residual."""


Path = tuple[tuple[Any, ...], int, int]
"""The outcomes of the first rolls of a path, and how likely they are together: the first number in the second."""

START: Final[Path] = ((), 1, 1)


class ExactDice:
    """Dice that follow one path; each new roll adds the other paths to the pending ones."""

    tells: Final = False
    __slots__ = ("_outcomes", "_pending", "_repeated", "weight", "whole")

    def __init__(self, path: Path, pending: list[tuple[Path, Rule]]) -> None:
        """Repeat the outcomes of a path, then take the first outcome of each further roll."""
        self._outcomes, self.weight, self.whole = path
        self._repeated = list(self._outcomes[::-1])
        self._pending = pending

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
        if self._repeated:
            repeated: Roll = self._repeated.pop()
            return repeated
        return self._outcome(rule, outcomes_of(pool, bands))

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: Spans | None = None,
    ) -> Explosion:
        """Return this path's outcome of exploding dice.

        Raises: Truncated, on the path of more added dice than are followed.
        """
        explosion: Explosion | None
        if self._repeated:
            explosion = self._repeated.pop()
        else:
            explosion = self._outcome(again, explosions_of(pool, min(limit, EXPLOSIONS_FOLLOWED), spans and spans()))
        if explosion is None:
            raise Truncated
        return explosion

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None) -> Card:
        """Return this path's card."""
        if self._repeated:
            repeated: Card = self._repeated.pop()
            return repeated
        return self._outcome(rule, cards_of(deck))

    def settle(self, rule: Rule, kernel: Kernel[A, K], arguments: A) -> K:
        """Return this path's result of the kernel.

        Raises: Truncated, on the path of the kernel's residual.
        """
        result: Any = self._repeated.pop() if self._repeated else self._outcome(rule, results_of(kernel, arguments))
        if isinstance(result, Residual):
            raise Truncated
        settled: K = result
        return settled

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record nothing."""

    def expect(self, rolls: object) -> None:
        """Do nothing: these dice never ask."""

    def warn(self, text: str) -> None:
        """Record nothing."""

    def _outcome(self, rule: Rule, weighted: tuple[tuple[tuple[T, int], ...], int]) -> T:
        """Return the first of the outcomes of a new roll, which have weights and the sum of weights.

        Raises: OddsTooLarge, if the path has too many rolls.
        """
        so_far, weight = self._outcomes, self.weight
        if len(so_far) >= MAX_ROLLS_PER_PATH:
            message = f"{rule.title} ({rule.id}) rolls more than {MAX_ROLLS_PER_PATH} times on one path."
            raise OddsTooLarge(message, rule=rule)
        outcomes, whole = weighted
        whole *= self.whole
        self._pending += [(((*so_far, other), weight * many, whole), rule) for other, many in outcomes[:0:-1]]
        outcome, many = outcomes[0]
        self._outcomes, self.weight, self.whole = (*so_far, outcome), weight * many, whole
        return outcome


def weighted_paths(
    procedure: Callable[[ExactDice], R], budget: int = MAX_PATHS, ran: int = 0
) -> Iterator[tuple[int, int, R | Truncated]]:
    """Run a procedure along every path of its dice, yielding each path's weight, the sum of weights, and its result.

    A path that is not followed to its end has `Truncated` for its result.
    Raises: OddsTooLarge, naming the rule that forked last, when more than `budget` paths are found, besides those that
    ran before.
    """
    pending: list[tuple[Path, Rule]] = []
    dice = ExactDice(START, pending)
    while True:
        result: R | Truncated
        try:
            result = procedure(dice)
        except Truncated as end:
            result = end
        yield dice.weight, dice.whole, result
        ran += 1
        if not pending:
            return
        if ran + len(pending) > budget:
            rule = pending[-1][1]
            message = f"The odds have more than {budget} paths; {rule.title} ({rule.id}) branched last."
            raise OddsTooLarge(message, rule=rule)
        dice = ExactDice(pending.pop()[0], pending)


def every_path(
    procedure: Callable[[ExactDice], R], budget: int = MAX_PATHS, ran: int = 0
) -> Iterator[tuple[Fraction, R]]:
    """Run a procedure along every path of its dice, yielding each path's chance and result.

    Raises: Truncated, on a path that is not followed to its end; OddsTooLarge, as `weighted_paths`.
    """
    for weight, whole, result in weighted_paths(procedure, budget, ran):
        if isinstance(result, Truncated):
            raise result
        yield Fraction(weight, whole), result


@dataclass(frozen=True, slots=True)
class Counted(Generic[S]):
    """Results with whole weights; together with the residual (not enumerated) they add up to `whole`."""

    weights: dict[S, int]
    residual: int
    whole: int
    paths: int

    @classmethod
    def of(cls, procedure: Callable[[ExactDice], S], budget: int = MAX_PATHS, ran: int = 0) -> "Counted[S]":
        """Enumerate a procedure's results.

        Raises: OddsTooLarge, when it has more than `budget` paths, besides those that ran before.
        """
        weights: dict[S, int] = {}
        residual, common, paths = 0, 1, 0
        for weight, whole, result in weighted_paths(procedure, budget, ran):
            paths += 1
            if common % whole:
                factor = lcm(common, whole) // common
                common *= factor
                residual *= factor
                weights = {each: so_far * factor for each, so_far in weights.items()}
            share = weight * (common // whole)
            if isinstance(result, Truncated):
                residual += share
            else:
                weights[result] = weights.get(result, 0) + share
        return cls(weights, residual, common, paths)


@dataclass(frozen=True, slots=True)
class Distribution(Generic[S]):
    """Exact chances of mutually exclusive results; together with the residual (not enumerated) they add up to 1."""

    chances: dict[S, Fraction]
    residual: Fraction = NO_CHANCE

    @classmethod
    def of(cls, procedure: Callable[[ExactDice], S], budget: int = MAX_PATHS) -> "Distribution[S]":
        """Enumerate a procedure's results."""
        counted = Counted.of(procedure, budget)
        chances = {each: Fraction(weight, counted.whole) for each, weight in counted.weights.items()}
        return cls(chances, Fraction(counted.residual, counted.whole))

    def then(self, phase: Callable[[S, ExactDice], N], budget: int = MAX_PATHS) -> "Distribution[N]":
        """Run a further phase from each result so far, merging results that are equal.

        Raises: OddsTooLarge, when the phase has more than `budget` paths in all.
        """
        chances: dict[N, Fraction] = {}
        residual = self.residual
        ran = 0
        for state, so_far in self.chances.items():
            counted = Counted.of(partial(phase, state), budget, ran)
            ran += counted.paths
            residual += so_far * Fraction(counted.residual, counted.whole)
            for result, weight in counted.weights.items():
                chances[result] = chances.get(result, NO_CHANCE) + so_far * Fraction(weight, counted.whole)
        return Distribution(chances, residual)


@dataclass(frozen=True, slots=True)
class CountedKernel(Generic[A, K]):
    """A kernel whose chances are counted in a shorter way than by running it for every outcome of its dice."""

    roll: Callable[[A, Dice], K]
    chances: Callable[[A], Distribution[K]]

    def __call__(self, arguments: A, dice: Dice) -> K:
        """Roll, and return the result."""
        return self.roll(arguments, dice)


def settled(
    rule: Rule, kernel: Kernel[A, K], arguments: A, after: Callable[[K], S], budget: int, known: dict[K, S]
) -> Counted[S]:
    """Count what comes after each result of a kernel that a rule settles, without running a path for each.

    `known` is what comes after results that were met before; the new ones are added.

    Raises: OddsTooLarge, when it has more than `budget` results, or the kernel has too many paths.
    """
    results, whole = results_of(kernel, arguments)
    if len(results) > budget:
        message = f"The odds have more than {budget} paths; {rule.title} ({rule.id}) branched last."
        raise OddsTooLarge(message, rule=rule)
    weights: dict[S, int] = {}
    residual = 0
    for result, weight in results:
        if isinstance(result, Residual):
            residual += weight
            continue
        state = known.get(result)
        if state is None:
            state = known[result] = after(result)
        weights[state] = weights.get(state, 0) + weight
    return Counted(weights, residual, whole, len(results))


class Residual:
    """The result of a kernel for all paths that are not followed to their end."""


@lru_cache(maxsize=CACHED)
def results_of(kernel: Kernel[A, K], arguments: A) -> tuple[tuple[tuple[K | Residual, int], ...], int]:
    """List a kernel's results, each with its weight, and the sum of weights; the residual is last.

    Raises: OddsTooLarge, if the kernel has more paths than are enumerated.
    """
    if isinstance(kernel, CountedKernel):
        return _weighted(kernel.chances(arguments))
    counted = Counted.of(partial(kernel, arguments))
    results: list[tuple[K | Residual, int]] = list(counted.weights.items())
    if counted.residual:
        results.append((Residual(), counted.residual))
    return tuple(results), counted.whole


def _weighted(ended: Distribution[K]) -> tuple[tuple[tuple[K | Residual, int], ...], int]:
    whole = lcm(*[chance.denominator for chance in ended.chances.values()], ended.residual.denominator)
    results: list[tuple[K | Residual, int]] = [(each, int(chance * whole)) for each, chance in ended.chances.items()]
    if ended.residual:
        results.append((Residual(), int(ended.residual * whole)))
    return tuple(results), whole
