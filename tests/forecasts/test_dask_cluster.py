"""The executor of a Dask scheduler: it is connected when it is needed, and connected again when it was lost."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.forecasts.campaigns.dask_cluster import DaskCluster, library
from service.forecasts.campaigns.executors import ExecutorAway
from tests.patience import PATIENCE


@contextmanager
def scheduler(workers: int = 1) -> Iterator[str]:
    """Run a scheduler with workers on threads of this process, and give its address."""
    kind = {"processes": False, "protocol": "tcp", "host": "127.0.0.1", "threads_per_worker": 1}
    with library().LocalCluster(n_workers=workers, **kind, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def test_calls_are_made_by_workers() -> None:
    """There are as many at a time as workers have threads; closing may be done twice, and opening again."""
    with scheduler(2) as address:
        cluster = DaskCluster(address)
        assert not cluster.is_open
        for _ in range(2):
            executor, width = cluster.opened()
            assert (width, cluster.is_open) == (2, True)
            assert executor.submit(math.isqrt, 9).result(PATIENCE) == 3
            with pytest.raises(ValueError, match="nonnegative"):
                executor.submit(math.isqrt, -1).result(PATIENCE)
            cluster.close()
            cluster.close()
            assert not cluster.is_open


def test_a_scheduler_that_is_not_there_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names its address, and it may be tried again."""
    monkeypatch.setattr("service.forecasts.campaigns.dask_cluster.CONNECT_SECONDS", 0.2)
    cluster = DaskCluster("tcp://127.0.0.1:9")
    with pytest.raises(ExecutorAway, match=r"tcp://127\.0\.0\.1:9"):
        cluster.opened()
    assert not cluster.is_open


def test_a_connection_that_was_lost_is_made_again() -> None:
    """One that is not running is dropped before it is used."""
    with scheduler() as address:
        cluster = DaskCluster(address)
        cluster.opened()
        cluster._client.close()
        executor, _ = cluster.opened()
        assert executor.submit(math.isqrt, 25).result(PATIENCE) == 5
        cluster.close()


def test_a_connection_that_breaks_while_it_is_asked_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question how many threads there are may be the first to find out."""

    def reset(*_: object, **__: object) -> None:
        raise ConnectionResetError("Connection reset by peer")

    with scheduler() as address:
        cluster = DaskCluster(address)
        with monkeypatch.context() as broken:
            broken.setattr(library().Client, "nthreads", reset)
            with pytest.raises(ExecutorAway, match="reset by peer"):
                cluster.opened()
        assert not cluster.is_open
        assert cluster.opened()[1] == 1
        cluster.close()


def test_a_connection_that_cannot_be_closed_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not used any more all the same."""
    close = library().Client.close

    def fail(client: Any, **how: object) -> None:
        close(client, **how)
        raise TimeoutError("too late")

    with scheduler() as address:
        cluster = DaskCluster(address)
        cluster.opened()
        with monkeypatch.context() as broken, capture_logs() as logs:
            broken.setattr(library().Client, "close", fail)
            cluster.close()
    assert [each["event"] for each in logs] == ["cluster not closed in good order"]
    assert not cluster.is_open
