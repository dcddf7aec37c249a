"""What a request costs: one of its caller's quota for being sent, and more for the work that it causes."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

PLACE: Final = 5
"""Requests that a place in a worker process costs, whatever comes of the work."""

SECONDS_PER_REQUEST: Final = 0.02
"""Seconds of a worker process that cost as much as one request."""


@dataclass(slots=True)
class Account:
    """What a request costs, in requests, besides being sent."""

    requests: int = 0


accounts: Final[ContextVar[Account | None]] = ContextVar("accounts", default=None)
"""The account of the request that is being answered."""


def charge(requests: int) -> None:
    """Add to what the request that is being answered costs."""
    account = accounts.get()
    if account is not None:
        account.requests += requests


def price_of(seconds: float) -> int:
    """Return how many requests cost as much as so many seconds of a worker process."""
    return int(seconds / SECONDS_PER_REQUEST)
