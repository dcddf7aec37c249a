"""A primary, its replica and a Sentinel that watches them: real servers on this machine."""

import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from redis import Redis
from redis.exceptions import RedisError

from service.store.server import program_found
from tests.encounters.nodes import free_ports
from tests.patience import PATIENCE

NAME = "umpire"
PASSWORD = "a password"
HASTE_MS = 1000


@dataclass
class Server:
    """One server process."""

    port: int
    words: list[str]
    password: str | None = None
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(program_found()), *self.words]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


def eventually(holds: Any) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, holds
        time.sleep(0.02)


class Watched:
    """A primary and its replica, with a password, and the Sentinel that watches them."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="us-", dir="/tmp"))
        one, other, sentinel = free_ports(3)
        self.primary = self._server(one)
        self.replica = self._server(other, "--replicaof", "127.0.0.1", str(one))
        watch = [
            f"port {sentinel}",
            "bind 127.0.0.1",
            f"sentinel monitor {NAME} 127.0.0.1 {one} 1",
            f'sentinel auth-pass {NAME} "{PASSWORD}"',
            f"sentinel down-after-milliseconds {NAME} {HASTE_MS}",
            f"sentinel failover-timeout {NAME} 5000",
        ]
        file = self.folder / "sentinel.conf"
        file.write_text("\n".join(watch), encoding="utf-8")
        self.sentinel = Server(sentinel, [str(file), "--sentinel"])

    def _server(self, port: int, *more: str) -> Server:
        folder = self.folder / str(port)
        folder.mkdir()
        settings = {
            "bind": "127.0.0.1",
            "port": port,
            "dir": folder,
            "save": "",
            "appendonly": "yes",
            "requirepass": PASSWORD,
            "masterauth": PASSWORD,
            "repl-diskless-sync-delay": 0,
            "loglevel": "warning",
        }
        words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        return Server(port, [*words, *more], PASSWORD)

    @property
    def url(self) -> str:
        """Its address, as UMPIRE_REDIS_URL takes it; the first Sentinel is away."""
        password = PASSWORD.replace(" ", "%20")
        return f"redis://:{password}@127.0.0.1:1,127.0.0.1:{self.sentinel.port}/0?sentinel={NAME}"

    def start(self) -> Self:
        """Start all, and wait until the replica follows and the Sentinel knows it."""
        self.primary.start()
        self.replica.start()
        eventually(lambda: self.replica.tell("INFO", "replication")["master_link_status"] == "up")
        self.sentinel.start()
        eventually(lambda: len(self.sentinel.tell("SENTINEL", "REPLICAS", NAME)) == 1)
        return self

    def named(self) -> int:
        """The port of the server that the Sentinel calls the primary."""
        return int(self.sentinel.tell("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)[1])

    def stop(self) -> None:
        """End all, and leave nothing."""
        for each in (self.sentinel, self.replica, self.primary):
            each.kill()
        shutil.rmtree(self.folder)
