"""The luck of a fight that was played: how its acts compare with the same acts under other dice.

Each act is played again and again on the state before it, with the same input and other dice. A side's gain in an act
is the change of its own strength less the change of all others': first by members that stand, then by points. Its
percentile is the share of replays in which it gained less than was played, and half of those in which it gained the
same. The luck of several acts is that of the sum of their gains: replay number n of all acts together is one sample.

What is given are the states that the acts were played on, as they came about, and the decisions. So a lucky act counts
once, and not again in the acts that follow from it; and no side is lucky or unlucky on average, whatever its decisions
are, and whenever the fight ends.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from time import thread_time
from typing import Final, Protocol

from service.dice.model import Dice
from service.dice.silent import UnrecordedDice, WordStream
from service.errors import UmpireError
from service.forecasts.counting.intervals import Interval, wilson
from service.forecasts.counting.stopping import StopRule
from service.forecasts.deadlines import Deadline
from service.rules.kernel.figures import Strength

MOST_TRIES: Final = 16
"""How often an act is tried with other dice, if the rules refuse it with some."""

Score = tuple[int, int]
"""Members that stand, and points; compared in this order."""

Scores = Mapping[str, Score]
"""A score for each side, by its id."""

NOTHING: Final[Score] = (0, 0)


class DiceBy(StrEnum):
    """Whose dice an act was played with."""

    SERVICE = "service"
    CALLER = "caller"
    SUPPLIED = "supplied"


class LuckStopped(StrEnum):
    """Why no more replays were played."""

    NO_DICE = "no_dice"
    HALF_WIDTH = "half_width"
    MAX_REPLAYS = "max_replays"
    MAX_SECONDS = "max_seconds"
    TIME = "time"


class Repeatable(Protocol):
    """An act that was played, and can be played again."""

    @property
    def version(self) -> int:
        """The version that it made."""

    @property
    def operation(self) -> str:
        """The operation that it was."""

    @property
    def summary(self) -> str:
        """What happened, in words."""

    @property
    def dice_by(self) -> DiceBy:
        """Whose dice it was played with."""

    @property
    def gains(self) -> Scores:
        """What each side gained in it."""

    def again(self, dice: Dice) -> Scores:
        """Play it with other dice, and return what each side gains.

        Raises: what the rules refuse.
        """


def gains_of(before: Iterable[Strength], after: Iterable[Strength]) -> dict[str, Score]:
    """Return what each side gains on all others from one state to another."""
    was, now = _totals(before), _totals(after)
    changes = {side: _less(now.get(side, NOTHING), was.get(side, NOTHING)) for side in {**was, **now}}
    together = _sum(changes.values())
    return {side: (2 * own[0] - together[0], 2 * own[1] - together[1]) for side, own in changes.items()}


@dataclass(slots=True)
class Compared:
    """What a side gained, and how many replays gave it less, the same and more; `sum` is the sum of their gains."""

    gained: Score
    less: int = 0
    same: int = 0
    more: int = 0
    sum: Score = NOTHING

    def count(self, score: Score) -> None:
        """Count a replay."""
        if score == self.gained:
            self.same += 1
        elif score < self.gained:
            self.less += 1
        else:
            self.more += 1
        self.sum = (self.sum[0] + score[0], self.sum[1] + score[1])

    @property
    def replays(self) -> int:
        """How many replays were counted."""
        return self.less + self.same + self.more

    @property
    def mean(self) -> tuple[float, float]:
        """The mean gain of the replays."""
        return self.sum[0] / self.replays, self.sum[1] / self.replays

    @property
    def rank(self) -> float:
        """The share of replays that gave the side less, and half of those that gave it the same."""
        return (self.less + self.same / 2) / self.replays

    def interval(self, level: float) -> Interval:
        """Return Wilson's interval of the rank.

        A rank is the mean of numbers from 0 to 1, which vary at most as much as zeros and ones of the same mean do.
        """
        return wilson(self.less + self.same / 2, self.replays, level)


@dataclass(frozen=True, slots=True)
class LuckOptions:
    """How well luck should be known: as `StopRule` has it, and `max_seconds` after which nothing more is begun."""

    half_width: float
    level: float
    max_replays: int
    max_seconds: float | None
    seed: str


BySide = dict[str, Compared]


@dataclass(slots=True)
class Luck:
    """The luck of acts: of each by itself, of all together, and of those played with the same kind of dice.

    Replay number n of the act that made version v has the dice of the seed `seed`/v/n; where the rules refuse the act
    with these, those of `seed`/v/n/1 and so on. If they refuse it again and again, the act counts as it was played.
    """

    acts: Sequence[Repeatable]
    seed: str
    replays: int = 0
    refused: int = 0
    stopped: LuckStopped = LuckStopped.NO_DICE
    of_acts: list[BySide] = field(init=False)
    of_all: BySide = field(init=False)
    of_dice: dict[DiceBy, BySide] = field(init=False)

    def __post_init__(self) -> None:
        """Compare with nothing yet."""
        kinds = {each.dice_by for each in self.acts}
        self.of_acts = [_compared([act]) for act in self.acts]
        self.of_all = _compared(self.acts)
        self.of_dice = {
            kind: _compared([act for act in self.acts if act.dice_by is kind]) for kind in DiceBy if kind in kinds
        }

    def replay(self) -> None:
        """Play every act once more, and compare.

        Dice: for each act those that it takes, from a seed of its own.
        """
        gained = [self._again(act) for act in self.acts]
        for scores, compared in zip(gained, self.of_acts, strict=True):
            _count(compared, [scores])
        _count(self.of_all, gained)
        for kind, compared in self.of_dice.items():
            _count(compared, [each for act, each in zip(self.acts, gained, strict=True) if act.dice_by is kind])
        self.replays += 1

    def widest(self, level: float) -> float:
        """Return half the width of the widest interval of a side's rank over all acts."""
        return max([each.interval(level).half_width for each in self.of_all.values()], default=0.0)

    def _again(self, act: Repeatable) -> Scores:
        name = f"{self.seed}/{act.version}/{self.replays}"
        for attempt in range(MOST_TRIES):
            stream = WordStream(f"{name}/{attempt}" if attempt else name)
            try:
                return act.again(UnrecordedDice(stream))
            except UmpireError:
                self.refused += 1
        return act.gains


def luck_of(acts: Sequence[Repeatable], options: LuckOptions, clock: Callable[[], float] = thread_time) -> Luck:
    """Return the luck of acts, of which each is played again until luck is known well enough.

    Every act is played at least once more, whatever the time.

    Dice: those of `Luck.replay`.
    """
    luck = Luck(acts, options.seed)
    if not acts:
        return luck
    rule = StopRule(options.half_width, options.level, options.max_replays)
    deadline = Deadline(options.max_seconds, clock)
    for wanted in rule.looks():
        while luck.replays < wanted:
            luck.replay()
            if deadline.is_past and luck.replays < wanted:
                luck.stopped = LuckStopped(deadline.why.value)
                return luck
        if luck.widest(options.level) <= options.half_width:
            luck.stopped = LuckStopped.HALF_WIDTH
            return luck
    luck.stopped = LuckStopped.MAX_REPLAYS
    return luck


def _compared(acts: Sequence[Repeatable]) -> BySide:
    sides = dict.fromkeys([side for act in acts for side in act.gains])
    return {side: Compared(_sum([act.gains.get(side, NOTHING) for act in acts])) for side in sides}


def _count(compared: BySide, gained: Sequence[Scores]) -> None:
    for side, own in compared.items():
        own.count(_sum([scores.get(side, NOTHING) for scores in gained]))


def _totals(strengths: Iterable[Strength]) -> dict[str, Score]:
    totals: dict[str, Score] = {}
    for each in strengths:
        standing, points = totals.get(each.side, NOTHING)
        totals[each.side] = standing + each.standing, points + each.points
    return totals


def _sum(scores: Iterable[Score]) -> Score:
    standing, points = 0, 0
    for score in scores:
        standing += score[0]
        points += score[1]
    return standing, points


def _less(score: Score, other: Score) -> Score:
    return score[0] - other[0], score[1] - other[1]
