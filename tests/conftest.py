"""What every test stands on."""

import gc
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from random import Random
from shutil import rmtree
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings

from service.api.middleware import logs
from service.api.server.garbage import YOUNG_OBJECTS
from service.store import attempts
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.encounters.live import Shared, serving
from tests.encounters.nodes import ThreeNodes
from tests.node import tools
from tests.node.tools import NodeTools
from tests.once import folder_of
from tests.patience import PATIENCE
from tests.rings import long, many

ON_CLUSTERS_TOO = {
    "tests.api.test_idempotency",
    "tests.api.test_limits",
    "tests.encounters.test_concurrency",
    "tests.encounters.test_due_lists",
    "tests.encounters.test_feed",
    "tests.encounters.test_listings",
    "tests.encounters.test_playing",
    "tests.encounters.test_store",
    "tests.encounters.test_webhooks",
}

QUICK_ON_CLUSTERS = {"tests.encounters.test_store"}
"""Those of them that `make test` runs on a cluster, too."""

settings.register_profile(
    "umpire",
    max_examples=many(100),
    deadline=None,
    database=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("umpire")

os.environ["UMPIRE_STORE_TIMEOUT"] = str(PATIENCE)  # for services that tests start, too


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Remove what the workers of this run shared, once they have ended."""
    workers = session.config.pluginmanager.get_plugin("dsession")
    run = workers.nodemanager.testrunuid if workers else os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run and "PYTEST_XDIST_WORKER" not in os.environ:
        rmtree(folder_of(run), ignore_errors=True)


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have ids, tokens and seeds of dice that nobody asked for be the same each time a test is run."""
    monkeypatch.setattr(attempts, "secrets", SimpleNamespace(token_bytes=Random(request.node.nodeid).randbytes))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run coroutine tests on Python's own loop: uvloop waits for ever to close if a test left a socket half open."""
    return "asyncio"


@pytest.fixture(scope="session")
def private_store() -> Iterator[PrivateStore]:
    """A real store server of the tests' own; one for each process that runs tests."""
    with PrivateStore() as store:
        yield store


@pytest.fixture(scope="session")
def three_nodes() -> Iterator[ThreeNodes]:
    """A cluster of three real servers of the tests' own; one for each process that runs tests of clusters."""
    cluster = ThreeNodes()
    try:
        yield cluster.start()
    finally:
        cluster.stop()


@pytest.fixture(scope="session")
def node_tools() -> NodeTools:
    """Node with its packages; installed once for all processes that run tests."""
    return tools.installed()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """A service for clients and browsers, one for each process that runs tests: a start takes seconds.

    Its store is its own: no test empties it, and none has it deliver webhooks.
    """
    log = tmp_path_factory.mktemp("shared") / "log"
    with (
        log.open("w", encoding="utf-8") as said,
        PrivateStore() as store,
        serving(store.url, said=said, UMPIRE_LOG_LEVEL="debug") as service,
    ):
        yield Shared(service, log)


@pytest.fixture
def store_url(request: pytest.FixtureRequest) -> str:
    """Where the tests' store is: one server, unless a module is run on a cluster, too."""
    server: PrivateStore | ThreeNodes = request.getfixturevalue(getattr(request, "param", "private_store"))
    return server.url


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected, never look through what was made then, and seldom look later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10 * YOUNG_OBJECTS, *gc.get_threshold()[1:])
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Trace no test that says so. In processes of pytest-xdist, pytest-cov's own mark for that stops nothing."""
    trace = sys.gettrace() if item.get_closest_marker("untraced") else None
    if trace is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some modules on one server and on a cluster."""
    if "store_url" in metafunc.fixturenames and metafunc.module.__name__ in ON_CLUSTERS_TOO:
        cluster = (
            "three_nodes" if metafunc.module.__name__ in QUICK_ON_CLUSTERS else pytest.param("three_nodes", marks=long)
        )
        metafunc.parametrize("store_url", ["private_store", cluster], indirect=True, ids=["server", "cluster"])


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Connection]:
    """A way to the tests' store, which is empty at first."""
    connection = Connection(store_url, PATIENCE)
    async with connection as redis:
        await redis.flushall()
    yield connection
    await connection.close()


@pytest.fixture
async def no_store() -> AsyncIterator[Connection]:
    """A way to a store that is not there."""
    connection = Connection("unix:///nowhere/store.sock")
    yield connection
    await connection.close()


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Configure the log as the service does, and read the lines that were written since they were last read."""
    before = structlog.get_config()
    logs.configure("info")
    logs.request_ids.set(None)
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    root = logging.getLogger()
    root.handlers = [each for each in root.handlers if not isinstance(each, logs.StderrHandler)]
    structlog.configure(**before)
