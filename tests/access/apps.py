"""Applications in the middleware of access, and keys to try."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.api.http.problem_documents import Asgi
from service.api.middleware.access import Access, Rights
from service.api.middleware.metrics import Meters
from service.api.middleware.rate_limits import CallerHeaders, RateLimit
from service.api.middleware.requestid import RequestId
from service.settings.access.api_keys import ApiKey, digest_of, key_of, new_key
from service.settings.access.proxies import Proxies
from service.settings.access.ring import KeyRing
from service.settings.access.scopes import ALL_BUT_ADMIN, Scope
from service.store.connection import Connection


@dataclass(frozen=True)
class Holder:
    """A key, and the line that the service has of it."""

    key: str
    line: str

    @property
    def name(self) -> str:
        """Its name."""
        return self.line.partition(" ")[0]


def holder(name: str, scopes: str = "resolve,encounters,campaigns", *options: str) -> Holder:
    """Make a key."""
    key = new_key()
    made: ApiKey = key_of([name, f"sha256:{digest_of(key)}", scopes, *options])
    return Holder(key, made.line)


def ring_of(*holders: Holder) -> KeyRing:
    """The keys of some holders."""
    return KeyRing("\n".join(each.line for each in holders))


def guarded(
    app: Asgi,
    store: Connection,
    *holders: Holder,
    anonymous: Iterable[Scope] = ALL_BUT_ADMIN,
    proxies: Proxies | None = None,
) -> Asgi:
    """Wrap an application as the service is wrapped, as far as callers and their quotas are concerned."""
    rights = Rights.of(ring_of(*holders), frozenset(anonymous), proxies)
    return RequestId(Access(RateLimit(app, store), store, rights, Meters()), CallerHeaders(store.quotas).headers)


def open_to_all(app: Asgi, store: Connection) -> Asgi:
    """Wrap an application so that callers are told apart by their addresses alone."""
    return Access(app, store, Rights(KeyRing()), Meters())
