"""Many requests of one operation, one in each line: worker processes answer them in the order of the lines."""

import asyncio
import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import BinaryIO, Final, TextIO

from service.errors import UmpireError
from service.operations.problem import problem_of
from service.operations.registry import Operation
from service.operations.work.estimates import WorkerPool
from service.operations.work.pool import Bounds, Workers
from service.wire import to_json

LINES_AT_ONCE: Final = 16
"""Lines that a worker process is sent at once: a fight takes about as long as sending it."""

BEGUN_EACH: Final = 3
"""Batches that are begun for each process, so that none waits for the next."""

NO_LIMIT: Final = 365 * 24 * 3600.0
"""Seconds that a batch may take: whoever asks can stop the command."""

TOLD_EVERY: Final = (0.5, 10.0)
"""Seconds between two reports of the progress: on a terminal, and elsewhere."""


async def answer_lines(operation: Operation, requests: BinaryIO, answers: BinaryIO, errors: TextIO) -> int:
    """Answer each line, in as many processes as there are cores; return how many lines were refused.

    A line that is refused, or cannot be read, is answered with its problem document.
    """
    processes = os.cpu_count() or 1
    batches = iter(lambda: list(islice(requests, LINES_AT_ONCE)), [])
    pool = Workers(
        Bounds(processes, BEGUN_EACH * processes, NO_LIMIT),
        "service.app:perform",
        "service.cli.preloaded",
        service_call=_no_calls,
    )
    progress = Progress(errors)
    await pool.open()
    try:
        await _in_order(pool, operation, batches, answers, progress, BEGUN_EACH * processes)
    finally:
        await pool.close()
        progress.end()
    return progress.refused


async def _in_order(
    pool: Workers,
    operation: Operation,
    batches: Iterator[list[bytes]],
    answers: BinaryIO,
    progress: "Progress",
    at_once: int,
) -> None:
    """Send batches to the processes, and write their answers in the order of the batches."""
    begun: deque[asyncio.Task[list[tuple[bool, bytes]]]] = deque()
    more = True
    while more or begun:
        while more and len(begun) < at_once:
            batch = await asyncio.to_thread(next, batches, None)
            if batch is None:
                more = False
            else:
                begun.append(asyncio.create_task(answered_by(pool, operation, batch)))
        if begun:
            for is_answered, line in await begun.popleft():
                answers.write(line + b"\n")
                progress.count(is_answered=is_answered)
            answers.flush()


async def answered_by(pool: WorkerPool, operation: Operation, batch: list[bytes]) -> list[tuple[bool, bytes]]:
    """Answer a batch; if its process is lost, each of its lines is answered with that problem."""
    try:
        answered: list[tuple[bool, bytes]] = await pool.run(operation.name, "lines", operation.name, batch)
    except UmpireError as error:
        return [(False, to_json(problem_of(error, operation.path)))] * len(batch)
    return answered


async def _no_calls(*request: object) -> object:
    """Raise an error: the operations of lines need no store."""
    message = "a worker process of the command line has no service to call"
    raise RuntimeError(message)


@dataclass(slots=True)
class Progress:
    """Counts the lines, and reports them on standard error."""

    errors: TextIO
    lines: int = 0
    refused: int = 0
    began: float = field(default_factory=monotonic)
    told: float = field(default_factory=monotonic)

    def count(self, *, is_answered: bool) -> None:
        """Count a line, and report the progress from time to time."""
        self.lines += 1
        self.refused += not is_answered
        now = monotonic()
        if now - self.told >= TOLD_EVERY[not self.errors.isatty()]:
            self.told = now
            self._tell("\r" if self.errors.isatty() else "\n")

    def end(self) -> None:
        """Report the result."""
        self._tell("\n")

    def _tell(self, end: str) -> None:
        a_second = self.lines / max(monotonic() - self.began, 0.001)
        self.errors.write(f"umpire: {self.lines:,} lines, {self.refused:,} refused, {a_second:,.0f} a second{end}")
        self.errors.flush()
