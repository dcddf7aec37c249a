"""A running service's worker processes: how many work, how they are stopped, and what its callers owe."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import orjson
import pytest

from service.app import graphql, registry
from tests.encounters.live import Service
from tests.graphql_documents import document_for
from tests.graphql_translation import variables_for

ODDS = "opposed/resolve-attack/odds"
SKIRMISH = "heroic/resolve-skirmish"


def example(name: str) -> Any:
    """The first example of an operation."""
    return orjson.loads(orjson.dumps(registry()[name].examples[0].request))


def document(name: str, request: Any, field: str = "") -> dict[str, Any]:
    """The same in GraphQL, with an alias if one is given."""
    operation = registry()[name]
    query = document_for(graphql().schema, operation)
    named = query.replace(f"{operation.camel_name}(", f"{field}: {operation.camel_name}(", 1) if field else query
    return {"query": named, "variables": variables_for(graphql().schema, operation, request)}


def children(of: int) -> list[int]:
    """The processes that a process has started."""
    ps = shutil.which("ps")
    assert ps
    listed = subprocess.run([ps, "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [pid for pid, parent in pairs if parent == of]


def workers_of(service: Service) -> list[int]:
    """Its worker processes: those that its fork server has forked."""
    return [pid for child in children(service.process.pid) for pid in children(child)]


async def work(service: Service, ending: str) -> dict[str, int]:
    """How often work of each operation ended so."""
    told = (await service.ask("GET", "/metrics")).text
    found = re.findall(rf'umpire_work_total\{{ending="{ending}",operation="([^"]+)"\}} (\d+)', told)
    return {name: int(times) for name, times in found}


async def load(service: Service) -> tuple[int, int]:
    """How many requests wait, and how many are worked on."""
    told = (await service.ask("GET", "/metrics")).text
    waiting, busy = (re.search(rf"^umpire_work_{name} (\d+)", told, re.MULTILINE) for name in ("waiting", "busy"))
    assert waiting
    assert busy
    return int(waiting[1]), int(busy[1])


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for a condition."""
    for _ in range(30_000):
        if await condition():
            return
        await anyio.sleep(0.02)
    pytest.fail("nothing has come of it")


async def becomes(service: Service, *expected: int) -> None:
    """Wait until so many requests wait, and so many are worked on."""

    async def is_so() -> bool:
        return await load(service) == expected

    await until(is_so)


@asynccontextmanager
async def stalled(service: Service) -> AsyncIterator[int]:
    """Stop the worker process, so that work that begins does not end; go on with whichever is there afterwards."""
    assert (await service.ask("POST", f"/v1/{ODDS}", example(ODDS))).status_code == 200

    async def is_alone() -> bool:  # a process that was killed before may take a moment to end
        return len(workers_of(service)) == 1

    await until(is_alone)
    (pid,) = workers_of(service)
    os.kill(pid, signal.SIGSTOP)
    try:
        yield pid
    finally:
        with suppress(ProcessLookupError):  # who was killed meanwhile has a successor
            os.kill(pid, signal.SIGCONT)
        await becomes(service, 0, 0)


async def left(service: Service) -> int:
    """What is left of the quota, as the next request is told."""
    reply = await service.ask("GET", "/v1/meta")
    found = re.search(r"r=(\d+)", reply.headers["ratelimit"])
    assert found
    return int(found[1])


async def costs(service: Service, before: int, least: int) -> None:
    """Wait until so much is owed since it was asked how much was left; that was a request, too."""

    async def is_so() -> bool:
        return before - await left(service) >= least

    await until(is_so)
