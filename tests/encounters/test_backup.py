"""What is saved is what was there, and any store takes it back: single, watched by Sentinels, or a cluster."""

import asyncio
import gzip
import stat
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.cli import main
from service.encounters.stored.signing_keys import Keys
from service.store.backup import MOST_EXPANSION
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.encounters.client import STRIKE, Client, Table, seated
from tests.encounters.nodes import ThreeNodes
from tests.encounters.replicas import Watched
from tests.patience import PATIENCE


def at(url: str, work: Callable[[Connection], Awaitable[Any]]) -> Any:
    """Do something with a store."""

    async def run() -> Any:
        connection = Connection(url, PATIENCE)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


async def played(store: Connection) -> Table:
    """An encounter that is on a list, was acted on and undone, in a store that counts somebody's requests, too."""
    async with store as redis:
        await redis.set("umpire:rate:{192.0.2.1}:requests", 1, px=60_000)
    app = RestRouter(registry_with(store))
    listing = (await Client(app).ask("POST", "/v1/listings", {})).json["token"]
    table = await seated(app, listing=listing)
    for version in (1, 2):
        assert (await table.act("resolve-attack", STRIKE, version)).status == 200
    assert (await table.change("undo")).status == 200
    return table


async def told(store: Connection, table: Table) -> Any:
    """Everything that can be learnt about it, and whether its log proves itself."""
    app = RestRouter(registry_with(store))
    table.referee.app = table.viewer.app = app
    proof = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert proof["status"] == "verified"
    return await table.get(), await table.log(), await table.log(table.viewer)


async def acted(store: Connection, table: Table) -> Any:
    """Strike once more, and tell everything."""
    table.referee.app = RestRouter(registry_with(store))
    assert (await table.act("resolve-attack", STRIKE, 4)).status == 200
    return await told(store, table)


async def lifetimes(store: Connection, table: Table) -> list[int]:
    """When its keys end."""
    async with store as redis:
        keys = sorted([key async for key in redis.scan_iter(match=f"umpire:*{table.id}*")])
        return [await redis.pexpiretime(key) for key in keys]


@pytest.fixture(params=["single", "sentinels", "cluster"])
def target(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty store."""
    kinds: dict[str, Callable[[], Any]] = {"single": PrivateStore, "sentinels": Watched, "cluster": ThreeNodes}
    store = kinds[request.param]()
    store.start()
    yield store.url
    store.stop()


def test_a_backup_is_restored_anywhere(
    private_store: PrivateStore, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encounters, logs, tokens and lifetimes are the same in another store, and from there back in the first."""
    table = at(private_store.url, played)
    before = at(private_store.url, lambda store: told(store, table))
    ends = at(private_store.url, lambda store: lifetimes(store, table))
    file, again = tmp_path / "one", tmp_path / "two"
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["backup", str(file)]) == 0
    assert file.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("UMPIRE_REDIS_URL", target)
    assert main(["restore", str(file)]) == 0
    assert at(target, lambda store: lifetimes(store, table)) == ends
    assert at(target, lambda store: told(store, table)) == before
    after = at(target, lambda store: acted(store, table))
    assert main(["backup", str(again)]) == 0
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["restore", str(again)]) == 0
    assert at(private_store.url, lambda store: told(store, table)) == before
    assert main(["restore", "--replace", str(again)]) == 0
    assert at(private_store.url, lambda store: told(store, table)) == after


def test_a_kept_signing_key_is_told(
    private_store: PrivateStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a service has signed already, its key is kept, and whoever restores is told; --replace brings the other."""
    table, file = at(private_store.url, played), tmp_path / "one"
    key = at(private_store.url, signing_key)
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["backup", str(file)]) == 0
    assert main(["restore", str(file)]) == 0
    assert "signing key" not in capsys.readouterr().err
    with PrivateStore() as begun:
        at(begun.url, played)
        monkeypatch.setenv("UMPIRE_REDIS_URL", begun.url)
        assert main(["restore", str(file)]) == 0
        assert "signing key" in capsys.readouterr().err
        assert at(begun.url, signing_key) != key
        at(begun.url, lambda store: told(store, table))
        assert main(["restore", "--replace", str(file)]) == 0
        assert "signing key" not in capsys.readouterr().err
        assert at(begun.url, signing_key) == key


async def signing_key(store: Connection) -> str:
    """The public key with which a service on the store signs."""
    return (await Keys(store, "localhost").ring()).current.public.hex()


def test_what_is_no_whole_backup_is_refused(
    private_store: PrivateStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that was cut, changed or is something else is refused before anything is written."""
    at(private_store.url, played)
    file = tmp_path / "backup"
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["backup", str(file)]) == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    assert len(lines) > 2
    damaged = {
        "whole": file.read_bytes()[:-20],
        "its end": gzip.compress(b"".join(lines[:-1])),
        "one less": gzip.compress(b"".join([lines[0], *lines[2:]])),
        "plain": b"nonsense",
        "later": gzip.compress(b'{"umpire_backup":2}\n'),
    }
    with PrivateStore() as empty:
        monkeypatch.setenv("UMPIRE_REDIS_URL", empty.url)
        for content in damaged.values():
            file.write_bytes(content)
            assert main(["restore", str(file)]) == 1
        assert main(["restore", str(tmp_path / "nowhere")]) == 1
        assert at(empty.url, keys_in) == 0
    said = capsys.readouterr().err
    assert said.count("umpire: ") == len(damaged) + 1


def forged(*groups: Any) -> bytes:
    """A file whose sums are right, as anybody can make one, with these groups of keys."""
    lines = [b'{"umpire_backup":1}\n', *[orjson.dumps(group) + b"\n" for group in groups]]
    keys = sum(len(group) if isinstance(group, list) else 0 for group in groups)
    return gzip.compress(b"".join(lines) + orjson.dumps({"keys": keys, "sha256": sha256(b"".join(lines)).hexdigest()}))


def entry(key: str, value: bytes = b"\x00\x01x\x0b\x00", ends: Any = 0) -> list[Any]:
    """A key as a backup has it."""
    return [b64encode(key.encode()).decode(), ends, b64encode(value).decode()]


FORGED: dict[str, tuple[bytes, str]] = {
    "a key of others": (
        forged([entry("sessions:1")]),
        "'sessions:1'; a backup holds only keys that begin with 'umpire:'",
    ),
    "a rate limit": (forged([entry("umpire:rate:9")]), "no rate limits"),
    "two hash tags": (forged([entry("umpire:{a}:log"), entry("umpire:{b}:log")]), "keys of another hash tag"),
    "a word for an end": (forged([entry("umpire:{a}:log", ends="tomorrow")]), "a key ends at 'tomorrow'"),
    "a negative end": (forged([entry("umpire:{a}:log", ends=-1)]), "a key ends at -1"),
    "an endless end": (forged([entry("umpire:{a}:log", ends=1 << 60)]), "a key ends at 1152921504606846976"),
    "no base64": (forged([["umpire:{a}:log", 0, "x"]]), "not written in Base64"),
    "no text": (forged([[1, 0, None]]), "is no backup, or was damaged"),
    "too few fields": (forged([["a"]]), "is no backup, or was damaged"),
    "a text": (forged("umpire"), "is no backup, or was damaged"),
    "a value of nobody": (forged([entry("umpire:{a}:log", b"nonsense")]), "The store does not accept the backup"),
    "damaged within": (gzip.compress(b"x" * 99)[:10] + b"\xff" * 20, "is no backup, or was damaged"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_backup_is_refused_in_words(
    private_store: PrivateStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
) -> None:
    """Keys of others, ends that are no times and values that are none are named in one sentence; nothing is written."""
    file, (content, said) = tmp_path / "backup", FORGED[kind]
    file.write_bytes(content)
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    before = at(private_store.url, keys_in)
    assert main(["restore", str(file)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.startswith("umpire: ")
    assert len(error.splitlines()) == 1
    assert at(private_store.url, keys_in) == before


@pytest.mark.parametrize("bomb", ["lines", "line"])
def test_a_file_that_expands_without_measure_is_refused(
    private_store: PrivateStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    bomb: str,
) -> None:
    """A small file of much is read to a bound, in little memory, and refused with it; a backup never comes near."""
    value, file = bytes(1 << 20), tmp_path / "backup"
    groups = [[entry(f"umpire:{{{n}}}:log", value)] for n in range(60)]
    file.write_bytes(forged(*(groups if bomb == "lines" else [[each for group in groups for each in group]])))
    assert file.stat().st_size < 1 << 20
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["restore", str(file)]) == 1
    assert "expands to more than a backup can" in capsys.readouterr().err
    at(private_store.url, played)
    assert main(["backup", str(file)]) == 0
    packed = file.stat().st_size
    assert len(gzip.decompress(file.read_bytes())) < packed * MOST_EXPANSION / 5


def test_a_backup_follows_no_link_and_is_its_owners(
    private_store: PrivateStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links and files that lay in wait at its names are not written to; others may not read it, whatever was there."""
    at(private_store.url, played)
    target, file = tmp_path / "of-somebody-else", tmp_path / "backup"
    target.write_text("precious")
    file.symlink_to(target)
    (tmp_path / "backup.unfinished").symlink_to(target)
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    assert main(["backup", str(file)]) == 0
    assert target.read_text() == "precious"
    assert not file.is_symlink()
    file.chmod(0o666)
    assert main(["backup", str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["backup", "backup.unfinished", "of-somebody-else"]


async def keys_in(store: Connection) -> int:
    """How many keys there are."""
    async with store as redis:
        return int(await redis.dbsize())


def test_without_a_store_both_say_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without the address of a store, and with one that is away, the reason is said, and no file is left."""
    monkeypatch.delenv("UMPIRE_REDIS_URL", raising=False)
    assert main(["backup", str(tmp_path / "x")]) == 2
    monkeypatch.setenv("UMPIRE_REDIS_URL", "unix:///nowhere/store.sock")
    assert main(["backup", str(tmp_path / "x")]) == 1
    assert "UMPIRE_REDIS_URL" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
