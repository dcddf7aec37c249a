"""`umpire serve` starts what it needs, says where it is, and leaves nothing behind."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from service.store.private.server import PrivateStore
from tests.patience import PATIENCE
from tests.rings import thinned
from tests.starting import Started

BODY = b'{"notation": "4d6+2"}'
FORGETS = (
    "Encounters and kept results are in a private store, which forgets them when the service ends; "
    "`umpire serve --data DIR` keeps them."
)
JSON = {"content-type": "application/json"}


class Running:
    """A service in a process of its own."""

    def __init__(self, folder: Path, *words: str, is_forked: bool, **environment: str) -> None:
        self.folder = folder
        words = ("serve", "--port", "0", *words)
        every, pipe = {**os.environ, "TMPDIR": str(folder), **environment}, subprocess.PIPE
        self.process = (
            Started(words, every, stderr=pipe)
            if is_forked
            else subprocess.Popen(
                [sys.executable, "-m", "service", *words], env=every, stdout=pipe, stderr=pipe, text=True
            )
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline().strip()
        found = re.search(r"http://\S+", self.greeting)
        self.address = found[0] if found else ""
        is_private = self.address and "UMPIRE_REDIS_URL" not in environment
        self.note = self.process.stdout.readline().strip() if is_private else ""

    def get(self, path: str) -> httpx2.Response:
        return httpx2.get(self.address + path, timeout=PATIENCE)

    def roll(self, **headers: str) -> httpx2.Response:
        return httpx2.post(f"{self.address}/v1/dice/roll", content=BODY, headers={**JSON, **headers}, timeout=PATIENCE)

    def end(self, number: int) -> tuple[int, str, str]:
        """Send a signal: the exit status, and what was still written to both streams."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.wait(), out, err

    def leaves_nothing(self, names: str = "*") -> bool:
        """Whether every file of the service's, the store's socket among them, goes in time."""
        until = time.monotonic() + PATIENCE
        while any(self.folder.glob(names)) and time.monotonic() < until:
            time.sleep(0.02)
        return not any(self.folder.glob(names))


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Running]]:
    """Start services in new interpreters; whatever is left of them at the end is stopped."""
    yield from starting(monkeypatch, is_forked=False)


def starting(monkeypatch: pytest.MonkeyPatch, *, is_forked: bool) -> Iterator[Callable[..., Running]]:
    """Start services, forked or in new interpreters."""
    monkeypatch.delenv("UMPIRE_REDIS_URL", raising=False)
    started: list[Running] = []

    def start(*words: str, **environment: str) -> Running:
        started.append(
            Running(
                Path(tempfile.mkdtemp(prefix="ut-", dir="/tmp")),
                *words,
                is_forked=is_forked and "PYTHONPATH" not in environment,
                **environment,
            )
        )
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.send_signal(signal.SIGTERM)
        each.process.communicate(timeout=PATIENCE)
        shutil.rmtree(each.folder, ignore_errors=True)


def answers(address: str) -> bool:
    """Whether anybody listens."""
    try:
        httpx2.get(f"{address}/livez", timeout=PATIENCE)
    except httpx2.TransportError:
        return False
    return True


@pytest.mark.parametrize("number", thinned([signal.SIGTERM, signal.SIGINT], 2))
def test_it_serves_until_it_is_told_to_stop(serving: Callable[..., Running], number: int) -> None:
    """One line says where it listens; it is ready at once, with its own store; a stop is clean and leaves nothing."""
    service = serving()
    assert re.fullmatch(
        r"Umpire listens on (http://127\.0\.0\.1:\d+) - play at \1/play, read \1/docs", service.greeting
    )
    assert service.note == FORGETS
    assert service.get("/readyz").json() == {"status": "ready", "store": "answers"}
    assert service.get("/docs").status_code == 200
    assert service.roll(**{"idempotency-key": "k"}).content == service.roll(**{"idempotency-key": "k"}).content
    status, out, err = service.end(number)
    assert (status, out) == (0, "")
    assert [re.findall(r'"event":"(\w+)"', line) for line in err.splitlines()] == [["starting"], ["stopped"]]
    assert service.leaves_nothing()


def test_workers_share_the_store_and_the_counters(serving: Callable[..., Running]) -> None:
    """Several workers greet once, remember the same keys and are counted together."""
    service = serving("--workers", "2")
    first = service.roll(**{"idempotency-key": "k"})
    again = [service.roll(**{"idempotency-key": "k"}) for _ in range(12)]
    assert {each.content for each in again} == {first.content}
    assert len({each.headers["x-request-id"].partition("-")[0] for each in again}) in {1, 2}
    assert 'umpire_requests_total{operation="dice/roll",status="200"} 13.0' in service.get("/metrics").text
    status, out, _ = service.end(signal.SIGTERM)
    assert (status, out) == (0, "")
    assert service.leaves_nothing()


@pytest.mark.parametrize("workers", thinned(["2", "1"], 2))
def test_killed_it_leaves_no_server_behind(serving: Callable[..., Running], workers: str) -> None:
    """SIGKILL of the service takes its store and its workers along."""
    service = serving("--workers", workers)
    assert len(list(service.folder.glob("umpire-*/store.sock"))) == 1
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    until = time.monotonic() + PATIENCE
    while (list(service.folder.glob("*/store.sock")) or answers(service.address)) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(service.folder.glob("*/store.sock")) == []
    assert not answers(service.address)
    assert service.leaves_nothing("pymp-*")  # the fork server's folder


def test_a_request_under_way_is_finished(serving: Callable[..., Running]) -> None:
    """A stop waits for requests that have begun, and their store waits with them."""
    service = serving(UMPIRE_SHUTDOWN_GRACE="300")
    host, _, port = service.address.removeprefix("http://").rpartition(":")
    head = (
        f"POST /v1/dice/roll HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(BODY)}\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as client:
        client.sendall(f"{head}idempotency-key: k\r\n\r\n".encode() + BODY[:5])
        while "umpire_requests_under_way 2.0" not in service.get("/metrics").text:
            time.sleep(0.02)
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        client.sendall(BODY[5:])
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200")
    assert service.process.wait(timeout=PATIENCE) == 0


def test_a_given_store_is_used(serving: Callable[..., Running], private_store: PrivateStore) -> None:
    """With UMPIRE_REDIS_URL no server is started; without that store the service says so and goes on."""
    service = serving(UMPIRE_REDIS_URL=private_store.url)
    assert service.get("/readyz").status_code == 200
    assert list(service.folder.glob("umpire-*")) == []
    away = serving(UMPIRE_REDIS_URL="unix:///nowhere/store.sock")
    assert (away.get("/livez").status_code, away.get("/readyz").status_code) == (200, 503)
    assert (away.roll().status_code, away.roll(**{"idempotency-key": "k"}).status_code) == (200, 503)
    _, _, err = away.end(signal.SIGTERM)
    lines = [line for line in err.splitlines() if " paused" not in line]
    assert [line.count('"status":503') for line in lines] == [0, 1, 1, 0]


def test_settings_come_from_the_environment(serving: Callable[..., Running]) -> None:
    """A rate limit counts, and a traced service answers."""
    service = serving(UMPIRE_RATE_LIMIT="1/day", UMPIRE_TRACING="1", OTEL_TRACES_SAMPLER="always_off")
    replies = [service.roll() for _ in range(2)]
    assert [each.status_code for each in replies] == [200, 429]
    assert replies[0].headers["ratelimit"].startswith('"address";r=0;t=86400, ')


def test_a_taken_port_is_told(serving: Callable[..., Running]) -> None:
    """Nothing is greeted and nothing left behind when somebody else has the port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        service = serving("--port", str(taken.getsockname()[1]))
        assert service.greeting == ""
        _, err = service.process.communicate(timeout=PATIENCE)
    assert service.process.returncode not in {0, None}
    assert "in use" in err
    assert service.leaves_nothing()


FAULT = """
import service.api.middleware.metrics
def fail(*_: object) -> None:
    raise OSError("broken")
service.api.middleware.metrics.Meters = fail
"""


@pytest.mark.parametrize("workers", thinned(["1", "2"], 2))
def test_an_application_that_cannot_be_made_ends_the_service(
    serving: Callable[..., Running], tmp_path: Path, workers: str
) -> None:
    """If the application fails before it is there, the service ends with a status that says so."""
    (tmp_path / "sitecustomize.py").write_text(FAULT, encoding="utf-8")
    service = serving("--workers", workers, PYTHONPATH=str(tmp_path))
    assert service.greeting == ""
    _, err = service.process.communicate(timeout=PATIENCE)
    assert service.process.returncode not in {0, None}
    assert "OSError: broken" in err
    assert service.leaves_nothing()
