"""Services that tests start, each in a process of its own.

To import the service takes two seconds of a processor. So each process that runs tests has one starter: a process that
has imported the service, has no thread, and forks for each start. The service gets its words, environment and streams
as a new interpreter would, and ends as one. `tests/api/test_serve.py` and `tests/contract` start new interpreters.
"""

import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from runpy import run_path
from socket import recv_fds, send_fds, socket, socketpair
from typing import IO, Any, Final

import orjson

from service.app import rolling
from service.cli import forking, main
from tests.patience import PATIENCE

PRELOADED: Final = (forking,)
"""What `umpire serve` would import at its start; the modules of servers are imported by it."""
ROOT: Final = Path(__file__).resolve().parents[1]
RUN: Final = "import sys; from tests.starting import run; sys.exit(run(int(sys.argv[1])))"
LENGTH: Final = 1 << 20


class Started:
    """A service that was started, with the attributes of `subprocess.Popen`."""

    def __init__(
        self,
        words: Sequence[str],
        environment: dict[str, str],
        *,
        before: str = "",
        stderr: int | IO[str] = subprocess.DEVNULL,
    ) -> None:
        """Start `umpire` with these words, after some words of Python if there are any."""
        self.stdout, out = _read_end(subprocess.PIPE)
        self.stderr, err = _read_end(stderr)
        ours, theirs = socketpair()
        request = orjson.dumps(
            {"words": words, "environment": environment, "before": before, "folder": str(Path.cwd())}
        )
        send_fds(_starter(), [request], [theirs.fileno(), out, err])
        theirs.close()
        os.close(out)
        os.close(err)
        self._status = Connection(ours.detach())
        self.pid: int = self._status.recv()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit status if it has ended."""
        if self.returncode is None and self._status.poll():
            self.returncode = self._status.recv()
        return self.returncode

    def wait(self, timeout: float = PATIENCE) -> int:
        """Return the exit status when it has ended."""
        if self.returncode is None and not self._status.poll(timeout):
            raise subprocess.TimeoutExpired("umpire", timeout)
        status = self.poll()
        assert status is not None
        return status

    def communicate(self, timeout: float = PATIENCE) -> tuple[str, str]:
        """Wait for its end, and return what it still wrote."""
        with ThreadPoolExecutor(2) as readers:
            read = [
                readers.submit(each.read) if each and not each.closed else None for each in (self.stdout, self.stderr)
            ]
            self.wait(timeout)
            out, err = ("" if each is None else each.result(timeout) for each in read)
        for each in (self.stdout, self.stderr):
            if each:
                each.close()
        return out, err

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


def _read_end(stream: int | IO[str]) -> tuple[IO[str] | None, int]:
    """Return where to read a stream, if it is a pipe, and the descriptor that the process gets."""
    if stream == subprocess.PIPE:
        reads, writes = os.pipe()
        return os.fdopen(reads, encoding="utf-8"), writes
    if isinstance(stream, int):
        assert stream == subprocess.DEVNULL
        return None, os.open(os.devnull, os.O_WRONLY)
    return None, os.dup(stream.fileno())


@cache
def _starter() -> socket:
    """Start the starter of this process; it ends with the socket to it."""
    ours, theirs = socketpair()
    with theirs:
        subprocess.Popen(
            [sys.executable, "-c", RUN, str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        ).returncode = 0  # nobody waits for it
    return ours


# ── In the starter ───────────────────────────────────────────────────────────────────────────────────────────────────


def run(descriptor: int) -> int:
    """Be the starter until the process that runs tests has ended; in a process of a service, serve."""
    rolling()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket(fileno=descriptor) as control:
        while True:
            request, descriptors, _, _ = recv_fds(control, LENGTH, 3)
            if not request:
                return 0
            if os.fork() == 0:
                break
            for each in descriptors:
                os.close(each)
    return _serve(orjson.loads(request), descriptors)


def _serve(asked: dict[str, Any], descriptors: Sequence[int]) -> int:
    """Fork the process of the service and tell its id and its status; in that process, serve."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    status, out, err = descriptors
    pid = os.fork()
    if pid:
        os.close(out)
        os.close(err)
        with Connection(status) as told:
            told.send(pid)
            told.send(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    os.close(status)
    for here, there in ((out, 1), (err, 2)):
        os.dup2(here, there)
        os.close(here)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    tempfile.tempdir = None  # the new environment says where
    gc.enable()
    if asked["before"]:
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(asked["before"])
            file.flush()
            run_path(file.name)
    return main(asked["words"])
