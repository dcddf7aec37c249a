"""Work for worker processes of tests: it answers, asks, stalls, fails or dies."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from service.errors import BadNotation
from service.operations.work.estimates import Job, charge
from service.store.attempts import next_attempt


def perform(job: Job, ask: Callable[..., Any]) -> Any:
    """Do what the order says."""
    if job.task == "ask":
        return ask(*job.arguments)
    if job.task == "selection":
        return job.selection
    if job.task == "seconds":
        return job.seconds
    return TASKS[job.task](*job.arguments)


def seed() -> str:
    """Make a seed."""
    return next_attempt().seed()


def refuse() -> NoReturn:
    """Refuse."""
    raise BadNotation("no", pointer="/here")


def fail() -> NoReturn:
    """Fail."""
    raise ZeroDivisionError


def die() -> NoReturn:
    """End the process."""
    os._exit(9)


def stall(path: Path) -> None:
    """Say in which process, and stall."""
    path.write_text(str(os.getpid()))
    time.sleep(3600)


TASKS: dict[str, Callable[..., Any]] = {
    "pid": os.getpid,
    "charge": charge,
    "seed": seed,
    "refuse": refuse,
    "fail": fail,
    "die": die,
    "stall": stall,
}
