"""Minimal answers: `Prefer: return=minimal` leaves out members that are null, and rulings that are as they usually are.

A member that is left out is null, or its ruling is at its default: nothing else is left out. Lists keep their items,
and `meta` is returned as it was sent. Files and streams are whole, and so is every problem document.
"""

import re
from collections.abc import Awaitable, Mapping
from typing import Any, Final

import orjson
from anyio.to_thread import run_sync

from service.api.http.body import header
from service.api.http.held_answers import Header, send_changed, varying
from service.api.http.problem_documents import Asgi, Receive, Scope, Send

MINIMAL: Final = re.compile(rb"(?:^|[,;\s])return\s*=\s*\"?minimal\"?(?:$|[,;\s])", re.IGNORECASE)
APPLIED: Final = (b"preference-applied", b"return=minimal")
JSON: Final = frozenset([b"application/json"])
QUICK: Final = 16 * 1024
"""Answers above so many bytes are shortened in a thread."""
RULESET: Final = "ruleset"
RULINGS: Final = ("rulings", "other_rulings")
AS_SENT: Final = "meta"
"""The member that belongs to the caller."""

Defaults = Mapping[str, Mapping[str, Any]]
"""The rulings of each ruleset where nobody decides otherwise, as they are in JSON."""


class MinimalAnswers:
    """ASGI middleware that shortens the JSON answers of those who prefer it; all others are passed on unchanged."""

    def __init__(self, app: Asgi, defaults: Defaults) -> None:
        """Set the application, and the default rulings by ruleset."""
        self._app = app
        self._defaults = defaults

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        asked = scope["type"] == "http" and MINIMAL.search(header(scope, b"prefer") or b"")
        if asked:
            return send_changed(self._app, scope, receive, send, JSON, self._shortened)
        return self._app(scope, receive, send)

    async def _shortened(self, headers: list[Header], body: bytes) -> tuple[list[Header], bytes]:
        made = await run_sync(self._written, body) if len(body) > QUICK else self._written(body)
        return [*varying(headers, b"prefer"), APPLIED], made

    def _written(self, body: bytes) -> bytes:
        return orjson.dumps(minimal(orjson.loads(body), self._defaults))


def minimal(value: Any, defaults: Defaults) -> Any:
    """Return JSON without members that are null, and without rulings at their defaults beside the name of a ruleset."""
    if isinstance(value, list):
        return [minimal(each, defaults) for each in value]
    if not isinstance(value, dict):
        return value
    usual = defaults.get(str(value.get(RULESET)), {})
    made: dict[str, Any] = {}
    for name, each in value.items():
        if name == AS_SENT and each is not None:
            made[name] = each
        elif name in RULINGS and isinstance(each, dict):
            made[name] = _chosen(each, usual)
        elif each is not None:
            made[name] = minimal(each, defaults)
    return made


def _chosen(rulings: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in rulings.items() if each is not None and (name, each) not in usual.items()}
