"""The cluster of this machine: processes that play chunks, outlive deaths, and are closed again."""

import asyncio
import os
import signal
from multiprocessing import active_children
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.forecasts.cluster import CONFIGURATION, ChunkFailed, Cluster, ClusterAway, library
from tests.campaigns.clusters import local_cluster
from tests.patience import PATIENCE


async def test_chunks_are_played_in_other_processes_that_may_die() -> None:
    """Calls come back from processes of their own; one whose process is killed is made again; failures are told."""
    async with local_cluster(2) as cluster:
        assert not cluster.is_open
        assert await cluster.width() == 2
        found = await asyncio.gather(*[cluster.compute(f"pid-{each}", "os:getpid") for each in range(6)])
        assert os.getpid() not in found
        playing = [asyncio.create_task(cluster.compute(f"nap-{each}", "time:sleep", 0.2)) for each in range(6)]
        os.kill(found[0], signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        with pytest.raises(ChunkFailed, match="AttributeError: module 'os' has no attribute 'nothing'"):
            await cluster.compute("odd", "os:nothing")
        with pytest.raises(ChunkFailed, match="FileNotFoundError"):
            await cluster.compute("missing", "os:listdir", "/nothing")
        long = asyncio.create_task(cluster.compute("long", "time:sleep", PATIENCE))
        await asyncio.sleep(0)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
    assert not cluster.is_open


async def test_a_scheduler_that_is_not_there_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and may be tried again."""
    monkeypatch.setattr("service.forecasts.cluster.CONNECT_SECONDS", 0.2)
    cluster = Cluster("tcp://127.0.0.1:9", 1)
    with pytest.raises(ClusterAway):
        await cluster.width()
    assert not cluster.is_open
    await cluster.close(PATIENCE)


def nobody_is_left() -> None:
    """All processes of clusters have ended, or are just ending."""
    for child in active_children():
        child.join(PATIENCE)
        assert not child.is_alive()


async def test_missing_processes_are_found_out() -> None:
    """A process that nobody starts again makes the cluster be opened again; what is under way is given again."""
    async with local_cluster(2) as cluster:
        nap = asyncio.create_task(cluster.compute("nap", "time:sleep", PATIENCE))
        assert await cluster.width() == 2
        await next(iter(cluster._local.workers.values())).close()
        with pytest.raises(ClusterAway, match="no other was started in its place"):
            await cluster.width()
        assert not cluster.is_open
        with pytest.raises(ClusterAway):
            await nap
        assert await cluster.compute("after", "math:isqrt", 25) == 5
    nobody_is_left()


async def test_processes_do_not_profile_themselves() -> None:
    """What is set for the cluster reaches its processes; a profile of theirs would take time, and nobody reads it."""
    async with local_cluster(1) as cluster:
        assert await cluster.compute("profile", "dask.config:get", "distributed.worker.profile.enabled") is False


async def test_a_process_may_end_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cluster is away; it may be tried again."""
    async with local_cluster(2) as cluster:
        with monkeypatch.context() as broken:
            broken.setitem(CONFIGURATION, "distributed.worker.preload", ["import os; os._exit(1)"])
            with pytest.raises(ClusterAway, match="Nanny failed to start"):
                await cluster.width()
        assert not cluster.is_open
        assert await cluster.compute("after", "math:isqrt", 25) == 5
    nobody_is_left()


async def test_whoever_opens_a_cluster_may_be_cancelled() -> None:
    """Processes that are being started are ended in good order."""
    async with local_cluster(2) as cluster:
        width = asyncio.create_task(cluster.width())
        await asyncio.sleep(0)
        width.cancel()
        await asyncio.wait([width])
    assert width.cancelled()
    nobody_is_left()


async def test_nobody_waits_for_a_scheduler_once_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting is given up with whoever waits for it."""
    monkeypatch.setattr("service.forecasts.cluster.CONNECT_SECONDS", 10 * PATIENCE)
    cluster = Cluster("tcp://127.0.0.1:9", 1)
    width = asyncio.create_task(cluster.width())
    await asyncio.sleep(0)
    await cluster.close(PATIENCE)
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait([width])
    assert width.cancelled()


async def test_a_connection_that_cannot_be_closed_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What else is open is closed all the same."""
    close = library().Client._close

    async def fail(client: Any, **how: bool) -> None:
        await close(client, **how)
        raise TimeoutError("too late")

    monkeypatch.setattr(library().Client, "_close", fail)
    with capture_logs() as logs:
        async with local_cluster(1) as cluster:
            await cluster.width()
    assert [each["event"] for each in logs] == ["cluster not closed in good order"]
    nobody_is_left()


@pytest.mark.parametrize("lost", ["_gather", "nthreads"])
async def test_a_connection_that_breaks_is_opened_again(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result that is lost on its way is no failure of its chunk, and neither is a question that stays open."""

    async def reset(*_: object, **__: object) -> None:
        raise ConnectionResetError("Connection reset by peer")

    kind = {"n_workers": 1, "processes": False, "protocol": "tcp", "host": "127.0.0.1"}
    async with library().LocalCluster(**kind, dashboard_address=None, asynchronous=True) as elsewhere:
        cluster = Cluster(elsewhere.scheduler_address, 1)
        assert await cluster.compute("before", "math:isqrt", 9) == 3
        with monkeypatch.context() as broken:
            broken.setattr(library().Client, lost, reset)
            with pytest.raises(ClusterAway, match="reset by peer"):
                await (cluster.width() if lost == "nthreads" else cluster.compute("lost", "math:isqrt", 16))
        assert not cluster.is_open
        assert await cluster.compute("after", "math:isqrt", 25) == 5
        await cluster.close(PATIENCE)
