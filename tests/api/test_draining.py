"""An instance that is told to stop goes on answering for a while, and asks proxies to turn to other instances."""

import signal
import time
from collections.abc import Callable

import httpx2

from service.store.private.server import PrivateStore
from tests.encounters.live import serving
from tests.patience import PATIENCE


def eventually(ask: Callable[[], httpx2.Response], is_meant: Callable[[httpx2.Response], bool]) -> httpx2.Response:
    """Ask until an answer is as it is meant to be: workers hear of it one after the other."""
    until = time.monotonic() + PATIENCE
    while not is_meant(answer := ask()) and time.monotonic() < until:
        time.sleep(0.05)
    return answer


def test_workers_drain_before_they_stop(private_store: PrivateStore) -> None:
    """After SIGTERM `/readyz` says that it stops, requests are answered, and each answer closes its connection.

    A single process is tried behind a proxy, in tests/deploy/test_rolling.py.
    """
    with serving(private_store.url, UMPIRE_WORKERS="2", UMPIRE_DRAIN_SECONDS="300") as service:
        address = f"http://127.0.0.1:{service.port}"
        with httpx2.Client(base_url=address, timeout=PATIENCE) as client:
            assert "connection" not in client.get("/livez").headers
        service.process.send_signal(signal.SIGTERM)
        ready = eventually(lambda: httpx2.get(f"{address}/readyz", timeout=PATIENCE), lambda it: it.status_code != 200)
        assert (ready.status_code, ready.json()["type"]) == (503, "/problems/stopping")
        rolled = eventually(
            lambda: httpx2.post(f"{address}/v1/dice/roll", json={"notation": "3d6"}, timeout=PATIENCE),
            lambda it: "connection" in it.headers,
        )
        assert (rolled.status_code, rolled.headers["connection"]) == (200, "close")
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(PATIENCE) == 0
