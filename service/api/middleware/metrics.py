"""Prometheus metrics: requests by operation and status, their durations, and the number of requests in progress.

With several workers, `umpire serve` gives them a common directory (PROMETHEUS_MULTIPROC_DIR, which the Prometheus
client reads when it is imported), and any worker reports the metrics of all.
"""

import math
import os
from collections.abc import Awaitable, Iterable, MutableMapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal, cast

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.request_counts import SHARED, request_counts_of
from service.settings.access.api_keys import ANONYMOUS
from service.settings.access.scopes import key_name

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
WRONG_KEYS: Final = "Requests whose API key the service does not know."
OVERLOADS: Final = "Requests refused because the process had more than it could answer; no other metric counts them."
STORE_MEMORY: Final = "Bytes that the store held at this question; of a cluster, its fullest node. NaN: it is away."
STORE_MEMORY_LIMIT: Final = "Bytes that the store may hold (maxmemory); 0: it has no limit."
USAGE: Final = (
    "What API keys have used: requests (heavy work counts as several), created (objects), stored (bytes), played (CPU "
    "seconds of campaigns), refused (requests). The key `anonymous` is all requests without one."
)
ENDINGS_OF_WORK: Final = ("lost", "timed_out", "turned_away")
ENDINGS_OF_DELIVERIES: Final = ("delivered", "failed", "given_up")
"""What alerts ask for."""
OWN_OPERATIONS: Final = ("graphql", "keys", "livez", "mcp", "metrics", "other", "readyz")
"""Operations of requests that the registry does not have."""


class Meters:
    """The metrics of one process, or of all workers that share a directory."""

    def __init__(self) -> None:
        """Start from zero."""
        cast("Any", disable_created_metrics)()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self.requests = request_counts_of(self._registry)
        self._work = Counter(
            "umpire_work",
            "Heavy work by how it ended: done, refused, failed, cancelled, timed_out, lost or turned_away.",
            ("operation", "ending"),
            registry=self._registry,
        )
        self._waiting = self._gauge("umpire_work_waiting", "Requests that wait for a worker process now.")
        self._busy = self._gauge("umpire_work_busy", "Worker processes that work now.")
        self._deliveries = Counter(
            "umpire_webhook_deliveries",
            "Attempts to deliver to webhooks by how they ended: delivered or failed; given_up: no further attempt.",
            ("ending",),
            registry=self._registry,
        )
        self._fights = Counter(
            "umpire_campaign_fights", "Fights of campaigns that were played.", registry=self._registry
        )
        self._fight_seconds = Counter(
            "umpire_campaign_seconds", "CPU seconds that the fights of campaigns took.", registry=self._registry
        )
        self._campaigns = self._gauge("umpire_campaigns_running", "Campaigns that are played now.")
        self._wrong_keys = Counter("umpire_wrong_api_keys", WRONG_KEYS, registry=self._registry)
        self._overloads = Counter("umpire_overloads", OVERLOADS, registry=self._registry)
        self._store_memory = self._gauge("umpire_store_memory_bytes", STORE_MEMORY, "mostrecent")
        self._store_limit = self._gauge("umpire_store_memory_limit_bytes", STORE_MEMORY_LIMIT, "mostrecent")
        self._used = Counter("umpire_key_usage", USAGE, ("key", "what"), registry=self._registry)

    def note_load(self, waiting: int, busy: int) -> None:
        """Record the number of requests that wait for a worker process, and of busy worker processes."""
        self._waiting.set(waiting)
        self._busy.set(busy)

    def note_work(self, operation: str, ending: str) -> None:
        """Count a finished task of heavy work by operation and ending."""
        self._work.labels(operation, str(ending)).inc()

    def note_delivery(self, ending: str) -> None:
        """Count an attempt to deliver to a webhook by its ending."""
        self._deliveries.labels(ending).inc()

    def note_fights(self, fights: int, seconds: float) -> None:
        """Count fights of a campaign that were played, and the CPU seconds that they took."""
        self._fights.inc(fights)
        self._fight_seconds.inc(seconds)

    def note_campaigns(self, running: int) -> None:
        """Record the number of campaigns that this process plays now."""
        self._campaigns.set(running)

    def note_wrong_key(self) -> None:
        """Count a request with an API key that is not known."""
        self._wrong_keys.inc()

    def note_overload(self) -> None:
        """Count a request that was refused because the process is overloaded."""
        self._overloads.inc()

    def note_usage(self, caller: str, what: str, amount: int) -> None:
        """Count what a key has used; keys are those that the operator has named, and callers without one are one."""
        self._used.labels(key_name(caller) or ANONYMOUS, what).inc(amount)

    def note_store(self, held: float = math.nan, limit: float = math.nan) -> None:
        """Record the bytes that the store holds and may hold; without them, that it is away."""
        self._store_memory.set(held)
        self._store_limit.set(limit)

    def begin(self, operations: Iterable[str]) -> None:
        """Publish the counters of failures that alerts ask for from the start, with the value 0.

        Prometheus sees an increase only between two values: a counter that began with its first failure would hide it.
        """
        for operation in (*operations, *OWN_OPERATIONS):
            self.requests.expect(operation, 500)
            for ending in ENDINGS_OF_WORK:
                self._work.labels(operation, ending)
        self.requests.expect("readyz", 503)
        for ending in ENDINGS_OF_DELIVERIES:
            self._deliveries.labels(ending)

    def _gauge(self, name: str, description: str, mode: Literal["livesum", "mostrecent"] = "livesum") -> Gauge:
        return Gauge(name, description, registry=self._registry, multiprocess_mode=mode)

    def exposition(self) -> bytes:
        """Write all metrics in Prometheus' text format."""
        shared = os.environ.get(SHARED)
        if shared is None:
            return generate_latest(self._registry)
        _forget_the_dead(Path(shared))
        everyone = CollectorRegistry()
        cast("Any", MultiProcessCollector)(everyone, path=shared)
        return generate_latest(everyone)


class Metrics:
    """ASGI middleware that counts requests; the application sets the operation in `scope["umpire.operation"]`."""

    def __init__(self, app: Asgi, meters: Meters) -> None:
        """Set the application and its metrics."""
        self._app = app
        self._meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500
        started = perf_counter()

        def recording(message: MutableMapping[str, Any]) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            return send(message)

        requests = self._meters.requests
        requests.begin()
        try:
            await self._app(scope, receive, recording)
        finally:
            requests.end(scope.get("umpire.operation") or "other", status, perf_counter() - started)


def _forget_the_dead(shared: Path) -> None:
    """Remove killed workers from the number of requests in progress; workers that stop normally have none left."""
    for file in shared.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):
                cast("Any", mark_process_dead)(pid, str(shared))
        except PermissionError:
            continue
