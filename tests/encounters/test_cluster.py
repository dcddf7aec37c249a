"""A cluster of three real servers does whatever one server does; a node that fails takes only its own share away."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from service.errors import StoreAway
from service.store.client.address import Address
from service.store.connection import Connection
from tests.encounters.client import STRIKE
from tests.encounters.live import Seat, Service, serving, sse, subscribe, talking, told
from tests.encounters.nodes import Node, ThreeNodes
from tests.patience import PATIENCE

FOLLOW = "subscription($id: String!) { it: encountersFollow(id: $id, after: 0) { ... on EncounterEntry { version } } }"
HASTE = "5"
"""Seconds in which services of these tests give up a node that hangs."""


@pytest.fixture(scope="module")
def services(three_nodes: ThreeNodes) -> Iterator[tuple[Service, Service]]:
    """Two services on the cluster."""
    with serving(three_nodes.url) as one, serving(three_nodes.url) as other:
        yield one, other


@pytest.fixture
def mortal() -> Iterator[ThreeNodes]:
    """A cluster whose nodes may be killed."""
    cluster = ThreeNodes()
    yield cluster.start()
    cluster.stop()


async def seats_everywhere(service: Service, cluster: ThreeNodes) -> dict[int, Seat]:
    """An encounter on each node, by the node's port."""
    seats: dict[int, Seat] = {}
    while len(seats) < len(cluster.nodes):
        seat = await service.seat()
        seats[cluster.node_of(seat.id).port] = seat
    return seats


async def act(service: Service, seat: Seat, version: int, **headers: str) -> Any:
    """Strike."""
    path, right = f"/v1/encounters/{seat.id}/resolve-attack", f"Bearer {seat.referee}"
    return await service.ask("POST", path, STRIKE, authorization=right, if_match=f'"{version}"', **headers)


async def verified(service: Service, seat: Seat) -> int:
    """Have the log prove itself, and return its version."""
    path, right = f"/v1/encounters/{seat.id}/verify", f"Bearer {seat.referee}"
    reply = await service.ask("POST", path, authorization=right)
    assert reply.json()["status"] == "verified", reply.text
    version: int = reply.json()["version"]
    return version


async def told_in_the_end(service: Service, seat: Seat, version: int, status: int) -> None:
    """Act until the answer has a certain status."""
    until = time.monotonic() + PATIENCE
    while (await act(service, seat, version)).status_code != status:
        assert time.monotonic() < until
        await asyncio.sleep(0.05)


async def versions_of(events: AsyncIterator[dict[str, str]], last: int) -> list[int]:
    """Read events up to a version."""
    seen: list[int] = []
    async with asyncio.timeout(PATIENCE):
        async for event in events:
            seen.append(int(event["id"]))
            if seen[-1] == last:
                break
    return seen


async def test_encounters_on_every_node_are_played_and_followed(
    services: tuple[Service, Service], three_nodes: ThreeNodes
) -> None:
    """Wherever an encounter lies, what one service changes everyone hears at the other, by events and by WebSocket."""
    one, other = services
    for seat in (await seats_everywhere(one, three_nodes)).values():
        async with (
            sse(other.port, seat, seat.viewer, after=0) as events,
            talking(other.port, {"token": seat.viewer}) as socket,
        ):
            await subscribe(socket, {"id": seat.id}, FOLLOW)
            for version in (1, 2, 3):
                reply = await one.change(seat, version)
                assert reply.status_code == 200, reply.text
            assert await versions_of(aiter(events), 4) == [1, 2, 3, 4]
            heard = told(socket)
            assert [(await anext(heard))["version"] for _ in range(4)] == [1, 2, 3, 4]
        assert await verified(other, seat) == 4


async def test_keys_results_and_quotas_work_there(three_nodes: ThreeNodes) -> None:
    """A key is answered once, a result that one service keeps the other one shows, and quotas are common."""
    with (
        serving(three_nodes.url, UMPIRE_RATE_LIMIT="40/day") as one,
        serving(three_nodes.url, UMPIRE_RATE_LIMIT="40/day") as other,
    ):
        seat = await one.seat()
        first = await act(one, seat, 1, idempotency_key="k")
        again = await act(other, seat, 1, idempotency_key="k")
        assert (first.status_code, again.content, again.headers["idempotent-replayed"]) == (200, first.content, "true")
        kept = (await one.ask("POST", "/v1/dice/roll", {"notation": "3d6", "keep": True})).json()["kept"]
        assert (await other.ask("GET", kept["path"])).json()["results"][0]["operation"] == "dice/roll"
        left = [
            int((await each.ask("GET", "/v1/meta")).headers["ratelimit"].split("r=")[1].split(";")[0])
            for each in (one, other)
        ]
        assert left[1] == left[0] - 1
        assert (await other.ask("GET", "/readyz")).status_code == 200


@pytest.mark.parametrize("how", ["kill", "freeze"])
async def test_a_node_that_fails_takes_only_its_share_away(mortal: ThreeNodes, how: str) -> None:
    """Its encounters are told to be away and nobody waits for it, the others go on; when it is back, all is there."""
    with serving(mortal.url, UMPIRE_STORE_TIMEOUT=HASTE) as service:
        seats = await seats_everywhere(service, mortal)
        for seat in seats.values():
            assert (await act(service, seat, 1)).status_code == 200
        lost, *others = mortal.nodes
        fail(lost, how)
        for _ in range(2):
            refused = await act(service, seats[lost.port], 2)
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert refused.json()["type"] == "/problems/store-away"
        asking = [act(service, seats[lost.port], 2) for _ in range(20)]
        going_on = [act(service, seats[node.port], 2) for node in others]
        *away, here, there = await asyncio.gather(*asking, *going_on)
        assert {reply.status_code for reply in away} == {503}
        assert (here.status_code, there.status_code) == (200, 200), (here.text, there.text)
        await hears(service, seats[others[0].port], 3)
        assert (await service.ask("GET", "/readyz")).status_code == 200
        restore(lost, how)
        await told_in_the_end(service, seats[lost.port], 99, 412)
        versions = [await verified(service, seats[node.port]) for node in (*others, lost)]
        assert versions[:2] == [4, 3]
        assert versions[2] in {2, 3}


async def hears(service: Service, seat: Seat, version: int) -> None:
    """Follow an encounter and change it: the change is heard."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with sse(service.port, seat, seat.viewer, after=version) as events:
                if events.status == 200:
                    assert (await service.change(seat, version)).status_code == 200
                    assert await versions_of(aiter(events), version + 1) == [version + 1]
                    return
            await asyncio.sleep(0.1)


def fail(node: Node, how: str) -> None:
    """Take a node away."""
    node.kill() if how == "kill" else node.freeze()


def restore(node: Node, how: str) -> None:
    """Bring it back."""
    node.start() if how == "kill" else node.thaw()


async def test_a_slot_that_moves_is_found_again(mortal: ThreeNodes) -> None:
    """While an encounter moves to another node, and when it has moved, it is read and changed as before."""
    with serving(mortal.url) as service:
        seat = await service.seat()
        source = mortal.node_of(seat.id)
        target = next(node for node in mortal.nodes if node is not source)
        slot = source.tell("CLUSTER", "KEYSLOT", seat.id)
        names = {node.port: node.tell("CLUSTER", "MYID").decode() for node in (source, target)}
        target.tell("CLUSTER", "SETSLOT", slot, "IMPORTING", names[source.port])
        source.tell("CLUSTER", "SETSLOT", slot, "MIGRATING", names[target.port])
        keys = source.tell("CLUSTER", "GETKEYSINSLOT", slot, 10)
        source.tell("MIGRATE", "127.0.0.1", target.port, "", 0, int(PATIENCE * 1000), "KEYS", *keys)
        reply = await act(service, seat, 1)
        assert reply.status_code == 200, reply.text
        for node in mortal.nodes:
            node.tell("CLUSTER", "SETSLOT", slot, "NODE", names[target.port])
        reply = await act(service, seat, 2)
        assert reply.status_code == 200, reply.text
        assert await verified(service, seat) == 3


async def read(connection: Connection, key: str) -> None:
    """Read what stands at a key."""
    async with connection as redis:
        await redis.get(key)


async def test_a_cluster_that_is_not_called_one_says_what_to_do(three_nodes: ThreeNodes) -> None:
    """Whoever forgets to say that the store is a cluster is told."""
    connection = Connection(f"redis://127.0.0.1:{three_nodes.nodes[0].port}", PATIENCE)
    elsewhere = next(name for name in "abcdefgh" if three_nodes.node_of(name) is not three_nodes.nodes[0])
    with pytest.raises(StoreAway, match="cluster=true"):
        await read(connection, elsewhere)
    await connection.close()


async def test_without_any_node_the_store_is_away() -> None:
    """Nobody waits for a cluster that is not there."""
    connection = Connection("redis://127.0.0.1:1,127.0.0.1:2?cluster=true", 10 * PATIENCE)
    async with asyncio.timeout(PATIENCE):
        for _ in range(2):
            with pytest.raises(StoreAway):
                await connection.ping()
            with pytest.raises(StoreAway):
                await read(connection, "a")
    await connection.close()


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://store:6380/2", Address("redis://store:6380/2")),
        ("redis://store?cluster=false", Address("redis://store?cluster=false")),
        ("unix:///run/store.sock", Address("unix:///run/store.sock")),
        ("redis://one?cluster=true", Address("redis://one", (("one", 6379),))),
        (
            "rediss://me:p%40ss@one:1,[::1]:2,three?ssl_cert_reqs=none&cluster=true",
            Address("rediss://me:p%40ss@one:1?ssl_cert_reqs=none", (("one", 1), ("::1", 2), ("three", 6379))),
        ),
    ],
)
def test_an_address_says_what_it_leads_to(url: str, address: Address) -> None:
    """Only `cluster=true` makes a cluster of it; of a cluster any number of nodes is named."""
    assert Address.of(url) == address


def test_a_socket_is_no_cluster() -> None:
    """The nodes of a cluster have to reach each other."""
    with pytest.raises(ValueError, match="unix://"):
        Address.of("unix:///run/store.sock?cluster=true")
