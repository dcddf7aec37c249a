"""Access: who has sent a request, by its key or its address, and what it may therefore do.

A key is sent as the header `X-Api-Key`, or over a WebSocket as `key` in the payload of `connection_init`, because
browsers send no headers there. What a caller may do is checked where an operation begins (`require_scope`), alike over
REST, GraphQL and WebSockets. A wrong key is always refused, also where none is needed: its sender would otherwise not
learn of it. It is charged to the address, so that guessing is slow as soon as requests are limited.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.api.http.body import headers_of
from service.api.http.problem_documents import Asgi, Receive, Scope, Send, headers_with, problem_response
from service.api.middleware.metrics import Meters
from service.api.middleware.rate_limits import UNLIMITED
from service.api.middleware.withdrawal import CLOSED, Withdrawal
from service.errors import TooManyRequests, UmpireError
from service.settings.access.problems import ApiKeyUnknown
from service.settings.access.proxies import Proxies, caller_at
from service.settings.access.ring import KeyRing
from service.settings.access.scopes import ALL_BUT_ADMIN, KEY_PREFIX, current_caller, current_scopes
from service.settings.access.scopes import Scope as Right
from service.store.connection import Connection

HEADER: Final = b"x-api-key"
WRONG_KEY_COST: Final = 10
"""The cost of a wrong key, in requests."""
LOCAL: Final = "local"
"""The caller on a socket that has no address."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Who is known: the keys, what requests without a key may do (None: everything), and the trusted proxies."""

    ring: KeyRing
    anonymous: frozenset[Right] | None = None
    proxies: Proxies | None = None

    @classmethod
    def of(cls, ring: KeyRing, anonymous: frozenset[Right], proxies: Proxies | None) -> "Rights":
        """Make the rights; an anonymous caller with all scopes is not checked."""
        return cls(ring, None if anonymous >= ALL_BUT_ADMIN - {Right.TOKENS} else anonymous, proxies)


class Access:
    """ASGI middleware that finds out the caller of each request and its scopes, and refuses wrong keys."""

    def __init__(self, app: Asgi, store: Connection, rights: Rights, meters: Meters) -> None:
        """Wrap `app`."""
        self._app = app
        self._store = store
        self._rights = rights
        self._meters = meters
        self._checks = rights.ring.is_used or rights.anonymous is not None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or connection."""
        if scope["type"] == "lifespan" or scope["path"] in UNLIMITED:
            return self._app(scope, receive, send)
        self._enter(scope, self._caller_at(scope), self._rights.anonymous)
        if scope["type"] == "websocket":
            scope["umpire.enter"] = partial(self.enter_charged, scope)
        elif HEADER not in headers_of(scope):
            return self._app(scope, receive, send)
        try:
            self.enter(scope)
        except ApiKeyUnknown as unknown:
            return self._refuse(unknown, scope, receive, send)
        return self._app_with_key(scope, receive, send) if self._checks else self._app(scope, receive, send)

    def enter(self, scope: Scope, key: str | None = None) -> None:
        """Make the holder of a key the caller of a request or connection; without one, of the key in the headers.

        Raises: ApiKeyUnknown.
        """
        sent = headers_of(scope).get(HEADER) if key is None else key.encode(errors="replace")
        if sent is None:
            return
        text = sent.decode("latin-1")
        found = self._rights.ring.find(text)
        if found is None:
            self._meters.note_wrong_key()
            raise ApiKeyUnknown(
                "The service does not know this API key: it is mistyped, was withdrawn or has expired. Without a key, "
                "leave the header X-Api-Key out."
            )
        scope["umpire.key"] = text
        self._enter(scope, KEY_PREFIX + found.name, found.scopes)

    async def enter_charged(self, scope: Scope, key: str | None) -> None:
        """Make the holder of a key the caller of a connection; a wrong key is charged to the connection's address.

        Raises: ApiKeyUnknown; TooManyRequests, if the address has spent its quota.
        """
        try:
            self.enter(scope, key)
        except ApiKeyUnknown:
            self._enter(scope, self._caller_at(scope), self._rights.anonymous)
            await self._charge_wrong_key()
            raise

    async def _charge_wrong_key(self) -> None:
        await self._store.quotas.take_request(self._store, WRONG_KEY_COST)

    async def _app_with_key(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or connection that has a key, or may be given one, as long as the key counts."""
        withdrawal = Withdrawal(scope, receive, send, partial(self._counts, scope))
        await self._app(scope, withdrawal.receive, withdrawal.send)
        await withdrawal.end()

    def _counts(self, scope: Scope) -> bool:
        key = scope.get("umpire.key")
        return key is None or self._rights.ring.find(key) is not None

    def _enter(self, scope: Scope, caller: str, scopes: frozenset[Right] | None) -> None:
        scope["umpire.caller"] = caller
        current_caller.set(caller)
        if self._checks:
            current_scopes.set(scopes)

    def _caller_at(self, scope: Scope) -> str:
        client = scope.get("client")
        if client is None:
            return LOCAL
        proxies = self._rights.proxies
        return caller_at(client[0] if proxies is None else proxies.client_of(client[0], scope["headers"]))

    async def _refuse(self, unknown: ApiKeyUnknown, scope: Scope, receive: Receive, send: Send) -> None:
        """Charge a wrong key to its address, and refuse it."""
        refusal: UmpireError = unknown
        try:
            await self._charge_wrong_key()
        except TooManyRequests as spent:
            refusal = spent
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": CLOSED, "reason": refusal.title})
            return
        await problem_response(refusal, scope["path"], headers_with(refusal))(scope, receive, send)
