"""A worker that is killed between the store's write and its answer: the next try of the request gets the answer."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx2
import orjson

from service.encounters.changes import Row
from service.store.connection import Connection
from service.store.key_names import PLAYERS
from service.store.packing import unpacked
from service.store.private.server import PrivateStore
from tests.encounters.client import DUEL, STRIKE
from tests.encounters.gate import Gate
from tests.encounters.live import Seat, Service
from tests.patience import PATIENCE
from tests.rings import long

MUTATION = """mutation($id: String!, $token: String, $version: Int, $state: JSON!) {
  one: encountersUndo(id: $id, token: $token, version: $version) { ... on EncounterChanged { version after } }
  two: encountersCreate(family: "opposed", state: $state, reveal: ALL) { ... on EncounterCreated { id referee state } }
}"""


@dataclass(frozen=True)
class Case:
    """A request, and the words by which the gate knows its change."""

    name: str
    path: str
    words: tuple[bytes, ...]
    body: Any = None
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=dict)

    async def ask(self, service: Service) -> httpx2.Response:
        """Send it, under a key."""
        return await service.ask(
            self.method, self.path, self.body, idempotency_key=f"the-key-of-{self.name}-is-long", **self.headers
        )


@asynccontextmanager
async def serving(gate: Gate, **environment: str) -> AsyncIterator[Service]:
    """Run a service behind a gate, and stop it on a thread: the gate passes on what it still asks the store."""
    service = await asyncio.to_thread(partial(Service, gate.url, said=subprocess.DEVNULL, **environment))
    try:
        yield service
    finally:
        await asyncio.to_thread(service.stop)


async def cases(service: Service) -> list[Case]:
    """A request of every kind that writes, each with an encounter of its own at version 2, undone at 3."""
    seats = [await service.seat() for _ in range(7)]
    for seat in seats:
        assert (await service.change(seat, 1, changes=[{"pointer": "/participants/0/fatigue", "value": 3}])).is_success
    redone, forked, rotated, mutated = seats[3:]
    back = await service.ask("POST", f"/v1/encounters/{redone.id}/undo", **at(redone, 2))
    assert back.is_success, back.text
    page = (await service.ask("POST", "/v1/dice/roll", {"notation": "d6", "keep": True})).json()["kept"]["id"]
    rotate = {"referee": "rotate", "viewer": "rotate"}
    variables = {"id": mutated.id, "token": mutated.referee, "version": 2, "state": DUEL["state"]}
    created = b'"kind":"create"'
    return [
        *changes(*seats[:4]),
        Case("create", "/v1/encounters", (created, b'"reveal":"faces"'), {**DUEL, "reveal": "faces"}),
        Case("fork", f"{of(forked)}/fork", (created, b'"fatigue":3'), headers=at(forked, 2)),
        Case("tokens", f"{of(rotated)}/tokens", (b"viewer", rotated.id.encode()), rotate, headers=at(rotated, 2)),
        Case("graphql", "/graphql", (created, b'"reveal":"all"'), {"query": MUTATION, "variables": variables}),
        Case("keep", "/v1/dice/roll", (b"beside",), {"notation": "3d6", "keep_with": page}),
    ]


def changes(acted: Seat, corrected: Seat, undone: Seat, redone: Seat) -> list[Case]:
    """A request of every kind that makes a version."""
    unseeded = {"input": STRIKE["input"]}
    hide = {"reveal": "all", "secret": True}
    return [
        Case("act", f"{of(acted)}/resolve-attack", (b'"kind":"act"',), unseeded, headers=at(acted, 2)),
        Case("correct", of(corrected), (b'"kind":"correct"',), hide, method="PATCH", headers=at(corrected, 2)),
        Case("undo", f"{of(undone)}/undo", (b'"kind":"undo"', undone.id.encode()), headers=at(undone, 2)),
        Case("redo", f"{of(redone)}/redo", (b'"kind":"redo"',), headers=at(redone, 3)),
    ]


def of(seat: Seat) -> str:
    """Where an encounter is."""
    return f"/v1/encounters/{seat.id}"


def at(seat: Seat, version: int) -> dict[str, str]:
    """The headers of a change."""
    return {"authorization": f"Bearer {seat.referee}", "if_match": f'"{version}"'}


async def everything(store: Connection) -> dict[str, Any]:
    """What the store holds, but for what it remembers of keys, and of the processes that live."""
    found: dict[str, Any] = {}
    async with store as redis:
        for key in [each async for each in redis.scan_iter("umpire:{*") if each != PLAYERS.encode()]:
            is_log = await redis.type(key) == b"stream"
            found[bytes(key).decode()] = await (redis.xrange(key) if is_log else redis.hgetall(key))
    return found


async def killed(service: Service, gate: Gate, case: Case) -> None:
    """Ask until the store has written and the worker is dead; on a slow machine it may give up or die before."""
    before = len(gate.killed)
    gate.kill_whoever_writes(*case.words)
    async with asyncio.timeout(PATIENCE):
        while len(gate.killed) == before:
            reply = await asked(service, case)
            assert reply is None or reply.status_code in {409, 503}, (case.name, reply.text)
            await asyncio.sleep(0 if reply is None else 0.2)


async def asked(service: Service, case: Case) -> httpx2.Response | None:
    """Ask; None if the connection broke."""
    try:
        return await case.ask(service)
    except httpx2.TransportError:
        return None


async def in_the_end(service: Service, case: Case) -> httpx2.Response:
    """Try again for as long as the claim of the dead worker is held."""
    async with asyncio.timeout(PATIENCE):
        while True:
            reply = await asked(service, case)
            if reply is not None and reply.status_code != 409:
                return reply
            if reply is not None:
                assert reply.json()["type"] == "/problems/key-in-use", reply.text
                assert reply.headers["retry-after"] == "1"
            await asyncio.sleep(0.2)


@long
async def test_what_a_dying_worker_wrote_is_answered_to_the_next_try(private_store: PrivateStore) -> None:
    """Whatever it was, it is done once, and its answer is one that nobody heard before; then it is replayed."""
    store = Connection(private_store.url, PATIENCE)
    async with Gate(private_store.url) as gate, serving(gate, UMPIRE_WORKERS="2") as service:
        asking = await cases(service)
        for case in asking:
            await killed(service, gate, case)
        assert len(gate.killed) == len(asking)
        written = await everything(store)
        answers = await asyncio.gather(*(in_the_end(service, case) for case in asking))
        assert await everything(store) == written
        for case, answer in zip(asking, answers, strict=True):
            assert answer.is_success, (case.name, answer.text)
            assert "idempotent-replayed" not in answer.headers
            again = await in_the_end(service, case)
            assert (again.content, again.headers["idempotent-replayed"]) == (answer.content, "true")
        told = {case.name: answer.json() for case, answer in zip(asking, answers, strict=True)}
        await answers_are_true(service, told, written)
    await store.close()


async def test_an_answer_that_the_store_never_gave(private_store: PrivateStore) -> None:
    """A change whose writing was never confirmed is refused with 503; the next try finds it at once, and only once."""
    async with Gate(private_store.url) as gate, serving(gate, UMPIRE_STORE_TIMEOUT="5") as service:
        act = next(each for each in await cases(service) if each.name == "act")
        gate.swallow_the_answer_to(*act.words)
        refused = await act.ask(service)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        answer = await act.ask(service)
        assert (answer.status_code, answer.json()["version"]) == (200, 3), answer.text
        log = await service.ask("GET", f"{act.path.rpartition('/')[0]}/log", **act.headers)
        assert [entry["kind"] for entry in log.json()["entries"]] == ["create", "correct", "act"]


async def answers_are_true(service: Service, told: dict[str, Any], written: dict[str, Any]) -> None:
    """What was answered is what the store holds, and every token that was told opens."""
    two = told["graphql"]["data"]["two"]
    for created in (told["create"], told["fork"], told["tokens"], two):
        right = f"Bearer {created['referee']}"
        found = await service.ask("GET", f"/v1/encounters/{created['id']}", authorization=right)
        assert found.is_success, found.text
        assert created.get("state", found.json()["state"]) == found.json()["state"]
    for name in ("act", "correct", "undo", "redo"):
        answer = told[name]
        _, fields = written[f"umpire:{{{answer['id']}}}:log"][-1]
        entry = orjson.loads(Row.of([word for pair in fields.items() for word in pair]).entry)
        for field_name in ("version", "before", "after", *(("steps", "outcome", "dice") if name == "act" else ())):
            assert answer[field_name] == entry[field_name], (name, field_name)
    _, kept = written[f"umpire:{{{told['keep']['kept']['id']}}}:page"][-1]
    assert {**told["keep"], "kept": None} == orjson.loads(unpacked(kept[b"answer"]))
