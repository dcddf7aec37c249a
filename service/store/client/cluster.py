"""A Redis Cluster client: redis-py's, with separate pipelines for each node, so that a failing node delays no other."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from redis import exceptions
from redis.asyncio import BlockingConnectionPool
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import SSLConnection, parse_url
from redis.crc import key_slot

from service.store.client.address import Address
from service.store.client.pipelines import POOL_SIZE, Pipelines

REDIRECTIONS: Final = 5
RETRY_SECONDS: Final = 0.5
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
        self._replicas = address.replicas
        self._pipelines: dict[str, Pipelines] = {}
        self._reloading: asyncio.Task[None] | None = None
        self._reloaded_at = float("-inf")

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the node that has its key, and return its answer."""
        return await self._send(args, options, separately=False)

    async def execute_separately(self, *args: Any, **options: Any) -> Any:
        """Send a command with a possibly long answer over a separate connection."""
        return await self._send(args, options, separately=True)

    async def ping(self, **options: Any) -> bool:
        """Return whether any node answers; a node that is down does not count against the others."""
        await self._wait_for_slots()
        lost: Exception = exceptions.ConnectionError("no node is known")
        for node in self.get_primaries():
            try:
                return bool(await self._pipelines_to(node).ping())
            except (exceptions.ConnectionError, exceptions.TimeoutError) as error:
                lost = error
        raise lost

    async def aclose(self) -> None:
        """Close every connection."""
        if self._reloading is not None:
            self._reloading.cancel()
        pipelines, self._pipelines = self._pipelines, {}
        for each in pipelines.values():
            await each.aclose()
        await super().aclose()
        await self.nodes_manager.aclose()
        await self.nodes_manager.aclose("startup_nodes")

    async def _send(self, args: tuple[Any, ...], options: dict[str, Any], *, separately: bool) -> Any:
        position = FIRST_KEY.get(args[0])
        if position is None:
            await self.initialize()
            other: Any = super().execute_command
            return await other(*args, **options)
        await self._wait_for_slots()
        encoder: Any = self.encoder
        slot = key_slot(encoder.encode(args[position]))
        for _ in range(REDIRECTIONS):
            pipelines = self._pipelines_to(self._node_of(slot))
            try:
                send: Any = pipelines.execute_separately if separately else pipelines.execute_command
                return await send(*args, **options)
            except exceptions.MovedError as moved:
                await self.nodes_manager.move_slot(moved)
            except exceptions.AskError as redirection:
                return await self._send_asking(redirection, args)
            except (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.ClusterDownError):
                self._reload_slots()  # another node may have replaced it
                raise
        message = "the key is moved from node to node"
        raise exceptions.ConnectionError(message)

    def _node_of(self, slot: int) -> ClusterNode:
        if slot not in self.nodes_manager.slots_cache:
            self._reload_slots()
            message = f"no node is known to have slot {slot}"
            raise exceptions.ConnectionError(message)
        node: ClusterNode = self.nodes_manager.get_node_from_slot(slot)
        return node

    async def _send_asking(self, redirection: exceptions.AskError, args: tuple[Any, ...]) -> Any:
        """Send a command to the node that a slot is being moved to."""
        node = ClusterNode(redirection.host, redirection.port, **self.connection_kwargs)
        pipeline: Any = self._pipelines_to(node).pipeline(transaction=False)
        pipeline.execute_command("ASKING")
        pipeline.execute_command(*args)
        return (await pipeline.execute())[-1]

    def _pipelines_to(self, node: ClusterNode) -> Pipelines:
        pipelines = self._pipelines.get(node.name)
        if pipelines is None:
            settings = {**node.connection_kwargs, "max_connections": POOL_SIZE, "timeout": self._seconds}
            pool = BlockingConnectionPool(connection_class=node.connection_class, **settings)
            pipelines = self._pipelines[node.name] = Pipelines(pool, self._seconds, self._replicas)
        return pipelines

    async def _wait_for_slots(self) -> None:
        """Wait until the slot table is loaded, or loading it has failed on all nodes.

        Raises: TimeoutError, if that takes too long.
        """
        if not self.nodes_manager.slots_cache:
            self._reload_slots()
            if self._reloading is not None:
                async with asyncio.timeout(2 * self._seconds):
                    await asyncio.shield(self._reloading)

    def _reload_slots(self) -> None:
        """Start to reload the slot table, unless a reload is in progress or has just been made."""
        now = asyncio.get_running_loop().time()
        if self._reloading is None or (self._reloading.done() and now > self._reloaded_at + RETRY_SECONDS):
            self._reloaded_at = now
            self._reloading = asyncio.create_task(self._load_slots())

    async def _load_slots(self) -> None:
        with suppress(exceptions.RedisError, exceptions.RedisClusterException, OSError):
            await self.nodes_manager.initialize()
            gone = [name for name in self._pipelines if name not in self.nodes_manager.nodes_cache]
            for name in gone:
                await self._pipelines.pop(name).aclose()
