"""What campaigns are played with: an executor of `concurrent.futures`, which is opened when it is needed."""

from concurrent.futures import Executor
from typing import Protocol


class ExecutorAway(Exception):
    """No executor can be opened now, or the one that was open is lost; it can be tried again."""


class ExecutorSource(Protocol):
    """Opens an executor and closes it again. Its methods block, and are called on threads."""

    @property
    def is_open(self) -> bool:
        """Whether there is an executor that has to be closed."""
        ...

    @property
    def width(self) -> int:
        """How many calls it runs at a time, as far as is known; before it is opened, as many as are expected."""
        ...

    def opened(self) -> tuple[Executor, int]:
        """Return the executor, and how many calls it runs at a time; open it, or another one if it was lost.

        The number may be 0: then calls wait.

        Raises: ExecutorAway.
        """
        ...

    def close(self) -> None:
        """Close the executor; calls that have not ended are dropped."""
        ...
