"""Counts of requests are the same metrics, whether one process counts alone or with others."""

from random import Random
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest

from service.api.middleware.request_counts import BUCKETS, OwnCounts, RequestCounts, SharedCounts

TIMES: Final = (*BUCKETS, 0.0, 0.0007, 3.0, 60.0)


def count(counts: RequestCounts) -> None:
    """Answer some requests of three operations, and leave two under way."""
    chance = Random("counts")
    counts.expect("dice/roll", 500)
    for _ in range(200):
        counts.begin()
        operation, status = chance.choice(["dice/roll", "mass/engage", "other"]), chance.choice([200, 409])
        counts.end(operation, status, chance.choice(TIMES))
    counts.expect("dice/roll", 409)
    counts.begin()
    counts.begin()


def test_a_process_counts_as_several_do() -> None:
    """Each number of requests, of seconds and of those within a bound is the one that the client's metrics have."""
    own, shared = CollectorRegistry(), CollectorRegistry()
    count(OwnCounts(own))
    count(SharedCounts(shared))
    told = generate_latest(own)
    others = [line for line in generate_latest(shared).splitlines() if b"_created" not in line]  # Meters tell none
    assert sorted(told.splitlines()) == sorted(others)
    assert b"umpire_requests_under_way 2.0" in told
    assert b'umpire_requests_total{operation="dice/roll",status="500"} 0.0' in told
    assert b'le="+Inf"' in told
