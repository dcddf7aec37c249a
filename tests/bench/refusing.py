"""Refusing: the CPU on the event loop of bodies that do not fit, and what others notice while the worst come on and on.

Each operation is sent the largest lists of its request, full of items that do not fit, over REST and as variables of
GraphQL; then documents of GraphQL that are long. The worst are found by the CPU time of the service's event loop.
"""

import asyncio
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, Self

import httpx2

from service.app import graphql, registry
from service.operations.registry import BODY_BYTES, Operation
from service.operations.validation.bodies import MOST_VALUES
from service.wire import to_json
from tests.bench.pace import SECONDS
from tests.encounters.live import Seat, Service
from tests.graphql_documents import document_for
from tests.graphql_translation import variables_for
from tests.unfit import ITEMS, LimitedList, bomb, lists_of, request_of

LOOP_MS: Final = 50
AIM_MS: Final = 100
GROWTH_MB: Final = 50
CONNECTIONS: Final = 4
WORST: Final = 8
LISTS: Final = 1
KINDS: Final = 2
TIME_OUT: Final = 120
ROOM: Final = 1_024
"""Bytes of a dense body that are left to the rest of the request."""
DENSE: Final[Mapping[Any, int]] = {"abc": 2, 12345: 1}
"""Items and the values that each counts as, with its comma."""
ROLL: Final = b'{"notation": "4d6+2"}'
JSON: Final = {"content-type": "application/json"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to send."""

    title: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


def candidates(seat: Seat) -> Iterator[Sent]:
    """List the bodies among which the worst are."""
    operations = list({_shape(each): each for each in registry() if each.method in {"POST", "PATCH"}}.values())
    for each in operations:
        yield from _over_rest(each, seat)
    yield from _over_graphql(operations)


def _shape(operation: Operation) -> Any:
    """What the cost of refusing depends on: the largest list of the request, its limits, and where it is validated.

    Odds take the bodies of what they are odds of, and all procedures of a family may have the same map.
    """
    lists = _largest(operation)
    where = operation.is_stateless, operation.prepare is not None, operation.http.body_bytes
    family = operation.name.partition("/")[0]
    return family, tuple([(each.path, each.most) for each in lists]) or operation.request, where


def _largest(operation: Operation) -> list[LimitedList]:
    return sorted(lists_of(operation.request), key=lambda each: -each.most)[:LISTS]


def _over_rest(operation: Operation, seat: Seat) -> Iterator[Sent]:
    path = operation.path.replace("{id}", seat.id)
    path = path.replace("{procedure}", "resolve-round").replace("{seat}", "north")
    headers = {**JSON, "authorization": f"Bearer {seat.referee}", "if-match": '"1"'}
    document = request_of(operation)
    document = {name: value for name, value in document.items() if f"{{{name}}}" not in operation.path}
    document = {name: value for name, value in document.items() if name not in operation.http.request_headers}
    size = operation.http.body_bytes or BODY_BYTES
    for place, item, body in _bombs(operation, document, (), size):
        yield Sent(f"{operation.name} {place} {item}", operation.method, path, headers, body)


def _over_graphql(operations: Iterable[Operation]) -> Iterator[Sent]:
    schema = graphql().schema
    for each in operations:
        if each.examples:
            document = document_for(schema, each)
            asked = {"query": document, "variables": variables_for(schema, each, request_of(each))}
            for place, item, body in _bombs(each, asked, ("variables",), BODY_BYTES, kinds=1):
                yield Sent(f"GraphQL {each.name} {place} {item}", "POST", "/graphql", JSON, body)
    for title, document in _documents().items():
        yield Sent(f"GraphQL {title}", "POST", "/graphql", JSON, to_json({"query": document}))


def _bombs(
    operation: Operation, document: Any, before: tuple[str, ...], size: int, kinds: int = KINDS
) -> Iterator[tuple[str, str, bytes]]:
    largest = _largest(operation)
    camel = [_camel(each.path) for each in largest] if before else [each.path for each in largest]
    paths = [*camel, *[(name,) for name in ("state", "input") if name in operation.request.model_fields]]
    for path in paths:
        for item in ITEMS[:kinds]:
            yield "/".join(map(str, path)), to_json(item).decode(), bomb(document, (*before, *path), item, size)


def _camel(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return tuple([each if isinstance(each, int) else _word(each) for each in path])


def _word(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(each.capitalize() for each in more)


def _documents() -> Mapping[str, str]:
    units = ",".join(["{}"] * 4_900)
    return {
        "units as literals": f"mutation {{ massResolveRound(input: {{units: [{units}]}}) {{ __typename }} }}",
        "unknown fields": "{" + " ".join(f"massResolveRouns{n}" for n in range(1_990)) + "}",
        "one field, again and again": "{" + " families { __typename }" * 660 + "}",
        "one short field, again and again": 'mutation { diceRoll(notation: "d6") { ... on DiceRollAnswer { steps {'
        + " n" * 900
        + " } } } }",
        "unknown arguments": "mutation { massResolveRound("
        + " ".join(f"inpud{n}: 1" for n in range(3_000))
        + ") { __typename } }",
        "too many tokens": "{" + " f" * 120_000 + "}",
    }


def largest() -> Iterator[Sent]:
    """List the largest bodies of operations that take larger ones than usual: as full of small values as may be."""
    places = {"tactical/plan-move": ("input", "map", "cells"), "tickets/open": ("request", "a"), "verify": ("answer",)}
    for name, path in places.items():
        operation = registry()[name]
        for item, values in DENSE.items():
            size = min((operation.http.body_bytes or BODY_BYTES), MOST_VALUES // values * (len(to_json(item)) + 1))
            body = bomb(request_of(operation), path, item, size - ROOM)
            title = f"{name} {'/'.join(path)} {to_json(item).decode()}, {len(body):,} bytes"
            yield Sent(title, operation.method, operation.path, JSON, body)


class Most:
    """The most memory that a process and those that it started have together while it is watched."""

    def __init__(self, pid: int) -> None:
        """Set the process."""
        self.megabytes = 0.0
        self._pid = pid
        self._done = Event()
        self._watching = Thread(target=self._watch)

    def __enter__(self) -> Self:
        """Watch it."""
        self._watching.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop."""
        self._done.set()
        self._watching.join()

    def _watch(self) -> None:
        while not self._done.wait(0.02):
            self.megabytes = max(self.megabytes, megabytes(self._pid))


def loop_seconds(pid: int) -> float:
    """Return the CPU time of a process's first thread, on which its event loop runs."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def megabytes(pid: int) -> float:
    """Return the memory of a process, 0 if it has ended, and of those that it started; what they share counts once."""
    try:
        pages = Path(f"/proc/{pid}/smaps_rollup").read_text().split("\nPss:")[1].split()[0]
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, IndexError):
        return 0.0
    return int(pages) / 1024 + sum(megabytes(int(each)) for each in children)


async def send(client: httpx2.AsyncClient, asked: Sent) -> httpx2.Response:
    """Send one request."""
    return await client.request(asked.method, asked.path, content=asked.body, headers=dict(asked.headers))


async def worst_of(client: httpx2.AsyncClient, pid: int, seat: Seat) -> list[tuple[float, int, Sent]]:
    """Send every body, and return the worst with their CPU time on the loop and their statuses."""
    found: list[tuple[float, int, Sent]] = []
    for count, asked in enumerate(candidates(seat)):
        before = loop_seconds(pid)
        reply = await send(client, asked)
        found.append(((loop_seconds(pid) - before) * 1000, reply.status_code, asked))
        found = sorted(found, key=lambda each: -each[0])[:WORST]
        if count % 50 == 0:
            told = f"{count} bodies sent; the worst takes {found[0][0]:.0f} ms: {found[0][2].title}"
            print(told, file=sys.stderr, flush=True)
    again = []
    for _, _, asked in found:  # the first one of its kind may have had to build what all others use
        before = loop_seconds(pid)
        reply = await send(client, asked)
        again.append(((loop_seconds(pid) - before) * 1000, reply.status_code, asked))
    return sorted(again, key=lambda each: -each[0])


async def watched(client: httpx2.AsyncClient, seconds: float) -> tuple[list[float], list[float]]:
    """Return how long `/livez` and a small roll took, again and again."""
    lives, rolls = [], []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        (await client.get("/livez")).raise_for_status()
        between = time.perf_counter()
        (await client.post("/v1/dice/roll", content=ROLL, headers=JSON)).raise_for_status()
        lives.append((between - began) * 1000)
        rolls.append((time.perf_counter() - between) * 1000)
        await asyncio.sleep(0.005)
    return lives, rolls


@contextmanager
def _posting(base: str, asked: Sent) -> Iterator[None]:
    """Post from a process of its own for the length of a block: sending megabytes would hold up who measures."""
    posting = get_context("spawn").Process(target=_post, args=(base, asked), daemon=True)
    posting.start()
    try:
        yield
    finally:
        posting.kill()
        posting.join()


def _post(base: str, asked: Sent) -> None:
    async def on_all() -> None:
        await asyncio.gather(*[_without_end(base, asked) for _ in range(CONNECTIONS)])

    asyncio.run(on_all())


async def _without_end(base: str, asked: Sent) -> None:
    async with httpx2.AsyncClient(base_url=base, timeout=TIME_OUT) as client:
        while True:
            await send(client, asked)


async def measure(service: Service) -> None:
    """Print the worst bodies, and what others notice of them."""
    seat, pid, base = await service.seat(), service.process.pid, f"http://127.0.0.1:{service.port}"
    async with httpx2.AsyncClient(base_url=base, timeout=TIME_OUT) as client:
        worst = await worst_of(client, pid, seat)
        print(f"\n| worst bodies | bytes | status | CPU on the loop, ms | at most {LOOP_MS} |")
        print("|---|---:|---:|---:|---|")
        for ms, status, asked in worst:
            print(f"| {asked.title} | {len(asked.body)} | {status} | {ms:.1f} | {_yes(ms <= LOOP_MS)} |")
        await _post_without_end(service, (worst[0][2], *largest()))


async def measure_largest(service: Service) -> None:
    """Print what others notice of the largest bodies alone."""
    await _post_without_end(service, largest())


async def _post_without_end(service: Service, bodies: Iterable[Sent]) -> None:
    base, pid = f"http://127.0.0.1:{service.port}", service.process.pid
    print(
        f"\n| {CONNECTIONS} connections post without end | p99 /livez ms | p99 roll ms | MB more at most | as aimed |"
    )
    print("|---|---:|---:|---:|---|")
    async with httpx2.AsyncClient(base_url=base, timeout=TIME_OUT) as client:
        for asked in bodies:
            before, most = megabytes(pid), Most(pid)
            with most, _posting(base, asked):
                lives, rolls = await watched(client, max(5.0, SECONDS))
            p99, grown = [_p99(lives), _p99(rolls)], most.megabytes - before
            right = _yes(max(p99) <= AIM_MS and grown <= GROWTH_MB)
            print(f"| {asked.title} | {p99[0]:.0f} | {p99[1]:.0f} | {grown:.0f} | {right} |", flush=True)


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def _yes(*so: bool) -> str:
    return "yes" if all(so) else "no"
