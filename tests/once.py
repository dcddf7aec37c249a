"""What all workers of a test run need and takes seconds to make is made by one of them, and read by the others."""

import os
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import gettempdir
from typing import Final

RUN: Final = os.environ.get("PYTEST_XDIST_TESTRUNUID")
"""The id of the run, where workers share one."""


def made_once(name: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` gives: it is called in the first worker of a run that asks, or here where there are none."""
    if RUN is None:
        return make()
    kept = folder_of(RUN)
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
