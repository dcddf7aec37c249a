"""Carries out flows by awaiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from umpire_client.exchange import Ask, Effect, Emit, Flow, Progress, Read, Reply, Send, Wait
from umpire_client.problems import UmpireUnreachable
from umpire_client.transport import reaching, reply_of, request_of

if TYPE_CHECKING:
    import httpx

    from umpire_client.types import FeedEnded

T = TypeVar("T")


class AsyncDriver:
    """Carries out flows with a client of httpx, at an address."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http = http
        self._url = url

    async def run(self, flow: Flow[T]) -> T:
        """Carry out a flow, and return its result."""
        connection, progress = AsyncConnection(self._http, self._url), Progress(flow)
        while progress.effect is not None:
            await connection.advance(progress, progress.effect)
        return cast("T", progress.result)

    def feed(self, flow: Flow[FeedEnded]) -> AsyncFeed[Any]:
        """Return the feed of a flow."""
        return AsyncFeed(AsyncConnection(self._http, self._url), Progress(flow))


class AsyncFeed(AsyncIterator[T]):
    """A feed that is followed: iterate over it; close it, or leave its `async with`, to stop before it ends.

    A cut connection is opened again where it was cut: no entry is lost, and none comes twice.
    """

    def __init__(self, connection: AsyncConnection, progress: Progress[FeedEnded]) -> None:
        self._connection = connection
        self._progress = progress

    @property
    def ended(self) -> FeedEnded | None:
        """Return why it ended; None: it has not."""
        return self._progress.result

    async def __anext__(self) -> T:
        while (effect := self._progress.effect) is not None:
            if isinstance(effect, Emit):
                item: T = effect.item
                self._progress.go_on(None)
                return item
            await self._connection.advance(self._progress, effect)
        await self.close()
        raise StopAsyncIteration

    async def close(self) -> None:
        """Stop following."""
        await self._connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


class AsyncConnection:
    """Carries out the effects of one flow, and holds the stream that it has open."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http = http
        self._url = url
        self._stream: httpx.Response | None = None
        self._chunks: AsyncIterator[bytes] | None = None

    async def advance(self, progress: Progress[Any], effect: Effect) -> None:
        """Carry out an effect, and let the flow go on with what came of it."""
        try:
            outcome = await self._outcome_of(effect)
        except UmpireUnreachable as error:
            progress.fail(error)
        else:
            progress.go_on(outcome)

    async def close(self) -> None:
        """Close the stream, if one is open."""
        if self._stream is not None:
            await self._stream.aclose()

    async def _outcome_of(self, effect: Effect) -> Any:
        match effect:
            case Emit():
                return None  # nobody iterates over a call
            case Send():
                return await self._send(effect)
            case Read():
                return await self._read()
            case Wait():
                return await asyncio.sleep(effect.seconds)
            case Ask():
                rolled = effect.dice(effect.need, effect.steps)
                return await rolled if isawaitable(rolled) else rolled

    async def _send(self, send: Send) -> Reply:
        await self.close()
        with reaching(self._url):
            response = await self._http.send(request_of(self._http, self._url, send), stream=True)
            if send.is_stream and response.is_success:
                self._stream, self._chunks = response, response.aiter_bytes()
                return reply_of(response, b"")
            try:
                return reply_of(response, await response.aread())
            finally:
                await response.aclose()

    async def _read(self) -> bytes | None:
        with reaching(self._url):
            return None if self._chunks is None else await anext(self._chunks, None)
