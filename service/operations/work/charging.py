"""The cost of a request in its caller's quota: one for the request itself, and more for heavy work."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

WORKER_COST: Final = 5
"""The cost, in requests, of a place in a worker process, whether or not the work succeeds."""

SECONDS_PER_REQUEST: Final = 0.02
"""Seconds of a worker process that cost as much as one request."""


@dataclass(slots=True)
class Account:
    """The additional cost of a request, in requests."""

    requests: int = 0


current_account: Final[ContextVar[Account | None]] = ContextVar("accounts", default=None)
"""The account of the current request."""


def charge(requests: int) -> None:
    """Add to the cost of the current request."""
    account = current_account.get()
    if account is not None:
        account.requests += requests


def price_of(seconds: float) -> int:
    """Return the cost, in requests, of seconds of a worker process."""
    return int(seconds / SECONDS_PER_REQUEST)
