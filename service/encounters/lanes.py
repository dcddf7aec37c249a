"""A client of the store whose commands travel together: what is asked for in one turn of the loop goes as one write.

A few connections are the lanes. While the lanes are under way commands wait, and go with the next one that is back;
the busier the service is, the more of them share a write and a read. No command waits for another one's caller, and
a lane that is not back in time is given up, with all that it carried and all that has waited as long for it.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from redis import exceptions
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.connection import HiredisRespSerializer

LANES: Final = 2
MOST_TOGETHER: Final = 64

_LOST: Final = (OSError, exceptions.ConnectionError, exceptions.TimeoutError)


@dataclass(frozen=True, slots=True)
class Asked:
    """A command on its way: as it goes over the wire, how its reply is read, since when, and who waits for it."""

    name: str
    packed: bytes
    options: Mapping[str, Any]
    since: float
    answer: asyncio.Future[Any]


class Lanes(Redis):
    """A client like redis-py's own, for commands that do not block; pipelines and subscriptions use the pool."""

    def __init__(self, pool: ConnectionPool, seconds: float) -> None:
        """Connect as the pool does; a lane has so many seconds to come back."""
        super().__init__(connection_pool=pool)
        self._seconds = seconds
        self._waiting: deque[Asked] = deque()
        self._free = [_Lane(self, cast("Any", pool).make_connection(), seconds) for _ in range(LANES)]
        self._lanes = tuple(self._free)
        self._called = False
        self._serializer = HiredisRespSerializer()
        self._under_way: set[asyncio.Task[None]] = set()

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command with whatever else goes just now, and return its answer."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        packed: bytes = self._serializer.pack(*args)[0]
        self._waiting.append(Asked(args[0], packed, options, loop.time(), answer))
        if self._free and not self._called:
            self._called = True
            loop.call_soon(self._depart)
        return await answer

    async def aclose(self, close_connection_pool: bool | None = None) -> None:
        """Close every connection; what is under way fails."""
        for task in self._under_way:
            task.cancel()
        for lane in self._lanes:
            await lane.close()
        await self.connection_pool.disconnect()

    def _depart(self) -> None:
        self._called = False
        while self._free and self._waiting:
            lane = self._free.pop()
            task = asyncio.create_task(self._serve(lane))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _serve(self, lane: "_Lane") -> None:
        """Let a lane carry what waits, until nothing does."""
        try:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
                await lane.carry(batch)
        finally:
            self._free.append(lane)

    def give_up(self, error: Exception, before: float) -> None:
        """Fail what has been waiting since before a moment."""
        while self._waiting and self._waiting[0].since < before:
            _fail([self._waiting.popleft()], error)


class _Lane:
    """One connection, with at most one batch under way."""

    def __init__(self, client: Lanes, way: AbstractConnection, seconds: float) -> None:
        self._client = client
        self._way = way
        self._seconds = seconds

    async def carry(self, batch: list[Asked]) -> None:
        """Send commands and read their answers; a lost connection is made anew once, for what is still unanswered."""
        try:
            async with asyncio.timeout(self._seconds):
                try:
                    await self._exchange(batch)
                except exceptions.ConnectionError:
                    await self.close()
                    await self._exchange([asked for asked in batch if not asked.answer.done()])
        except TimeoutError:
            await self.close()
            late = exceptions.TimeoutError("no answer in time")
            _fail(batch, late)
            self._client.give_up(late, asyncio.get_running_loop().time() - self._seconds)
        except _LOST as error:
            await self.close()
            _fail(batch, error)
        except BaseException:
            await self.close()
            _fail(batch, exceptions.ConnectionError("closed"))
            raise

    async def close(self) -> None:
        """Close the connection; the next batch opens it again."""
        await self._way.disconnect(nowait=True)

    async def _exchange(self, batch: list[Asked]) -> None:
        way = self._way
        await way.send_packed_command([asked.packed for asked in batch])
        for asked in batch:
            try:
                said = await self._client.parse_response(cast("Any", way), asked.name, **asked.options)
            except _LOST:
                raise
            except Exception as error:
                if not asked.answer.done():
                    asked.answer.set_exception(error)
            else:
                if not asked.answer.done():
                    asked.answer.set_result(said)


def _fail(batch: Iterable[Asked], error: Exception) -> None:
    for asked in batch:
        if not asked.answer.done():
            asked.answer.set_exception(type(error)(*error.args))
