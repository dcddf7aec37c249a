"""What a forecast says: chances with their bounds, means and quantiles, the race by round, and fights to watch."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import Final

from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.stopping import Stopped
from service.forecasts.counting.tally import Kind, Tally, Weight
from service.rules.kernel.verdict import Fate

QUANTILES: Final = {"p5": Fraction(1, 20), "p50": Fraction(1, 2), "p95": Fraction(19, 20)}


class MethodKind(StrEnum):
    """What chances are: calculated completely, calculated except for a stated rest, or counted in sampled fights."""

    EXACT = "exact"
    BOUNDED = "bounded"
    SAMPLED = "sampled"


class Given(StrEnum):
    """The fights in which survivors are counted: all, those that their side won, or those that another side won."""

    ANY = "any"
    WINS = "wins"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class Method:
    """How a forecast was made.

    `unresolved` is the chance of what was not enumerated, and `error` the largest error of doubles. `states` and
    `paths` were enumerated; `fights` were sampled with the seeds `seed`/0, `seed`/1 and so on, and looked at `looks`
    times. `level` is that of their intervals. What does not apply is None.
    """

    kind: MethodKind
    stopped: Stopped | None
    unresolved: Weight | None = None
    error: float | None = None
    states: int | None = None
    paths: int | None = None
    fights: int | None = None
    seed: str | None = None
    level: float | None = None
    looks: int | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance, a fraction unless it was counted in doubles, and the bounds between which it lies.

    Bounds of sampled chances hold at the level of the method (Wilson), all others for certain.
    """

    value: Weight
    low: Weight
    high: Weight


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean of a number over all fights that are known, and its quantiles."""

    mean: float
    quantiles: dict[str, int]


@dataclass(frozen=True, slots=True)
class RacePoint:
    """What is so after a round: the chance that it is decided, and by side, how many stand and how much is left."""

    round: int
    decided: Chance
    standing: dict[str, float]
    left: dict[str, float]


@dataclass(frozen=True, slots=True)
class Example:
    """A sampled fight by its index, its winner if there is one, and its rounds."""

    fight: int
    winner: str | None
    rounds: int


def spread_of(weights: Iterable[tuple[int, Weight]]) -> Spread | None:
    """Return the mean and the quantiles of numbers with weights; None, if there are none."""
    ordered = sorted(weights)
    whole = sum([weight for _, weight in ordered])
    if not whole:
        return None
    mean = float(sum([number * weight for number, weight in ordered]) / whole)
    return Spread(mean, {name: quantile(ordered, share) for name, share in QUANTILES.items()})


def quantile(ordered: Sequence[tuple[int, Weight]], share: Fraction) -> int:
    """Return the least number which, with all below it, has at least this share of the weights."""
    sums = list(accumulate([weight for _, weight in ordered]))
    reached = [number for (number, _), so_far in zip(ordered, sums, strict=True) if so_far >= sums[-1] * share]
    return reached[0]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What will come of a fight: the tally of what is known, how it was made, and readings of it.

    `known` is the weight of what is known after each round, where that is not the same for all. `played` is the tally
    of sampled fights that can be watched; `sides` and `figures` are in the order of the request.
    """

    tally: Tally
    method: Method
    played: Tally
    sides: tuple[str, ...]
    figures: tuple[str, ...]
    known: tuple[Weight, ...] = ()

    def chance(self, weight: Weight, among: Weight | None = None) -> Chance:
        """Return the chance of what has this weight, among all fights or among those of another weight."""
        whole = self.tally.fights if among is None else among
        method = self.method
        if method.level is not None:
            interval = wilson(int(weight), int(whole), method.level)
            return Chance(Fraction(int(weight), int(whole)) if whole else Fraction(0), interval.low, interval.high)
        unresolved, error = method.unresolved or 0, method.error or 0
        most = whole + unresolved
        if not most:
            return Chance(Fraction(0), 0, 1)
        value = weight if among is None else weight / whole if whole else weight
        return Chance(value, max(weight / most - error, 0), min((weight + unresolved) / most + error, 1))

    def wins(self, side: str) -> Chance:
        """Return the chance that a side wins."""
        return self.chance(self.tally.weight_of(Kind.WON, side))

    def ends(self, kind: Kind) -> Chance:
        """Return the chance of a draw, of a stalemate, or that the fight is undecided when its rounds are used up."""
        return self.chance(sum([weight for (how, _, _), weight in self.tally.endings.items() if how is kind]))

    def rounds(self) -> list[tuple[int, Chance]]:
        """Return the chance of each number of rounds, ascending."""
        return [(rounds, self.chance(weight)) for rounds, weight in sorted(self._rounds().items())]

    def rounds_spread(self) -> Spread | None:
        """Return the mean and the quantiles of the number of rounds; None, if nothing is known."""
        return spread_of(self._rounds().items())

    def survivors(self, side: str, given: Given = Given.ANY) -> list[tuple[int, Chance]]:
        """Return the chance of each number of members of a side that stand in the end, ascending.

        Given that the side wins or loses, chances are those among such fights; the list is empty if there are none.
        """
        counted = self._survivors(side, given)
        among = None if given is Given.ANY else sum(counted.values())
        return [(standing, self.chance(weight, among)) for standing, weight in sorted(counted.items())]

    def survivors_spread(self, side: str, given: Given = Given.ANY) -> Spread | None:
        """Return the mean and the quantiles of the members of a side that stand; None, if there are no such fights."""
        return spread_of(self._survivors(side, given).items())

    def survives(self, figure: str) -> Chance:
        """Return the chance that a figure still stands in the end."""
        return self.chance(self.tally.fates.get((figure, Fate.STANDING), 0))

    def fates(self, figure: str) -> dict[Fate, Chance]:
        """Return the chance of each fate of a figure."""
        found = {fate: weight for (whose, fate), weight in self.tally.fates.items() if whose == figure}
        return {fate: self.chance(found[fate]) for fate in Fate if fate in found}

    def left(self, figure: str) -> Spread | None:
        """Return the mean and the quantiles of what is left of a figure; None, if nobody counts it."""
        return spread_of([(left, weight) for (whose, left), weight in self.tally.left.items() if whose == figure])

    def race(self) -> list[RacePoint]:
        """Return what is so after each round, over all fights that are known by then."""
        points = []
        for each in self.tally.race():
            known = self.known[min(each.round, len(self.known) - 1)] if self.known else self.tally.fights
            standing = {side: float(total / known) for side, total in each.standing.items()}
            left = {side: float(total / known) for side, total in each.left.items()}
            points.append(RacePoint(each.round, self.chance(each.decided), standing, left))
        return points

    def typical(self) -> Example | None:
        """Return a fight that the most frequent winner wins in as many rounds as half of its fights take at most.

        If nobody wins, the most frequent ending takes the winner's place. None, if no fight was sampled.
        """
        ways = self._ways()
        if not ways:
            return None
        usual = max(ways, key=lambda way: (way[0] is Kind.WON, sum(ways[way].values())))
        return self._example(*usual, quantile(sorted(ways[usual].items()), QUANTILES["p50"]))

    def longest(self) -> Example | None:
        """Return the fight with the most rounds; None, if no fight was sampled."""
        firsts = self.played.firsts
        if not firsts:
            return None
        kind, winner, rounds = min(firsts, key=lambda ending: (-ending[2], firsts[ending]))
        return self._example(kind, winner, rounds)

    def upset(self) -> Example | None:
        """Return the first fight that the rarest winner won; None, if fewer than two sides have won any."""
        winners = {winner: sum(ways.values()) for (kind, winner), ways in self._ways().items() if kind is Kind.WON}
        if len(winners) < 2:
            return None
        rarest = min(winners, key=lambda winner: winners[winner])
        won = {ending: index for ending, index in self.played.firsts.items() if ending[1] == rarest}
        return self._example(*min(won, key=lambda ending: won[ending]))

    def _survivors(self, side: str, given: Given) -> dict[int, Weight]:
        counted: dict[int, Weight] = {}
        for (kind, winner, whose, standing), weight in self.tally.survivors.items():
            if whose == side and _applies(given, kind, winner, side):
                counted[standing] = counted.get(standing, 0) + weight
        return counted

    def _rounds(self) -> dict[int, Weight]:
        counted: dict[int, Weight] = {}
        for (_, _, rounds), weight in self.tally.endings.items():
            counted[rounds] = counted.get(rounds, 0) + weight
        return counted

    def _ways(self) -> dict[tuple[Kind, str | None], dict[int, Weight]]:
        """Return how sampled fights ended: by winner, how often after how many rounds."""
        ways: dict[tuple[Kind, str | None], dict[int, Weight]] = {}
        for (kind, winner, rounds), weight in self.played.endings.items():
            ways.setdefault((kind, winner), {})[rounds] = weight
        return ways

    def _example(self, kind: Kind, winner: str | None, rounds: int) -> Example:
        return Example(self.played.firsts[kind, winner, rounds], winner, rounds)


def _applies(given: Given, kind: Kind, winner: str | None, side: str) -> bool:
    """Return whether a fight is among those that are given."""
    if given is Given.ANY:
        return True
    return kind is Kind.WON and (winner == side) is (given is Given.WINS)
