"""What has been planned before in a fight: the same figures do the same again and again, in the same situation."""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

P = TypeVar("P")

MOST_PLANS: Final = 4096


class Memory(Generic[P]):
    """What has been planned, by all that it depends on.

    `find` returns what is planned for a key, or None if nothing is. It is asked for several times a turn, so it is the
    method of the dictionary itself.
    """

    __slots__ = ("_found", "find")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._found: dict[Hashable, P] = {}
        self.find: Callable[[Hashable], P | None] = self._found.get

    def keep(self, key: Hashable, planned: P) -> P:
        """Remember a plan, and return it; when there are too many, all others are forgotten."""
        if len(self._found) >= MOST_PLANS:
            self._found.clear()
        self._found[key] = planned
        return planned
