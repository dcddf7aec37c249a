"""When to stop sampling: looks at 64, 128, 256, ... fights, until every chance is known well enough.

A look counts fights and nothing else, so equal requests stop at the same fight. Looks at an interval's width, in
contrast to looks at which side is ahead, hardly harm its coverage, and few looks harm it less.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Final

from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.tally import Kind, Tally

FIRST_LOOK: Final = 64


class Stopped(StrEnum):
    """Why no more fights were sampled, or no more paths run."""

    COMPLETE = "complete"
    MAX_PATHS = "max_paths"
    HALF_WIDTH = "half_width"
    MAX_FIGHTS = "max_fights"
    MAX_SECONDS = "max_seconds"
    TIME = "time"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class StopRule:
    """How well chances should be known: half the width of their intervals, at a level, or after so many fights."""

    half_width: float
    level: float
    max_fights: int

    def looks(self) -> Iterator[int]:
        """Yield the numbers of fights after which it is asked whether to stop: powers of two, and the most fights."""
        for power in count():
            fights = FIRST_LOOK << power
            if fights >= self.max_fights:
                yield self.max_fights
                return
            yield fights

    def is_met(self, tally: Tally) -> bool:
        """Return whether the widest interval is narrow enough: of each side's win, a draw and an undecided fight."""
        return widest_of(tally, self.level) <= self.half_width


def widest_of(tally: Tally, level: float) -> float:
    """Return half the width of the widest interval of a sampled tally's outcomes; stalemates are undecided, too."""
    fights = int(tally.fights)
    sides = {winner for kind, winner, _ in tally.endings if kind is Kind.WON}  # who never won has no wider interval
    wins = [tally.weight_of(Kind.WON, side) for side in sides]
    draws = tally.weight_of(Kind.DRAW)
    open_ends = tally.weight_of(Kind.UNDECIDED) + tally.weight_of(Kind.STALEMATE)
    return max([wilson(int(each), fights, level).half_width for each in (*wins, draws, open_ends)])
