"""Whether the service lives, is ready, and what it has done."""

import asyncio
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette

from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.metrics import MEDIA_TYPE, Meters, Metrics
from service.api.rest.health import health_paths, health_routes
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.api.calls import Reply, answering, call
from tests.encounters.nodes import ThreeNodes
from tests.patience import PATIENCE


def watched(store: Connection, meters: Meters | None = None) -> Asgi:
    """The three addresses."""
    return Starlette(routes=health_routes(store, meters or Meters()))


async def asked(app: Asgi, path: str) -> Reply:
    """What an address answers."""
    return await call(app, path, b"", method="GET", host="127.0.0.1")


async def test_ready_with_a_store(store: Connection) -> None:
    """With a store that answers, the service is alive and ready."""
    assert [(await asked(watched(store), path)).json for path in ("/livez", "/readyz")] == [
        {"status": "alive"},
        {"status": "ready", "store": "answers"},
    ]


async def test_not_ready_without_a_store(no_store: Connection) -> None:
    """Without its store the service is alive, but not ready: a problem says what is away, and when to ask again."""
    app = watched(no_store)
    away = await asked(app, "/readyz")
    assert (await asked(app, "/livez")).status == 200
    assert (away.status, away.problem, away.header("retry-after")) == (503, "store-away", "5")
    assert "store" in away.json["detail"]


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
async def test_health_is_as_described(store: Connection, path: str) -> None:
    """Each address answers as its OpenAPI says, is never cached, and refuses to be posted to."""
    app = watched(store)
    reply = await asked(app, path)
    described = health_paths()[path]["get"]["responses"]["200"]["content"]
    media_type = str(reply.header("content-type")).partition(";")[0]
    assert reply.header("cache-control") == "no-store"
    if media_type == "application/json":
        assert Draft202012Validator(described[media_type]["schema"]).is_valid(reply.json)
    assert media_type in described
    assert (await call(app, path, host="127.0.0.1")).status == 405


def samples(text: bytes) -> dict[tuple[str, ...], float]:
    """The counters by name and labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def failing(scope: Scope, body: bytes) -> tuple[int, bytes]:
    """What an operation leaves in the scope, and a status of the body's choice."""
    scope["umpire.operation"] = "dice/roll"
    return int(body), b""


async def test_requests_are_counted(no_store: Connection) -> None:
    """Requests are counted and timed by operation and status."""
    meters = Meters()
    app = Metrics(answering(failing), meters)
    for status in (b"200", b"200", b"409"):
        await call(app, body=status)
    reply = await asked(watched(no_store, meters), "/metrics")
    told = samples(reply.body)
    assert reply.header("content-type") == MEDIA_TYPE
    assert told["umpire_requests_total", "dice/roll", "200"] == 2
    assert told["umpire_requests_total", "dice/roll", "409"] == 1
    assert told["umpire_request_seconds_count", "dice/roll", "200"] == 2
    assert told["umpire_request_seconds_sum", "dice/roll", "200"] > 0
    assert told["umpire_requests_under_way",] == 0


async def test_crashes_are_counted() -> None:
    """What raises counts as a 500, and is no longer under way; pages have no operation of their own."""
    meters = Meters()

    async def crash(scope: Scope, receive: Receive, send: Send) -> None:
        message = "boom"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError):
        await call(Metrics(crash, meters))
    told = samples(meters.exposition())
    assert told["umpire_requests_total", "other", "500"] == 1
    assert told["umpire_requests_under_way",] == 0


async def test_what_is_under_way_is_told() -> None:
    """The gauge counts requests that have begun and not ended."""
    meters, go = Meters(), asyncio.Event()

    async def wait(scope: Scope, body: bytes) -> tuple[int, bytes]:
        await go.wait()
        return 200, b""

    app = Metrics(answering(wait), meters)
    calls = [asyncio.create_task(call(app)) for _ in range(3)]
    await asyncio.sleep(0)
    assert samples(meters.exposition())["umpire_requests_under_way",] == 3
    go.set()
    await asyncio.gather(*calls)


async def test_what_is_no_request_is_not_counted() -> None:
    """The lifespan passes through."""
    meters = Meters()
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_: Any) -> Any:
        return {}

    await Metrics(app, meters)({"type": "lifespan"}, nothing, nothing)
    assert seen == ["lifespan"]
    assert not [name for name, *_ in samples(meters.exposition()) if name.startswith("umpire_requests_total")]


WORKER = """
import sys
from service.api.middleware.metrics import Meters
meters = Meters()
meters.requests.begin()
meters.requests.end("dice/roll", 200, 0.001)
meters.requests.begin()
if "show" in sys.argv:
    sys.stdout.buffer.write(meters.exposition())
"""


def worker(shared: Path, *arguments: str) -> bytes:
    """A worker that answered one request, began another and was killed; it shares its counters."""
    return subprocess.run(
        [sys.executable, "-c", WORKER, *arguments],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(shared)},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def test_any_worker_answers_for_all(tmp_path: Path) -> None:
    """Workers that share a directory add up; what a dead worker had under way is forgotten."""
    worker(tmp_path)
    worker(tmp_path)
    told = samples(worker(tmp_path, "show"))
    assert told["umpire_requests_total", "dice/roll", "200"] == 3
    assert told["umpire_request_seconds_count", "dice/roll", "200"] == 3
    assert told["umpire_requests_under_way",] == 1


async def test_the_memory_of_the_store_is_told(private_store: PrivateStore, no_store: Connection) -> None:
    """The bytes that the store holds and may hold are asked when metrics are; they are no numbers while it is away."""
    store = Connection(private_store.url, PATIENCE)
    told = samples((await asked(watched(store), "/metrics")).body)
    held, limit = (told[f"umpire_store_memory{name}_bytes",] for name in ("", "_limit"))
    assert 0 < held < limit == 256 << 20
    await store.close()
    told = samples((await asked(watched(no_store), "/metrics")).body)
    assert [math.isnan(told[f"umpire_store_memory{name}_bytes",]) for name in ("", "_limit")] == [True, True]


async def test_of_a_cluster_the_fullest_node_is_told() -> None:
    """An alert on memory is about the node that will refuse first."""
    nodes = ThreeNodes()
    await asyncio.to_thread(nodes.start)
    store = Connection(nodes.url, PATIENCE)
    try:
        async with store as redis:
            await redis.set("umpire:{a}:full", bytes(5 << 20))
        held, _ = await store.memory()
        assert held > 5 << 20
    finally:
        await store.close()
        nodes.stop()
