"""A cluster of processes of this machine for a test that kills some of them."""

import gc
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.forecasts.cluster import Cluster
from tests.patience import PATIENCE


@asynccontextmanager
async def local_cluster(processes: int) -> AsyncIterator[Cluster]:
    """Close a cluster at the end, with the connections that Dask forgets.

    A process that is killed while it connects leaves a socket amid its TLS handshake; nobody closes it.
    Its warning is ignored while the cluster is used, and it is collected here, not in another test.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "unclosed <(ssl.SSLSocket|socket.socket)", ResourceWarning)
        cluster = Cluster(None, processes)
        try:
            yield cluster
        finally:
            await cluster.close(PATIENCE)
            gc.collect()
