"""Slots for deliveries of webhooks: how many one process sends at a time, to each receiver and for each caller.

A receiver is a host with its port. One that hangs is put off with growing pauses, and then tried with one delivery,
whatever the number of its webhooks: they cost nobody else a slot.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

MAX_RUNNING: Final = 64
"""Webhooks that one process serves at a time."""
MAX_OF_RECEIVER: Final = 4
MAX_OF_CALLER: Final = 16
"""Webhooks of one receiver, and of one caller, that one process serves at a time."""
LONGEST_PAUSE: Final = 60.0
"""Seconds for which all webhooks of a receiver that hangs are put off at most; each has longer pauses of its own."""
BUSY_SECONDS: Final = 1.0
"""Seconds after which a webhook that found no slot is due again."""
MAX_REMEMBERED: Final = 10_000


@dataclass(slots=True)
class Hanging:
    """A receiver that hangs: how often it did in a row, and until when it is put off, by the loop's clock."""

    times: int = 0
    until: float = 0.0


@dataclass(slots=True)
class Slots:
    """The slots of one process; `pause` returns the seconds for which a receiver is put off that hung some times."""

    pause: Callable[[int], float]
    clock: Callable[[], float]
    _taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    _hanging: OrderedDict[str, Hanging] = field(default_factory=OrderedDict)

    @contextmanager
    def taken(self, caller: str, receiver: str) -> Iterator[float]:
        """Take a slot for the length of a block, and give 0; if there is none, give the seconds to wait."""
        keys = ("caller", caller), ("receiver", receiver)
        wait = self._wait_for(*keys)
        if wait > 0:
            yield wait
            return
        self._taken.update(keys)
        try:
            yield 0
        finally:
            self._taken.subtract(keys)
            self._taken = +self._taken

    def note(self, receiver: str, *, hangs: bool) -> None:
        """Note how a receiver has treated a delivery."""
        known = self._hanging.pop(receiver, None)
        if not hangs:
            return
        known = known or Hanging()
        known.times += 1
        known.until = self.clock() + min(self.pause(known.times), LONGEST_PAUSE)
        self._hanging[receiver] = known
        if len(self._hanging) > MAX_REMEMBERED:
            self._hanging.popitem(last=False)

    def _wait_for(self, caller: tuple[str, str], receiver: tuple[str, str]) -> float:
        hanging = self._hanging.get(receiver[1])
        if hanging is not None and (wait := hanging.until - self.clock()) > 0:
            return wait
        most = MAX_OF_RECEIVER if hanging is None else 1
        is_full = self._taken[receiver] >= most or self._taken[caller] >= MAX_OF_CALLER
        return BUSY_SECONDS if is_full else 0
