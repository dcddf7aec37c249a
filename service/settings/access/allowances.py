"""Quotas as they are written: "50/second", "32MB/day"; and how full a quota's bucket is while the store is away."""

import re
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final, Self

UNLIMITED: Final = "none"
MAX_LOCAL: Final = 10_000

_READ: Final = re.compile(r"(\d+)(kB|MB|GB)?/(second|minute|hour|day)")
_UNITS: Final = {None: 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
MICROSECONDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """A token bucket: `amount` at once, refilled evenly over `seconds`; `text` is the setting it was read from.

    `is_shared`: it is that of a network of several callers.
    """

    amount: int
    seconds: int
    text: str
    is_shared: bool = False

    @classmethod
    def of(cls, text: str | None) -> Self | None:
        """Parse "1000/hour" or "32MB/day"; "none" and None are no limit.

        Raises: ValueError, if the text has none of these forms.
        """
        if text is None or text == UNLIMITED:
            return None
        found = _READ.fullmatch(text)
        if found is None or not int(found[1]):
            message = f"{text!r} is no quota; write 1000/hour, 32MB/day or none"
            raise ValueError(message)
        return cls(int(found[1]) * _UNITS[found[2]], _SECONDS[found[3]], text)

    def times(self, share: int) -> "Allowance":
        """Return an allowance that is several times as large."""
        return replace(self, amount=self.amount * share, text=f"{share} times {self.text}", is_shared=True)

    @property
    def full(self) -> int:
        """The microseconds in which the whole bucket refills."""
        return self.seconds * MICROSECONDS

    def cost(self, taken: int) -> int:
        """Return the microseconds in which a charged amount refills."""
        return -(-taken * self.full // self.amount)

    def left(self, refilling: float) -> int:
        """Return what is left of a bucket that is full again after so many microseconds."""
        return max(int((self.full - refilling) * self.amount // self.full), 0)


@dataclass(frozen=True, slots=True)
class Allowances:
    """The quotas of a caller; None is no limit.

    `requests` counts requests, and heavy work as several; `creations` objects that are created; `storage` bytes that
    are stored; `campaigns` CPU seconds of campaigns.
    """

    requests: Allowance | None = None
    creations: Allowance | None = None
    storage: Allowance | None = None
    campaigns: Allowance | None = None

    def with_own(self, own: dict[str, str]) -> "Allowances":
        """Return the quotas with some of them replaced, by name.

        Raises: ValueError, if a text is no quota.
        """
        return replace(self, **{name: Allowance.of(text) for name, text in own.items()})


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of charging a bucket: whether it was charged, and after how many microseconds it is full again."""

    is_charged: bool
    refilling: int


class LocalBuckets:
    """The buckets of this process alone, of so many callers as were seen last."""

    def __init__(self) -> None:
        """Begin with full buckets."""
        self._full_at: OrderedDict[str, int] = OrderedDict()

    def take(self, caller: str, allowance: Allowance, amount: int, now: int, *, owed: bool = False) -> Taken:
        """Charge an amount at a time in microseconds; what is owed is charged even if the bucket is then overdrawn."""
        before = max(self._full_at.pop(caller, now), now)
        after = before + allowance.cost(amount)
        is_charged = owed or after - now <= allowance.full
        self._full_at[caller] = after if is_charged else before
        if len(self._full_at) > MAX_LOCAL:
            self._full_at.popitem(last=False)
        return Taken(is_charged, self._full_at[caller] - now)
