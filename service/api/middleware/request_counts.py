"""Counts of requests: plain integers of one process, or files in which several workers count together.

The Prometheus client takes a lock for each value that changes, four times a request. A process counts on its event loop
alone, so its counts need no lock, and become metrics when they are asked for.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder of files in which workers count together."""
LABELS: Final = ("operation", "status")
BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
BOUNDS: Final = (*map(str, BUCKETS), "+Inf")
"""The buckets as metrics name them."""
UNDER_WAY: Final = ("umpire_requests_under_way", "Requests being answered now.")
REQUESTS: Final = ("umpire_requests", "Requests answered.")
SECONDS: Final = ("umpire_request_seconds", "Time from a request's head to the end of its answer.")


class RequestCounts(Protocol):
    """How many requests are under way, and how many were answered in which time, by operation and status."""

    def begin(self) -> None:
        """Count a request that is under way from now on."""

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count it as answered."""

    def expect(self, operation: str, status: int) -> None:
        """Publish the number of answers of a kind before there is one: 0."""


def request_counts_of(registry: CollectorRegistry) -> RequestCounts:
    """Count requests of this process, or together with other workers if they have a common folder."""
    return OwnCounts(registry) if os.environ.get(SHARED) is None else SharedCounts(registry)


class OwnCounts(Collector):
    """The counts of one process, which changes them on its event loop alone."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Start from zero."""
        self._under_way = 0
        self._expected: dict[tuple[str, int], None] = {}
        self._answered: dict[tuple[str, int], list[int]] = {}
        self._seconds: dict[tuple[str, int], float] = {}
        registry.register(self)

    def begin(self) -> None:
        """Count a request that is under way from now on."""
        self._under_way += 1

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count it as answered."""
        self._under_way -= 1
        kind = operation, status
        answered = self._answered.get(kind)
        if answered is None:
            self._answered[kind] = answered = [0] * (len(BUCKETS) + 1)
            self._seconds[kind] = 0.0
            self._expected[kind] = None
        answered[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[kind] += seconds

    def expect(self, operation: str, status: int) -> None:
        """Publish the number of answers of a kind before there is one: 0."""
        self._expected[operation, status] = None

    def collect(self) -> Iterator[Metric]:
        """Make metrics of the counts."""
        yield GaugeMetricFamily(*UNDER_WAY, value=self._under_way)
        requests = CounterMetricFamily(*REQUESTS, labels=LABELS)
        seconds = HistogramMetricFamily(*SECONDS, labels=LABELS)
        for operation, status in list(self._expected):
            kind, labels = (operation, status), (operation, str(status))
            answered = self._answered.get(kind)
            requests.add_metric(labels, sum(answered or ()))
            if answered is not None:
                seconds.add_metric(labels, list(zip(BOUNDS, accumulate(answered), strict=True)), self._seconds[kind])
        yield requests
        yield seconds


class SharedCounts:
    """The counts of several workers, each of which can report those of all."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Start from zero."""
        self._under_way = Gauge(*UNDER_WAY, registry=registry, multiprocess_mode="livesum")
        self._requests = Counter(*REQUESTS, LABELS, registry=registry)
        self._seconds = Histogram(*SECONDS, LABELS, registry=registry, buckets=BUCKETS)
        self._kinds: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def begin(self) -> None:
        """Count a request that is under way from now on."""
        self._under_way.inc()

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count it as answered."""
        self._under_way.dec()
        kind = self._kinds.get((operation, status))
        if kind is None:
            labels = operation, str(status)
            kind = self._kinds[operation, status] = self._requests.labels(*labels), self._seconds.labels(*labels)
        requests, times = kind
        requests.inc()
        times.observe(seconds)

    def expect(self, operation: str, status: int) -> None:
        """Publish the number of answers of a kind before there is one: 0."""
        self._requests.labels(operation, str(status))
