"""Rate limits: the quota of requests of each caller, and the cost of heavy work; and the identification of callers.

One request is charged to the quota before it is answered. The cost of its work (`service/operations/work/estimates.py`)
is known only afterwards and is charged then: the quota may be overdrawn, and must refill before the next request.
"""

import time
from collections.abc import AsyncIterator, Awaitable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Any, Final, Self

import structlog
from anyio import CancelScope

from service.api.http.problems import Asgi, Receive, Scope, Send, problem_response
from service.errors import StoreAway, TooManyRequests
from service.operations.work.estimates import Account, current_account
from service.store.connection import Connection
from service.store.quotas import current_caller
from service.store.scripts import Script

UNLIMITED: Final = frozenset({"/livez", "/readyz", "/metrics"})
LOG_SECONDS: Final = 10
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

log = structlog.get_logger("umpire.limits")


@dataclass(frozen=True, slots=True)
class Quota:
    """A token bucket: `requests` at once, refilled evenly over `seconds`."""

    requests: int
    seconds: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse "50/second"; minute, hour and day work too."""
        requests, _, unit = text.partition("/")
        return cls(int(requests), _SECONDS[unit])


# A bucket refills by one request every seconds/requests. The key holds the time at which the bucket will be full again,
# and then expires. Times are microseconds of the store's clock, which all instances share.
_TAKE: Final = Script("""
local full, each = tonumber(ARGV[1]), tonumber(ARGV[1]) / tonumber(ARGV[2])
local cost = each * tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local filled = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = filled + cost - full - now
if wait > 0 and ARGV[4] == 'asked' then return {-1, math.ceil(wait / 1000000)} end
filled = filled + cost
redis.call('SET', KEYS[1], string.format('%.0f', filled), 'PX', math.ceil((filled - now) / 1000))
return {math.floor((full + now - filled) / each), math.ceil((filled - now) / 1000000)}
""")


class RateLimit:
    """ASGI middleware that limits the requests of each client address; no limit while the store does not answer."""

    def __init__(self, app: Asgi, store: Connection, quota: Quota) -> None:
        """Set the quota of each client address."""
        self._app = app
        self._store = store
        self._quota = quota
        self._next_log_at = 0.0
        self._policy = (b"ratelimit-policy", b'"address";q=%d;w=%d' % (quota.requests, quota.seconds))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"] in UNLIMITED:
            scope["umpire.charge"] = self.charged
            await self._app(scope, receive, send)
            return
        caller = caller_of(scope)
        try:
            left, seconds = await self._take(caller)
        except StoreAway as away:
            self._log_away(away)
            await self._app(scope, receive, send)
            return
        if left < 0:
            await self._refuse(seconds, scope, receive, send)
            return
        headers = [self._policy, (b"ratelimit", b'"address";r=%d;t=%d' % (left, seconds))]

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        async with self._charging_work(caller):
            await self._app(scope, receive, send_with_headers)

    @asynccontextmanager
    async def _charging_work(self, caller: str) -> AsyncIterator[None]:
        """Charge the work that is done inside the block to a caller's quota, even if it fails."""
        account = Account()
        current_account.set(account)
        try:
            yield
        finally:
            if account.requests:
                with CancelScope(shield=True):
                    await self._charge_work(caller, account.requests)

    @asynccontextmanager
    async def charged(self, scope: Scope) -> AsyncIterator[None]:
        """Charge one request over a WebSocket to its caller's quota, and after the block the cost of its work.

        Raises: TooManyRequests.
        """
        caller = caller_of(scope)
        try:
            left, seconds = await self._take(caller)
        except StoreAway as away:
            self._log_away(away)
            left, seconds = 0, 0
        if left < 0:
            raise self._refusal(seconds)
        async with self._charging_work(caller):
            yield

    def _log_away(self, away: StoreAway) -> None:
        """Log that rate limits are not enforced, but not for every request."""
        now = time.monotonic()
        if now >= self._next_log_at:
            self._next_log_at = now + LOG_SECONDS
            log.warning("rate limit off", reason=away.detail)

    async def _take(self, caller: str) -> tuple[int, int]:
        """Charge one request; return the requests left (-1: refused), and the seconds until the quota changes."""
        quota = self._quota
        async with self._store as redis:
            headers = quota.seconds * 1_000_000, quota.requests
            left, seconds = await _TAKE(redis, [f"umpire:rate:{caller}"], *headers, 1, "asked")
        return left, seconds

    async def _charge_work(self, caller: str, requests: int) -> None:
        """Charge requests to a caller's quota, even if it is then overdrawn."""
        quota = self._quota
        try:
            async with self._store as redis:
                headers = quota.seconds * 1_000_000, quota.requests
                await _TAKE(redis, [f"umpire:rate:{caller}"], *headers, requests, "owed")
        except StoreAway as away:
            self._log_away(away)

    async def _refuse(self, seconds: int, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [self._policy, (b"ratelimit", b'"address";r=0;t=%d' % seconds), (b"retry-after", b"%d" % seconds)]
        await problem_response(self._refusal(seconds), scope["path"], headers)(scope, receive, send)

    def _refusal(self, seconds: int) -> TooManyRequests:
        quota = self._quota
        return TooManyRequests(
            f"At most {quota.requests} requests in {quota.seconds} seconds come from one address, and heavy work costs "
            f"several; try again in {seconds} seconds."
        )


def caller_of(scope: Scope) -> str:
    """Return the client address of a request; all addresses of one IPv6 network of 64 bits are one caller."""
    client = scope.get("client")
    if client is None:
        return "local"
    address: str = client[0]
    return _network_of(address) if ":" in address else address


def _network_of(address: str) -> str:
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address[:64]
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else parsed.packed[:8].hex()


class Callers:
    """ASGI middleware that sets the caller; a caller is a client address, as in the rate limit."""

    def __init__(self, app: Asgi) -> None:
        """Wrap `app`."""
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or connection."""
        current_caller.set(caller_of(scope))
        return self._app(scope, receive, send)
