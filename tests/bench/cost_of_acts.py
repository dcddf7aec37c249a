"""What an act costs the process that plays it: CPU time, with 16 encounters at once, and round trips to the store.

The service is called in process, as a caller with quotas that are counted and never spent; the store is another
process. Two trees are compared by running this in both, in turn.
"""

import asyncio
import gc
from statistics import median
from time import process_time
from typing import Final

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from service.store.quotas import Quotas
from tests.bench.acting import ENDLESS
from tests.bench.pace import ROUNDS, SECONDS
from tests.encounters.client import LASTING, UNSEEDED, Table, commands_sent, seated
from tests.patience import PATIENCE

AT_ONCE: Final = 16
ACTS: Final = int(20 * SECONDS)
"""How often each encounter is acted on in a round."""
CALLER: Final = "192.0.2.1"


async def act_on(table: Table, first: int, times: int) -> None:
    """Act on one version after the other."""
    for version in range(first, first + times):
        reply = await table.act("resolve-attack", UNSEEDED, version)
        assert reply.status == 200, reply.body


async def trips_of(app: Asgi) -> float:
    """Return the round trips of an act, each begun when the one before is answered."""
    table = await seated(app, **LASTING)
    await act_on(table, 1, 1)
    with commands_sent() as sent:
        await act_on(table, 2, ACTS)
    return len(sent) / ACTS


async def microseconds_of(app: Asgi) -> list[float]:
    """Return the CPU time of an act in each round, after one that warms up."""
    tables = [await seated(app, **LASTING) for _ in range(AT_ONCE)]
    taken = []
    for number in range(ROUNDS + 1):
        gc.collect()
        began = process_time()
        await asyncio.gather(*[act_on(table, 1 + number * ACTS, ACTS) for table in tables])
        taken.append((process_time() - began) * 1e6 / (ACTS * AT_ONCE))
    return taken[1:]


async def measure(url: str) -> None:
    """Print what an act costs."""
    quotas = Quotas(ENDLESS["UMPIRE_CREATION_QUOTA"], ENDLESS["UMPIRE_STORAGE_QUOTA"])
    connection = Connection(url, PATIENCE, quotas)
    app = RestRouter(registry_with(connection))
    current_caller.set(CALLER)
    trips, rounds = await trips_of(app), await microseconds_of(app)
    print(f"| opposed/resolve-attack | {median(rounds):,.0f} | {min(rounds):,.0f} | {trips:.2f} |", flush=True)
    await connection.close()


def main() -> None:
    """Measure against a store of its own."""
    columns = (f"act, {AT_ONCE} encounters at once, in process", "CPU µs, median", "least", "round trips")
    print(f"\n| {' | '.join(columns)} |\n|---{'|---:' * (len(columns) - 1)}|")
    with PrivateStore() as store:
        asyncio.run(measure(store.url))
