"""Rate limits: charges each request and its heavy work to its caller, and tells callers how their quotas stand.

One request is charged before it is answered. The cost of its work (`service/operations/work/estimates.py`) is known
only afterwards and is charged then: the quota may be overdrawn, and must refill before the next request.

`RateLimit-Policy` and `RateLimit` are those of draft-ietf-httpapi-ratelimit-headers. Numbers are those that this
process has seen last; other instances may have charged the same caller since.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from anyio import CancelScope

from service.api.http.problem_documents import Asgi, Headers, Receive, Scope, Send, headers_with, problem_response
from service.errors import TooManyRequests
from service.operations.work.estimates import Account, current_account
from service.settings.access.allowances import Allowance
from service.settings.access.scopes import key_name
from service.store.connection import Connection
from service.store.quotas import Quotas, Standing

UNLIMITED: Final = frozenset({"/livez", "/readyz", "/metrics"})
POLICY: Final = b"ratelimit-policy"
LEFT: Final = b"ratelimit"
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
"""No browser takes an answer for anything but what its content type says."""
UNITS: Final = {"created": "objects", "stored": "stored-bytes", "played": "cpu-seconds"}
"""What the quotas count that do not count requests."""


class RateLimit:
    """ASGI middleware that charges requests to the current caller, and refuses those that are too many."""

    def __init__(self, app: Asgi, store: Connection) -> None:
        """Wrap `app`; the quotas are those of the connection to the store."""
        self._app = app
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            scope["umpire.charge"] = self.charged
            await self._app(scope, receive, send)
            return
        try:
            await self._store.quotas.take_request(self._store)
        except TooManyRequests as refusal:
            await problem_response(refusal, scope["path"], headers_with(refusal))(scope, receive, send)
            return
        async with self._charging_work():
            await self._app(scope, receive, send)

    @asynccontextmanager
    async def charged(self) -> AsyncIterator[None]:
        """Charge one document of a WebSocket, and after the block the cost of its work.

        Raises: TooManyRequests.
        """
        await self._store.quotas.take_request(self._store)
        async with self._charging_work():
            yield

    @asynccontextmanager
    async def _charging_work(self) -> AsyncIterator[None]:
        """Charge the work that is done inside the block to the current caller, even if it fails."""
        account = Account()
        current_account.set(account)
        try:
            yield
        finally:
            if account.requests:
                with CancelScope(shield=True):
                    await self._store.quotas.take_request(self._store, account.requests, owed=True)


class CallerHeaders:
    """Writes the headers that every answer has: how the caller's quotas stand, and how browsers are to read it."""

    def __init__(self, quotas: Quotas) -> None:
        """Prepare the headers of an address of which nothing is known: all its quotas are full."""
        self._quotas = quotas
        self._full = _headers(Quotas.full(quotas.usual), "address")

    def headers(self, scope: Scope) -> Headers:
        """Return the headers of an answer; those of quotas only if the request has a caller, and the caller quotas."""
        caller = scope.get("umpire.caller")
        if caller is None:
            return (NO_SNIFFING,)
        is_key = key_name(caller) is not None
        if not is_key and self._quotas.forget_if_full(caller):
            return self._full
        standings = self._quotas.standings(caller)
        who = "key" if is_key else "address"
        return _headers(standings, who)


def _headers(standings: list[Standing], who: str) -> tuple[tuple[bytes, bytes], ...]:
    if not standings:
        return (NO_SNIFFING,)
    policies = ", ".join([_policy(_name(each, who), each.bucket, each.allowance) for each in standings])
    left = ", ".join([f'"{_name(each, who)}";r={each.left};t={each.seconds}' for each in standings])
    return NO_SNIFFING, (POLICY, policies.encode()), (LEFT, left.encode())


def _name(standing: Standing, who: str) -> str:
    return who if standing.bucket == "requests" else standing.bucket


def _policy(name: str, bucket: str, allowance: Allowance) -> str:
    unit = UNITS.get(bucket)
    return f'"{name}";q={allowance.amount};w={allowance.seconds}' + ("" if unit is None else f';qu="{unit}"')
