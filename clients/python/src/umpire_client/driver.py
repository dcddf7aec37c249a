"""Carries out flows by blocking calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from umpire_client.exchange import Ask, Effect, Emit, Flow, Progress, Read, Reply, Send, Wait
from umpire_client.problems import UmpireUnreachable
from umpire_client.transport import reaching, reply_of, request_of

if TYPE_CHECKING:
    import httpx

    from umpire_client.types import FeedEnded

T = TypeVar("T")


class Driver:
    """Carries out flows with a client of httpx, at an address."""

    def __init__(self, http: httpx.Client, url: str) -> None:
        self._http = http
        self._url = url

    def run(self, flow: Flow[T]) -> T:
        """Carry out a flow, and return its result."""
        connection, progress = Connection(self._http, self._url), Progress(flow)
        while progress.effect is not None:
            connection.advance(progress, progress.effect)
        return cast("T", progress.result)

    def feed(self, flow: Flow[FeedEnded]) -> Feed[Any]:
        """Return the feed of a flow."""
        return Feed(Connection(self._http, self._url), Progress(flow))


class Feed(Iterator[T]):
    """A feed that is followed: iterate over it; close it, or leave its `with`, to stop before it ends.

    A cut connection is opened again where it was cut: no entry is lost, and none comes twice.
    """

    def __init__(self, connection: Connection, progress: Progress[FeedEnded]) -> None:
        self._connection = connection
        self._progress = progress

    @property
    def ended(self) -> FeedEnded | None:
        """Return why it ended; None: it has not."""
        return self._progress.result

    def __next__(self) -> T:
        while (effect := self._progress.effect) is not None:
            if isinstance(effect, Emit):
                item: T = effect.item
                self._progress.go_on(None)
                return item
            self._connection.advance(self._progress, effect)
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Stop following."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Connection:
    """Carries out the effects of one flow, and holds the stream that it has open."""

    def __init__(self, http: httpx.Client, url: str) -> None:
        self._http = http
        self._url = url
        self._stream: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def advance(self, progress: Progress[Any], effect: Effect) -> None:
        """Carry out an effect, and let the flow go on with what came of it."""
        try:
            outcome = self._outcome_of(effect)
        except UmpireUnreachable as error:
            progress.fail(error)
        else:
            progress.go_on(outcome)

    def close(self) -> None:
        """Close the stream, if one is open."""
        if self._stream is not None:
            self._stream.close()

    def _outcome_of(self, effect: Effect) -> Any:
        match effect:
            case Emit():
                return None  # nobody iterates over a call
            case Send():
                return self._send(effect)
            case Read():
                return self._read()
            case Wait():
                return time.sleep(effect.seconds)
            case Ask():
                return effect.dice(effect.need, effect.steps)

    def _send(self, send: Send) -> Reply:
        self.close()
        with reaching(self._url):
            response = self._http.send(request_of(self._http, self._url, send), stream=True)
            if send.is_stream and response.is_success:
                self._stream, self._chunks = response, response.iter_bytes()
                return reply_of(response, b"")
            try:
                return reply_of(response, response.read())
            finally:
                response.close()

    def _read(self) -> bytes | None:
        with reaching(self._url):
            return next(self._chunks, None)
