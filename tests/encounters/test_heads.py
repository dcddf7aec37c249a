"""Heads: every entry of a log is signed, in a chain, and leaves the service only after it was stored."""

import base64
import hmac
import json
import re
from pathlib import Path
from typing import Any, Final

import anyio
import pytest
from nacl.signing import VerifyKey
from starlette.applications import Starlette

from service.api.http.problem_documents import Asgi
from service.api.rest.public_keys import KEYS, key_routes
from service.encounters.changes import Row
from service.encounters.stored.signing_keys import Keys
from service.encounters.trust.hashing import digest
from service.encounters.trust.heads import GENESIS, full_of, head_hash, key_id, salt_key, salt_of, shown_of, table_code
from service.encounters.trust.keyring import Keyring, KeysUnreadable, keyring_in
from service.store.attempts import KeyedAttempts, set_attempts
from service.store.connection import Connection
from service.store.key_names import keys_of
from tests.encounters.client import UNSEEDED, Client, seated

ID: Final = "0123456789abcdef0123456789abcdef"
SECRET: Final = bytes(range(100, 132))
HEAD: Final = re.compile(
    r"umpire/head/1\n(?P<origin>.+)\n(?P<id>[0-9a-f]{32})\nversion (?P<version>\d+)\ndraw (?P<draw>\d+)\n"
    r"commit (?P<commit>[0-9a-f]{64})\nfull (?P<full>[0-9a-f]{64})\nshown (?P<shown>[0-9a-f]{64})\n"
    r"promise (?P<promise>[0-9a-f]{64})\nprev (?P<prev>[0-9a-f]{64})\n"
)


def test_vectors() -> None:
    """Salts and hashes of entries are as the published bytes say."""
    salt = salt_of(salt_key(SECRET, ID), ID, 3)
    key = hmac.digest(SECRET, f"umpire:salt-key:1\n{ID}\n".encode(), "sha256")
    assert salt == hmac.digest(key, f"umpire:salt:1\n{ID}\n3\n".encode(), "sha256").hex()
    assert full_of(ID, 3, salt, b'{"a":1}') == digest("entry", ID, 3, salt, tail=b'{"a":1}')
    assert shown_of(ID, 3, b"{}") == digest("shown", ID, 3, tail=b"{}")


async def test_each_entry_has_a_salt_of_its_own(app: Asgi) -> None:
    """Who was given the entry and the salt of one version can try no values against the hash of another."""
    table = await seated(app)
    for _ in range(3):
        assert (await table.act("resolve-round")).status == 200
    _, *written = (await table.referee.ask("GET", f"{table.path}/proof")).body.decode().splitlines()
    lines = [json.loads(line) for line in written]
    assert len({line["salt"] for line in lines}) == len(lines) == 4
    for version, line in enumerate(lines, 1):
        fulls = {full_of(table.id, version, other["salt"], line["entry"].encode()) for other in lines}
        assert [full for full in fulls if full in line["head"]] == [
            full_of(table.id, version, line["salt"], line["entry"].encode())
        ]


def opened(note: str, public: bytes, origin: str = "localhost") -> dict[str, str]:
    """Check a note with one signature, and return the fields of its head."""
    text, _, lines = note.rpartition("\n\n")
    match = HEAD.fullmatch(f"{text}\n")
    assert match, note
    dash, name, line = lines.removesuffix("\n").split(" ")
    raw = base64.b64decode(line)
    assert (dash, name, raw[:4]) == ("\u2014", origin, key_id(origin, public))
    VerifyKey(public).verify(f"{text}\n".encode(), raw[4:])
    return match.groupdict()


async def keys(store: Connection) -> Any:
    """The key document, as it is published."""
    app = Starlette(routes=key_routes(Keys(store, "localhost")))
    return (await Client(app).ask("GET", KEYS)).json


def public_in(document: Any) -> bytes:
    """The current key of a document."""
    x = document["keys"][0]["x"]
    return base64.urlsafe_b64decode(x + "=" * (-len(x) % 4))


async def test_a_chain(app: Asgi, store: Connection) -> None:
    """Creation, acts, corrections, undo and redo each have a head that names the one before, and so do all readers."""
    table = await seated(app, reveal="faces")
    heads = [(await table.get())["head"]]
    changes = [
        await table.act("resolve-attack", UNSEEDED),
        await table.correct(reveal="all"),
        await table.change("undo"),
        await table.change("redo"),
        await table.act("resolve-attack", {**UNSEEDED, "secret": True}),
    ]
    heads += [each.json["head"] for each in changes]
    assert (await table.get())["head"] == heads[-1]
    for who in (table.referee, table.viewer):
        assert [entry["head"] for entry in await table.log(who)] == heads
    prev, public = GENESIS, public_in(await keys(store))
    for version, note in enumerate(heads, 1):
        told = opened(note, public)
        assert (told["version"], told["id"], told["prev"]) == (str(version), table.id, prev)
        prev = head_hash(note)
    assert [opened(note, public)["draw"] for note in heads] == ["1", "2", "2", "2", "2", "3"]
    verified = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert verified["status"] == "verified", verified
    entries = await table.log()
    assert (await Client(app).ask("POST", "/v1/encounters/verify", {"entries": entries})).json["status"] == "verified"


async def test_hashes(app: Asgi, store: Connection) -> None:
    """A head has the hashes of the stored entry under its salt, and of what viewers were shown."""
    table = await seated(app, reveal="faces")
    note = (await table.act("resolve-attack", UNSEEDED)).json["head"]
    told = opened(note, public_in(await keys(store)))
    async with store as redis:
        secret: Any = await redis.hget(keys_of(table.id)[0], "secret")
        found: Any = await redis.xrange(keys_of(table.id)[1], min="2-0", max="2-0")
    row = Row.of([word for pair in found[0][1].items() for word in pair])
    entry, shown = row.entry, row.shown
    assert told["full"] == full_of(table.id, 2, salt_of(salt_key(secret, table.id), table.id, 2), entry)
    assert told["shown"] == shown_of(table.id, 2, shown)
    seen = (await table.log(table.viewer))[-1]
    assert json.loads(shown) == {name: each for name, each in seen.items() if name not in ("head", "situation")}


async def test_forks(app: Asgi, store: Connection) -> None:
    """The first head of a fork names the head that it was forked from."""
    table = await seated(app)
    last = (await table.act("resolve-attack", UNSEEDED)).json["head"]
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    assert opened(fork["head"], public_in(await keys(store)))["prev"] == head_hash(last)


async def test_deletion(app: Asgi) -> None:
    """Who deletes a log is answered its last head."""
    table = await seated(app)
    last = (await table.act("resolve-attack", UNSEEDED)).json["head"]
    assert (await table.referee.ask("DELETE", table.path, version=2)).json["head"] == last


async def test_racing_acts(app: Asgi) -> None:
    """Of many acts on one version one is stored, and one head of the next version leaves the service."""
    table = await seated(app)
    replies: list[Any] = []

    async def act() -> None:
        replies.append(await table.act("resolve-attack", UNSEEDED, version=1))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(act)
    heads = [each.json["head"] for each in replies if each.status == 200]
    assert heads == [(await table.get())["head"]]
    assert sorted({each.status for each in replies}) == [200, 412]


async def test_keyed_retries(app: Asgi) -> None:
    """A retry of what was written answers the head that was stored."""
    table = await seated(app)
    heads = [each["head"] for each in await table.act_twice("resolve-attack", UNSEEDED, version=1)]
    for _ in range(2):
        set_attempts(KeyedAttempts(b"other", b"secret"))
        heads.append((await table.referee.ask("POST", f"{table.path}/undo", version=2)).json["head"])
    set_attempts(None)
    assert heads[0] == heads[1] != heads[2] == heads[3]


async def test_a_store_that_went_back(app: Asgi, store: Connection) -> None:
    """A store that has lost a change gets no second head of its version."""
    table = await seated(app)
    hash_key, log_key = keys_of(table.id)
    async with store as redis:
        kept: Any = await redis.hgetall(hash_key)
        await table.act("resolve-attack", UNSEEDED)
        await redis.delete(hash_key)
        await redis.hset(hash_key, mapping=kept)
        await redis.xdel(log_key, "2-0")
    refused = await table.act("resolve-attack", UNSEEDED)
    assert (refused.status, refused.problem) == (503, "store-went-back")
    assert "version 2 was signed" in refused.json["detail"]


async def test_key_of_the_store(store: Connection) -> None:
    """Without a file the first worker makes a key, all others find it, and the document says where it is kept."""
    rings = [await Keys(store, "localhost").ring() for _ in range(3)]
    assert len({ring.current.public for ring in rings}) == 1
    document = await keys(store)
    assert (document["origin"], document["kept"], document["keys"][0]["status"]) == ("localhost", "store", "current")


def ring_of(tmp_path: Path, *lines: str) -> Keyring:
    """The keys of a file with these lines."""
    path = tmp_path / "keys"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return keyring_in(path, "umpire.example")


def test_rotation(tmp_path: Path) -> None:
    """Retired keys stay listed, and the list of keys is signed by all keys but revoked ones."""
    ring = ring_of(tmp_path, "11" * 32, f"{'22' * 32} retired", f"{'33' * 32} revoked")
    document = ring.document()
    assert [each.status.value for each in document.keys] == ["current", "retired", "revoked"]
    text, _, lines = document.notes[0].rpartition("\n\n")
    publics = [signer.public for signer, _ in ring.signers]
    assert text.split("\n") == ["umpire/keys/1", "umpire.example", *[f"key {each.hex()}" for each in publics]]
    for public, line in zip(publics[:2], lines.splitlines(), strict=True):
        VerifyKey(public).verify(f"{text}\n".encode(), base64.b64decode(line.split(" ")[2])[4:])


@pytest.mark.parametrize(
    "lines", [(), ("11" * 31,), ("11" * 32, "22" * 32), (f"{'11' * 32} retired",), ("11" * 32, "x")]
)
def test_unreadable_files(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """A file that is not as it has to be is refused at once, and nothing of it is quoted."""
    with pytest.raises(KeysUnreadable) as refusal:
        ring_of(tmp_path, *lines)
    assert "11" * 8 not in str(refusal.value)


def test_table_code() -> None:
    """A table code is twenty letters of the head's hash, and another for another head."""
    code = table_code("a\n\n\u2014 x y\n")
    assert re.fullmatch(r"([A-Z2-7]{4}-){4}[A-Z2-7]{4}", code)
    assert code != table_code("b\n\n\u2014 x y\n")
