"""A Redis Cluster client: redis-py's, with separate pipelines for each node, so that a failing node delays no other."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from redis import exceptions
from redis.asyncio import BlockingConnectionPool
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import SSLConnection, parse_url
from redis.crc import key_slot

from service.store.address import Address
from service.store.pipelines import POOL_SIZE, Pipelines

REDIRECTIONS: Final = 5
AGAIN_SECONDS: Final = 0.5
FIRST_KEY: Final = {"EVAL": 3, "EVALSHA": 3, "GET": 1, "HGET": 1, "HMGET": 1, "SET": 1, "XLEN": 1, "XRANGE": 1}
"""The position of the key in each frequent command; all other commands are sent by redis-py itself."""


class Cluster(RedisCluster):
    """A cluster client: finds the node of each key as redis-py does, and sends commands over that node's pipelines."""

    def __init__(self, address: Address, seconds: float, **settings: Any) -> None:
        """Discover the cluster from the nodes of an address; `seconds` is the timeout of each node."""
        options: dict[str, Any] = {**settings, **parse_url(address.url)}
        for name in ("host", "port"):
            options.pop(name, None)
        options["ssl"] = options.pop("connection_class", None) is SSLConnection
        nodes = [ClusterNode(host, port) for host, port in address.nodes]
        super().__init__(startup_nodes=nodes, require_full_coverage=False, **options)
        self._seconds = seconds
        self._pipelines: dict[str, Pipelines] = {}
        self._learning: asyncio.Task[None] | None = None
        self._learned_at = float("-inf")

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the node that has its key, and return its answer."""
        return await self._sent(args, options, alone=False)

    async def execute_alone(self, *args: Any, **options: Any) -> Any:
        """Send a command with a possibly long answer over a separate connection."""
        return await self._sent(args, options, alone=True)

    async def ping(self, **options: Any) -> bool:
        """Return whether any node answers; a node that is down does not count against the others."""
        await self._known()
        lost: Exception = exceptions.ConnectionError("no node is known")
        for node in self.get_primaries():
            try:
                return bool(await self._pipelines_to(node).ping())
            except (exceptions.ConnectionError, exceptions.TimeoutError) as error:
                lost = error
        raise lost

    async def aclose(self) -> None:
        """Close every connection."""
        if self._learning is not None:
            self._learning.cancel()
        pipelines, self._pipelines = self._pipelines, {}
        for each in pipelines.values():
            await each.aclose()
        await super().aclose()
        await self.nodes_manager.aclose()
        await self.nodes_manager.aclose("startup_nodes")

    async def _sent(self, args: tuple[Any, ...], options: dict[str, Any], *, alone: bool) -> Any:
        place = FIRST_KEY.get(args[0])
        if place is None:
            await self.initialize()
            other: Any = super().execute_command
            return await other(*args, **options)
        await self._known()
        encoder: Any = self.encoder
        slot = key_slot(encoder.encode(args[place]))
        for _ in range(REDIRECTIONS):
            pipelines = self._pipelines_to(self._node_of(slot))
            try:
                send: Any = pipelines.execute_alone if alone else pipelines.execute_command
                return await send(*args, **options)
            except exceptions.MovedError as moved:
                await self.nodes_manager.move_slot(moved)
            except exceptions.AskError as elsewhere:
                return await self._asked(elsewhere, args)
            except (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.ClusterDownError):
                self._learn()  # another node may have replaced it
                raise
        message = "the key is moved from node to node"
        raise exceptions.ConnectionError(message)

    def _node_of(self, slot: int) -> ClusterNode:
        if slot not in self.nodes_manager.slots_cache:
            self._learn()
            message = f"no node is known to have slot {slot}"
            raise exceptions.ConnectionError(message)
        node: ClusterNode = self.nodes_manager.get_node_from_slot(slot)
        return node

    async def _asked(self, elsewhere: exceptions.AskError, args: tuple[Any, ...]) -> Any:
        """Send a command to the node that a slot is being moved to."""
        node = ClusterNode(elsewhere.host, elsewhere.port, **self.connection_kwargs)
        pipeline: Any = self._pipelines_to(node).pipeline(transaction=False)
        pipeline.execute_command("ASKING")
        pipeline.execute_command(*args)
        return (await pipeline.execute())[-1]

    def _pipelines_to(self, node: ClusterNode) -> Pipelines:
        pipelines = self._pipelines.get(node.name)
        if pipelines is None:
            settings = {**node.connection_kwargs, "max_connections": POOL_SIZE, "timeout": self._seconds}
            pool = BlockingConnectionPool(connection_class=node.connection_class, **settings)
            pipelines = self._pipelines[node.name] = Pipelines(pool, self._seconds)
        return pipelines

    async def _known(self) -> None:
        """Wait until the slot table is loaded, or loading it has failed on all nodes.

        Raises: TimeoutError, if that takes too long.
        """
        if not self.nodes_manager.slots_cache:
            self._learn()
            if self._learning is not None:
                async with asyncio.timeout(2 * self._seconds):
                    await asyncio.shield(self._learning)

    def _learn(self) -> None:
        """Start to reload the slot table, unless a reload is in progress or has just been made."""
        now = asyncio.get_running_loop().time()
        if self._learning is None or (self._learning.done() and now > self._learned_at + AGAIN_SECONDS):
            self._learned_at = now
            self._learning = asyncio.create_task(self._ask_the_nodes())

    async def _ask_the_nodes(self) -> None:
        with suppress(exceptions.RedisError, exceptions.RedisClusterException, OSError):
            await self.nodes_manager.initialize()
            gone = [name for name in self._pipelines if name not in self.nodes_manager.nodes_cache]
            for name in gone:
                await self._pipelines.pop(name).aclose()
