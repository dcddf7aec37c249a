"""`make bench`: one load generator, every server in turn, several rounds, medians, ratios.

`make bench acting live` runs only these sections, `make bench fights-speed` one part of `fights`; `pace` says how long
and hard. What a section prints is kept in docs/performance.md, in the place of what it printed before (`report`).
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import orjson

from service.app import graphql, registry
from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import to_json
from tests.bench import acting, battles, calm, cost_of_acts, live, moves, pages, report, trust
from tests.bench.apps import ANSWER_VARIABLE, REQUEST_VARIABLE
from tests.bench.bodies import differing
from tests.bench.fights import parts as fights
from tests.bench.load import Measured, press, press_with, request_of
from tests.bench.open_load import Load, Tally
from tests.bench.pace import CONNECTIONS, ROUNDS, SECONDS, SERVICE
from tests.bench.servers import serving, take_other_core
from tests.graphql_documents import document_for
from tests.graphql_translation import variables_for


def operation_named(name: str) -> Operation:
    """Return a registered operation."""
    operation = registry().get(name)
    assert operation is not None, name
    return operation


def operation_example(name: str) -> Mapping[str, Any]:
    """Return an operation's first example."""
    return operation_named(name).examples[0].request


MANY = 100_000
BATTLES = 15
GROUPS = 200
ATTACKS = tuple(f"{family}/resolve-attack" for family in ("opposed", "heroic", "laurels", "mass", "tactical"))
BATTLE_SIZES = (
    ("heroic round, 10 units a side", "heroic/resolve-round", battles.heroic_round(10)),
    ("heroic round, 100 units a side", "heroic/resolve-round", battles.heroic_round(100)),
    ("heroic skirmish, a duel", "heroic/resolve-skirmish", operation_example("heroic/resolve-skirmish")),
    ("mass round, 50 units a side", "mass/resolve-round", battles.mass_round(50)),
    ("opposed skirmish, a duel", "opposed/resolve-skirmish", operation_example("opposed/resolve-skirmish")),
    ("tactical round, 12 figures with orders", "tactical/resolve-round", battles.tactical_orders(6)),
    ("tactical round, 12 figures by themselves", "tactical/resolve-round", battles.tactical_fight(6)),
    ("tactical skirmish, two on three", "tactical/resolve-skirmish", operation_example("tactical/resolve-skirmish")),
    ("tactical reachable, Move 10 on 40 by 40 hexes", "tactical/reachable", battles.tactical_reach(10)),
    ("tactical line of fire, 50 hexes, 40 figures", "tactical/line-of-fire", battles.tactical_line(40)),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A server, and the requests it is pressed with in turn."""

    title: str
    factory: str
    requests: Sequence[bytes]

    @property
    def streams(self) -> list[Iterator[bytes]]:
        """The requests in turn for each connection, beginning with another one."""
        ways = [(*self.requests[at:], *self.requests[:at]) for at in range(len(self.requests))]
        return [cycle(ways[number * len(ways) // CONNECTIONS]) for number in range(CONNECTIONS)]


def bodies_of(operation: Operation) -> list[bytes]:
    """Return bodies like an operation's first example."""
    return [to_json(each) for each in differing(operation.examples[0].request)]


def answer_to(operation: Operation, body: bytes) -> bytes:
    """Answer a body in process."""

    async def run() -> bytes:
        return to_json(await operation.run(validated(operation.request, body)))

    return asyncio.run(run())


def variants_of(operation: Operation) -> list[Variant]:
    """List the service's REST and GraphQL faces of an operation beside the echoes of the same sizes."""
    bodies, schema = bodies_of(operation), graphql().schema
    query = document_for(schema, operation)
    variables = [variables_for(schema, operation, orjson.loads(each)) for each in bodies]
    documents = [orjson.dumps({"query": query, "variables": each}) for each in variables]
    echoed = [request_of("/", each) for each in bodies]
    return [
        Variant("bare ASGI echo", "tests.bench.apps:bare_echo", echoed),
        Variant("Starlette + Pydantic echo", "tests.bench.apps:starlette_echo", echoed),
        Variant("FastAPI echo", "tests.bench.apps:fastapi_echo", echoed),
        Variant(f"REST {operation.name}", SERVICE, [request_of(operation.path, each) for each in bodies]),
        Variant(f"GraphQL {operation.name}", SERVICE, [request_of("/graphql", each) for each in documents]),
    ]


def compare(operation: Operation, folder: Path) -> None:
    """Press every variant in turn, and the service at half of its rate too, round after round; print the medians."""
    body = bodies_of(operation)[0]
    answer = answer_to(operation, body)
    environment = {REQUEST_VARIABLE: str(folder / "request"), ANSWER_VARIABLE: str(folder / "answer")}
    (folder / "request").write_bytes(body)
    (folder / "answer").write_bytes(answer)
    runs: dict[str, list[Measured]] = {}
    calm: dict[str, list[Tally]] = {}
    variants = variants_of(operation)
    for _ in range(ROUNDS):
        for variant in variants:
            with serving(variant.factory, environment) as server:
                asyncio.run(press_with(server.port, variant.streams, seconds=0.5))
                run = asyncio.run(press_with(server.port, variant.streams, seconds=SECONDS))
                if variant.factory == SERVICE:
                    load = Load(server.port, cycle(variant.requests))
                    calm.setdefault(variant.title, []).append(asyncio.run(load.run(run.per_second / 2, SECONDS)))
            assert not run.failures, f"{variant.title}: {run.failures} failures"
            runs.setdefault(variant.title, []).append(run)
    sizes = f"{len(body)} B in, {len(answer)} B out, {CONNECTIONS} connections"
    print(f"\n{operation.name}: {sizes}, {len(variants[0].requests)} bodies with fresh seeds\n")
    print("| server | requests/s | of Starlette + Pydantic | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|")
    reference = median(run.per_second for run in runs["Starlette + Pydantic echo"])
    for title, measured in runs.items():
        per_second = median(run.per_second for run in measured)
        p50, p99 = (median(run.milliseconds(share) for run in measured) for share in (0.5, 0.99))
        print(f"| {title} | {per_second:,.0f} | {per_second / reference:.0%} | {p50:.2f} | {p99:.2f} |")
    print("\n| at half of its capacity, at random times | requests/s | p50 ms | p99 ms |\n|---|---:|---:|---:|")
    for title, tallies in calm.items():
        p50, p99 = (median(each.milliseconds(share) for each in tallies) for share in (0.5, 0.99))
        asked = median(run.per_second for run in runs[title]) / 2
        print(f"| {title} | {asked:,.0f} | {p50:.2f} | {p99:.2f} |")


def measure_odds(operation: Operation) -> None:
    """Print how long exact odds take, one request at a time."""
    with serving(SERVICE, {}) as server:
        for example in operation.examples:
            request = request_of(operation.path, to_json(example.request))
            asyncio.run(press(server.port, request, connections=1, seconds=0.5))
            run = asyncio.run(press(server.port, request, connections=1, seconds=SECONDS))
            assert not run.failures, f"{operation.name}, {example.title}: {run.failures} failures"
            times = f"{run.milliseconds(0.5):.2f} | {run.milliseconds(0.99):.2f}"
            print(f"| {operation.name}: {example.title} | {times} |")


def measure_group_odds() -> None:
    """Print how long the odds of attacks by and on groups take in process, each asked for once."""
    operation = operation_named("heroic/resolve-attack/odds")
    times = []
    for request in battles.heroic_group_attacks(GROUPS):
        body, began = to_json(request), time.perf_counter()
        answer_to(operation, body)
        times.append((time.perf_counter() - began) * 1000)
    p50, p99 = (sorted(times)[int(share * GROUPS)] for share in (0.5, 0.99))
    print(f"| {operation.name}: {GROUPS} different attacks of ten on eight, in process | {p50:.2f} | {p99:.2f} |")


def measure_process(operation: Operation) -> None:
    """Print start-up time, and memory before and after many requests."""
    with serving(SERVICE, {}) as server:
        pressed = Variant(operation.name, SERVICE, [request_of(operation.path, each) for each in bodies_of(operation)])
        sizes = []
        for _ in range(3):
            asyncio.run(press_with(server.port, pressed.streams, seconds=600, most=MANY // 2))
            sizes.append(server.resident_mebibytes())
        print(f"\nStart-up {server.started_in:.2f} s.", end=" ")
        told = ", ".join(f"{size:.0f} MiB after {MANY // 2 * (n + 1):,}" for n, size in enumerate(sizes))
        print(f"Resident memory of a worker: {told} requests.")


def measure_battle(title: str, name: str, request: Mapping[str, Any]) -> None:
    """Print how long a battle takes in process, from its body to its answer's bytes."""
    operation, body = operation_named(name), to_json(request)

    async def fight() -> tuple[float, bytes]:
        began = time.perf_counter()
        answer = to_json(await operation.run(validated(operation.request, body)))
        return time.perf_counter() - began, answer

    fought = [asyncio.run(fight()) for _ in range(BATTLES)]
    answer = fought[0][1]
    assert b'"status":"resolved"' in answer[:40], answer[:400]
    print(f"| {title} | {median(seconds for seconds, _ in fought) * 1000:.1f} | {len(answer):,} |")


def measure_attacks() -> None:
    """Print what an attack costs beside echoes of the same sizes, in every family."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ATTACKS:
            compare(operation_named(name), Path(folder))


def measure_all_odds() -> None:
    """Print how long exact odds take."""
    print("\n| odds, one connection | p50 ms | p99 ms |\n|---|---:|---:|")
    for operation in registry():
        if operation.name.endswith(("attack/odds", "pursue/odds", "slam/odds")):
            measure_odds(operation)
    measure_group_odds()


def measure_battles() -> None:
    """Print how long battles take."""
    print("\n| battle, in process | median ms | answer in bytes |\n|---|---:|---:|")
    for title, name, request in BATTLE_SIZES:
        measure_battle(title, name, request)


SECTIONS: Mapping[str, Callable[[], None]] = {
    "attacks": measure_attacks,
    "acting": acting.main,
    "acts": cost_of_acts.main,
    "moves": moves.main,
    "trust": trust.main,
    "odds": measure_all_odds,
    "battles": measure_battles,
    "fights": fights.main,
    "process": lambda: measure_process(operation_named(ATTACKS[0])),
    "live": live.main,
    "calm": calm.main,
    "bodies": calm.bodies,
    "pages": pages.main,
}


def main(names: Sequence[str]) -> None:
    """Run the sections that are named, or the whole bench."""
    sections = {**SECTIONS, **fights.SECTIONS}
    unknown = [name for name in names if name not in sections]
    if unknown:
        raise SystemExit(f"There are no sections {', '.join(unknown)}; there are {', '.join(sections)}.")
    if not names or not set(names) <= {"calm", "bodies", "pages"}:  # which have both cores, as their users have
        take_other_core()
    for name in names or SECTIONS:
        with report.kept(name):
            sections[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
