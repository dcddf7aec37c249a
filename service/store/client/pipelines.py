"""A pipelining Redis client: the commands of one iteration of the event loop are sent in one write.

It has a few connections. While all of them wait for answers, new commands are queued, and the first free connection
sends them together; so the busier the service is, the more commands share a write and a read. Answers come in the order
of the commands. A connection that does not answer in time is closed; all commands sent on it fail, and so do commands
that have been queued for as long. Commands with long answers use separate connections.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import hiredis
from redis import exceptions
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection

CONNECTIONS: Final = 2
POOL_SIZE: Final = 32
MAX_BATCH: Final = 64
BATCH_BYTES: Final = 2**20
MAX_QUEUED: Final = 4096
SCRIPTS: Final = frozenset({"EVAL", "EVALSHA"})
"""Commands by which everything that lasts is written."""

LONG_ANSWERS: Final = frozenset({"XRANGE"})
"""Commands with answers so long that other commands should not share a pipeline with them."""

_LOST: Final = (OSError, exceptions.ConnectionError, exceptions.TimeoutError)


@dataclass(slots=True)
class Command:
    """A queued or sent command: its bytes, the options to parse its answer, its time, and the future of its answer."""

    name: str
    packed: bytes
    options: Mapping[str, Any]
    queued_at: float
    answer: asyncio.Future[Any]


class Pipelines(Redis):
    """A client like redis-py's own, for commands that do not block; redis-py's pipelines and pub/sub use the pool."""

    def __init__(self, pool: ConnectionPool, seconds: float, replicas: int = 0) -> None:
        """Connect as the pool does; `seconds` is the timeout of one pipeline.

        A script counts as run when so many replicas have what it wrote; otherwise it fails as if the connection were
        lost, and whoever sends it again finds out what was done.
        """
        super().__init__(connection_pool=pool)
        self._queue: deque[Command] = deque()
        self._pipelines = tuple([_Pipeline(self, _connection_of(pool), seconds, replicas) for _ in range(CONNECTIONS)])
        self._free = list(self._pipelines)
        self._scheduled = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command in the next pipeline, and return its answer."""
        name = args[0]
        if name in LONG_ANSWERS:
            return await self.execute_separately(*args, **options)
        if len(self._queue) >= MAX_QUEUED:
            message = f"{MAX_QUEUED} commands wait already"
            raise exceptions.ConnectionError(message)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        packed: bytes = hiredis.pack_command(args if " " not in name else (*name.split(), *args[1:]))
        self._queue.append(Command(name, packed, options, loop.time(), answer))
        self._schedule()
        return await answer

    async def execute_separately(self, *args: Any, **options: Any) -> Any:
        """Send a command with a possibly long answer over a separate connection."""
        separate: Any = super().execute_command
        return await separate(*args, **options)

    async def aclose(self, close_connection_pool: Any = None) -> None:
        """Close every connection; commands that are sent or queued fail."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.fail_queued(exceptions.ConnectionError("closed"), float("inf"))
        for pipeline in self._pipelines:
            await pipeline.close()
        await self.connection_pool.disconnect()

    def fail_queued(self, error: Exception, before: float) -> None:
        """Fail the commands that were queued before a time, in seconds of the event loop's clock."""
        while self._queue and self._queue[0].queued_at < before:
            _fail([self._queue.popleft()], error)

    def _schedule(self) -> None:
        """Schedule the free pipelines to send, after all tasks that are ready now have queued their commands."""
        if self._queue and self._free and not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._dispatch)

    def _dispatch(self) -> None:
        self._scheduled = False
        while self._free and self._queue:
            task = asyncio.create_task(self._serve(self._free.pop(), self._next_batch()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, pipeline: "_Pipeline", batch: list[Command]) -> None:
        """Send a batch over a pipeline, and then further batches until the queue is empty."""
        try:
            while batch:
                await pipeline.send(batch)
                batch = self._next_batch()
        finally:
            self._free.append(pipeline)
            self._schedule()

    def _next_batch(self) -> list[Command]:
        queue, batch, size = self._queue, list[Command](), 0
        while queue and len(batch) < MAX_BATCH and size < BATCH_BYTES:
            batch.append(queue.popleft())
            size += len(batch[-1].packed)
        return batch


class _Pipeline:
    """One connection, with at most one batch under way."""

    def __init__(self, client: Pipelines, connection: AbstractConnection, seconds: float, replicas: int) -> None:
        self._client = client
        self._connection = connection
        self._seconds = seconds
        self._replicas = replicas
        self._wait: bytes = hiredis.pack_command(cast("Any", ("WAIT", replicas, int(seconds * 500))))

    async def send(self, batch: list[Command]) -> None:
        """Send commands and read their answers; after a lost connection, retry the unanswered commands once."""
        try:
            async with asyncio.timeout(self._seconds):
                try:
                    await self._exchange(batch)
                except exceptions.ConnectionError:
                    await self.close()
                    await self._exchange([command for command in batch if not command.answer.done()])
        except TimeoutError:
            late = exceptions.TimeoutError("no answer in time")
            await self._drop(batch, late)
            self._client.fail_queued(late, asyncio.get_running_loop().time() - self._seconds)
        except _LOST as error:
            await self._drop(batch, error)
        except BaseException:
            await self._drop(batch, exceptions.ConnectionError("broken off"))
            raise

    async def close(self) -> None:
        """Close the connection; the next batch opens it."""
        await self._connection.disconnect(nowait=True)

    async def _drop(self, batch: list[Command], error: Exception) -> None:
        _fail(batch, error)
        await self.close()

    async def _exchange(self, batch: list[Command]) -> None:
        connection: Any = self._connection
        parse = self._client.parse_response
        waits = bool(self._replicas) and any(command.name in SCRIPTS for command in batch)
        await connection.send_packed_command([*[command.packed for command in batch], *[self._wait] * waits])
        held: list[tuple[Command, Any]] = []
        for command in batch:
            try:
                reply = await parse(connection, command.name, **command.options)
            except exceptions.ResponseError as refusal:
                if not command.answer.done():
                    command.answer.set_exception(refusal)
                continue
            if waits and command.name in SCRIPTS:
                held.append((command, reply))
            elif not command.answer.done():
                command.answer.set_result(reply)
        if waits:
            self._release(held, int(await parse(connection, "WAIT")))

    def _release(self, held: list[tuple[Command, Any]], copies: int) -> None:
        """Answer scripts whose writes have reached so many replicas, or fail them."""
        if copies < self._replicas:
            _fail([command for command, _ in held], exceptions.TimeoutError("no replica has it in time"))
        for command, reply in held:
            if not command.answer.done():
                command.answer.set_result(reply)


def _connection_of(pool: ConnectionPool) -> AbstractConnection:
    """Make a connection with the pool's settings but without its timeouts: a pipeline has one timeout as a whole."""
    return pool.connection_class(**{**pool.connection_kwargs, "socket_timeout": None, "health_check_interval": 0})


def _fail(batch: Iterable[Command], error: Exception) -> None:
    for command in batch:
        if not command.answer.done():
            command.answer.set_exception(type(error)(*error.args))
