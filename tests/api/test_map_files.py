"""Maps over HTTP, GraphQL and the command line: a file with its media type, its validators and its rules."""

import json
import subprocess
import sys
from typing import Any, Final

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.app import create_app, registry
from service.settings.environment import Settings
from service.wire import to_json
from tests.api.calls import Reply, call
from tests.operations.reading_svg import figures_in, tree_of

PATH: Final = "/v1/mass/map.svg"
EXAMPLE: Final[Any] = registry()["mass/map"].examples[0].request


@pytest.fixture(scope="module")
def app() -> Asgi:
    """The whole service."""
    return create_app(Settings())


async def ask(app: Asgi, body: Any, accept: str = "*/*") -> Reply:
    """Post a scene."""
    return await call(app, PATH, to_json(body), content_type="application/json", accept=accept)


async def test_a_map_is_an_svg_file(app: Asgi) -> None:
    """The answer is the file itself, with its media type; it may be embedded, and can neither run nor load anything."""
    reply = await ask(app, EXAMPLE)
    assert (reply.status, reply.header("content-type")) == (200, "image/svg+xml; charset=utf-8")
    assert list(figures_in(tree_of(reply.body.decode()))) == ["knights", "pikes"]
    assert reply.header("content-length") == str(len(reply.body))
    policy = reply.header("content-security-policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert reply.header("x-content-type-options") == "nosniff"
    assert reply.header("cache-control") == "no-cache"
    again = await ask(app, EXAMPLE)
    assert (again.body, again.header("etag")) == (reply.body, reply.header("etag"))


@pytest.mark.parametrize("accept", ["image/svg+xml", "image/*", "*/*", "text/html, image/svg+xml;q=0.5"])
async def test_the_file_is_sent_to_who_accepts_it(app: Asgi, accept: str) -> None:
    """Any `Accept` that allows SVG is answered."""
    assert (await ask(app, EXAMPLE, accept=accept)).status == 200


async def test_problems_are_problem_documents(app: Asgi) -> None:
    """Errors are the problem documents of all operations, with pointers into the request."""
    assert (await ask(app, EXAMPLE, accept="application/json")).problem == "not-acceptable"
    assert (await ask(app, {"input": {"units": [{"id": "a"}]}})).problem == "does-not-fit"
    assert (await call(app, PATH, b"{", content_type="application/json")).problem == "not-json"
    assert (await call(app, PATH, b"{}", content_type="text/plain")).problem == "not-json-type"
    got = await call(app, PATH, b"", "GET")
    assert (got.problem, got.header("allow")) == ("method-not-allowed", "POST, OPTIONS")
    far = [{"id": str(q), "side": "red", "hex": [q, 0]} for q in (-900, 900)]
    reply = await ask(app, {"input": {"units": far}})
    assert (reply.status, reply.problem) == (409, "answer-too-large")
    assert (await ask(app, {"input": {"units": far}, "part": {"centre": [900, 0], "radius": 2}})).status == 200
    wide = await ask(app, {**EXAMPLE, "part": {"centre": [0, 0], "radius": 81}})
    assert wide.json["errors"][0]["pointer"] == "/part/radius"


async def test_graphql_answers_the_file_as_a_text(app: Asgi) -> None:
    """GraphQL has the file in the field `svg`."""
    query = "query ($scene: MassSceneInput!) { massMap(input: $scene) { ... on DrawnMap { status svg } } }"
    scene = {"units": [{"id": "levy", "side": "blue", "hex": [1, 1]}]}
    body = orjson.dumps({"query": query, "variables": {"scene": scene}})
    reply = await call(app, "/graphql", body, content_type="application/json")
    answer = reply.json["data"]["massMap"]
    assert answer["status"] == "drawn"
    posted = await ask(app, {"input": scene})
    assert answer["svg"].encode() == posted.body


def test_the_command_line_writes_the_file() -> None:
    """`umpire mass map` writes the file to standard output, the same bytes in every process."""
    command = [sys.executable, "-m", "service", "mass", "map"]
    written = subprocess.run(command, input=json.dumps(EXAMPLE).encode(), capture_output=True, check=True).stdout
    assert list(figures_in(tree_of(written.decode()))) == ["knights", "pikes"]


async def test_a_batch_has_maps(app: Asgi) -> None:
    """A batch answers the record with the file in it."""
    body = orjson.dumps({"requests": [{"operation": "mass/map", "body": EXAMPLE}]})
    reply = await call(app, "/v1/batch", body, content_type="application/json")
    (answer,) = reply.json["answers"]
    assert (answer["status"], answer["body"]["status"]) == (200, "drawn")
    assert answer["body"]["svg"].startswith("<svg ")


def test_large_scenes_are_heavy_work() -> None:
    """A small scene is drawn at once; one of many hexes, listed or not, by a worker process."""
    operation = registry()["mass/map"]
    assert operation.work is not None

    def work(scene: Any, **overlays: Any) -> int:
        assert operation.work is not None
        return operation.work(operation.request.model_validate_json(orjson.dumps({"input": scene, **overlays})))

    unit = {"id": "levy", "side": "blue", "hex": [1, 1]}
    terrain = [{"hex": [q, r], "terrain": "moderate"} for q in range(40) for r in range(40)]
    assert work({"units": [unit]}) <= 30
    assert work({"terrain": terrain}) > 30
    assert work({"bounds": {"kind": "radius", "radius": 50}}) > 30
    assert work({}, areas=[{"hexes": [[q, q] for q in range(1_001)]}]) > 30
