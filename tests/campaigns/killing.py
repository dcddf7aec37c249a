"""A campaign without end whose processes are killed, on either executor; each fight has to count once."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import Any, Final

from service.forecasts.campaigns.campaign import Chunk, Plan, Run
from service.forecasts.campaigns.dask_cluster import DaskCluster
from service.forecasts.campaigns.executors import ExecutorSource
from service.forecasts.campaigns.player import Player
from service.operations.work.executor import LocalProcesses
from tests.campaigns.light import light_tally, play_slice
from tests.campaigns.specs import tallies
from tests.encounters.nodes import free_ports
from tests.patience import PATIENCE

EXECUTORS: Final = ("processes", "dask")
PRELOAD: Final = "tests.campaigns.light"
PLAN: Final = Plan(3, 16, 16 * 100_000, None, 0.95)


def light(chunk: Chunk) -> tuple[Any, ...]:
    """Return what a slice without rules is played with."""
    return chunk.cell, chunk.first, chunk.fights


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a part of a cluster in a process of its own, and kill it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def scheduler(port: int) -> Any:
    """Run a scheduler."""
    return running("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")


def worker(port: int) -> Any:
    """Run a worker, which comes back whenever a scheduler does."""
    address = f"tcp://127.0.0.1:{port}"
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", str(PATIENCE))
    return running("dask_worker", address, *options)


class LocalVictims:
    """The worker processes of this machine."""

    def __init__(self) -> None:
        self.source = LocalProcesses(3, PRELOAD)
        self._chance = Random(7)

    def kill(self) -> bool:
        """Kill some process; return whether there was one, and it had not just ended by itself."""
        executor = self.source._executor
        workers = [] if executor is None else list(executor._workers)
        with suppress(ProcessLookupError):
            if workers:
                os.kill(self._chance.choice(workers).pid, signal.SIGKILL)
                return True
        return False


class DaskVictims:
    """The two workers of a Dask scheduler; one that is killed is followed by another."""

    def __init__(self, port: int) -> None:
        self.source = DaskCluster(f"tcp://127.0.0.1:{port}")
        self._port = port
        self._chance = Random(7)
        self._workers = [self._started(), self._started()]

    def kill(self) -> bool:
        """Kill some worker, and start another."""
        killed = self._workers.pop(self._chance.randrange(2))
        killed.__exit__(None, None, None)
        self._workers.append(self._started())
        return True

    def end(self) -> None:
        """Kill both workers."""
        for each in self._workers:
            each.__exit__(None, None, None)

    def _started(self) -> Any:
        each = worker(self._port)
        each.__enter__()
        return each


@asynccontextmanager
async def endless(source: ExecutorSource) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Play a campaign without end, and give what waits until more is counted; at the end each fight counts once."""
    run, counted = Run(PLAN), asyncio.Event()
    player = Player(source, play_slice)
    playing = asyncio.create_task(player.play(run, light, lambda changed: counted.set()))
    playing.add_done_callback(lambda ended: counted.set())

    async def once_more() -> None:
        counted.clear()
        async with asyncio.timeout(PATIENCE):
            await counted.wait()
        assert not playing.done(), playing

    try:
        yield once_more
    finally:
        playing.cancel()
        await asyncio.wait([playing])
        await player.close()
    assert tallies(run) == tallies(so_far(PLAN, [cell.counted for cell in run.cells]))


async def killed(executor: str, times: int) -> None:
    """Kill so many processes of an executor, each after more was counted; the result is that of an undisturbed run."""
    if executor == "processes":
        await _killed(LocalVictims(), times)
        return
    (port,) = free_ports(1)
    with scheduler(port):
        victims = DaskVictims(port)
        try:
            await _killed(victims, times)
        finally:
            victims.end()


async def _killed(victims: LocalVictims | DaskVictims, times: int) -> None:
    async with endless(victims.source) as once_more:
        deaths = 0
        while deaths < times:
            await once_more()
            deaths += victims.kill()
        await once_more()


def so_far(plan: Plan, counted: list[int]) -> Run:
    """Play so many chunks of each cell in this process."""
    run = Run(plan)
    while any(cell.counted < most for cell, most in zip(run.cells, counted, strict=True)):
        chunk = run.next_chunk()
        assert chunk is not None
        if chunk.number < counted[chunk.cell]:
            run.take(chunk, light_tally(*light(chunk)))
    return run
