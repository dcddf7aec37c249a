"""What all workers of a test run need and takes seconds to make is made by one of them, and read by the others."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
from pathlib import Path
from signal import SIGTERM
from tempfile import gettempdir
from typing import IO


def made_once(name: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` gives: it is called in the first worker of a run that asks, or here where there are none."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return make()
    kept = folder_of(run)
    kept.mkdir(mode=0o700, exist_ok=True)
    with (kept / name).open("a+b") as file:
        flock(file, LOCK_EX)
        file.seek(0)
        read = file.read()
        if not read:
            read = make()
            file.write(read)
            file.flush()
        return read


def folder_of(run: str) -> Path:
    """Return where a run keeps what its workers share; the run removes it at its end."""
    return Path(gettempdir()) / f"umpire-tests-{run}"


@contextmanager
def one_for_all(name: str, start: Callable[[], int]) -> Iterator[int]:
    """Give the id of a process that all workers of a run use: the first starts it, and the last ends it."""
    kept = folder_of(os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())))
    kept.mkdir(mode=0o700, exist_ok=True)
    with (kept / f"{name}.gate").open("w") as gate, (kept / f"{name}.users").open("a+") as users:
        flock(gate, LOCK_EX)
        if _is_alone(users):
            users.truncate(0)
            users.write(str(start()))
            users.flush()
        flock(users, LOCK_SH)
        flock(gate, LOCK_UN)
        users.seek(0)
        pid = int(users.read())
        try:
            yield pid
        finally:
            flock(gate, LOCK_EX)
            flock(users, LOCK_UN)
            if _is_alone(users):
                os.kill(pid, SIGTERM)


def _is_alone(users: IO[str]) -> bool:
    """Whether no other process has the file locked; then this one has."""
    try:
        flock(users, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True
