"""An executor of `concurrent.futures` whose calls run in worker processes of this machine.

Each thread of the executor has one worker process, forked within some milliseconds when the thread needs it. A process
that dies fails the call that it ran with `BrokenExecutor`; the next call of its thread has another process.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock, local
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from typing_extensions import override

from service.operations.work.estimates import Job
from service.operations.work.fork_server import FORK_SERVER
from service.operations.work.pool import DiedIdle, Lost, Worker
from service.operations.work.process import CallService, Ending

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger("umpire.work")

PERFORM: Final = f"{__name__}:perform"
TASK: Final = "call"


def perform(job: Job, call_service: CallService) -> Any:
    """Call the function of a job in a worker process; return its result and None, or None and its exception."""
    (call,) = job.arguments
    try:
        return call(), None
    except Exception as error:  # it is raised where the call was submitted
        log.exception("call failed", call=repr(call))
        return None, error


class ProcessExecutor(ThreadPoolExecutor):
    """An executor with so many worker processes; functions, arguments and results are pickled."""

    def __init__(self, processes: int, preload: str) -> None:
        """Set the number of processes, and the module that they have imported before they begin."""
        super().__init__(processes, "umpire-process")
        self._preload = preload
        self._own = local()
        self._workers: set[Worker] = set()
        self._workers_lock = Lock()
        self._is_closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function in a worker process."""
        return super().submit(self._call, partial(fn, *args, **kwargs))

    @override
    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the worker processes; a call that one of them runs fails, and calls that wait are cancelled."""
        super().shutdown(wait=False, cancel_futures=True)
        with self._workers_lock:
            self._is_closed = True
            for worker in self._workers:
                worker.kill()
        super().shutdown(wait=wait)

    def _call(self, call: Callable[[], T]) -> T:
        """Run a call in the process of this thread.

        Raises: BrokenExecutor, if the process dies; what the call raises.
        """
        job = Job(TASK, (call,), None, None)
        while True:
            worker = self._worker()
            try:
                ending, result, _ = worker.begin(job)
            except DiedIdle:
                self._forget(worker)
                continue
            except Lost:
                self._forget(worker)
                raise BrokenExecutor(f"the process {worker.pid} ended before it was done") from None
            returned: T = _result_of(ending, result)
            return returned

    def _worker(self) -> Worker:
        """Return the process of this thread, or start one."""
        own: Worker | None = getattr(self._own, "worker", None)
        if own is not None and own.is_alive():
            return own
        if own is not None:
            self._forget(own)
        try:
            FORK_SERVER.start(self._preload)
            started = Worker(PERFORM)
        except (OSError, Lost) as error:
            raise BrokenExecutor("no worker process could be started") from error
        with self._workers_lock:
            self._workers.add(started)
            if self._is_closed:
                started.kill()
        self._own.worker = started
        return started

    def _forget(self, worker: Worker) -> None:
        """Forget a process that has ended."""
        self._own.worker = None
        with self._workers_lock:
            self._workers.discard(worker)
        worker.connection.close()


def _result_of(ending: Ending, result: Any) -> Any:
    """Return what a call returned.

    Raises: what the call raised.
    """
    if ending is not Ending.DONE:
        raise BrokenExecutor(f"the process {ending.value} the call")
    value, error = result
    if error is not None:
        raise error
    return value


class LocalProcesses:
    """The executor of worker processes of this machine, opened with its first work."""

    def __init__(self, processes: int, preload: str) -> None:
        """Set the number of processes, and the module that they have imported; nothing is started."""
        self._processes = processes
        self._preload = preload
        self._executor: ProcessExecutor | None = None
        self._lock = Lock()

    @property
    def is_open(self) -> bool:
        """Whether there are processes, or may be some."""
        return self._executor is not None

    @property
    def width(self) -> int:
        """The number of processes."""
        return self._processes

    def opened(self) -> tuple[Executor, int]:
        """Return the executor and the number of its processes."""
        with self._lock:
            if self._executor is None:
                self._executor = ProcessExecutor(self._processes, self._preload)
            return self._executor, self._processes

    def close(self) -> None:
        """End the processes, and wait until they are no longer used."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown()
