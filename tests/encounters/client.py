"""A client of encounters over the whole ASGI application, in process."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.rules.examples import examples_of
from service.store.attempts import KeyedAttempts, set_attempts
from service.store.client.pipelines import Pipelines
from tests.api.calls import Reply, call

ANY_SEED: Mapping[str, Any] = {"dice_policy": {"seeds": "referee"}}
"""Encounters of tests let the referee name seeds, so that dice fall as a test needs them."""
DUEL: Mapping[str, Any] = {**examples_of("encounters/opposed/create")[0].request, **ANY_SEED}
STRONG: Mapping[str, Any] = {"endurance": 500, "endurance_max": 500, "fatigue": 200, "fatigue_max": 200}
LASTING: Mapping[str, Any] = {
    **DUEL,
    "state": {**DUEL["state"], "participants": [{**each, **STRONG} for each in DUEL["state"]["participants"]]},
}
"""A duel that lasts longer than any run."""
STRIKE: Mapping[str, Any] = {
    "input": {"attacker": "Ash", "defender": "Orc"},
    "dice": {"kind": "seeded", "seed": "sha256ctr1:16"},
}
"""A strike that is blocked, so that it can be made again and again."""
UNSEEDED: Mapping[str, Any] = {"input": STRIKE["input"]}
"""The same strike with dice that the service chooses."""
JSON = "application/json"


@contextmanager
def commands_sent() -> Iterator[list[str]]:
    """The commands that every client sends to the store meanwhile, each of which is waited for."""
    sent: list[str] = []
    send = Pipelines.execute_command

    async def noting(client: Pipelines, *words: Any, **options: Any) -> Any:
        sent.append(words[0])
        return await send(client, *words, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pipelines, "execute_command", noting)
        yield sent


@dataclass
class Client:
    """Asks with a token."""

    app: Asgi
    token: str | None = None

    async def ask(
        self, method: str, path: str, body: Any = None, *, version: int | None = None, **headers: Any
    ) -> Reply:
        """Send one request."""
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        if version is not None:
            headers["if_match"] = f'"{version}"'
        path, _, query = path.partition("?")
        sent = b"" if body is None else json.dumps(body).encode()
        return await call(self.app, path, sent, method, query=query, content_type=JSON, **headers)


@dataclass
class Table:
    """An encounter, its referee and a viewer."""

    id: str
    referee: Client
    viewer: Client
    stranger: Client

    @property
    def path(self) -> str:
        """Where it is found."""
        return f"/v1/encounters/{self.id}"

    async def get(self) -> Any:
        """Read it as the referee."""
        return (await self.referee.ask("GET", self.path)).json

    async def act(self, procedure: str, body: Any = None, version: int | None = None) -> Reply:
        """Play a procedure on the present version, or on another."""
        at = (await self.get())["version"] if version is None else version
        return await self.referee.ask("POST", f"{self.path}/{procedure}", body or {}, version=at)

    async def act_twice(self, procedure: str, body: Any, version: int) -> list[Any]:
        """Take the same action twice, as who asks again with the same key, and return both answers."""
        answers = []
        for _ in range(2):
            set_attempts(KeyedAttempts(b"key", b"secret"))
            answers.append((await self.act(procedure, body, version)).json)
        set_attempts(None)
        return answers

    async def change(self, how: str) -> Reply:
        """Undo or redo."""
        at = (await self.get())["version"]
        return await self.referee.ask("POST", f"{self.path}/{how}", version=at)

    async def correct(self, **body: Any) -> Reply:
        """Put something right."""
        return await self.referee.ask("PATCH", self.path, body, version=(await self.get())["version"])

    async def log(self, who: Client | None = None) -> list[Any]:
        """Read the whole log, in small pages."""
        entries: list[Any] = []
        after, more = "", True
        while more:
            page = await (who or self.referee).ask("GET", f"{self.path}/log?limit=3{after}")
            assert page.status == 200, page.body
            entries += page.json["entries"]
            after, more = f"&after={page.json['next']}", page.json["more"]
        return entries


async def seated(app: Asgi, **changes: Any) -> Table:
    """Create a duel, with changes."""
    return await seated_at(app, {**DUEL, **changes})


async def seated_at(app: Asgi, request: Mapping[str, Any]) -> Table:
    """Create any encounter."""
    client = Client(app)
    reply = await client.ask("POST", "/v1/encounters", request)
    assert reply.status == 201, reply.body
    created = reply.json
    return Table(created["id"], Client(app, created["referee"]), Client(app, created["viewer"]), client)
