"""What a process remembers of its last acts changes no answer: without it all requests are answered alike."""

import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.changes import Change
from service.encounters.encounter import Encounter
from service.encounters.stored import last_written
from service.encounters.stored.last_written import LastWritten
from service.settings.access.scopes import current_caller
from service.store import packing
from service.store.attempts import KeyedAttempts, set_attempts
from service.store.connection import Connection
from service.store.key_names import SIGNING_KEY
from service.store.quotas import Quotas
from tests.encounters.client import LASTING, STRIKE, UNSEEDED, Client, Table, commands_sent, seated
from tests.patience import PATIENCE
from tests.rings import many

INSTANCES: Final = 2
STEPS: Final = 40
SMALL: Final = 2_000
"""Bytes of an entry that has no room, where an act has to be too large."""
WRONG: Final = {"input": {"attacker": "Ash", "defender": "Nobody"}}
SUPPLIED: Final = {**UNSEEDED, "dice": {"kind": "supplied", "faces": [50, 50, 50, 50, 50, 50, 50, 50, 50]}}
BODIES: Final = (UNSEEDED, UNSEEDED, UNSEEDED, UNSEEDED, STRIKE, WRONG, SUPPLIED, {**UNSEEDED, "secret": True})
CHANGES: Final = (
    *["act"] * 20,
    *["again", "rotate", "withdrawn", "undo", "correct", "large"],
    *["again", "undo", "redo", "correct", "rotate", "withdrawn", "large", "save", "restore", "stale", "end"],
)


@dataclass(frozen=True)
class Deed:
    """One thing that is done: what, on which instance, by which version, and whether with a key."""

    what: str
    instance: int
    body: Mapping[str, Any]
    is_keyed: bool


@dataclass
class World:
    """Two instances over one store, an encounter, and what it was answered."""

    apps: list[Asgi]
    store: Connection
    table: Table
    versions: list[int] = field(default_factory=lambda: [1])
    replies: list[Any] = field(default_factory=list)
    saved: dict[bytes, bytes] = field(default_factory=dict)
    withdrawn: str = ""
    last: tuple[Deed, KeyedAttempts, int] | None = None

    async def do(self, number: int, deed: Deed) -> None:
        """Do one thing, and keep its answer."""
        if deed.what in ("save", "restore"):
            await (self._save() if deed.what == "save" else self._restore())
            return
        version = self.versions[-2:][0] if deed.what == "stale" else self.versions[-1]
        attempts = KeyedAttempts(b"key%d" % number, b"secret")
        if deed.what == "again" and self.last is not None:
            deed, old, version = Deed(self.last[0].what, deed.instance, self.last[0].body, True), *self.last[1:]
            attempts = KeyedAttempts(b"", b"")
            vars(attempts)["_root"] = vars(old)["_root"]
        elif deed.is_keyed:
            self.last = deed, attempts, version
        set_attempts(attempts if deed.is_keyed or deed.what == "rotate" else None)
        with pytest.MonkeyPatch.context() as patch:
            if deed.what == "large":
                patch.setattr(packing, "PAGE_BYTES", SMALL)
            reply = await self._ask(deed, version)
        set_attempts(None)
        made = reply.json if reply.status == 200 else {}
        if "referee" in made:
            self.withdrawn, self.table.referee.token = self.table.referee.token or "", made["referee"]
        if self.versions[-1] != made.get("version", self.versions[-1]):
            self.versions.append(made["version"])
        self.replies.append((deed.what, reply.status, reply.body, attempts.ends))
        if reply.status == 412:
            self.versions.append((await self.table.get())["version"])

    async def _ask(self, deed: Deed, version: int) -> Any:
        path, app = self.table.path, self.apps[deed.instance]
        referee = Client(app, self.withdrawn if deed.what == "withdrawn" else self.table.referee.token)
        if deed.what == "rotate":
            return await referee.ask("POST", f"{path}/tokens", {"referee": "rotate", "viewer": "rotate"})
        if deed.what == "correct":
            changes = [{"pointer": "/participants/0/fatigue", "value": 150}]
            return await referee.ask("PATCH", path, {"changes": changes, "reveal": "faces"}, version=version)
        if deed.what in ("undo", "redo", "end"):
            return await referee.ask("POST", f"{path}/{deed.what}", version=version)
        return await referee.ask("POST", f"{path}/resolve-attack", deed.body, version=version)

    async def _save(self) -> None:
        async with self.store as redis:
            keys: list[bytes] = [key async for key in redis.scan_iter() if not key.startswith(b"umpire:rate:")]
            self.saved = {key: await redis.dump(key) or b"" for key in keys}

    async def _restore(self) -> None:
        """Let the store go back to what was saved."""
        if self.saved:
            async with self.store as redis:
                await redis.flushall()
                for key, kept in self.saved.items():
                    await redis.restore(key, 0, kept)
        self.versions.append((await self.table.get())["version"])


@asynccontextmanager
async def world_over(url: str) -> AsyncIterator[World]:
    """Begin with an empty store, in which the key that signs heads and an encounter are always the same."""
    connections = [Connection(url, PATIENCE, Quotas("1000/second", "1GB/second")) for _ in range(INSTANCES)]
    async with connections[0] as redis:
        await redis.flushall()
        await redis.set(SIGNING_KEY, b"k" * 32)
    apps: list[Asgi] = [RestRouter(registry_with(each)) for each in connections]
    try:
        set_attempts(KeyedAttempts(b"a key of 16 bytes", b"secret"), 16)
        table = await seated(apps[0], **LASTING)
        set_attempts(None)
        yield World(apps, connections[0], table)
    finally:
        for each in connections:
            await each.close()


async def played(url: str, deeds: list[Deed]) -> list[Any]:
    """Do things one after the other; return all answers, and the log as the referee and as viewers read it."""
    async with world_over(url) as world:
        for number, deed in enumerate(deeds):
            await world.do(number, deed)
        log = [
            await client.ask("GET", f"{world.table.path}/log") for client in (world.table.referee, world.table.viewer)
        ]
        return [*world.replies, *[(each.status, each.body) for each in log]]


def deeds_of(seed: int) -> list[Deed]:
    """What is done: mostly acts, often on the instance that acted before."""
    chance, deeds, instance = random.Random(seed), list[Deed](), 0
    for number in range(STEPS):
        instance = chance.choice((instance, instance, instance, 0, 1))
        what = chance.choice(CHANGES)
        if what == "end" and number < STEPS - 5:
            what = "act"
        deeds.append(Deed(what, instance, chance.choice(BODIES), chance.random() < 0.4))
    return deeds


def without_memory(patch: pytest.MonkeyPatch) -> None:
    """Let no process remember anything of what it has written."""
    patch.setattr(LastWritten, "at", lambda *_: None)


@pytest.fixture
def caller() -> Any:
    """Requests are somebody's, so that they are charged."""
    token = current_caller.set("192.0.2.1")
    yield
    current_caller.reset(token)


@pytest.mark.usefixtures("caller")
@pytest.mark.parametrize("seed", range(many(60, 6)))
async def test_answers_are_the_same_without_it(private_store: Any, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Whatever is done on two instances, also to a store that goes back, is answered alike, to the byte."""
    deeds = deeds_of(seed)
    remembered = await played(private_store.url, deeds)
    with monkeypatch.context() as patch:
        without_memory(patch)
        assert remembered == await played(private_store.url, deeds)


async def trips_of(app: Asgi, table: Table, version: int, body: Any = UNSEEDED) -> list[str]:
    """Act, and return the commands that were sent to the store for it."""
    with commands_sent() as sent:
        reply = await Client(app, table.referee.token).ask(
            "POST", f"{table.path}/resolve-attack", body, version=version
        )
    assert reply.status == 200, reply.body
    return sent


@pytest.mark.usefixtures("caller")
async def test_an_act_takes_one_round_trip(private_store: Any) -> None:
    """One command checks, charges and writes; what another instance has written, and what veils, is read first."""
    async with world_over(private_store.url) as world:
        here, there = world.apps
        await world.table.get()  # the store has the script then
        assert [len(await trips_of(here, world.table, version)) for version in (1, 2, 3)] == [2, 1, 1]
        from_elsewhere = [len(await trips_of(there, world.table, version)) for version in (4, 5)]
        assert from_elsewhere == [2 + 2, 1]  # it reads the signing key, too
        assert [len(await trips_of(here, world.table, version)) for version in (6, 7)] == [2, 1]
        assert len(await trips_of(here, world.table, 8, {**UNSEEDED, "secret": True})) == 1
        assert [len(await trips_of(here, world.table, version)) for version in (9, 10)] == [2, 1]


@pytest.mark.usefixtures("caller")
@pytest.mark.parametrize("goes_back", [False, True], ids=["token", "store"])
async def test_what_changed_elsewhere_is_noticed(private_store: Any, *, goes_back: bool) -> None:
    """A token that another instance has replaced opens nothing, and a store that has another change of this version."""
    async with world_over(private_store.url) as world:
        here, there = world.apps
        await trips_of(here, world.table, 1)
        token = world.table.referee.token
        if goes_back:
            await world.do(0, Deed("save", 0, {}, is_keyed=False))
            await trips_of(here, world.table, 2)
            await world.do(0, Deed("restore", 0, {}, is_keyed=False))
            await trips_of(there, world.table, 2, STRIKE)
        else:
            await world.do(0, Deed("rotate", 1, {}, is_keyed=True))
        version = 3 if goes_back else 2
        path = f"{world.table.path}/resolve-attack"
        refused = await Client(here, token).ask("POST", path, UNSEEDED, version=version)
        assert (refused.status, refused.problem) == ((503, "store-went-back") if goes_back else (401, "token-unknown"))
        assert (await world.table.get())["version"] == version


async def kept_after(table: Table, app: Asgi, acts: int) -> tuple[Encounter, Change]:
    """Act, and return the encounter before the last act, and its change."""
    found: list[tuple[Encounter, Change]] = []
    keep = LastWritten.keep

    def noting(self: LastWritten, before: Encounter, change: Change, head: str) -> None:
        found.append((before, change))
        keep(self, before, change, head)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LastWritten, "keep", noting)
        for version in range(1, acts + 1):
            await trips_of(app, table, version)
    return found[-1]


async def test_what_is_remembered_is_bounded(private_store: Any) -> None:
    """Of many encounters the last ones are remembered, by their number and by their bytes."""
    async with world_over(private_store.url) as world:
        before, change = await kept_after(world.table, world.apps[0], 2)
    others = [replace(before, id=f"{number:032x}") for number in range(20)]
    size = last_written._size_of(before) + len(change.state) - len(before.state)
    for most, most_bytes in ((5, 2**20), (1_000, 5 * size + 1)):
        memory = LastWritten(most, most_bytes)
        for each in others:
            memory.keep(each, change, "a head")
        assert [each.id for each in others if memory.at(each.id, 3)] == [each.id for each in others[-5:]]
        assert memory.at(others[-1].id, 2) is None
