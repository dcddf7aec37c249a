"""Mistakes of beginners, as data, and the ways to make them: over each face, a status, a problem and a sentence."""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import orjson
import yaml

from service.api.http.problem_documents import Asgi
from service.app import create_app, registry
from service.cli import main
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.wire import to_json
from tests.api.calls import Reply, call
from tests.api.talking import told_over_a_socket
from tests.encounters.client import Table, seated
from tests.patience import PATIENCE

Mistake = Mapping[str, Any]
Answer = tuple[int, str, str]

TABLE: Final = Path(__file__).with_name("beginner_mistakes.yaml")
GONE: Final = "(removed)"
"""Stands in the table for a field that is left out."""


def mistakes() -> list[Mistake]:
    """Read the table."""
    table: list[Mistake] = yaml.load(TABLE.read_text(), Loader=yaml.CSafeLoader)
    return table


@asynccontextmanager
async def service(store_url: str) -> AsyncIterator[tuple[Asgi, Table]]:
    """Open the whole application on a store, with an encounter of two figures."""
    store, notifications = Connection(store_url, PATIENCE), Notifications(store_url, PATIENCE)
    with patch("service.app._store_of", return_value=(store, notifications)):
        app = create_app(Settings(redis_url=store_url))
    try:
        yield app, await seated(app)
    finally:
        await notifications.close()
        await store.close()


async def answer_to(mistake: Mistake, app: Asgi, table: Table) -> Answer:
    """Make a mistake, and return the status, the name of the problem, and the sentence."""
    if "command" in mistake:
        return await asyncio.to_thread(_on_the_command_line, mistake)
    if "socket" in mistake:
        return await told_over_a_socket(app, mistake["socket"])
    if "graphql" in mistake:
        body = to_json({"query": _filled(mistake["graphql"], table), "variables": mistake.get("variables", {})})
        return _told_by_graphql(await call(app, "/graphql", body, content_type="application/json"))
    if "batch" in mistake:
        item = {"operation": mistake["batch"], "body": orjson.loads(_body_of(mistake, mistake.get("like", ""), table))}
        body = to_json({"requests": [item]})
        reply = await call(app, "/v1/batch", body, content_type="application/json")
        told = reply.json["answers"][0]
        return told["status"], told["body"]["type"].removeprefix("/problems/"), told["body"]["detail"]
    return _told(await _over_rest(mistake, app, table))


async def _over_rest(mistake: Mistake, app: Asgi, table: Table) -> Reply:
    method, _, address = mistake["rest"].partition(" ")
    path, _, query = _filled(address, table).partition("?")
    headers = {"content_type": "application/json"} | {
        name.lower().replace("-", "_"): _filled(value, table) for name, value in mistake.get("headers", {}).items()
    }
    like = mistake.get("like", path.removeprefix("/v1/"))
    body = b"" if method == "GET" else _body_of(mistake, like, table)
    sent = {name: value for name, value in headers.items() if value != GONE}
    return await call(app, path, body, method, query=query, **sent)


def _body_of(mistake: Mistake, like: str, table: Table) -> bytes:
    """Return the body: as it stands in the table, or the first example of an operation with changes."""
    if "bytes" in mistake:
        return bytes.fromhex(mistake["bytes"])
    if "body" in mistake:
        written: str = mistake["body"]
        return _filled(written, table).encode()
    operation = registry().get(like)
    document = {} if operation is None else deepcopy(orjson.loads(to_json(operation.examples[0].request)))
    for pointer, value in mistake.get("changes", {}).items():
        *path, last = [int(part) if part.isdecimal() else part for part in pointer.split("/")[1:]]
        here: Any = document
        for part in path:
            here = here[part]
        if value == GONE:
            del here[last]
        else:
            here[last] = value
    return to_json(document)


def _filled(text: str, table: Table) -> str:
    return (
        text.replace("{id}", table.id)
        .replace("{referee}", table.referee.token or "")
        .replace("{viewer}", table.viewer.token or "")
    )


def _told(reply: Reply) -> Answer:
    return reply.status, reply.json["type"].removeprefix("/problems/"), reply.json["detail"]


def _told_by_graphql(reply: Reply) -> Answer:
    """Return the problem that a field is, or the first error of a document."""
    answer = reply.json
    if "type" in answer:
        return _told(reply)
    if "errors" in answer:
        return reply.status, "graphql", answer["errors"][0]["message"]
    (told,) = answer["data"].values()
    return told["status"], told["type"].removeprefix("/problems/"), told["detail"]


def _on_the_command_line(mistake: Mistake) -> Answer:
    """Return the exit status, and the sentence on standard error, which may be a problem document."""
    sent = BytesIO(mistake.get("body", "").encode())
    error = BytesIO()
    with patch.multiple(sys, stdin=TextIOWrapper(sent), stdout=TextIOWrapper(BytesIO()), stderr=TextIOWrapper(error)):
        status = main(mistake["command"].split())
        sys.stderr.flush()
        said = error.getvalue().decode().strip()
    if said.startswith("{"):
        problem = orjson.loads(said)
        return status, problem["type"].removeprefix("/problems/"), problem["detail"]
    return status, "usage", said.splitlines()[-1]
