"""Heavy work is done in worker processes, which are few, and are stopped with the work."""

import asyncio
import gc
import os
import signal
import sys
import weakref
from collections.abc import AsyncIterator, Callable
from contextvars import copy_context
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import anyio
import pytest

from service.errors import (
    BadNotation,
    InternalError,
    PageFull,
    RequestCancelled,
    UmpireError,
    WorkerLost,
    WorkersBusy,
    WorkTimedOut,
    problems,
)
from service.operations.work.estimates import (
    WORKER_COST,
    Account,
    Job,
    Selection,
    client_disconnected,
    current_account,
    selecting,
)
from service.operations.work.pool import Bounds, Workers
from service.operations.work.process import run_job
from service.store.attempts import KeyedAttempts, set_attempts

PERFORM = "tests.operations.tasks:perform"


class Counted:
    """Notes how work ended and how much there is."""

    def __init__(self) -> None:
        self.endings: list[tuple[str, str]] = []
        self.load = (0, 0)

    def note_load(self, waiting: int, busy: int) -> None:
        self.load = waiting, busy

    def note_work(self, operation: str, ending: str) -> None:
        self.endings.append((operation, ending))


async def service_call(*asked: Any) -> Any:
    """Answer what tasks ask of the service."""
    if asked == ("full",):
        raise PageFull("full")
    return asked


def pool(counted: Counted | None = None, *, waiting: int = 4, seconds: float = 600) -> Workers:
    """One worker process, and so many that may wait for it."""
    bounds = Bounds(1, waiting, seconds)
    return Workers(bounds, PERFORM, "tests.operations.tasks", service_call=service_call, meter=counted)


@pytest.fixture
def counted() -> Counted:
    """What a pool noted."""
    return Counted()


@pytest.fixture
async def workers(counted: Counted) -> AsyncIterator[Workers]:
    """An open pool."""
    made = pool(counted)
    await made.open()
    client_disconnected.set(None)
    selecting.set(None)
    current_account.set(Account())
    set_attempts(None)
    yield made
    await made.close()


def charged() -> int:
    """What the test owes."""
    account = current_account.get()
    assert account is not None
    return account.requests


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    for _ in range(60_000):
        if condition():
            return
        await anyio.sleep(0.01)
    pytest.fail("nothing has come of it")


def _said(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def documentation_of(path: Path) -> int:
    """Wait until stalled work says in which process it stalls."""
    await until(lambda: _said(path) != "")
    return int(_said(path))


async def gone(pid: int) -> None:
    """Wait until a process has ended."""
    await until(lambda: not _lives(pid))


async def test_work_is_done_in_another_process(workers: Workers, counted: Counted) -> None:
    """A process works on one request after the other, and each costs its place."""
    current_account.set(Account())
    first, second = await workers.run("x", "pid"), await workers.run("x", "pid")
    assert first == second != os.getpid()
    assert counted.endings == [("x", "done")] * 2
    assert counted.load == (0, 0)
    assert charged() >= 2 * WORKER_COST


async def test_work_knows_its_time(workers: Workers) -> None:
    """A process is told how many seconds its request has, so that it can answer before they are over."""
    assert await workers.run("x", "seconds") == 600


async def test_the_context_of_a_request_goes_with_its_work(workers: Workers) -> None:
    """The selection, the attempts and the charges of a request are those of its work."""
    current_account.set(Account())
    selecting.set(selection := Selection("{ x }", None, {"a": 1}, "x"))
    assert await workers.run("x", "selection") == selection
    set_attempts(KeyedAttempts(b"key", b"secret"))
    seeds = [await workers.run("x", "seed") for _ in range(2)]
    set_attempts(KeyedAttempts(b"key", b"secret"))
    assert [await workers.run("x", "seed") for _ in range(2)] == seeds
    assert seeds[0] != seeds[1]
    before = charged()
    await workers.run("x", "charge", 1000)
    assert charged() >= before + WORKER_COST + 1000


async def test_work_asks_the_service(workers: Workers) -> None:
    """What only the service can do it is asked for in the middle of work; what it refuses the work refuses."""
    assert await workers.run("x", "ask", 1, "two") == (1, "two")
    with pytest.raises(PageFull):
        await workers.run("x", "ask", "full")


async def test_refusals_come_back_as_they_were_raised(workers: Workers, counted: Counted) -> None:
    """A refusal keeps its pointer, and is paid for."""
    current_account.set(Account())
    with pytest.raises(BadNotation) as caught:
        await workers.run("x", "refuse")
    assert [each.pointer for each in caught.value.faults] == ["/here"]
    assert counted.endings == [("x", "refused")]
    assert charged() >= WORKER_COST


@pytest.mark.parametrize("problem", [*problems()])
def test_every_problem_travels(problem: type[UmpireError]) -> None:
    """Whatever is refused in a worker process can be told by the service."""
    error = problem("what", pointer="/where")
    error.rolled = 3
    there, here = Pipe()
    there.send(error)
    again = here.recv()
    assert (type(again), again.detail, again.faults, again.rolled) == (problem, "what", error.faults, 3)


class Body:
    """A body of which it is known whether it is still there."""


def test_a_refusal_keeps_nothing_of_its_request() -> None:
    """The calls in which it was raised are let go of, with the bodies in them, and so is what it was raised for."""
    kept: list[weakref.ref[Body]] = []

    def perform(_job: Job, _ask: Callable[..., Any]) -> None:
        body = Body()
        kept.append(weakref.ref(body))
        try:
            int(str(body))
        except ValueError:
            raise BadNotation("no") from None

    job = Job("a task", (), None, None)
    gc.disable()
    try:
        ending, refusal, _ = copy_context().run(run_job, perform, job, perform)
        assert (ending, type(refusal), kept[0]()) == ("refused", BadNotation, None)
    finally:
        gc.enable()


async def test_the_service_keeps_nothing_of_a_refused_body(workers: Workers) -> None:
    """An error that knew the call by which it came back would keep the body until the next garbage collection."""
    gc.collect()
    gc.disable()
    try:
        refusal = await refusal_of(workers)
        for _ in range(100):  # the event loop and its threads hold for a moment what they have just handed on
            if refusal() is None:
                break
            await asyncio.sleep(0.01)
        assert refusal() is None
    finally:
        gc.enable()


async def refusal_of(workers: Workers) -> weakref.ref[BadNotation]:
    """Have work refused, and return a reference to the error that does not keep it."""
    try:
        await workers.run("x", "refuse")
    except BadNotation as refusal:
        return weakref.ref(refusal)
    raise AssertionError


async def test_a_failure_leaves_the_process_alive(workers: Workers, counted: Counted) -> None:
    """An error in the service's own code is an internal error, and the next request is answered."""
    pid = await workers.run("x", "pid")
    with pytest.raises(InternalError):
        await workers.run("x", "fail")
    assert await workers.run("x", "pid") == pid
    assert counted.endings[1] == ("x", "failed")


async def test_a_process_that_dies_is_told_and_replaced(workers: Workers, counted: Counted) -> None:
    """Whoever waited for it gets 503, the next request another process."""
    current_account.set(Account())
    pid = await workers.run("x", "pid")
    with pytest.raises(WorkerLost):
        await workers.run("x", "die")
    assert counted.endings[1] == ("x", "lost")
    assert charged() >= 2 * WORKER_COST
    assert await workers.run("x", "pid") != pid


async def test_a_process_that_died_idle_is_not_used(workers: Workers) -> None:
    """Nobody notices that an idle process was killed."""
    pid = await workers.run("x", "pid")
    os.kill(pid, 9)
    await gone(pid)
    assert await workers.run("x", "pid") != pid


async def test_work_ends_with_the_task_that_waits_for_it(workers: Workers, counted: Counted, tmp_path: Path) -> None:
    """Cancelling the task kills the process, and the next request gets another."""
    current_account.set(Account())
    task = asyncio.ensure_future(workers.run("x", "stall", tmp_path / "pid"))
    pid = await documentation_of(tmp_path / "pid")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(pid)
    assert counted.endings == [("x", "cancelled")]
    assert counted.load == (0, 0)
    assert charged() >= WORKER_COST
    assert await workers.run("x", "pid") != pid


async def test_work_ends_when_the_client_hangs_up(workers: Workers, counted: Counted, tmp_path: Path) -> None:
    """The process is killed as soon as the client is gone."""
    left = asyncio.Event()
    client_disconnected.set(left.wait)
    task = asyncio.ensure_future(workers.run("x", "stall", tmp_path / "pid"))
    pid = await documentation_of(tmp_path / "pid")
    left.set()
    with pytest.raises(RequestCancelled):
        await task
    await gone(pid)
    assert counted.endings == [("x", "cancelled")]


async def test_work_has_a_deadline(counted: Counted, tmp_path: Path) -> None:
    """Work that takes longer is stopped, and costs what it took."""
    workers = pool(counted, seconds=0.5)
    await workers.open()
    current_account.set(Account())
    with pytest.raises(WorkTimedOut, match=r"x took longer than 0.5 seconds"):
        await workers.run("x", "stall", tmp_path / "pid")
    assert counted.endings == [("x", "timed_out")]
    assert charged() >= WORKER_COST + 0.5 / 0.02 - 1
    await workers.close()


async def test_few_may_wait(counted: Counted, tmp_path: Path) -> None:
    """Past the bound of the queue a request is turned away at once; what waited is done in its turn."""
    workers = pool(counted, waiting=1)
    await workers.open()
    first = asyncio.ensure_future(workers.run("x", "stall", tmp_path / "pid"))
    await documentation_of(tmp_path / "pid")
    second = asyncio.ensure_future(workers.run("y", "pid"))
    await until(lambda: counted.load == (1, 1))
    with pytest.raises(WorkersBusy):
        await workers.run("z", "pid")
    first.cancel()
    assert await second > 0
    assert counted.endings == [("z", "turned_away"), ("x", "cancelled"), ("y", "done")]
    await workers.close()


async def test_nobody_waits_for_ever(counted: Counted, tmp_path: Path) -> None:
    """Who waits longer than the deadline is turned away, too."""
    workers = pool(counted, seconds=600)
    await workers.open()
    first = asyncio.ensure_future(workers.run("x", "stall", tmp_path / "pid"))
    await documentation_of(tmp_path / "pid")
    workers._bounds = Bounds(1, 4, 0.2)
    with pytest.raises(WorkersBusy, match=r"No worker process was free"):
        await workers.run("y", "pid")
    first.cancel()
    await workers.close()


async def test_closing_ends_every_process(tmp_path: Path) -> None:
    """Neither an idle nor a busy process outlives its pool."""
    workers = pool()
    assert not workers.is_open
    await workers.open()
    assert workers.is_open
    task = asyncio.ensure_future(workers.run("x", "stall", tmp_path / "pid"))
    pid = await documentation_of(tmp_path / "pid")
    await workers.close()
    await gone(pid)
    with pytest.raises(WorkerLost):
        await task
    assert not workers.is_open


ORPHAN = """
import asyncio, pathlib, sys
from tests.operations.test_workers import pool

async def main():
    workers = pool()
    await workers.open()
    await workers.run("x", "stall", pathlib.Path(sys.argv[1]))

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_killed_service_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    """A worker process that is in the middle of work ends with a service that was killed."""
    service = await anyio.open_process([sys.executable, "-c", ORPHAN, str(tmp_path / "pid")], stdout=None, stderr=None)
    pid = await documentation_of(tmp_path / "pid")
    service.send_signal(number)
    await service.wait()
    await gone(pid)
