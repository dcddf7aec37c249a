"""The cluster that plays the chunks of campaigns: processes of this machine, or those of a Dask scheduler elsewhere."""

import asyncio
from collections.abc import Hashable
from functools import cache
from importlib import import_module
from logging import CRITICAL, getLogger
from typing import Any, Final

ATTEMPTS: Final = 3
"""How often a chunk is played that fails."""

FAILED: Final = "error"
"""Dask's status of a call that raised an exception."""

CONNECT_SECONDS: Final = 10.0
QUIET: Final = CRITICAL
"""The level of the log lines of Dask: failures are told by the campaign."""

CONFIGURATION: Final = {
    "distributed.scheduler.allowed-failures": 20,  # a chunk is not to blame for the workers that die beside it
    "distributed.worker.daemon": True,
    "logging.distributed": "critical",  # of the processes; what fails is told by the campaign
}


@cache
def library() -> Any:
    """Return the module of Dask; it is imported with the first campaign, since that takes most of a second.

    Importing it sets up a log of its own, of which only what needs somebody is kept.
    """
    found = import_module("distributed")
    log = getLogger("distributed")
    log.handlers.clear()
    log.propagate = True
    log.setLevel(QUIET)
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
        self._opening = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection to a scheduler."""
        return self._client is not None

    async def width(self) -> int:
        """Return how many chunks can be played at a time.

        Raises: ClusterAway.
        """
        client = await self._opened()
        if self._local is not None:
            return self._processes
        try:
            threads: dict[str, int] = await client.nthreads()
        except OSError as error:
            await self._dropped(client)
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
            await self._dropped(client)
            raise ClusterAway(str(error)) from None
        except asyncio.CancelledError:
            waiting.add_done_callback(_forget)
            await future.cancel(force=True)
            raise
        except library().scheduler.KilledWorker as error:
            raise ChunkFailed(f"the processes that played it died: {error}") from None
        except Exception as error:
            if isinstance(error, OSError) and future.status != FAILED:  # the result was lost on its way
                await self._dropped(client)
                raise ClusterAway(str(error)) from None
            raise ChunkFailed(f"{type(error).__name__}: {error}") from error
        finally:
            future.release()

    async def close(self) -> None:
        """Close the connection, and end the processes of this machine."""
        client, local, self._client, self._local = self._client, self._local, None, None
        if client is not None:
            await client.close()
        if local is not None:
            await local.close()

    async def _opened(self) -> Any:
        async with self._opening:
            if self._client is not None:
                return self._client
            try:
                if self._address is None:
                    self._local = await self._started()
                where = self._address if self._local is None else self._local
                opened = library().Client(where, asynchronous=True, set_as_default=False, timeout=CONNECT_SECONDS)
                self._client = await opened
            except (OSError, TimeoutError) as error:
                await self.close()
                raise ClusterAway(str(error)) from None
            return self._client

    async def _started(self) -> Any:
        local = library().LocalCluster  # first of all: importing it makes the settings that are changed here
        with import_module("dask").config.set(CONFIGURATION):
            return await local(
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

    async def _dropped(self, client: Any) -> None:
        """Forget a connection that was lost; whoever needs the cluster next opens another."""
        if self._client is client:
            await self.close()


def _forget(waiting: asyncio.Future[Any]) -> None:
    """Look at how a call ended that nobody waits for, so that its error is not reported as unseen."""
    if not waiting.cancelled():
        waiting.exception()
