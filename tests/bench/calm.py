"""Calm: how long `/livez` and a small roll take while one heavy request is answered, each in its turn.

The service runs as users run it, with a store of its own. The aim is below 100 ms on two cores that nobody else uses.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
import orjson

from service.app import registry
from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.bench import refusing, shares
from tests.encounters.client import DUEL
from tests.encounters.live import Seat, Service, serving

FIGURES: Final = 20
PAUSE: Final = 0.005
ROLL: Final = b'{"notation": "4d6+2"}'
AIM: Final = 100
JSON: Final = {"content-type": "application/json"}
SECONDS: Final = "15"
"""The default of UMPIRE_WORK_SECONDS."""
TIME_OUT: Final = 120


@dataclass(slots=True)
class Watch:
    """The longest answers to what is small."""

    livez: float = 0.0
    roll: float = 0.0
    done: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True)
class Asking:
    """One client, with what the requests need that must be there before."""

    client: httpx2.AsyncClient
    seat: Seat
    page: str

    async def post(self, path: str, body: Any, **headers: str) -> httpx2.Response:
        """Send one request."""
        return await self.client.post(path, content=to_json(body), headers={**JSON, **headers})


Request = Callable[[Asking], Awaitable[httpx2.Response]]


def example(name: str) -> Any:
    """Return an operation's first example."""
    return orjson.loads(to_json(registry()[name].examples[0].request))


def skirmish(a_side: int) -> Any:
    """Write a heroic skirmish of so many copies of both fighters of the example."""
    request = example("heroic/resolve-skirmish")
    encounter = request["input"]["encounter"]
    copies = [(n, s, unit) for n in range(a_side) for s, unit in enumerate(encounter["units"][:2])]
    units = [{**unit, "id": f"{unit['id']}-{n}", "name": f"{unit['id']} {n}"} for n, _, unit in copies]
    places = [{"unit": f"{unit['id']}-{n}", "x": 3 * s, "y": 2 * n} for n, s, unit in copies]
    field_ = {"sides": encounter["sides"], "units": units, "positions": places}
    return {"input": {"encounter": field_, "max_rounds": 50}, "dice": {"kind": "seeded", "seed": "sha256ctr1:calm"}}


def round_of_four() -> Any:
    """Write an opposed round in which four figures strike at each other."""
    request = example("opposed/resolve-round")
    ash, orc = request["input"]["participants"][:2]
    pairs = [("Ash", "Orc"), ("Bea", "Urk")]
    figures, orders = [], []
    for one, other in pairs:
        figures += [{**ash, "id": one, "engaged_with": [other]}, {**orc, "id": other, "engaged_with": [one]}]
        orders += [
            {"action": "attack", "actor": each, "target": one if each == other else other} for each in (one, other)
        ]
    return {"input": {**request["input"], "participants": figures, "orders": orders}}


def many_fragments(how_many: int) -> str:
    """Write a document of so many fragments."""
    spread = " ".join(f"...f{n}" for n in range(how_many))
    return f"{{ families {{ {spread} }} }} " + " ".join(
        f"fragment f{n} on FamilyList {{ __typename }}" for n in range(how_many)
    )


def many_aliases(how_many: int) -> str:
    """Write an introspection of so many aliases."""
    fields = " ".join(f"a{n}: fields {{ name args {{ name type {{ name }} }} }}" for n in range(how_many))
    return f"{{ __schema {{ types {{ {fields} }} }} }}"


async def kept_page(asking: Asking) -> httpx2.Response:
    """Read a page of kept skirmishes."""
    return await asking.client.get(f"/v1/results/{asking.page}")


async def log_page(asking: Asking) -> httpx2.Response:
    """Read a referee's page of the log."""
    told = {"authorization": f"Bearer {asking.seat.referee}"}
    return await asking.client.get(f"/v1/encounters/{asking.seat.id}/log?limit=100", headers=told)


async def proof(asking: Asking) -> httpx2.Response:
    """Prove the log."""
    right = f"Bearer {asking.seat.referee}"
    return await asking.post(f"/v1/encounters/{asking.seat.id}/verify", {}, authorization=right)


def posted(path: str, body: Any) -> Request:
    """Send always the same."""
    return lambda asking: asking.post(path, body)


def several(request: Request, times: int) -> Request:
    """Send a request several times at once, and return the last answer."""

    async def send(asking: Asking) -> httpx2.Response:
        return (await asyncio.gather(*[request(asking) for _ in range(times)]))[-1]

    return send


async def kept_beside(asking: Asking) -> httpx2.Response:
    """Keep a skirmish beside others."""
    return await asking.post("/v1/heroic/resolve-skirmish", {**skirmish(FIGURES), "keep_with": asking.page})


def requests() -> Mapping[str, Request]:
    """List what is measured."""
    fight = {"operation": "heroic/resolve-skirmish", "body": skirmish(FIGURES)}
    odds = posted("/v1/opposed/resolve-round/odds", round_of_four())
    return {
        "nothing": posted("/v1/dice/roll", {"notation": "d6"}),
        "a batch of four heroic skirmishes": posted("/v1/batch", {"requests": [fight] * 4}),
        "a heroic skirmish of 200 units": posted("/v1/heroic/resolve-skirmish", skirmish(100)),
        "odds of a round of four opposed figures": odds,
        "twelve such odds at once": several(odds, 12),
        "introspection with 29 aliases": posted("/graphql", {"query": many_aliases(29)}),
        "a document of 990 fragments": posted("/graphql", {"query": many_fragments(990)}),
        "keeping a skirmish": kept_beside,
        "a page of 20 kept skirmishes": kept_page,
        "a referee's page of the log": log_page,
        "the proof of that log": proof,
    }


async def watch(port: int, seen: Watch) -> None:
    """Ask for what is small, again and again, on a connection of its own."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=TIME_OUT) as client:
        while not seen.done.is_set():
            began = time.perf_counter()
            (await client.get("/livez")).raise_for_status()
            between = time.perf_counter()
            (await client.post("/v1/dice/roll", content=ROLL, headers=JSON)).raise_for_status()
            seen.livez = max(seen.livez, between - began)
            seen.roll = max(seen.roll, time.perf_counter() - between)
            await asyncio.sleep(PAUSE)


async def measured(port: int, asking: Asking, request: Request) -> tuple[httpx2.Response, float, Watch]:
    """Send a request while others ask for what is small."""
    seen = Watch()
    watching = asyncio.ensure_future(watch(port, seen))
    await asyncio.sleep(0.2)
    seen.livez = seen.roll = 0.0
    began = time.perf_counter()
    reply = await request(asking)
    took = time.perf_counter() - began
    await asyncio.sleep(0.1)
    seen.done.set()
    await watching
    return reply, took, seen


async def prepared(service: Service, client: httpx2.AsyncClient) -> Asking:
    """Keep twenty skirmishes on a page, and play twelve large rounds in an encounter."""
    figure = DUEL["state"]["participants"][0]
    crowd = [{**figure, "id": f"f{n}", "engaged_with": []} for n in range(80)]
    seat = await service.seat(state={**DUEL["state"], "participants": [*DUEL["state"]["participants"], *crowd]})
    asking = Asking(client, seat, "")
    page: dict[str, Any] = {"keep": True}
    for _ in range(20):
        kept = (await asking.post("/v1/heroic/resolve-skirmish", {**skirmish(FIGURES), **page})).json()
        page = {"keep_with": kept["kept"]["id"]} if "kept" in kept else page
    told = {"authorization": f"Bearer {seat.referee}"}
    for version in range(1, 13):
        tag = {"if-match": f'"{version}"'}
        await asking.post(f"/v1/encounters/{seat.id}/resolve-round", {"input": {}}, **told, **tag)
    return Asking(client, seat, page.get("keep_with", "0" * 32))


async def measure_all(service: Service) -> None:
    """Print the longest small answers while each request is answered."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{service.port}", timeout=TIME_OUT) as client:
        asking = await prepared(service, client)
        print(f"\n| while this is answered | status | MB | s | longest /livez ms | longest roll ms | below {AIM} ms |")
        print("|---|---:|---:|---:|---:|---:|---|")
        for title, request in requests().items():
            reply, took, seen = await measured(service.port, asking, request)
            longest = max(seen.livez, seen.roll) * 1000
            print(
                f"| {title} | {reply.status_code} | {len(reply.content) / 1e6:.2f} | {took:.2f} | "
                f"{seen.livez * 1000:.0f} | {seen.roll * 1000:.0f} | {'yes' if longest < AIM else 'no'} |"
            )


def main() -> None:
    """Measure a service with a store of its own."""
    with PrivateStore() as store, serving(store.url, UMPIRE_WORK_SECONDS=SECONDS) as service:
        asyncio.run(measure_all(service))
        asyncio.run(refusing.measure(service))
    shares.main()


def bodies() -> None:
    """Measure the largest bodies alone."""
    with PrivateStore() as store, serving(store.url, UMPIRE_WORK_SECONDS=SECONDS) as service:
        asyncio.run(refusing.measure_largest(service))
