"""Whose turn it is: work is dealt to the one that has had the least of it so far."""

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Turns(Generic[K]):
    """How many seconds each has had; a newcomer begins level with the one that has had the least."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._had: dict[K, float] = {}

    def __len__(self) -> int:
        """Return how many take turns."""
        return len(self._had)

    def join(self, name: K) -> None:
        """Take turns from now on, if it does not yet."""
        self._had.setdefault(name, min(self._had.values(), default=0.0))

    def leave(self, name: K) -> None:
        """Take no more turns."""
        self._had.pop(name, None)

    def charge(self, name: K, seconds: float) -> None:
        """Count seconds that one has had; negative: that were counted too much."""
        if name in self._had:
            self._had[name] += seconds

    def order(self) -> list[K]:
        """Return all in the order of their turns: by what they have had, and then by when they joined."""
        return sorted(self._had, key=self._had.__getitem__)
