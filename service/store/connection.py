"""The connection to the store: one Redis client for each process, created on first use."""

from pathlib import Path
from types import TracebackType
from typing import Any, Final

from redis import exceptions
from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.errors import StoreAway
from service.store.client.address import Address
from service.store.client.cluster import Cluster
from service.store.client.pipelines import POOL_SIZE, Pipelines
from service.store.client.primary import pool_to
from service.store.private import disk
from service.store.quotas import Quotas

ANSWER_SECONDS: Final = 1.0
IDLE_SECONDS: Final = 15

_CANNOT_WRITE: Final = "MISCONF"
"""What a server's refusal begins with while it cannot write to its disk."""
_NO_SPACE: Final = "No space left on device"
_SAID: Final[tuple[tuple[type[Exception], str], ...]] = (
    (exceptions.OutOfMemoryError, "The memory of the store is full"),
    (exceptions.AuthenticationError, "The store refuses the password or the user that this service has"),
    (exceptions.BusyLoadingError, "The store is still reading its data"),
    (exceptions.NoPermissionError, "The store refuses this service a command that it needs"),
    (exceptions.ReadOnlyError, "The store takes no changes at present: it is the replica of another"),
    (exceptions.MasterDownError, "The store has lost its primary"),
    (exceptions.RedisClusterException, "A part of the store's cluster cannot be reached"),
    (exceptions.ClusterDownError, "A part of the store's cluster cannot be reached"),
    (exceptions.TryAgainError, "A part of the store's cluster cannot be reached"),
    (exceptions.TimeoutError, "The store does not answer in time"),
    (TimeoutError, "The store does not answer in time"),
    (exceptions.ConnectionError, "The store cannot be reached"),
    (OSError, "The store cannot be reached"),
)
"""What each kind of loss is called for callers, the special ones first."""
_LOST: Final = tuple([kind for kind, _ in _SAID])
_WORKS: Final = "what needs no store still works"
_IS_CLUSTER: Final = "The store is a node of a cluster: say so in UMPIRE_REDIS_URL, redis://host:port?cluster=true."

Client = Pipelines | Cluster


class Connection:
    """The connection to the store: `async with connection as redis:` gives the client, whose answers are bytes.

    Inside this block a store that is unreachable, locked, slow or full (its memory or its disk) raises StoreAway, in
    bounded time. Errors that the service itself has caused are raised unchanged.
    """

    def __init__(
        self,
        url: str | None,
        seconds: float = ANSWER_SECONDS,
        quotas: Quotas | None = None,
        folder: Path | None = None,
    ) -> None:
        """Set the address of the store, its timeout in seconds, the quotas of callers, and a private store's folder.

        Without an address every use raises StoreAway.
        """
        self._folder = folder
        self.quotas = quotas or Quotas()
        self._url = url
        self._seconds = seconds
        self._redis: Client | None = None

    async def __aenter__(self) -> Client:
        """Return the client.

        Raises: StoreAway, if no store is set up.
        """
        return self._redis or self._opened()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Raise StoreAway if the block failed because of the store."""
        if isinstance(error, exceptions.MovedError | exceptions.ClusterCrossSlotError):
            raise StoreAway(_IS_CLUSTER) from error
        if isinstance(error, exceptions.ResponseError) and str(error).startswith(_CANNOT_WRITE):
            raise StoreAway(f"{_disk_fault(str(error))}; {_WORKS}.") from error
        if isinstance(error, _LOST):
            said = next(words for kind, words in _SAID if isinstance(error, kind))
            raise StoreAway(f"{disk.FULL if disk.is_full(self._folder) else said}; {_WORKS}.") from error

    async def ping(self) -> None:
        """Check that the store answers.

        Raises: StoreAway, if it does not.
        """
        async with self as redis:
            await redis.ping()

    async def memory(self) -> tuple[int, int]:
        """Return the bytes that the store, or the fullest node of a cluster, holds and may hold (0: no limit).

        Raises: StoreAway.
        """
        async with self as redis:
            if isinstance(redis, Cluster):
                found = list((await redis.info("memory", target_nodes=Cluster.PRIMARIES)).values())
            else:
                found = [await redis.info("memory")]
        nodes = [(int(each["used_memory"]), int(each["maxmemory"])) for each in found]
        return max(nodes, key=lambda node: (node[0] / node[1] if node[1] else 0.0, node[0]))

    async def close(self) -> None:
        """Close every connection; a later use opens new connections."""
        redis, self._redis = self._redis, None
        if redis is not None:
            await redis.aclose()

    def _opened(self) -> Client:
        if self._url is None:
            raise StoreAway("No store is set up: set UMPIRE_REDIS_URL, or start the service with `umpire serve`.")
        address = Address.of(self._url)
        settings = _settings(self._seconds)
        if address.is_cluster:
            self._redis = Cluster(address, self._seconds, **settings)
        else:
            settings |= {"max_connections": POOL_SIZE, "timeout": self._seconds}
            pool = pool_to(address, BlockingConnectionPool, **settings)
            self._redis = Pipelines(pool, self._seconds, address.replicas)
        return self._redis


def _disk_fault(refusal: str) -> str:
    """Return what a server that cannot write to its disk says of it, without the script that was refused."""
    if _NO_SPACE in refusal:
        return disk.FULL
    said = refusal.removeprefix(_CANNOT_WRITE).partition(" script: ")[0].strip()
    return f"The store cannot write to its disk ({said})"


def _settings(seconds: float) -> dict[str, Any]:
    """Return client settings: a timeout for every wait, and one retry after a lost connection."""
    return {
        "socket_connect_timeout": seconds / 2,
        "socket_timeout": seconds,
        "health_check_interval": IDLE_SECONDS,
        "retry": Retry(NoBackoff(), 1, supported_errors=(exceptions.ConnectionError,)),
        "client_name": "umpire",
    }
