"""Deadlines of forecasts: the time that a request allows, and the time by which the service has to answer it.

What has been counted by then is the answer, so that a slow fight on a busy machine is told with wider bounds instead of
being refused.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from math import inf
from time import monotonic, process_time
from typing import Any, Final, TypeVar

from service.dice.model import Dice
from service.forecasts.counting.stopping import Stopped
from service.rules.kernel.fight import Fight

S = TypeVar("S")

PLAYING_SHARE: Final = 0.6
"""The share of a request's time in which fights are played; the rest is for what was begun, and for the answer."""

_answer_by: Final[ContextVar[float]] = ContextVar("answer_by", default=inf)


def answer_within(seconds: float) -> None:
    """Set the time in which the current request has to be answered."""
    _answer_by.set(monotonic() + PLAYING_SHARE * seconds)


class OutOfTime(Exception):
    """The time is up."""


class Deadline:
    """The time at which no more fights are begun."""

    def __init__(self, seconds: float | None, clock: Callable[[], float] = process_time) -> None:
        """Set the processor time from now on; None: the service's own deadline alone counts, if it has one."""
        self._clock = clock
        self._answer_by = _answer_by.get()
        left, allowed = self._answer_by - monotonic(), inf if seconds is None else seconds
        self._is_of_service = left < allowed
        self.end = clock() + min(left, allowed)

    def now(self) -> float:
        """Return the processor time, or infinity after the service's deadline."""
        return inf if self.is_due else self._clock()

    @property
    def is_due(self) -> bool:
        """Whether the service has to answer now."""
        return self._answer_by < inf and monotonic() >= self._answer_by

    @property
    def is_past(self) -> bool:
        """Whether the time is up."""
        return self.end < inf and self.now() >= self.end

    @property
    def why(self) -> Stopped:
        """Whose time it is that is up: the request's, or the service's."""
        return Stopped.TIME if self._is_of_service or self.is_due else Stopped.MAX_SECONDS

    def within(self, fight: Fight[S]) -> Fight[S]:
        """Return a fight that raises OutOfTime at the first step after the service's deadline, even if it is not over.

        Without such a deadline it is the fight itself.
        """
        if self._answer_by == inf:
            return fight

        def in_time(step: Callable[[S, Dice], S]) -> Callable[[S, Dice], S]:
            def taken(state: S, dice: Dice) -> S:
                if self.is_due:
                    raise OutOfTime
                return step(state, dice)

            return taken

        whole: Any = None if fight.play_round is None else in_time(fight.play_round)
        return replace(fight, advance=in_time(fight.advance), play_round=whole)
