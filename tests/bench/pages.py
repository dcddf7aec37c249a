"""How soon pages can be read in Chromium, operations of the reference are open, and the console is of use."""

from statistics import median
from typing import Any

from service.app import FAMILIES
from tests.bench import console
from tests.bench.pace import SERVICE
from tests.bench.servers import serving
from tests.node.tools import NodeTools, installed

RUNS = 3
"""Each run opens another operation of the reference, far from those that are drawn already."""
READABLE_MS, FIRST_MS, OPEN_MS = 500, 2000, 1000
"""The bars: own pages readable, first operation of the reference visible, any operation open."""


def main() -> None:
    """Print the times beside their bars."""
    own = ["/docs", "/docs/maps", "/problems", "/docs/seeded-dice"]
    own += [f"/docs/families/{family.name}{part}" for family in FAMILIES for part in ("", "/rules")]
    tools = installed()
    with serving(SERVICE, {}) as server:
        address = f"http://127.0.0.1:{server.port}"
        warm(tools, address, own)
        print("\n| own page, nothing cached | first paint, ms | whole, ms | bar |\n|---|---:|---:|---:|")
        slowest: dict[str, float] = {}
        for family in FAMILIES:
            first = family is FAMILIES[0]
            told = measured(tools, address, family.name, own if first else [])
            for path, runs in told["pages"].items():
                painted, whole = (median(run[key] for run in runs) for key in ("painted", "whole"))
                print(f"| {path} | {painted:.0f} | {whole:.0f} | {READABLE_MS} |")
            slowest |= {f"{family.name}: first operation visible": median(told["first"])}
            slowest |= {f"{family.name}: first operation can be tried": median(told["ready"])}
            slowest |= {f"{family.name}: the slowest of {RUNS} operations open": max(told["opened"])}
        print("\n| interactive reference | ms | bar |\n|---|---:|---:|")
        for title, time in slowest.items():
            print(f"| {title} | {time:.0f} | {FIRST_MS if 'first' in title else OPEN_MS} |")
    console.main(tools)


def measured(tools: NodeTools, address: str, group: str, paths: list[str], runs: int = RUNS) -> Any:
    """Measure pages and the reference of a family."""
    return tools.ask("page_speed.mjs", address, group, str(runs), *paths)


def warm(tools: NodeTools, address: str, paths: list[str]) -> None:
    """Have the service make all documents, which it does once."""
    for number, family in enumerate(FAMILIES):
        measured(tools, address, family.name, [] if number else paths, runs=1)
