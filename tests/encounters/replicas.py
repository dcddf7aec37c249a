"""A primary, its replica and a Sentinel that watches them: real servers on this machine."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.encounters.nodes import Server, eventually, free_ports, words_of

NAME = "umpire"
PASSWORD = "a password"
HASTE_MS = 1000


@dataclass
class Member(Server):
    """A server with a command line of its own."""

    port: int
    words: list[str]
    password: str | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.run(self.words)


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
        self.sentinel = Member(sentinel, [str(file), "--sentinel"])

    def _server(self, port: int, *more: str) -> Member:
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
        return Member(port, [*words_of(settings), *more], PASSWORD)

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
