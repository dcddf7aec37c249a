"""The private store of `umpire serve` is never half alive, and keeps what it holds if it is given a folder."""

import os
import re
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest

from service.store.private import server, watch
from service.store.private.server import PrivateStore, StoreDidNotStart, program_found
from service.store.private.watch import WatchedStore
from tests.api.test_serve import JSON, Running, starting
from tests.encounters.client import DUEL
from tests.encounters.test_server import runs, server_of
from tests.patience import PATIENCE
from tests.rings import thinned


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Running]]:
    """Start services; whatever is left of them at the end is stopped."""
    yield from starting(monkeypatch, is_forked=True)


def until(true: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def created(service: Running) -> Any:
    """Create an encounter."""
    reply = httpx2.post(f"{service.address}/v1/encounters", content=orjson.dumps(DUEL), headers=JSON, timeout=PATIENCE)
    assert reply.status_code == 201, reply.text
    return reply.json()


def read(service: Running, encounter: Any) -> httpx2.Response:
    """Read an encounter as its referee."""
    headers = {"authorization": f"Bearer {encounter['referee']}"}
    return httpx2.get(f"{service.address}/v1/encounters/{encounter['id']}", headers=headers, timeout=PATIENCE)


def store_of(service: Running) -> Path:
    """The socket of a service's private store."""
    (found,) = service.folder.glob("umpire-*/store.sock")
    return found


def kill_store(service: Running, number: int = signal.SIGKILL) -> int:
    """Kill the server of a service's private store; return which process it was."""
    pid = server_of(store_of(service))
    os.kill(pid, number)
    return pid


def is_back(service: Running, killed: int) -> bool:
    """Whether a service finds its store after one of its servers was killed."""
    return not runs(killed) and is_ready(service)


def is_ready(service: Running) -> bool:
    """Whether a service finds its store."""
    return service.get("/readyz").status_code == 200


# ── The service ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_kept_survives_restarts(serving: Callable[..., Running], tmp_path: Path) -> None:
    """With --data encounters are there again after a stop and after a kill of the service, and it says where."""
    data = tmp_path / "kept" / "here"
    first = serving("--data", str(data))
    encounter = created(first)
    assert first.note == f"Encounters and kept results are in a private store, which keeps them in {data}."
    assert first.end(signal.SIGTERM)[0] == 0
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    second = serving("--data", str(data))
    assert read(second, encounter).json()["state"] == encounter["state"]
    another = created(second)
    second.process.send_signal(signal.SIGKILL)
    third = serving("--data", str(data))
    for each in (encounter, another):
        assert read(third, each).json()["state"] == each["state"]


@pytest.mark.parametrize("workers", thinned(["1", "2"], 2))
def test_a_store_that_is_killed_is_started_again(serving: Callable[..., Running], tmp_path: Path, workers: str) -> None:
    """Kill -9 of the private store's process: the service finds it again, with everything that --data keeps."""
    service = serving("--data", str(tmp_path / "kept"), "--workers", workers)
    encounter = created(service)
    for _ in range(2):
        killed = kill_store(service)
        until(partial(is_back, service, killed))
        assert read(service, encounter).json()["state"] == encounter["state"]
    assert created(service)["version"] == 1
    status, _, err = service.end(signal.SIGTERM)
    events = [line for line in map(orjson.loads, err.splitlines()) if line["event"].startswith("private store")]
    assert status == 0
    assert [(each["level"], each["kept"]) for each in events] == [("error", "everything")] * 2
    assert service.leaves_nothing()


def test_without_a_folder_it_comes_back_empty(serving: Callable[..., Running]) -> None:
    """A store that keeps nothing on disk is started again, too, and has forgotten; the log says so."""
    service = serving()
    encounter = created(service)
    killed = kill_store(service)
    until(partial(is_back, service, killed))
    assert read(service, encounter).status_code == 404
    assert read(service, created(service)).status_code == 200
    _, _, err = service.end(signal.SIGTERM)
    assert [line["kept"] for line in map(orjson.loads, err.splitlines()) if "kept" in line] == ["nothing"]


def test_a_guard_that_is_killed_is_replaced(serving: Callable[..., Running], tmp_path: Path) -> None:
    """If only the shell between service and store is killed, the store gets another one, and loses nothing."""
    service = serving("--data", str(tmp_path))
    encounter = created(service)
    pid = server_of(store_of(service))
    status = Path(f"/proc/{pid}/status").read_text()
    guard = int(next(line for line in status.splitlines() if line.startswith("PPid")).split()[1])
    os.kill(guard, signal.SIGKILL)
    until(partial(is_back, service, pid))
    assert read(service, encounter).status_code == 200


DIES_FOR_GOOD = "import service.store.private.watch as watch\nwatch.MAX_DEATHS = 0\n"


@pytest.mark.parametrize("workers", thinned(["2", "1"], 2))
def test_a_store_that_cannot_be_started_again_ends_the_service(
    serving: Callable[..., Running], tmp_path: Path, workers: str
) -> None:
    """The service does not go on without its store: it ends with status 1 and says why."""
    (tmp_path / "sitecustomize.py").write_text(DIES_FOR_GOOD, encoding="utf-8")
    service = serving("--workers", workers, PYTHONPATH=str(tmp_path))
    kill_store(service)
    _, err = service.process.communicate(timeout=PATIENCE)
    assert service.process.returncode == 1
    assert "umpire: The private store died 1 times within 60 seconds." in err
    assert service.leaves_nothing()


def test_one_service_at_a_time_has_a_folder(
    serving: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that another service's store writes to is refused."""
    monkeypatch.setattr(server, "STOP_SECONDS", 0.1)
    service = serving("--data", str(tmp_path))
    with pytest.raises(StoreDidNotStart, match="in use by another service"):
        PrivateStore(data=tmp_path).start()
    assert is_ready(service)


def test_a_folder_that_cannot_be_made_is_told(serving: Callable[..., Running], tmp_path: Path) -> None:
    """Nothing is started where nothing can be kept."""
    (tmp_path / "file").write_text("")
    service = serving("--data", str(tmp_path / "file"))
    _, err = service.process.communicate(timeout=PATIENCE)
    assert (service.process.returncode, service.greeting) == (1, "")
    assert "file cannot be used" in err


def test_a_folder_is_nothing_to_a_store_that_is_named(serving: Callable[..., Running], tmp_path: Path) -> None:
    """--data beside UMPIRE_REDIS_URL is refused: nobody would keep anything there."""
    service = serving("--data", str(tmp_path), UMPIRE_REDIS_URL="unix:///nowhere/store.sock")
    _, err = service.process.communicate(timeout=PATIENCE)
    assert service.process.returncode == 2
    assert "UMPIRE_REDIS_URL names another one" in err


# ── The store ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def once(tmp_path: Path) -> Path:
    """A server program that can be started once."""
    program, started = tmp_path / "valkey-server", tmp_path / "started"
    words = f'[ -e {started} ] && {{ echo "never again"; exit 1; }}\ntouch {started}\nexec {program_found()} "$@"\n'
    program.write_text(f"#!/bin/sh\n{words}")
    program.chmod(0o700)
    return program


def test_a_server_that_does_not_start_again_is_told(once: Path) -> None:
    """Whoever watches is told at once, and the end of the block says what the program said."""
    with pytest.raises(StoreDidNotStart, match="never again"):
        killed_until_the_end(CountedStore(once))


def test_a_server_that_dies_all_the_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many deaths in a minute are borne, and no more."""
    monkeypatch.setattr(watch, "MAX_DEATHS", 2)
    with pytest.raises(StoreDidNotStart, match="died 3 times"):
        killed_until_the_end(CountedStore())


class CountedStore(PrivateStore):
    """A private store that counts how often it was started again."""

    restarts = 0

    def restart(self) -> None:
        """Start the server again and count it."""
        super().restart()
        self.restarts += 1


def killed_until_the_end(store: CountedStore) -> None:
    """Watch a store and kill its server as often as it is started."""
    ended = threading.Event()
    with WatchedStore(store, ended.set, keeps=False):
        kills = 0
        while not ended.is_set():
            os.kill(server_of(store.path), signal.SIGKILL)
            kills += 1
            until(partial(is_over, ended, store, kills))


def is_over(ended: threading.Event, store: CountedStore, kills: int) -> bool:
    """Whether the watch has ended, or another server has been started in place of the one that was killed."""
    return ended.is_set() or store.restarts == kills


def test_a_store_that_is_stopped_is_not_started_again() -> None:
    """The end of a watched store is an end."""
    with WatchedStore(PrivateStore(), lambda: None, keeps=False) as it:
        path = Path(it.url.removeprefix("unix://"))
        pid = server_of(path)
    assert not runs(pid)
    assert not path.parent.exists()
    store = PrivateStore()
    with pytest.raises(StoreDidNotStart, match="never started"):
        store.restart()


def test_a_directory_of_somebody_else_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the socket's directory was made by somebody else meanwhile, the store is not started there."""
    with PrivateStore() as store:
        os.kill(server_of(store.path), signal.SIGKILL)
        store.wait()
        store.path.parent.mkdir(mode=0o755)
        with pytest.raises(StoreDidNotStart, match="belongs to another user"):
            store.restart()
        store.path.parent.rmdir()


def test_make_run_keeps_and_git_ignores() -> None:
    """`make run` keeps what the store holds in a folder that is no part of the project."""
    root = Path(__file__).resolve().parents[2]
    recipe = (root / "Makefile").read_text(encoding="utf-8").split("\nrun:")[1].split("\n\n")[0]
    assert re.search(r"umpire serve .*--data data\b", recipe)
    assert "/data/" in (root / ".gitignore").read_text(encoding="utf-8").splitlines()
