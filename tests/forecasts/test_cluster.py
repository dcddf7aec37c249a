"""The cluster of this machine: processes that play chunks, outlive deaths, and are closed again."""

import asyncio
import os
import signal

import pytest

from service.forecasts.cluster import ChunkFailed, Cluster, ClusterAway, library
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
        await cluster.close()
