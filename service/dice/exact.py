"""Exact dice: they enumerate every outcome of a procedure, so that its odds are exact fractions.

The procedure is run once for each path through its rolls. A path that reaches a new roll goes on with the roll's
first outcome and leaves the others to be run later. Rolls that could go on for ever are followed to a limit; the
chance of all outcomes beyond it is the distribution's residual.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from typing import Any, Final, Generic, TypeVar

from service.dice.model import A, Bands, Card, Cites, Deck, Dice, DicePool, Explosion, Kernel, Roll, Rule, Spans
from service.dice.transcript import Tally
from service.dice.ways import CACHED, EXPLOSIONS_FOLLOWED, cards_of, explosions_of, outcomes_of
from service.errors import OddsTooLarge
from service.wire import value_class

S = TypeVar("S", bound=Hashable)
R = TypeVar("R")
T = TypeVar("T")
N = TypeVar("N", bound=Hashable)
K = TypeVar("K", bound=Hashable)

MAX_PATHS: Final = 20_000
MAX_ROLLS_PER_PATH: Final = 200
MAX_COMPARISONS: Final = 150_000
"""How often odds may ask whether a card goes to somebody; six who draw two cards each need most of it."""

NO_CHANCE: Final = Fraction(0)


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

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
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
        require_paths(1 + len(pending), budget, ran - 1, pending[-1][1])
        dice = ExactDice(pending.pop()[0], pending)


def require_paths(paths: int, budget: int, ran: int, rule: Rule) -> None:
    """Refuse so many paths more than `ran`; a path that does not branch is always followed.

    Raises: OddsTooLarge, naming the rule that branched last.
    """
    if paths > 1 and ran + paths > budget:
        message = f"The odds have more than {budget} paths; {rule.title} ({rule.id}) branched last."
        raise OddsTooLarge(message, rule=rule)


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


@value_class
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

    def then(self, count: Callable[[S, int], "Counted[N]"]) -> "Counted[N]":
        """Count what comes after each result, merging results that are equal; the paths are those of this phase.

        `count` takes a result and how many paths were run before in this phase.
        """
        counts: list[tuple[int, Counted[N]]] = []
        ran = 0
        for state, weight in self.weights.items():
            counted = count(state, ran)
            ran += counted.paths
            counts.append((weight, counted))
        common = lcm(*{counted.whole for _, counted in counts})
        residual = self.residual * common
        weights: dict[N, int] = {}
        for weight, counted in counts:
            share = weight * (common // counted.whole)
            residual += share * counted.residual
            for result, part in counted.weights.items():
                weights[result] = weights.get(result, 0) + share * part
        return Counted(weights, residual, self.whole * common, ran)

    def mapped(self, of: Callable[[S], N]) -> "Counted[N]":
        """Return what becomes of the results where nothing is rolled, merging those that are equal."""
        weights: dict[N, int] = {}
        for each, weight in self.weights.items():
            result = of(each)
            weights[result] = weights.get(result, 0) + weight
        return Counted(weights, self.residual, self.whole, self.paths)

    @property
    def distribution(self) -> "Distribution[S]":
        """The same chances as fractions."""
        chances = {each: Fraction(weight, self.whole) for each, weight in self.weights.items()}
        return Distribution(chances, Fraction(self.residual, self.whole))


@value_class
class Distribution(Generic[S]):
    """Exact chances of mutually exclusive results; together with the residual (not enumerated) they add up to 1."""

    chances: dict[S, Fraction]
    residual: Fraction = NO_CHANCE

    @classmethod
    def of(cls, procedure: Callable[[ExactDice], S], budget: int = MAX_PATHS) -> "Distribution[S]":
        """Enumerate a procedure's results."""
        return Counted.of(procedure, budget).distribution

    @property
    def counted(self) -> Counted[S]:
        """The same chances as whole weights."""
        whole = lcm(self.residual.denominator, *[chance.denominator for chance in self.chances.values()])
        weights = {each: chance.numerator * (whole // chance.denominator) for each, chance in self.chances.items()}
        return Counted(weights, self.residual.numerator * (whole // self.residual.denominator), whole, 0)

    def then(self, phase: Callable[[S, ExactDice], N], budget: int = MAX_PATHS) -> "Distribution[N]":
        """Run a further phase from each result so far, merging results that are equal.

        Raises: OddsTooLarge, when the phase has more than `budget` paths in all.
        """

        def count(state: S, ran: int) -> Counted[N]:
            return Counted.of(partial(phase, state), budget, ran)

        return self.counted.then(count).distribution


@value_class
class CountedKernel(Generic[A, K]):
    """A kernel whose chances are counted in a shorter way than by running it for every outcome of its dice."""

    roll: Callable[[A, Dice], K]
    chances: Callable[[A], Distribution[K]]

    def __call__(self, arguments: A, dice: Dice) -> K:
        """Roll, and return the result."""
        return self.roll(arguments, dice)


def settled(
    rule: Rule,
    kernel: Kernel[A, K],
    arguments: A,
    after: Callable[[K], S],
    budget: int,
    known: dict[K, S],
    ran: int = 0,
) -> Counted[S]:
    """Count what comes after each result of a kernel that a rule settles, without running a path for each.

    `known` is what comes after results that were met before; the new ones are added.

    Raises: OddsTooLarge, when it has more than `budget` results, besides the paths that ran before, or the kernel has
    too many paths.
    """
    results, whole = results_of(kernel, arguments)
    require_paths(len(results), budget, ran, rule)
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
        counted = kernel.chances(arguments).counted
    else:
        counted = Counted.of(partial(kernel, arguments))
    results: list[tuple[K | Residual, int]] = list(counted.weights.items())
    if counted.residual:
        results.append((Residual(), counted.residual))
    return tuple(results), counted.whole
