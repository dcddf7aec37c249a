"""Schemathesis notices an operation that lets anybody in: its probes bring no token, or a bad one that stays bad."""

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
import schemathesis
from schemathesis import Case
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import ignored_auth

from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.app import create_app
from service.settings.environment import Settings
from service.store.private.server import PrivateStore
from tests.contract import rights
from tests.encounters.client import DUEL, STRIKE
from tests.published import document

WHOLE: Final = document()
DOCUMENT: Final = {**WHOLE, "paths": {path: each for path, each in WHOLE["paths"].items() if "/encounters" in path}}
CREATE: Final = "/v1/encounters"
ONE: Final = "/v1/encounters/{id}"
GUARDED: Final = [
    ("GET", ONE, None, {}),
    ("GET", f"{ONE}/log", None, {}),
    ("POST", f"{ONE}/verify", None, {}),
    ("POST", f"{ONE}/fork", None, {}),
    ("POST", f"{ONE}/tokens", {}, {}),
    ("GET", f"{ONE}/webhooks", None, {}),
    ("POST", f"{ONE}/webhooks", {"url": "https://bot.example/umpire"}, {}),
    ("POST", f"{ONE}/{{procedure}}/preview", STRIKE, {}),
    ("POST", f"{ONE}/{{procedure}}", STRIKE, {"If-Match": '"1"'}),
    ("PATCH", ONE, {"reveal": "all"}, {"If-Match": '"1"'}),
]
IDS: Final = [f"{method} {path}" for method, path, *_ in GUARDED]


@dataclass
class Door:
    """The service, and the credentials that came to it; a broken one mends those of some requests."""

    app: Asgi
    good: str = ""
    mends_bad: bool = False
    mends_none: bool = False
    came: list[str | None] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass."""
        if scope["type"] == "http" and scope["path"] != CREATE:
            scope = self._mended(scope)
        await self.app(scope, receive, send)

    def _mended(self, scope: MutableMapping[str, Any]) -> Scope:
        others = [each for each in scope["headers"] if each[0] != b"authorization"]
        brought = dict(scope["headers"]).get(b"authorization")
        self.came.append(brought and brought.decode())
        if self.mends_none if brought is None else self.mends_bad:
            brought = f"Bearer {self.good}".encode()
        return {**scope, "headers": others + ([] if brought is None else [(b"authorization", brought)])}


@pytest.fixture(scope="module")
def service() -> Iterator[Asgi]:
    """The whole service with a store of its own."""
    with PrivateStore() as store:
        yield create_app(Settings(redis_url=store.url))


def fetched(door: Door, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[Case[Any], Any]:
    """Ask as the fuzzer does: with a token that it made up, which the hook replaces by the encounter's."""
    schema: Any = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = door
    created = schema[CREATE]["POST"].Case(body=dict(DUEL), media_type="application/json").call()
    door.good = created.json()["referee"]
    parameters = {"id": created.json()["id"], **({"procedure": "resolve-attack"} if "{procedure}" in path else {})}
    sent: dict[str, Any] = {"headers": {**headers, "Authorization": "Bearer made-up"}, "path_parameters": parameters}
    if body is not None:
        sent |= {"body": dict(body), "media_type": "application/json"}
    case = schema[path][method].Case(**sent)
    door.came.clear()
    return case, case.call()


@pytest.mark.parametrize(("method", "path", "body", "headers"), GUARDED, ids=IDS)
def test_probes_come_as_they_are(service: Asgi, method: str, path: str, body: Any, headers: dict[str, str]) -> None:
    """What succeeds with the right token is asked again with none, a bad one and a bad key, and all are turned away."""
    door = Door(service)
    case, response = fetched(door, method, path, body, headers)
    assert 200 <= response.status_code < 300, response.text
    assert door.came == [f"Bearer {door.good}"]
    case.validate_response(response, checks=[ignored_auth])
    assert door.came[1:] == [None, rights.PROBED, rights.PROBED, None]  # the token stands in two alternatives


@pytest.mark.parametrize("broken", [{"mends_bad": True}, {"mends_none": True}, {"mends_bad": True, "mends_none": True}])
@pytest.mark.parametrize(("method", "path", "body", "headers"), GUARDED[:2], ids=IDS[:2])
def test_an_open_door_is_noticed(
    service: Asgi, broken: dict[str, Any], method: str, path: str, body: Any, headers: dict[str, str]
) -> None:
    """A service that takes any token, or none, does not pass."""
    case, response = fetched(Door(service, **broken), method, path, body, headers)
    with pytest.raises(FailureGroup) as caught:
        case.validate_response(response, checks=[ignored_auth])
    assert "authentication" in str(caught.value.exceptions[0])


def test_the_hook_leaves_probes_alone() -> None:
    """The token that the check makes up is not taken for one that the fuzzer made up."""
    schema: Any = schemathesis.openapi.from_dict(DOCUMENT)
    rights.tokens["0" * 32] = "right"
    for brought, sent in (("Bearer made-up", "Bearer right"), (rights.PROBED, rights.PROBED)):
        case = schema[ONE]["GET"].Case(path_parameters={"id": "0" * 32}, headers={"Authorization": brought})
        rights.before_call(None, case, {})
        assert case.headers["Authorization"] == sent
