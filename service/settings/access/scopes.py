"""Scopes: what a key, or a request without a key, may do; and the caller of the current request."""

from contextvars import ContextVar
from enum import StrEnum
from typing import Final

from service.settings.access.problems import ApiKeyMissing, ApiKeyTooWeak


class Scope(StrEnum):
    """A kind of operations.

    RESOLVE: procedures, odds, proofs, maps, shared results and tickets. ENCOUNTERS: encounters and listings. TOKENS:
    only those encounters and listings whose token is sent, so none can be created. CAMPAIGNS: campaigns. ADMIN:
    keys and settings, on the address of the administration.
    """

    RESOLVE = "resolve"
    ENCOUNTERS = "encounters"
    TOKENS = "tokens"
    CAMPAIGNS = "campaigns"
    ADMIN = "admin"


ALL_BUT_ADMIN: Final = frozenset(Scope) - {Scope.ADMIN}
KEY_PREFIX: Final = "key:"
"""What the name of a caller with a key begins with; other callers are called by their address."""

current_caller: Final[ContextVar[str | None]] = ContextVar("calling", default=None)
"""The caller of the current request; None is a caller without quotas, such as the command line."""

current_scopes: Final[ContextVar[frozenset[Scope] | None]] = ContextVar("scopes", default=None)
"""The scopes of the caller of the current request; None: everything is allowed."""


def key_name(caller: str | None) -> str | None:
    """Return the name of a caller's key; None, if it has none."""
    return caller.removeprefix(KEY_PREFIX) if caller is not None and caller.startswith(KEY_PREFIX) else None


def require_scope(sufficient: frozenset[Scope]) -> None:
    """Refuse the current request if its caller has none of the scopes, any of which suffices; none: open to all.

    Raises: ApiKeyMissing, if the request has no key; ApiKeyTooWeak, if the key has other scopes.
    """
    scopes = current_scopes.get()
    if scopes is None or not sufficient or not scopes.isdisjoint(sufficient):
        return
    named = min(sufficient, key=list(Scope).index).value
    if key_name(current_caller.get()):
        has = ", ".join(sorted(scopes)) or "none"
        raise ApiKeyTooWeak(f"This needs an API key with the scope `{named}`; the key has {has}.")
    raise ApiKeyMissing(
        f"This needs an API key with the scope `{named}`: send it as the header X-Api-Key, or over a WebSocket as "
        "`key` in the payload of `connection_init`. The operator of the service gives keys."
    )
