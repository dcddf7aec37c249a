"""The pool of worker processes, with limits on their number, on the queue of requests, and on the time of one request.

A killed process is replaced within some milliseconds, because worker processes are forked from one that has imported
everything (`fork_server.py` beside this file). If a request is cancelled, its client disconnects or its deadline
passes, its process is killed: there is no other way to stop running work.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from multiprocessing import Pipe
from time import monotonic
from typing import Any, Final, Protocol

import structlog
from anyio import CancelScope, CapacityLimiter, create_task_group, move_on_after, to_thread

from service.errors import InternalError, RequestCancelled, UmpireError, WorkerLost, WorkersBusy, WorkTimedOut
from service.operations.work.estimates import WORKER_COST, Job, charge, client_disconnected, price_of, selecting
from service.operations.work.fork_server import FORK_SERVER
from service.operations.work.held_bodies import HeldBytes
from service.operations.work.process import Ending
from service.store.attempts import current_attempts

RESERVED_ATTEMPTS: Final = 1_000
"""The attempt numbers reserved for one job, more than any job uses."""

log = structlog.get_logger("umpire.work")

ServiceCall = Callable[..., Awaitable[Any]]
"""A function of the service that worker processes can call."""


class Meter(Protocol):
    """The interface of the metrics of heavy work."""

    def note_load(self, waiting: int, busy: int) -> None:
        """Record the number of queued requests and of busy processes."""

    def note_work(self, operation: str, ending: str) -> None:
        """Count a finished task by operation and ending."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a pool: processes, queued requests, and seconds that each may wait in the queue and then run."""

    processes: int
    waiting: int
    seconds: float


class Lost(Exception):
    """A worker process ended before it answered."""


class DiedIdle(Exception):
    """A worker process had ended before it was sent a job."""


class Worker:
    """One worker process, and the pipe to it. Its methods block, and are called on threads."""

    def __init__(self, perform: str) -> None:
        """Start a process and wait until it is ready."""
        self.connection, theirs = Pipe()
        with theirs:
            self.pid = FORK_SERVER.fork(theirs, perform)
        self._has_ended = False
        self.received()

    def begin(self, job: Job) -> Any:
        """Send a job and wait for the first message.

        Raises: DiedIdle, if the process cannot be sent anything any more; Lost.
        """
        try:
            self.connection.send(job)
        except OSError:
            raise DiedIdle from None
        return self.received()

    def exchange(self, message: object) -> Any:
        """Send a message and wait for the next one.

        Raises: Lost.
        """
        try:
            self.connection.send(message)
        except OSError:
            raise Lost from None
        return self.received()

    def received(self) -> Any:
        """Wait for the next message.

        Raises: Lost.
        """
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            self._has_ended = True
            raise Lost from None

    def is_alive(self) -> bool:
        """Return whether an idle process runs: the pipe of one that has ended can be read, to its end."""
        return not self.connection.poll()

    def kill(self) -> None:
        """Kill the process; a pending `exchange` or `received` then raises Lost.

        One that is known to have ended is not killed: its id may be that of another process by now.
        """
        if not self._has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class Workers:
    """A pool of worker processes; `perform` names the function that does the work, `preload` the module to import."""

    def __init__(
        self, bounds: Bounds, perform: str, preload: str, *, service_call: ServiceCall, meter: Meter | None = None
    ) -> None:
        """Set the limits and functions; `open` starts the processes."""
        self._bounds = bounds
        self._perform = perform
        self._service_call = service_call
        self._meter = meter
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._held = HeldBytes()
        self._waiting = 0
        self._places = asyncio.Semaphore(bounds.processes)
        self._threads = CapacityLimiter(2 * bounds.processes + 2)
        self._warming: asyncio.Task[None] | None = None
        self._preload = preload

    @property
    def is_open(self) -> bool:
        """Whether the pool accepts work: from the start of the service to its end."""
        return self._warming is not None

    async def open(self) -> None:
        """Start one process and wait for it; start the others in the background."""
        FORK_SERVER.start(self._preload)
        await self._warm(1)
        self._warming = asyncio.create_task(self._warm(self._bounds.processes))

    async def close(self) -> None:
        """End all processes; unfinished work is lost."""
        if self._warming is not None:
            self._warming.cancel()
            with suppress(asyncio.CancelledError):
                await self._warming
            self._warming = None
        for worker in (*self._idle, *self._busy):
            worker.kill()
        self._idle.clear()

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        """Run a task for an operation; its place and its time are charged even if it fails.

        Raises: WorkersBusy, WorkTimedOut, WorkerLost, RequestCancelled; TooManyRequests, if the caller has too many
        bytes here already; the errors of the task.
        """
        attempts = current_attempts()
        job = Job(task, arguments, selecting.get(), copy(attempts), self._bounds.seconds)
        if attempts is not None:
            attempts.skip(RESERVED_ATTEMPTS)
        charge(WORKER_COST)
        ending, result = Ending.CANCELLED, None
        try:
            with self._held.holding(arguments):
                async with self._held.turn(arguments):
                    ending, result = await self._until_disconnect(job)
        finally:
            if self._meter is not None:
                self._meter.note_work(name, ending)
        if ending is Ending.DONE:
            return result
        if ending is Ending.REFUSED:
            try:
                raise result
            finally:
                del result  # the error knows this call, and with it the body, which a cycle would keep for long
        raise self._problem(name, ending, result)

    async def _until_disconnect(self, job: Job) -> tuple[Ending, Any]:
        """Carry out a job, and cancel it if the client disconnects."""
        disconnected = client_disconnected.get()
        if disconnected is None:
            return await self._when_free(job)
        ended: tuple[Ending, Any] = Ending.CANCELLED, None
        async with create_task_group() as group:
            group.start_soon(_cancel_after, disconnected, group.cancel_scope)
            ended = await self._when_free(job)
            group.cancel_scope.cancel()
        return ended

    async def _when_free(self, job: Job) -> tuple[Ending, Any]:
        """Wait for a free process, and have it carry out the job."""
        if self._places.locked() and self._waiting >= self._bounds.waiting:
            return Ending.TURNED_AWAY, f"{self._waiting} requests wait for a worker process, as many as may."
        self._record_load(waiting=1)
        placed = False
        try:
            with move_on_after(self._bounds.seconds):
                placed = await self._places.acquire()
        finally:
            self._record_load(waiting=-1)
        if not placed:
            return Ending.TURNED_AWAY, f"No worker process was free within {self._bounds.seconds} seconds."
        try:
            return await self._run_job(job)
        finally:
            self._places.release()

    async def _run_job(self, job: Job) -> tuple[Ending, Any]:
        """Have a process carry out a job; one that died idle, which nobody has noticed yet, is replaced."""
        while True:
            try:
                worker = await self._taken()
            except Lost:
                return Ending.LOST, None
            with suppress(DiedIdle):
                return await self._run_on(worker, job)

    async def _run_on(self, worker: Worker, job: Job) -> tuple[Ending, Any]:
        """Have a process carry out a job.

        Raises: DiedIdle, before anything is done.
        """
        self._busy.add(worker)
        self._record_load()
        began = monotonic()
        ended: tuple[Ending, Any, int] | None = None
        try:
            with move_on_after(self._bounds.seconds):
                ended = await self._exchange_with(worker, job)
            if ended is None:
                return Ending.TIMED_OUT, None
            charge(ended[2])
            return ended[0], ended[1]
        except Lost:
            return Ending.LOST, worker.pid
        finally:
            self._busy.discard(worker)
            if ended is None:
                charge(price_of(monotonic() - began))
                worker.kill()
            else:
                self._idle.append(worker)
            self._record_load()

    async def _exchange_with(self, worker: Worker, job: Job) -> tuple[Ending, Any, int]:
        """Send a job, answer the calls of the process to the service, and return how the job ended."""
        message: tuple[Ending, Any, int] = await self._on_thread(worker.begin, job)
        while message[0] is Ending.ASKED:
            try:
                reply: tuple[Ending, Any] = Ending.DONE, await self._service_call(*message[1])
            except UmpireError as error:
                reply = Ending.REFUSED, error
            message = await self._on_thread(worker.exchange, reply)
        return message

    async def _on_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await to_thread.run_sync(function, *arguments, abandon_on_cancel=True, limiter=self._threads)

    async def _taken(self) -> Worker:
        """Return an idle process that is alive, or a new one.

        Raises: Lost.
        """
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive():
                return worker
        return await self._start()

    async def _start(self) -> Worker:
        """Start a process; a cancelled caller still waits for the start, so that the process can be ended.

        Raises: Lost.
        """
        try:
            with CancelScope(shield=True):
                started = await to_thread.run_sync(Worker, self._perform, limiter=self._threads)
        except OSError:
            raise Lost from None
        return started

    async def _warm(self, processes: int) -> None:
        while len(self._idle) + len(self._busy) < processes:
            try:
                self._idle.append(await self._start())
            except Lost:
                log.exception("no worker process")
                return

    def _record_load(self, waiting: int = 0) -> None:
        self._waiting += waiting
        if self._meter is not None:
            self._meter.note_load(self._waiting, len(self._busy))

    def _problem(self, name: str, ending: Ending, result: Any) -> UmpireError:
        if ending is Ending.TURNED_AWAY:
            return WorkersBusy(f"{result} Try again soon.")
        if ending is Ending.TIMED_OUT:
            return WorkTimedOut(
                f"{name} took longer than {self._bounds.seconds} seconds and was stopped. Ask for less at once."
            )
        if ending is Ending.CANCELLED:
            return RequestCancelled(f"{name} was stopped, because the client hung up.")
        if ending is Ending.LOST:
            log.error("worker process lost", operation=name, pid=result)
            return WorkerLost(f"The process that worked on {name} ended before it was done; nothing was stored.")
        return InternalError("The service failed; the failure has been noted and nothing was stored.")


async def _cancel_after(disconnected: Callable[[], Awaitable[object]], scope: CancelScope) -> None:
    await disconnected()
    scope.cancel()
