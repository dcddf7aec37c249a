"""A cluster of three real servers on this machine, whose nodes can be killed, frozen and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from redis import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import RedisError, ResponseError

from service.store.private.server import program_found
from tests.patience import PATIENCE

NODES = 3
PORTS = range(10_000, 21_000)


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, holds
        time.sleep(0.02)


class Server:
    """One server process."""

    port: int
    password: str | None = None
    process: subprocess.Popen[bytes]

    def run(self, words: Iterable[str]) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen([program_found(), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self.answers)

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()

    def tell(self, *words: Any) -> Any:
        """Send it one command."""
        with Redis(port=self.port, password=self.password, socket_timeout=PATIENCE) as redis:
            return redis.execute_command(*words)

    def answers(self) -> bool:
        """Whether it takes commands."""
        try:
            return bool(self.tell("PING"))
        except (RedisError, OSError):
            return False


def words_of(settings: Mapping[str, object]) -> list[str]:
    """Settings as a server takes them on its command line."""
    return [word for name, value in settings.items() for word in (f"--{name}", str(value))]


@dataclass
class Node(Server):
    """One server, its two ports and its slots."""

    port: int
    bus: int
    slots: range
    folder: Path
    timeout_ms: int = 15_000

    def start(self) -> None:
        """Start it with what it knew of the others, and wait until it answers."""
        settings = {
            "bind": "127.0.0.1",
            "port": self.port,
            "cluster-port": self.bus,
            "dir": self.folder,
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "cluster-enabled": "yes",
            "cluster-node-timeout": self.timeout_ms,
            "cluster-require-full-coverage": "no",
            "cluster-config-file": "nodes.conf",
            "loglevel": "warning",
        }
        self.run(words_of(settings))

    def freeze(self) -> None:
        """Let it hang."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)


class ThreeNodes:
    """The cluster, from `start` to `stop`."""

    def __init__(self, timeout_ms: int = 15_000, replicas: int = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="uc-", dir="/tmp"))
        share = REDIS_CLUSTER_HASH_SLOTS // NODES + 1
        self.nodes: list[Node] = []
        self.replicas: list[Node] = []
        ports = free_ports(2 * (NODES + replicas))
        for number, (port, bus) in enumerate(zip(ports[::2], ports[1::2], strict=True)):
            folder = self.folder / str(number)
            folder.mkdir()
            first = number * share
            slots = range(first, min(first + share, REDIS_CLUSTER_HASH_SLOTS))
            of_kind = self.nodes if number < NODES else self.replicas
            of_kind.append(Node(port, bus, slots, folder, timeout_ms))

    @property
    def url(self) -> str:
        """Its address, as UMPIRE_REDIS_URL takes it."""
        places = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"redis://{places}?cluster=true"

    def start(self) -> Self:
        """Start the nodes, deal the slots out and wait until every node knows of all of them."""
        for number, node in enumerate(self.nodes):
            node.start()
            node.tell("CLUSTER", "ADDSLOTSRANGE", node.slots[0], node.slots[-1])
            node.tell("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.replicas:
            node.start()
        for node in (*self.nodes[1:], *self.replicas):
            node.tell("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port, self.nodes[0].bus)
        self.wait()
        for node, primary in zip(self.replicas, self.nodes, strict=False):
            self._replicate(node, primary)
        return self

    def _replicate(self, node: Node, primary: Node) -> None:
        """Make a node the replica of another one, which it has to know first."""
        name = primary.tell("CLUSTER", "MYID")
        until = time.monotonic() + PATIENCE
        while node.tell("INFO", "replication").get("master_link_status") != "up":
            assert time.monotonic() < until, "a replica does not follow"
            with suppress(ResponseError):
                node.tell("CLUSTER", "REPLICATE", name)
            time.sleep(0.05)

    def wait(self) -> None:
        """Wait until every node finds that all slots are served."""
        eventually(lambda: all(self._is_whole(node) for node in self.nodes))

    def stop(self) -> None:
        """End all nodes, and leave nothing."""
        for node in (*self.replicas, *self.nodes):
            node.kill()
        shutil.rmtree(self.folder)

    def node_of(self, tag: str) -> Node:
        """The node that has the keys of a hash tag."""
        slot = key_slot(tag.encode())
        return next(node for node in self.nodes if slot in node.slots)

    def _is_whole(self, node: Node) -> bool:
        dealt = sum(last - first + 1 for first, last, *_ in node.tell("CLUSTER", "SLOTS"))
        return b"cluster_state:ok" in node.tell("CLUSTER", "INFO") and dealt == REDIS_CLUSTER_HASH_SLOTS


def free_ports(count: int, among: range = PORTS) -> list[int]:
    """Find ports below those of connections, so that they stay free while a server is down."""
    with ExitStack() as stack:
        ports: list[int] = []
        for port in range(among.start + os.getpid() % 1_000 * 10, among.stop):
            door = stack.enter_context(socket.socket())
            with suppress(OSError):
                door.bind(("127.0.0.1", port))
                ports.append(port)
            if len(ports) == count:
                return ports
    message = "no ports are free"
    raise AssertionError(message)
