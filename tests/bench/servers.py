"""Servers under measurement: each its own process, on its own core where there are two."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, and how long it took to answer its first connection."""

    port: int
    pid: int
    started_in: float

    def resident_mebibytes(self) -> float:
        """Return the memory the process holds now, in MiB; 0 where the system does not tell."""
        statm = Path(f"/proc/{self.pid}/statm")
        if not statm.exists():
            return 0.0
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20


@contextmanager
def serving(factory: str, environment: Mapping[str, str]) -> Iterator[Server]:
    """Run an application factory under uvicorn, as `umpire serve` does, with one worker."""
    port = _free_port()
    command = [sys.executable, "-m", "uvicorn", "--factory", factory, "--port", str(port), "--log-level", "warning"]
    command += ["--loop", "uvloop", "--http", "httptools", "--no-access-log"]
    began = time.perf_counter()
    process = subprocess.Popen([*_pinned(0), *command], cwd=ROOT, env={**os.environ, **environment})
    try:
        _wait_for(port, process)
        yield Server(port, process.pid, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def take_other_core() -> None:
    """Keep the load generator off the core that the servers use, where there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})


@contextmanager
def on_all_cores() -> Iterator[None]:
    """Let this process, and those that it starts meanwhile, use every core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def _pinned(core: int) -> list[str]:
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < 2:
        return []
    pin = f"import os,sys;os.sched_setaffinity(0,{{{core}}});os.execvp(sys.argv[1],sys.argv[1:])"
    return [sys.executable, "-c", pin]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.perf_counter() + START_SECONDS
    while time.perf_counter() < deadline:
        if process.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    message = "the server did not start"
    raise RuntimeError(message)
