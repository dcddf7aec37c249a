"""Functions that are measured in a new process each, which has nothing cached and whose memory is its own."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def fresh(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Return the result of a function in a new process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return processes.submit(function, *arguments, **named).result()
