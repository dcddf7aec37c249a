"""Caller identification: records the client address of a request, whose storage quota is charged for stored data."""

from collections.abc import Awaitable

from service.api.http.problems import Asgi, Receive, Scope, Send
from service.api.middleware.limits import caller_of
from service.store.quotas import current_caller


class Callers:
    """ASGI middleware that sets the caller; a caller is a client address, as in the rate limit."""

    def __init__(self, app: Asgi) -> None:
        """Wrap `app`."""
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or connection."""
        current_caller.set(caller_of(scope))
        return self._app(scope, receive, send)
