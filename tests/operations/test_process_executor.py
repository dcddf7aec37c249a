"""The executor of worker processes of this machine: its calls run elsewhere, and outlive the deaths of processes."""

import math
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, Future
from threading import Event as ThreadEvent
from time import sleep
from typing import Any

import pytest

from service.operations.work.executor import LocalProcesses, ProcessExecutor
from service.operations.work.pool import Worker
from tests.patience import PATIENCE

PRELOAD = "service.operations.work.executor"


def ended(executor: ProcessExecutor, future: Future[Any]) -> None:
    """Kill all processes of an executor until a call has ended."""
    over = ThreadEvent()
    future.add_done_callback(lambda _: over.set())
    while not over.wait(0.01):
        for worker in list(executor._workers):
            worker.kill()


def test_calls_run_in_other_processes() -> None:
    """Results and exceptions come back."""
    with ProcessExecutor(2, PRELOAD) as executor:
        found = {executor.submit(os.getpid).result(PATIENCE) for _ in range(6)}
        assert os.getpid() not in found
        assert len(found) <= 2
        with pytest.raises(FileNotFoundError):
            executor.submit(os.listdir, "/nothing").result(PATIENCE)


def test_the_call_of_a_process_that_is_killed_fails_and_the_next_one_is_made() -> None:
    """With one process: a second one that is killed in the same moment may still be given the next call."""
    with ProcessExecutor(1, PRELOAD) as executor:
        nap = executor.submit(sleep, PATIENCE)
        ended(executor, nap)
        with pytest.raises(BrokenExecutor, match="ended before it was done"):
            nap.result()
        assert executor.submit(math.isqrt, 25).result(PATIENCE) == 5


def test_a_process_that_died_idle_is_replaced_before_it_is_given_a_call() -> None:
    """The call does not fail."""
    with ProcessExecutor(1, PRELOAD) as executor:
        first = executor.submit(os.getpid).result(PATIENCE)
        for worker in executor._workers:
            os.kill(worker.pid, signal.SIGKILL)
            worker.connection.poll(PATIENCE)
        assert executor.submit(os.getpid).result(PATIENCE) != first


def test_closing_ends_what_runs_and_drops_what_waits() -> None:
    """Nobody waits for a call that takes long."""
    source = LocalProcesses(1, PRELOAD)
    assert not source.is_open
    executor, width = source.opened()
    assert (width, source.is_open) == (1, True)
    first = executor.submit(os.getpid).result(PATIENCE)
    running, waiting = executor.submit(sleep, PATIENCE), executor.submit(math.isqrt, 25)
    source.close()
    assert not source.is_open
    with pytest.raises((BrokenExecutor, CancelledError)):
        running.result(PATIENCE)
    assert waiting.cancelled()
    again, _ = source.opened()
    assert again.submit(os.getpid).result(PATIENCE) != first
    source.close()
    source.close()


def test_a_process_that_cannot_be_started_fails_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next call may have one."""
    with ProcessExecutor(1, PRELOAD) as executor:
        with monkeypatch.context() as broken:

            def fail(worker: Worker, perform: str) -> None:
                raise OSError("out of processes")

            broken.setattr(Worker, "__init__", fail)
            with pytest.raises(BrokenExecutor, match="no worker process could be started"):
                executor.submit(math.isqrt, 25).result(PATIENCE)
        assert executor.submit(math.isqrt, 25).result(PATIENCE) == 5
