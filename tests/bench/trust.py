"""Trust: what an act costs with draws, heads, signatures and the viewers' projection, and without.

Both encounters of a family are played in this process over REST, in turn, from the same state and with dice of the same
seeds. One has a secret; from the other it was taken away, so that nothing is committed, signed or kept for viewers.
Everything is CPU time of this process; the result is the ratio of the medians.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import Any, Final

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.encounter import Encounter
from service.encounters.trust.draws import TakenDraw, next_draw
from service.operations.encounters.playing import acting
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.bench.pace import ROUNDS, SECONDS
from tests.encounters.client import Table, seated
from tests.encounters.plays import PLAYS, begun, moves
from tests.patience import PATIENCE

WARM_UP: Final = 20
PAIRS: Final = int(100 * SECONDS)
"""How often both are played in one round."""
PROCEDURES: Final = ("resolve-attack", "resolve-round")
UNDRAWN: Final = TakenDraw(n=0, opening="", values=(), absent=(), seed="sha256ctr1:")


def undrawn(encounter: Encounter) -> TakenDraw:
    """Return the next draw, or an empty one of an encounter whose secret was taken away."""
    return next_draw(encounter) if encounter.secret else UNDRAWN


@contextmanager
def without_draws() -> Iterator[None]:
    """Let encounters without a secret be played."""
    vars(acting)["next_draw"] = undrawn
    try:
        yield
    finally:
        vars(acting)["next_draw"] = next_draw


async def untrusted(table: Table, connection: Connection) -> Table:
    """Take the secret of an encounter away."""
    async with connection as redis:
        await redis.hset(f"umpire:{{{table.id}}}:encounter", "secret", b"")
    return table


async def timed(table: Table, version: int, procedure: str, body: Any) -> float:
    """Act once, and return the seconds that it took; then undo it."""
    began = process_time()
    reply = await table.act(procedure, body, version)
    taken = process_time() - began
    assert reply.status == 200, reply.body
    await table.referee.ask("POST", f"{table.path}/undo", version=version + 1)
    return taken


async def compared(connection: Connection, family: str, procedure: str) -> list[tuple[float, float]]:
    """Play a move again and again with trust and without; return the seconds of each pair."""
    app = RestRouter(registry_with(connection))
    body = moves(family)[procedure]
    trusted = await seated(app, **begun(family))
    plain = await untrusted(await seated(app, **begun(family)), connection)
    pairs: list[tuple[float, float]] = []
    for number in range(WARM_UP + PAIRS):
        asked = {**body, "dice": {"kind": "seeded", "seed": f"sha256ctr1:{number}"}}
        taken = {}
        for table in (trusted, plain) if number % 2 else (plain, trusted):
            taken[table.id] = await timed(table, 2 * number + 1, procedure, asked)
        pairs.append((taken[trusted.id], taken[plain.id]))
    return pairs[WARM_UP:]


async def measure(connection: Connection, family: str, procedure: str) -> None:
    """Print a line for a move: medians of its rounds."""
    rounds: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        gc.collect()
        trusted, plain = zip(*await compared(connection, family, procedure), strict=True)
        rounds.append((median(trusted) * 1e6, median(plain) * 1e6))
    more, less = [median(each) for each in zip(*rounds, strict=True)]
    ratios = [each / other for each, other in rounds]
    told = f"{more:,.0f} | {less:,.0f} | {more - less:,.0f} | {median(ratios):.2f} | {max(ratios):.2f}"
    print(f"| {family}/{procedure} | {told} |", flush=True)


async def measure_all(store: PrivateStore) -> None:
    """Measure attacks and rounds of every family."""
    connection = Connection(store.url, PATIENCE)
    for family in PLAYS:
        for procedure in PROCEDURES:
            if procedure in moves(family):
                await measure(connection, family, procedure)
    await connection.close()


def main() -> None:
    """Measure acts of every family."""
    columns = ("act, in process", "with, µs", "without, µs", "more, µs", "ratio", "largest")
    print(f"\n| {' | '.join(columns)} |\n|---{'|---:' * (len(columns) - 1)}|")
    with PrivateStore() as store, without_draws():
        asyncio.run(measure_all(store))
