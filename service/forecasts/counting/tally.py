"""Tallies: what came of many fights, as sums that can be added up in any order.

A sampled fight weighs 1, and an ending that was worked out weighs its chance. All sums are marginal: their number
grows with the figures, sides and rounds of a fight, and not with the number of fights.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict

K = TypeVar("K", bound=Hashable)

Weight = int | Fraction | float
"""A number of fights, or a chance: a fraction, or a double."""


class Kind(StrEnum):
    """How a fight ended; in a stalemate nothing can change any more, although rounds are left."""

    WON = "won"
    DRAW = "draw"
    UNDECIDED = "undecided"
    STALEMATE = "stalemate"


DECIDED: Final = frozenset((Kind.WON, Kind.DRAW))


class Measure(StrEnum):
    """What is added up for a side after each round."""

    STANDING = "standing"
    LEFT = "left"


# Python looks up the member of an enumeration twenty times as slowly as a name of a module.
STANDING: Final = Measure.STANDING
LEFT: Final = Measure.LEFT

Ending = tuple[Kind, str | None, int]
"""How a fight ended, which side won, and how many rounds were played."""

Measures = tuple[tuple[str, Measure, int], ...]
"""By side, how many stand and how much is left; a side of which nobody counts what is left has no such entry."""

Sums = dict[tuple[int, str, Measure], Weight]
"""Sums by round, side and measure."""


@dataclass(frozen=True, slots=True)
class RaceRound:
    """What was so after a round: the weight of fights decided by then, and each side's sums over all fights.

    Fights that are over count with their last numbers. A side without any figure that counts what is left of it is not
    in `left`.
    """

    round: int
    decided: Weight
    standing: dict[str, Weight]
    left: dict[str, Weight]


def measures_of(figures: Iterable[FigureFate]) -> Measures:
    """Return how many members of each side stand, and what is left of those of its figures of which that is counted."""
    standing: dict[str, int] = {}
    left: dict[str, int] = {}
    for figure in figures:
        side, points = figure.side, figure.left
        standing[side] = standing.get(side, 0) + figure.standing
        if points is not None:
            left[side] = left.get(side, 0) + points
    members = [(side, STANDING, value) for side, value in standing.items()]
    return (*members, *[(side, LEFT, value) for side, value in left.items()])


def kind_of(verdict: SkirmishVerdict) -> Kind:
    """Return how a fight ended by its verdict, which does not know stalemates."""
    if verdict.undecided:
        return Kind.UNDECIDED
    return Kind.DRAW if verdict.winner is None else Kind.WON


@dataclass(slots=True)
class Tally:
    """What came of fights: sums of their weights.

    `firsts` has the lowest index of the fights of an ending. `survivors` is by kind, winner, side and members of the
    side that stand; `fates` by figure and fate; `left` by figure and what is left of it, for figures that count it;
    `losses` by side and members of it that the fight cost.
    `going` are the sums of fights that went on after a round, and `ended` those of fights whose last round it was.
    """

    fights: Weight = 0
    endings: dict[Ending, Weight] = field(default_factory=dict)
    firsts: dict[Ending, int] = field(default_factory=dict)
    survivors: dict[tuple[Kind, str | None, str, int], Weight] = field(default_factory=dict)
    fates: dict[tuple[str, Fate], Weight] = field(default_factory=dict)
    left: dict[tuple[str, int], Weight] = field(default_factory=dict)
    going: Sums = field(default_factory=dict)
    ended: Sums = field(default_factory=dict)
    losses: dict[tuple[str, int], Weight] = field(default_factory=dict)

    def add(
        self, verdict: SkirmishVerdict, weight: Weight = 1, index: int | None = None, settled: int | None = None
    ) -> None:
        """Add fights that ended alike: their weight, and the lowest index of one of them if they have indices.

        `settled` marks a stalemate, and is the number of rounds after which nothing changed. Its verdict is the one
        after the last round, as every other procedure has it.
        """
        kind = kind_of(verdict) if settled is None else Kind.STALEMATE
        ending = (kind, verdict.winner, verdict.rounds)
        self.fights += weight
        _count(self.endings, ending, weight)
        if index is not None:
            self.firsts[ending] = min(index, self.firsts.get(ending, index))
        for side in verdict.sides:
            _count(self.survivors, (kind, verdict.winner, side.side, side.standing), weight)
            _count(self.losses, (side.side, side.lost), weight)
        for figure in verdict.figures:
            _count(self.fates, (figure.id, figure.fate), weight)
            if figure.left is not None:
                _count(self.left, (figure.id, figure.left), weight)
        rounds = verdict.rounds if settled is None else settled
        _measure(self.ended, rounds, measures_of(verdict.figures), weight)

    def go_on(self, rounds: int, measures: Measures, weight: Weight = 1) -> None:
        """Add the numbers of fights that are not over after so many rounds, for the race; 0 is the start.

        Each of these fights is added by `add`, too, when it ends.
        """
        _measure(self.going, rounds, measures, weight)

    def merged(self, other: "Tally") -> "Tally":
        """Return the tally of the fights of both."""
        firsts = dict(self.firsts)
        for ending, index in other.firsts.items():
            firsts[ending] = min(index, firsts.get(ending, index))
        return Tally(
            self.fights + other.fights,
            _added(self.endings, other.endings),
            firsts,
            _added(self.survivors, other.survivors),
            _added(self.fates, other.fates),
            _added(self.left, other.left),
            _added(self.going, other.going),
            _added(self.ended, other.ended),
            _added(self.losses, other.losses),
        )

    def weight_of(self, kind: Kind, winner: str | None = None) -> Weight:
        """Return the weight of fights that ended this way, and were won by this side if they were won."""
        return sum([weight for (how, who, _), weight in self.endings.items() if how is kind and who == winner])

    def members(self, side: str) -> Weight:
        """Return the mean number of members of a side that stood before the first round; 0 if that was not added."""
        key = 0, side, Measure.STANDING
        return (self.going.get(key, 0) + self.ended.get(key, 0)) / self.fights if self.fights else 0

    def race(self) -> tuple[RaceRound, ...]:
        """Return what was so after each round, from 0 (the start, if it was added) to the longest fight's last."""
        rounds = [number for number, _, _ in (*self.going, *self.ended)]
        decisions: dict[int, Weight] = {}
        for (kind, _, number), weight in self.endings.items():
            _count(decisions, number, weight if kind in DECIDED else 0)
        over: dict[tuple[str, Measure], Weight] = {(side, what): 0 for _, side, what in (*self.ended, *self.going)}
        decided: Weight = 0
        race = []
        for number in range(min(rounds, default=0), max(rounds, default=-1) + 1):
            decided += decisions.get(number, 0)
            for key in over:
                over[key] += self.ended.get((number, *key), 0)
            now = {key: sum_over + self.going.get((number, *key), 0) for key, sum_over in over.items()}
            race.append(RaceRound(number, decided, _by_side(now, Measure.STANDING), _by_side(now, Measure.LEFT)))
        return tuple(race)

    def to_data(self) -> dict[str, Any]:
        """Return the tally as JSON: each sum is a row, its key first and its weight last; equal tallies are equal."""
        return {
            "fights": _written(self.fights),
            "endings": _rows(self.endings),
            "firsts": _rows(self.firsts),
            "survivors": _rows(self.survivors),
            "fates": _rows(self.fates),
            "left": _rows(self.left),
            "going": _rows(self.going),
            "ended": _rows(self.ended),
            "losses": _rows(self.losses),
        }

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> "Tally":
        """Return the tally that was written as JSON."""
        return cls(
            _read(data["fights"]),
            {(Kind(kind), winner, rounds): _read(w) for kind, winner, rounds, w in data["endings"]},
            {(Kind(kind), winner, rounds): index for kind, winner, rounds, index in data["firsts"]},
            {(Kind(kind), winner, side, standing): _read(w) for kind, winner, side, standing, w in data["survivors"]},
            {(figure, Fate(fate)): _read(w) for figure, fate, w in data["fates"]},
            {(figure, left): _read(w) for figure, left, w in data["left"]},
            {(number, side, Measure(what)): _read(w) for number, side, what, w in data["going"]},
            {(number, side, Measure(what)): _read(w) for number, side, what, w in data["ended"]},
            {(side, lost): _read(w) for side, lost, w in data.get("losses", ())},
        )


def _count(sums: dict[K, Weight], key: K, weight: Weight) -> None:
    sums[key] = sums.get(key, 0) + weight


def _added(one: dict[K, Weight], other: dict[K, Weight]) -> dict[K, Weight]:
    both = dict(one)
    for key, weight in other.items():
        both[key] = both.get(key, 0) + weight
    return both


def _measure(sums: Sums, number: int, measures: Measures, weight: Weight) -> None:
    """Add what is counted of each side after a round."""
    for side, measure, value in measures:
        key = number, side, measure
        sums[key] = sums.get(key, 0) + value * weight


def _by_side(sums: dict[tuple[str, Measure], Weight], measure: Measure) -> dict[str, Weight]:
    return {side: weight for (side, what), weight in sums.items() if what is measure}


def _rows(sums: dict[Any, Any]) -> list[list[Any]]:
    return sorted([[*key, _written(weight)] for key, weight in sums.items()], key=str)


def _written(weight: Weight) -> int | float | str:
    """Return a weight as JSON: a fraction as a text."""
    return f"{weight.numerator}/{weight.denominator}" if isinstance(weight, Fraction) else weight


def _read(told: float | str) -> Weight:
    return Fraction(told) if isinstance(told, str) else told
