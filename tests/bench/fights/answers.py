"""How soon `/odds` answers, and what it costs to know a chance to one part in a hundred.

The answers come over REST from a service with worker processes of its own, one request at a time, with the usual
options. The cost is CPU time of a new process that samples until the intervals are narrow enough.
"""

import asyncio
from time import process_time
from typing import Any, Final

import httpx2

from service.forecasts.forecast import Choice, Options, forecast
from service.wire import to_json
from tests.bench.fights.bars import add_row, at_most, begin_table, without_bar
from tests.bench.fights.fresh import fresh
from tests.bench.load import press, request_of
from tests.bench.pace import SECONDS, SERVICE
from tests.bench.servers import serving
from tests.forecasts.fights import DOCUMENTS, fight_of

FAMILIES: Final = ("mass", "laurels", "opposed", "heroic")
"""Those whose figures have bars."""

HALF_WIDTH: Final = 0.01
MOST_FIGHTS: Final = 100_000
P50: Final = at_most(50, "{:.1f}")
"""Milliseconds."""

COST: Final = at_most(10, "{:.2f}")
"""Seconds of CPU time."""


def answered(port: int, path: str, body: bytes) -> Any:
    """Return the answer to a body."""
    headers = {"content-type": "application/json"}
    return httpx2.post(f"http://127.0.0.1:{port}{path}", content=body, headers=headers).raise_for_status().json()


def interval_of(answer: Any) -> str:
    """Write how the odds are known, and the interval of the first side's chance to win."""
    first = answer["winner"][0]["chance"]
    return f"{answer['method']['kind']}: {first['low']:.3f} to {first['high']:.3f}"


def measure_first(port: int, family: str) -> None:
    """Print how soon the odds of a duel are answered."""
    path, body = f"/v1/{family}/resolve-skirmish/odds", to_json({"input": DOCUMENTS[family](1)})
    request = request_of(path, body)
    told = interval_of(answered(port, path, body))
    asyncio.run(press(port, request, connections=1, seconds=SECONDS / 6))
    run = asyncio.run(press(port, request, connections=1, seconds=SECONDS))
    assert not run.failures, f"{path}: {run.failures} failures"
    p50 = run.milliseconds(0.5)
    cells = P50.beside(p50) if family in FAMILIES else without_bar(p50, P50.form)
    add_row(f"{family}, a duel", told, f"{run.milliseconds(0.99):.1f}", cells)


def cost(family: str) -> tuple[float, int]:
    """Sample a duel until all intervals are narrow; return seconds of CPU time, and how many fights that took."""
    options = Options(Choice.SAMPLED, HALF_WIDTH, max_fights=MOST_FIGHTS, max_seconds=None)
    began = process_time()
    found = forecast(fight_of(family, 1).fight, options)
    return process_time() - began, found.method.fights or 0


def main() -> None:
    """Print how soon the odds of duels are answered, and what narrow intervals cost."""
    begin_table("odds of a duel over REST", "first side wins", "p99 ms", "p50 ms", "bar", "")
    with serving(SERVICE, {}) as server:
        for family in (*FAMILIES, "tactical"):
            measure_first(server.port, family)
    begin_table(f"half-width {HALF_WIDTH}, nothing remembered", "fights", "CPU s", "bar", "")
    for family in FAMILIES:
        seconds, fights = fresh(cost, family)
        add_row(f"{family}, a duel", f"{fights:,}", COST.beside(seconds))
