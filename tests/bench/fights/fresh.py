"""Functions that are measured in a new process each, which has nothing cached that another has worked out."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def fresh(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Return the result of a function in a new process.

    The processes are forked from one that has imported the rules and done nothing else.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.forecasts.fights"])
    with ProcessPoolExecutor(1, context) as processes:
        return processes.submit(function, *arguments, **named).result()
