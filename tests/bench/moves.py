"""How long the list of what one figure may do takes over HTTP in process, in the situations of a fight of each family.

The fights are ready figures lined up, one against one and ten against ten; the states are those before each of their
first acts, played as the service suggests. So no two requests in turn have the same state. Garbage is collected as in
a server; that a client writes its request is not measured.
"""

import asyncio
import gc
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Final

from orjson import dumps

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.api.server.garbage import tune_garbage_collection
from service.app import registry_with
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.api.calls import call
from tests.bench.pace import ROUNDS
from tests.encounters.client import ANY_SEED, JSON, seated_at
from tests.patience import PATIENCE

ACTS: Final = 12
BARS: Final[Mapping[str, tuple[float, float]]] = {
    "opposed": (0.5, 1),
    "laurels": (0.5, 1),
    "mass": (1, 2),
    "heroic": (2, 4),
    "tactical": (4, 8),
}
"""Milliseconds that one list should take at most in a duel, and with ten on each side."""
FIGURES: Final[Mapping[str, str]] = {"mass": "knights vs levy"}
DUEL: Final = "knight vs orc"


@dataclass(frozen=True, slots=True)
class Asked:
    """One list: where it is asked for, and by what."""

    path: str
    body: bytes


def sides_of(family: str, each: int) -> str:
    """Return two sides of so many figures each."""
    return " vs ".join([f"{name}*{each}" for name in FIGURES.get(family, DUEL).split(" vs ")])


async def asked_in(app: Asgi, family: str, each: int) -> list[Asked]:
    """Play a fight, and return what is asked before each act for each figure that chooses then."""
    table = await seated_at(app, {"family": family, "line_up": {"text": sides_of(family, each)}, **ANY_SEED})
    lists = []
    for version in range(1, ACTS + 1):
        known = await table.get()
        lists += [
            Asked(f"/v1/{family}/legal-moves", dumps({"input": {"state": known["state"], "figure": figure}}))
            for figure in known["situation"]["next"]
        ]
        suggested = (await table.referee.ask("GET", f"{table.path}/suggest")).json
        dice = {"kind": "seeded", "seed": f"sha256ctr1:{version}"}
        acted = await table.act(suggested["procedure"], {"input": suggested["input"], "dice": dice}, version)
        if acted.status != 200 or acted.json["situation"]["over"]:
            break
    return lists


async def milliseconds_of(app: Asgi, lists: list[Asked]) -> float:
    """Return the CPU time of a list, the median over all and over the rounds; the first round warms up."""
    rounds = []
    for _ in range(ROUNDS + 1):
        gc.collect()
        taken = []
        for each in lists:
            began = process_time()
            reply = await call(app, each.path, each.body, content_type=JSON)
            taken.append((process_time() - began) * 1e3)
            assert reply.status == 200, reply.body
        rounds.append(median(taken))
    return median(rounds[1:])


async def measure(url: str) -> None:
    """Print a line for each family and size."""
    connection = Connection(url, PATIENCE)
    app = RestRouter(registry_with(connection))
    tune_garbage_collection()
    for family, bars in BARS.items():
        for each, bar in zip((1, 10), bars, strict=True):
            lists = await asked_in(app, family, each)
            taken = await milliseconds_of(app, lists)
            told = f"{each} v {each} | {len(lists)} | {taken:.2f} | {bar} | {'yes' if taken <= bar else 'no'}"
            print(f"| {family} | {told} |", flush=True)
    await connection.close()


def main() -> None:
    """Measure each family, with a store for the fights that make the states."""
    columns = ("what one figure may do", "fight", "lists", "CPU ms, median", "bar", "as aimed")
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * 2}{'---:|' * 3}---|")
    with PrivateStore() as store:
        asyncio.run(measure(store.url))
