"""The bytes of bodies that worker processes validate or that wait for one: at most so many of a caller, and in all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from service.errors import TooManyRequests, WorkersBusy
from service.operations.registry import PROOF_BYTES
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

    @contextmanager
    def holding(self, arguments: tuple[Any, ...]) -> Iterator[None]:
        """Hold the bytes among the arguments of a task for the length of a block.

        Raises: TooManyRequests, if the caller has too many already; WorkersBusy, if all callers together have.
        """
        caller = current_caller.get() or ""
        size = sum([len(each) for each in arguments if isinstance(each, bytes)])
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
