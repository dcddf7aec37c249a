"""The cluster that plays the chunks of campaigns: processes of this machine, or those of a Dask scheduler elsewhere."""

import asyncio
from collections.abc import Hashable
from functools import cache
from importlib import import_module
from logging import CRITICAL, getLogger
from typing import Any, Final

import structlog

ATTEMPTS: Final = 3
"""How often a chunk is played that fails."""

FAILED: Final = "error"
"""Dask's status of a call that raised an exception."""

CONNECT_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 30.0
"""Seconds that closing may take; what is not closed by then ends with this process."""

QUIET: Final = CRITICAL
"""The level of the log lines of Dask: failures are told by the campaign."""

CONFIGURATION: Final = {
    "distributed.scheduler.allowed-failures": 20,  # a chunk is not to blame for the workers that die beside it
    "distributed.worker.daemon": True,
    "distributed.worker.profile.enabled": False,  # its samples, 100 a second, took 7 % of the time of a process
    "distributed.admin.tick.interval": "500ms",  # the delay of event loops would be measured 50 times a second
    "logging.distributed": "critical",  # of the processes; what fails is told by the campaign
}

PATIENCE: Final = {"distributed.deploy.lost-worker-timeout": "1 hour"}
"""Dask gives up a process for good that is not there so long after it died (15 s), and starts no other in its place."""

log = structlog.get_logger("umpire.campaigns")


@cache
def library() -> Any:
    """Return the module of Dask; it is imported with the first campaign, since that takes most of a second.

    Importing it sets up a log of its own, of which only what needs somebody is kept.
    """
    found = import_module("distributed")
    logger = getLogger("distributed")
    logger.handlers.clear()
    logger.propagate = True
    logger.setLevel(QUIET)
    import_module("dask").config.set(PATIENCE)  # read at each death, so not only while a cluster is opened
    return found


class ClusterAway(Exception):
    """The scheduler does not answer, or has lost what it was given; it can be given again."""


class ChunkFailed(Exception):
    """A chunk failed as often as it was tried; the message says how the last time."""


def call(function: str, *arguments: Any) -> Any:
    """Call a function by its name, "module:function", in a process of the cluster."""
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)(*arguments)


class Cluster:
    """A cluster that is opened with its first work, and opened again when it was lost.

    `address` is that of a scheduler, such as tcp://scheduler:8786; without one, `processes` of this machine are used.
    They speak TLS over the loopback interface, since whoever can speak to a scheduler can run code.
    """

    def __init__(self, address: str | None, processes: int) -> None:
        """Set the address, or the number of processes; nothing is started."""
        self._address = address
        self._processes = processes
        self._local: Any = None
        self._client: Any = None
        self._opening: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection to a scheduler."""
        return self._client is not None

    async def width(self) -> int:
        """Return how many chunks can be played at a time.

        Whoever waits for chunks has to ask this now and then: it finds out that processes of this machine are missing.
        Raises: ClusterAway.
        """
        client = await self._opened()
        if self._local is not None:
            if not self._is_whole():
                self._drop(client)
                raise ClusterAway("a process of this machine has ended, and no other was started in its place")
            return self._processes
        try:
            threads: dict[str, int] = await client.nthreads()
        except OSError as error:
            self._drop(client)
            raise ClusterAway(str(error)) from None
        return max(sum(threads.values()), 1)

    async def compute(self, key: Hashable, function: str, *arguments: Any) -> Any:
        """Call a function, named "module:function", in some process, and return its result.

        A call is made again if its process dies. Cancelling drops a call that has not begun.
        Raises: ClusterAway; ChunkFailed, if it fails whenever it is tried.
        """
        client = await self._opened()
        future = client.submit(call, function, *arguments, key=f"{function}-{key}", retries=ATTEMPTS - 1, pure=False)
        waiting = asyncio.ensure_future(future.result())
        try:
            return await asyncio.shield(waiting)  # results are fetched together: cancelling one would cancel the others
        except library().client.FutureCancelledError as error:
            self._drop(client)
            raise ClusterAway(str(error)) from None
        except asyncio.CancelledError:
            waiting.add_done_callback(_forget)
            if self._client is client:  # otherwise it was dropped with all its calls
                await future.cancel(force=True)
            raise
        except library().scheduler.KilledWorker as error:
            raise ChunkFailed(f"the processes that played it died: {error}") from None
        except Exception as error:
            is_lost = isinstance(error, OSError) and future.status != FAILED  # the result was lost on its way
            if is_lost or self._client is not client:
                self._drop(client)
                raise ClusterAway(str(error)) from None
            raise ChunkFailed(f"{type(error).__name__}: {error}") from error
        finally:
            future.release()

    async def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Close the connection, and end the processes of this machine.

        What is being opened is waited for first, and then what is being closed; for so many seconds each.
        """
        if self._opening is not None:
            if self._address is not None:
                self._opening.cancel()  # processes that start cannot be left in their midst; a connection can
            await asyncio.wait([self._opening], timeout=seconds)
        if self._client is not None:
            self._drop(self._client)
        if self._closing:
            await asyncio.wait(self._closing, timeout=seconds)

    async def _opened(self) -> Any:
        """Return the connection; whoever waits for it may be cancelled, and it is opened all the same.

        Raises: ClusterAway.
        """
        while self._client is None:
            if self._opening is None:
                self._opening = asyncio.create_task(self._open())
                self._opening.add_done_callback(self._is_opened)
            await asyncio.shield(self._opening)
        return self._client

    async def _open(self) -> None:
        """Open the cluster.

        Raises: ClusterAway.
        """
        local = await self._started() if self._address is None else None
        where = self._address if local is None else local
        opened = library().Client(where, asynchronous=True, set_as_default=False, timeout=CONNECT_SECONDS)
        try:
            await opened
        except BaseException as error:
            self._end(opened, local)
            if isinstance(error, OSError):  # so are timeouts
                raise ClusterAway(str(error)) from None
            raise
        self._client, self._local = opened, local

    def _is_opened(self, opening: asyncio.Task[None]) -> None:
        self._opening = None
        _forget(opening)

    async def _started(self) -> Any:
        """Start processes of this machine.

        Raises: ClusterAway, if one of them ends while it starts.
        """
        local = library().LocalCluster  # first of all: importing it makes the settings that are changed here
        with import_module("dask").config.set(CONFIGURATION):
            started = local(
                n_workers=self._processes,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                protocol="tls",
                security=True,
                dashboard_address="127.0.0.1:0",
                asynchronous=True,
                silence_logs=QUIET,
            )
            try:
                await started
            except Exception as error:  # whatever it was that the process died of
                self._end(started)
                raise ClusterAway(f"{type(error).__name__}: {error}") from error
        return started

    def _is_whole(self) -> bool:
        """Whether each process of this machine has its nanny, which starts it again when it dies."""
        running = library().Status.running
        return sum([each.status is running for each in self._local.workers.values()]) >= self._processes

    def _drop(self, client: Any) -> None:
        """Forget a connection that was lost; whoever needs the cluster next opens another, while this one is closed."""
        if self._client is client:
            local, self._client, self._local = self._local, None, None
            self._end(client, local)

    def _end(self, *parts: Any) -> None:
        """Close parts of a cluster in a task of its own, because whoever has lost them may be cancelled meanwhile."""
        closing = asyncio.create_task(_closed(*parts))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)


async def _closed(*parts: Any) -> None:
    """Close parts of a cluster, one after the other; that one cannot be closed in good order is only noted."""
    for part in parts:
        try:
            if part is not None:
                await part.close()
        except Exception:  # whatever it is, the cluster is not used any more
            log.warning("cluster not closed in good order", exc_info=True)


def _forget(waiting: asyncio.Future[Any]) -> None:
    """Look at how a call ended that nobody waits for, so that its error is not reported as unseen."""
    if not waiting.cancelled():
        waiting.exception()
