"""The bytes of bodies that worker processes validate or that wait for one: at most so many of a caller, and in all."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import Any, Final

from service.errors import TooManyRequests, WorkersBusy
from service.operations.registry import BODY_BYTES, PROOF_BYTES
from service.settings.access.scopes import current_caller

CALLER_BYTES: Final = PROOF_BYTES
"""Bytes of one caller at once: the largest body alone, or many that are smaller."""

ALL_BYTES: Final = 4 * PROOF_BYTES
"""Bytes of all callers at once."""


class HeldBytes:
    """Counts the bytes that are held for each caller."""

    def __init__(self) -> None:
        """Start with none."""
        self._by_caller: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}

    def turn(self, arguments: tuple[Any, ...]) -> AbstractAsyncContextManager[Any]:
        """Return what waits until no other body of the caller that is larger than usual is read.

        Each of them may take 50 MB meanwhile.
        """
        if size_of(arguments) <= BODY_BYTES:
            return nullcontext()
        return self._turns.setdefault(current_caller.get() or "", asyncio.Lock())

    @contextmanager
    def holding(self, arguments: tuple[Any, ...]) -> Iterator[None]:
        """Hold the bytes among the arguments of a task for the length of a block.

        Raises: TooManyRequests, if the caller has too many already; WorkersBusy, if all callers together have.
        """
        caller = current_caller.get() or ""
        size = size_of(arguments)
        mine, all_held = self._by_caller[caller], self._by_caller.total()
        if mine + size > max(CALLER_BYTES, size):
            message = f"{mine:,} bytes of this caller's requests are being read; with {size:,} more they would be more"
            raise TooManyRequests(f"{message} than {CALLER_BYTES:,}. Send it when they are answered.")
        if all_held + size > ALL_BYTES:
            message = f"{all_held:,} bytes of requests are being read; with {size:,} more they would be more"
            raise WorkersBusy(f"{message} than {ALL_BYTES:,}. Try again soon.")
        self._by_caller[caller] += size
        try:
            yield
        finally:
            self._by_caller[caller] -= size
            if not self._by_caller[caller]:
                del self._by_caller[caller]
                self._turns.pop(caller, None)


def size_of(arguments: tuple[Any, ...]) -> int:
    """Return how many bytes of bodies, states and logs are among the arguments of a task."""
    return sum([len(each) for each in arguments if isinstance(each, bytes)])
