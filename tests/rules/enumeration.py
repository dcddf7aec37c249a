"""Odds by brute force: a procedure is played once for every way its dice can fall, and nothing is merged on the way.

The odds of the service merge: totals into bands, sums into spans, equal states between rolls, kernels in caches. The
dice here know none of that. They show every face of every die by itself, exploding dice wave by wave; only verdicts
that are equal in the end are counted together.

A d100 or three d6 have too many faces to roll several of them so. Where an operation takes many, its proof loads them:
a loaded pool falls on a few totals only, some more often than others, and the service's exact dice are given the same
chances. Bands, merging and kernels stay the service's own. Which totals are possible is drawn anew for each example.
"""

import gc
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar
from unittest.mock import patch

from hypothesis import strategies as st

from service.dice import ways
from service.dice.model import A, Bands, Card, Cites, Deck, DicePool, Explosion, Kernel, R, Roll, Rule, Spans
from service.dice.transcript import Tally

V = TypeVar("V", bound=Hashable)
T = TypeVar("T")

Document = dict[str, Any]
Shape = tuple[int, int]
"""How many dice of how many sides."""
Load = tuple[tuple[int, int], ...]
"""The totals that loaded dice show, ascending, and how often each; the weights add up to all ways they can fall."""
Loads = Mapping[Shape, Load]

D6, D10, D20, D100, THREE_D6 = (1, 6), (1, 10), (1, 20), (1, 100), (3, 6)
MOST_PATHS: Final = 60_000


class Cut(Exception):
    """A path is not followed to its end; its chance goes to the residual."""


class EveryFace:
    """Dice that follow one path, and note the paths that branch off it."""

    tells = False

    def __init__(self, path: tuple[int, ...], loads: Loads, least: Fraction) -> None:
        """Follow a path of choices, and the first choice after it; cut it where its chance falls below `least`."""
        self.branches: list[tuple[int, ...]] = []
        self.chance = Fraction(1)
        self._path = path
        self._taken = 0
        self._loads = loads
        self._least = least

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Show one face of each die, or one total of loaded dice, whatever the bands."""
        load = self._loads.get((pool.count, pool.sides))
        if load is not None:
            total = self._one_of(load)
            return Roll((total,), total, None)
        faces = self._faces(pool.count, pool.sides)
        return Roll(faces, sum(faces), None)

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
        """Show one face of each die, then of each die added, wave by wave, whatever the spans.

        Raises: Cut, where more dice would be added than the request allows.
        """
        faces = self._faces(pool.count, pool.sides)
        total, added = sum(faces), 0
        while more := faces.count(pool.sides):
            added += more
            if added > limit:
                raise Cut
            faces = self._faces(more, pool.sides)
            total += sum(faces)
        return Explosion(total, added, ())

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        """Draw one card, each by itself even if others are like it."""
        return self._one_of([(card, 1) for card in deck.cards])

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        """Run the kernel: every face of its dice is played."""
        return kernel(arguments, self)

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Keep no transcript."""

    def expect(self, rolls: object) -> None:
        """Do nothing: these dice never ask."""

    def warn(self, text: str) -> None:
        """Keep no warnings."""

    def _faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple([self._one_of(_die(sides)) for _ in range(count)])

    def _one_of(self, options: Sequence[tuple[T, int]]) -> T:
        taken = self._taken
        self._taken = taken + 1
        if taken == len(self._path):
            self.branches += [(*self._path, other) for other in range(1, len(options))]
            self._path = (*self._path, 0)
        option, weight = options[self._path[taken]]
        self.chance *= Fraction(weight, sum([each for _, each in options]))
        if self.chance < self._least:
            raise Cut
        return option


@lru_cache
def _die(sides: int) -> tuple[tuple[int, int], ...]:
    return tuple([(face, 1) for face in range(1, sides + 1)])


@dataclass(frozen=True)
class Enumerated(Generic[V]):
    """The chance of each verdict, and of all that was cut."""

    chances: dict[V, Fraction]
    residual: Fraction


def enumerated(
    procedure: Callable[[EveryFace], V], loads: Loads, least: Fraction, most: int = MOST_PATHS
) -> Enumerated[V]:
    """Play a procedure along every path of its dice, of which there must not be more than `most`."""
    chances: dict[V, Fraction] = {}
    residual, paths = Fraction(0), 0
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = EveryFace(waiting.pop(), loads, least)
        try:
            verdict = procedure(dice)
        except Cut:
            residual += dice.chance
        else:
            chances[verdict] = chances.get(verdict, Fraction(0)) + dice.chance
        waiting += dice.branches
        paths += 1
        assert paths <= most, "this example has too many paths: make the inputs of its proof smaller"
    return Enumerated(chances, residual)


@contextmanager
def loaded(loads: Loads) -> Iterator[None]:
    """Give the service's exact dice the chances of loaded ones, and forget what was worked out for others."""
    fair = ways.sums_of

    def sums_of(pool: DicePool) -> tuple[int, ...]:
        load = loads.get((pool.count, pool.sides))
        if load is None:
            return fair(pool)
        often = dict(load)
        return tuple([often.get(total, 0) for total in range(pool.count, pool.count * pool.sides + 1)])

    caches = _caches() if loads else ()
    with patch.object(ways, "sums_of", sums_of):
        for cache in caches:
            cache.cache_clear()
        try:
            yield
        finally:
            for cache in caches:
                cache.cache_clear()


@cache
def _caches() -> tuple[Any, ...]:
    """Find every function of the dice and the rules that remembers what it has worked out."""
    gc.unfreeze()  # what was imported while tests were collected is hidden from it otherwise
    found = [each for each in gc.get_objects() if type(each) is type(_die)]
    gc.freeze()
    return tuple([each for each in found if each.__module__.startswith(("service.dice", "service.rules"))])


@st.composite
def loads_of(draw: st.DrawFn, shapes: Mapping[Shape, int]) -> Loads:
    """Dice of each shape that fall on a low total, on a high one, and on so many others."""
    loads: dict[Shape, Load] = {}
    for (count, sides), others in shapes.items():
        lowest, highest = count, count * sides
        third = (highest - lowest) // 3
        totals = {draw(st.integers(lowest, lowest + third)), draw(st.integers(highest - third, highest))}
        totals |= draw(st.sets(st.integers(lowest, highest), max_size=others))
        weights = _shared(sides**count, [draw(st.integers(1, 9)) for _ in totals])
        loads[count, sides] = tuple(zip(sorted(totals), weights, strict=True))
    return loads


def _shared(ways: int, shares: list[int]) -> list[int]:
    """Share all ways in which dice can fall, at least one for each, the rest to the last."""
    weights = [max(1, ways * share // (2 * sum(shares))) for share in shares]
    return [*weights[:-1], ways - sum(weights[:-1])]


FAIR: Final[st.SearchStrategy[Loads]] = st.just({})


@dataclass(frozen=True)
class Proof:
    """On which inputs the odds of an operation are compared with play.

    `bodies` are whole request bodies, small enough to be enumerated; `loads` are the dice that are loaded. `least` is
    the chance below which a path is cut, where a procedure may roll on and on: its odds are then known to lie within
    what was cut, which is at most `blur`.
    """

    bodies: st.SearchStrategy[Document]
    loads: st.SearchStrategy[Loads] = FAIR
    examples: int = 25
    least: Fraction = Fraction(0)
    blur: Fraction = Fraction(0)
