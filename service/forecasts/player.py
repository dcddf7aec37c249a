"""The player of a campaign: gives chunks to a cluster, a bounded number at a time, and counts what comes back."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog

from service.forecasts.campaign import Chunk, Run
from service.forecasts.cluster import ChunkFailed, Cluster, ClusterAway
from service.forecasts.tally import Tally

CHUNK_FUNCTION: Final = "service.app:play_chunk"
"""The function that a process of the cluster calls for a chunk; it returns the tally as JSON, and its CPU seconds."""

AHEAD: Final = 2
"""Chunks that are begun for each process, so that none waits for the next."""

WIDTH_SECONDS: Final = 5.0
"""Seconds after which the cluster is asked again how many processes it has."""

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds to wait before a lost cluster is opened again: twice as long each time."""

Arguments = Callable[[Chunk], tuple[Any, ...]]
"""Returns what `CHUNK_FUNCTION` is called with for a chunk."""

log = structlog.get_logger("umpire.campaigns")


def unheard(*news: object) -> None:
    """Take news that nobody waits for."""


class CellFailed(Exception):
    """A chunk of a cell failed whenever it was tried; the message says how the last time."""

    def __init__(self, chunk: Chunk, reason: str) -> None:
        """Set the chunk, and how it failed."""
        super().__init__(reason)
        self.chunk = chunk


class Player:
    """Plays the chunks of a run in a cluster.

    `changed` is called with the cells whose counted fights have changed, and `spent` with the fights of each chunk that
    was played and the CPU seconds that it took.
    """

    def __init__(
        self,
        run: Run,
        cluster: Cluster,
        arguments: Arguments,
        changed: Callable[[Sequence[int]], object] = unheard,
        spent: Callable[[int, float], object] = unheard,
    ) -> None:
        """Set the run and the cluster; nothing is begun."""
        self._run = run
        self._cluster = cluster
        self._arguments = arguments
        self._changed = changed
        self._spent = spent
        self._open: dict[asyncio.Task[Any], Chunk] = {}
        self._again: deque[Chunk] = deque()
        self._name = secrets.token_hex(8)
        self._begun = 0
        self._pause = FIRST_PAUSE

    async def play(self) -> None:
        """Play until every cell is finished; if the cluster is lost, wait for it, and go on.

        Raises: CellFailed.
        """
        try:
            while not self._run.is_done:
                try:
                    await self._play_on()
                except ClusterAway as error:
                    self._drop(list(self._open))
                    log.warning("cluster away", reason=str(error), seconds=self._pause)
                    await asyncio.sleep(self._pause)
                    self._pause = min(2 * self._pause, LONGEST_PAUSE)
        finally:
            await self._end()

    async def _play_on(self) -> None:
        clock = asyncio.get_running_loop().time
        window, until = 0, 0.0
        while not self._run.is_done:
            if clock() >= until:
                window, until = AHEAD * await self._cluster.width(), clock() + WIDTH_SECONDS
            self._fill(window)
            done, _ = await asyncio.wait(self._open, timeout=WIDTH_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                self._take(task)
            self._drop([task for task, chunk in self._open.items() if self._is_finished(chunk)])

    def _fill(self, window: int) -> None:
        """Begin chunks, first those that were lost."""
        while len(self._open) < window:
            chunk = self._again.popleft() if self._again else self._run.next_chunk()
            if chunk is None:
                return
            if not self._is_finished(chunk):
                self._begun += 1
                key = f"{self._name}-{self._begun}"
                playing = self._cluster.compute(key, CHUNK_FUNCTION, *self._arguments(chunk))
                self._open[asyncio.create_task(playing)] = chunk

    def _take(self, task: asyncio.Task[Any]) -> None:
        """Count what a chunk came to.

        Raises: ClusterAway; CellFailed.
        """
        chunk = self._open.pop(task)
        try:
            data, seconds = task.result()
        except ClusterAway:
            self._again.append(chunk)
            raise
        except ChunkFailed as error:
            raise CellFailed(chunk, str(error)) from None
        self._pause = FIRST_PAUSE
        self._spent(chunk.fights, seconds)
        changed = self._run.take(chunk, Tally.of_data(data))
        if changed:
            self._changed(changed)

    def _is_finished(self, chunk: Chunk) -> bool:
        return self._run.cells[chunk.cell].is_finished

    def _drop(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Cancel chunks that are open; those of cells that go on are played again."""
        for task in tasks:
            chunk = self._open.pop(task)
            task.cancel()
            task.add_done_callback(_forget)
            if not self._is_finished(chunk):
                self._again.append(chunk)

    async def _end(self) -> None:
        """Cancel all chunks that are open, and wait until the cluster has heard of it."""
        tasks = list(self._open)
        self._open.clear()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, ClusterAway, ChunkFailed):
                await task


def _forget(task: asyncio.Task[Any]) -> None:
    """Look at how a cancelled chunk ended, so that nobody complains that its error was never seen."""
    if not task.cancelled():
        task.exception()
