"""Overload: a process with more requests than it can answer refuses some, so that the others are quick.

A process answers requests in turn on one event loop. How long a timer of the loop is late says how long requests queue.
If it has been later than allowed for a second, without a break, the process is overloaded. Then few requests are
admitted in each turn of the loop: as many as can be answered in half of the time that requests may queue, because a
request waits for the turn in which it comes and for the next one, in which it is answered. How long a turn takes is
measured. Bursts that are over within a second are answered as they are.
"""

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any, Final, Protocol

import structlog

from service.api.http.problem_documents import MEDIA_TYPE, Overloaded, Receive, Scope, Send
from service.operations.problem import problem_of
from service.wire import to_json

INTERVAL_SECONDS: Final = 0.01
STANDING_SECONDS: Final = 1.0
FEWEST: Final = 1
"""Requests that are admitted in each turn at least."""
TURNS: Final = 32
"""About how many turns the measured time of a request is a mean of."""

log = structlog.get_logger("umpire.overload")


class Clock(Protocol):
    """What of an event loop tells how late it is, and when a turn begins."""

    def time(self) -> float:
        """Return the time in seconds."""
        ...

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any) -> Any:
        """Call something at a time."""
        ...

    def call_soon(self, callback: Callable[..., Any], *args: Any) -> Any:
        """Call something in the next turn."""
        ...


def _note_nothing() -> None:
    """Count nothing."""


class Admission:
    """Decides which requests of a process are answered; without a limit all of them are."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        """Begin without a limit; `now` measures turns, for which the clock of an event loop may be too coarse."""
        self._now = now
        self._longest = inf
        self._expected = 0.0
        self._is_timed = False
        self._standing = 0.0  # seconds that the timer has been late for
        self._passed = 0.0  # seconds since the requests were last counted
        self._asked = 0  # requests in these seconds
        self._budget: int | None = None  # requests to admit in a turn; None: all
        self._each = 0.0  # seconds that a turn takes for each request that it admits
        self._is_turning = False
        self._admitted = 0  # requests of this turn
        self._running = 0  # requests of the turn before, which are answered in this one
        self._began = 0.0
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
        return self._budget is not None

    def admits(self, loop: Clock) -> bool:
        """Decide on one request."""
        if self._longest == inf:
            return True
        if not self._is_timed:
            self._is_timed = True
            self._expect(loop)
        if self._budget is None:
            return True
        self._asked += 1
        if self._admitted >= self._budget:
            return False
        self._admitted += 1
        if not self._is_turning:
            self._is_turning = True
            loop.call_soon(self._turn, loop)
        return True

    def _turn(self, loop: Clock) -> None:
        """Begin to answer the requests that were admitted; measure how long those before them took."""
        now = self._now()
        if self._running:
            self._each += ((now - self._began) / self._running - self._each) / TURNS
            if self._budget is not None:
                self._budget = max(int(self._longest / 2 / self._each), FEWEST)
        self._began, self._running, self._admitted = now, self._admitted, 0
        self._is_turning = self._running > 0
        if self._is_turning:
            loop.call_soon(self._turn, loop)

    def _expect(self, loop: Clock) -> None:
        self._expected = loop.time() + INTERVAL_SECONDS
        loop.call_at(self._expected, self._measure, loop)

    def _measure(self, loop: Clock) -> None:
        """Look how late it is, and decide whether an overload begins or is over."""
        late = loop.time() - self._expected
        passed = INTERVAL_SECONDS + late
        if self._budget is None:
            self._standing = self._standing + passed if late > self._longest else 0.0
            if self._standing > STANDING_SECONDS:
                self._budget, self._each = FEWEST, self._longest / 2
                self._passed, self._asked = 0.0, 0
                log.warning("overloaded", late_ms=round(late * 1000))
        else:
            self._passed += passed
            if self._passed > STANDING_SECONDS:
                self._count()
        self._expect(loop)

    def _count(self) -> None:
        """End the overload if all requests since the last count could have been answered."""
        if self._asked * self._each < self._passed:
            self._budget, self._standing = None, 0.0
            log.warning("overload over")
        self._passed, self._asked = 0.0, 0


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


_REFUSAL: Final = b"".join(b"%b: %b\r\n" % header for header in _START["headers"])


def refusal(default_headers: Sequence[tuple[bytes, bytes]], *, head: bool, closes: bool) -> bytes:
    """Write the refusal of a request as it goes over the wire; `head`: without its body, as an answer to HEAD."""
    headers = b"".join([b"%b: %b\r\n" % header for header in default_headers])
    is_told = not closes or (b"connection", b"close") in default_headers
    end = b"\r\n" if is_told else b"connection: close\r\n\r\n"
    return b"HTTP/1.1 503 Service Unavailable\r\n" + headers + _REFUSAL + end + (b"" if head else _BODY)


async def overloaded(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, as quickly as it can be done, and count it."""
    admission.note_refusal()
    await send(_START)
    await send({"type": "http.response.body", "body": _BODY})
