"""Prometheus metrics: requests by operation and status, their durations, and the number of requests in progress.

With several workers, `umpire serve` gives them a common directory (PROMETHEUS_MULTIPROC_DIR, which the Prometheus
client reads when it is imported), and any worker reports the metrics of all.
"""

import os
from collections.abc import Awaitable, MutableMapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, Final, cast

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.api.http.problems import Asgi, Receive, Scope, Send

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Meters:
    """The metrics of one process, or of all workers that share a directory."""

    def __init__(self) -> None:
        """Start from zero."""
        cast("Any", disable_created_metrics)()
        labels = ("operation", "status")
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self.under_way = self._gauge("umpire_requests_under_way", "Requests being answered now.")
        self._requests = Counter("umpire_requests", "Requests answered.", labels, registry=self._registry)
        self._seconds = Histogram(
            "umpire_request_seconds",
            "Time from a request's head to the end of its answer.",
            labels,
            registry=self._registry,
            buckets=BUCKETS,
        )
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
        self._children: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def note(self, operation: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        children = self._children.get((operation, status))
        if children is None:
            labels = operation, str(status)
            children = self._requests.labels(*labels), self._seconds.labels(*labels)
            self._children[operation, status] = children
        children[0].inc()
        children[1].observe(seconds)

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

    def _gauge(self, name: str, description: str) -> Gauge:
        return Gauge(name, description, registry=self._registry, multiprocess_mode="livesum")

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

        meters = self._meters
        meters.under_way.inc()
        try:
            await self._app(scope, receive, recording)
        finally:
            meters.under_way.dec()
            meters.note(scope.get("umpire.operation") or "other", status, perf_counter() - started)


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
