"""Overload: a process with more requests than it can answer refuses some, so that the others are quick.

A process answers requests in turn on one event loop. How long a timer of the loop is late says how long requests queue.
If it has been later than allowed for a second, without a break, the process is overloaded: of the requests in each
interval a number is admitted that is raised while the timer is in time, and lowered while it is late. Bursts that are
over within a second are answered as they are.
"""

from collections.abc import Callable
from math import inf
from typing import Any, Final, Protocol

import structlog

from service.api.http.problems import MEDIA_TYPE, Overloaded, Receive, Scope, Send
from service.operations.problem import problem_of
from service.wire import to_json

INTERVAL_SECONDS: Final = 0.01
STANDING_SECONDS: Final = 1.0
FEWEST: Final = 1.0
"""Requests that are admitted in each interval at least."""

log = structlog.get_logger("umpire.overload")


class Clock(Protocol):
    """What of an event loop tells how late it is."""

    def time(self) -> float:
        """Return the time in seconds."""
        ...

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any) -> Any:
        """Call something at a time."""
        ...


def _note_nothing() -> None:
    """Count nothing."""


class Admission:
    """Decides which requests of a process are answered; without a limit all of them are."""

    def __init__(self) -> None:
        """Begin without a limit."""
        self._longest = inf
        self._expected = 0.0
        self._standing = 0.0
        self._calm = 0.0
        self._budget = inf
        self._left = inf
        self._is_timed = False
        self._note: Callable[[], None] = _note_nothing

    def limit(self, seconds: float, note: Callable[[], None] | None = None) -> None:
        """Set for how many seconds requests may queue (0: for as long as they have to), and what counts refusals."""
        self._longest = seconds or inf
        self._note = note or _note_nothing

    def note_refusal(self) -> None:
        """Count a request that was refused."""
        self._note()

    @property
    def is_overloaded(self) -> bool:
        """Whether requests are refused now."""
        return self._budget < inf

    def admits(self, loop: Clock) -> bool:
        """Decide on one request."""
        if self._longest == inf:
            return True
        if not self._is_timed:
            self._is_timed = True
            self._expect(loop)
        self._left -= 1
        if self._left >= 0:
            return True
        self._calm = 0.0
        return False

    def _expect(self, loop: Clock) -> None:
        self._expected = loop.time() + INTERVAL_SECONDS
        loop.call_at(self._expected, self._measure, loop)

    def _measure(self, loop: Clock) -> None:
        """Look how late it is, and set how many requests are admitted until the next look."""
        late = loop.time() - self._expected
        passed = INTERVAL_SECONDS + late
        self._standing = self._standing + passed if late > self._longest else 0.0
        self._calm += passed
        if self.is_overloaded:
            self._budget = max(self._budget * 0.9, FEWEST) if late > self._longest else self._budget + 1
            if self._calm > STANDING_SECONDS:
                self._budget = inf
                log.warning("overload over")
        elif self._standing > STANDING_SECONDS:
            self._budget, self._calm = passed / INTERVAL_SECONDS, 0.0
            log.warning("overloaded", late_ms=round(late * 1000))
        self._left = self._budget
        self._expect(loop)


admission: Final = Admission()
"""The decisions of this process."""

_BODY: Final = to_json(problem_of(Overloaded("The process has more requests than it can answer."), "/"))
_START: Final[dict[str, Any]] = {
    "type": "http.response.start",
    "status": Overloaded.status,
    "headers": [
        (b"content-type", MEDIA_TYPE),
        (b"content-length", b"%d" % len(_BODY)),
        (b"retry-after", b"1"),
    ],
}


async def overloaded(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, as quickly as it can be done, and count it."""
    admission.note_refusal()
    await send(_START)
    await send({"type": "http.response.body", "body": _BODY})
