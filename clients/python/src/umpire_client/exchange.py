"""What the clients do, without input and output: a flow yields what is to be done, and goes on with what came of it.

`Umpire` and `AsyncUmpire` carry out the same flows, one by blocking calls and one by awaiting them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from umpire_client.problems import UmpireProblem, UmpireUnreachable

if TYPE_CHECKING:
    from umpire_client.types import DiceSourceInput, Need, Step

T = TypeVar("T")

Rolled: TypeAlias = Iterable[int | str]
"""What was rolled or drawn: faces as numbers, cards as texts such as "QH"."""
AskForDice: TypeAlias = "Callable[[Need, list[Step]], Rolled]"
"""A callback that is told what is needed and what has happened so far, and returns what was rolled."""
AsyncAskForDice: TypeAlias = "Callable[[Need, list[Step]], Rolled | Awaitable[Rolled]]"
"""The same, or a coroutine function that waits for the table."""
Dice: TypeAlias = "AskForDice | DiceSourceInput"
"""Who rolls: a callback that is asked, or a source as bodies have it, such as a seed."""
AsyncDice: TypeAlias = "AsyncAskForDice | DiceSourceInput"
"""The same, where the callback may be awaited."""

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 15.0
LONGEST_WAIT: Final = 60.0
"""Seconds. Whoever asks to be left alone for longer, as a quota of a day does, is not asked again but raised."""
_CHANCE: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request. The flow goes on with a `Reply`, or with `UmpireUnreachable`.

    Of a stream that is opened only the head is read; `Read` has the rest.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    content: bytes | None = None
    is_stream: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """Read on in the open stream. The flow goes on with some bytes, None at its end, or with `UmpireUnreachable`."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for some seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the callback for dice. The flow goes on with what it returned."""

    dice: Callable[[Need, list[Step]], Rolled | Awaitable[Rolled]]
    need: Need
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand an item of a feed to whoever iterates over it."""

    item: Any


Effect: TypeAlias = Send | Read | Wait | Ask | Emit
Flow: TypeAlias = Generator[Effect, Any, T]


class Progress(Generic[T]):
    """How far a flow is: `effect` is what is to be done next, None after its end; then `result` is what it returned."""

    def __init__(self, flow: Flow[T]) -> None:
        self.effect: Effect | None = None
        self.result: T | None = None
        self._flow = flow
        self._step(lambda: next(flow))

    def go_on(self, outcome: Any) -> None:
        """Go on with what came of the effect."""
        self._step(lambda: self._flow.send(outcome))

    def fail(self, error: Exception) -> None:
        """Go on with an error."""
        self._step(lambda: self._flow.throw(error))

    def _step(self, step: Callable[[], Effect]) -> None:
        self.effect = None
        try:
            self.effect = step()
        except StopIteration as end:
            self.result = end.value


def answered(request: Send, retries: float) -> Flow[Reply]:
    """Send a request until it is answered well, up to `retries` times again if that may help.

    It may help after a lost connection, after 429, 502, 503 and 504, and after 409 with `Retry-After`. All that is sent
    again is the same, with its idempotency key.

    Raises: UmpireProblem; UmpireUnreachable.
    """
    attempt = 0
    while True:
        wait = None
        try:
            reply: Reply = yield request
        except UmpireUnreachable:
            if attempt >= retries:
                raise
        else:
            if 200 <= reply.status < 300:
                return reply
            problem = problem_of(reply, request.path)
            wait = problem.retry_after
            if attempt >= retries or not problem.is_passing or (wait or 0) > LONGEST_WAIT:
                raise problem
        yield Wait(pause(attempt) if wait is None else wait)
        attempt += 1


def pause(attempt: int) -> float:
    """Return the seconds to wait after an attempt, counted from 0: twice as long each time, more or less."""
    return min(FIRST_PAUSE * 2.0 ** min(attempt, 30), LONGEST_PAUSE) * _CHANCE.uniform(0.5, 1.5)


def problem_of(reply: Reply, path: str) -> UmpireProblem:
    """Return the problem that a reply tells; what is between may answer without a problem document."""
    retry_after = _seconds_of(reply.headers.get("retry-after", ""))
    try:
        document = json.loads(reply.content)
    except ValueError:
        document = None
    if not isinstance(document, dict) or not isinstance(document.get("status"), int):
        title = reply.reason or f"Status {reply.status}"
        document = {"type": "about:blank", "title": title, "status": reply.status, "instance": path}
    return UmpireProblem(document, retry_after)


def written(body: object) -> bytes:
    """Write a body as JSON: the same body is the same bytes."""
    return json.dumps(body, separators=(",", ":"), allow_nan=False, default=_plain).encode()


def read(reply: Reply) -> Any:
    """Read an answer: JSON, or a text such as an SVG file."""
    media_type = reply.headers.get("content-type", "").partition(";")[0].strip()
    is_json = media_type == "application/json" or media_type.endswith("+json")
    return json.loads(reply.content) if is_json else reply.content.decode()


def _seconds_of(retry_after: str) -> float | None:
    """Return the seconds that an answer asks to wait; what is between may write a date."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, date.timestamp() - time.time())


def _plain(value: object) -> object:
    """Return a mapping or a sequence as what JSON has for it."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{value!r} cannot be written as JSON")
