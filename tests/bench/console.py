"""How soon the console at /play can be used, what it weighs, and how soon a viewer sees what the referee does."""

from collections.abc import Sequence
from statistics import median
from typing import Any

from service.app import FAMILIES
from service.store.private.server import PrivateStore
from tests.encounters.live import serving
from tests.node.tools import NodeTools

RUNS = 3
ACTS = 20
CLICKS, READY_MS, BYTES, SEEN_MS = 3, 1000, 150_000, 100
"""The bars: clicks to the first act, time until Begin can be pressed, bytes as sent, act shown to a viewer (p50)."""
LARGEST_MS, PRESS_MS, TASK_MS, FRAMES = 1000, 100, 100, 50
"""The bars of the table: largest paint, a press until it is seen (98th percentile), any task; frames while dice
fall on a machine of a quarter of the speed."""
SIZES = ("1280x800", "390x844", "1920x1080")


def measured(tools: NodeTools, address: str, families: Sequence[str], runs: int, acts: int) -> Any:
    """Open the console, act, and watch: `runs` times to the first act, `acts` times in each family."""
    return tools.ask("console_speed.mjs", address, str(runs), str(acts), *families)


def main(tools: NodeTools) -> None:
    """Print what was measured beside its bars, with a service, a store, a referee and a viewer on this machine."""
    played = [family.name for family in FAMILIES if family.play]
    with PrivateStore() as store, serving(store.url) as service:
        address = f"http://127.0.0.1:{service.port}"
        measured(tools, address, played, 1, 1)  # the service makes pages and schemas once
        told = measured(tools, address, played, RUNS, ACTS)
        paces = {size: tools.ask("table_pace.mjs", address, str(ACTS), size, *played) for size in SIZES}
    firsts = told["firsts"]
    print("\n| the console, nothing cached | measured | bar |\n|---|---:|---:|")
    print(f"| clicks from /play to the first act | {max(each['clicks'] for each in firsts)} | {CLICKS} |")
    print(f"| Begin can be pressed, ms | {median(each['ready'] for each in firsts):.0f} | {READY_MS} |")
    print(f"| page, scripts and styles, bytes as sent | {max(each['files'] for each in firsts):,} | {BYTES:,} |")
    print(f"| answers of the API until then, bytes | {max(each['answers'] for each in firsts):,} | |")
    print(f"\n| click of the referee to screen of a viewer, {ACTS} acts | p50, ms | longest, ms | bar (p50) |")
    print("|---|---:|---:|---:|")
    for family, late in told["late"].items():
        print(f"| {family} | {median(late):.0f} | {max(late):.0f} | {SEEN_MS} |")
    for size, plays in paces.items():
        print(f"\n| the table at {size} | largest paint | a press | longest task | frames a second | shifts | bytes |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        print(f"| bar | {LARGEST_MS} ms | {PRESS_MS} ms | {TASK_MS} ms | {FRAMES} | 0 | |")
        for family, each in plays.items():
            frames = "no dice" if each["dice"]["frames"] is None else f"{each['dice']['frames']:.0f}"
            times = " | ".join(f"{each[name]:.0f} ms" for name in ("largest", "press", "task"))
            shifts = sum(shift["value"] for shift in each["shifts"])
            print(f"| {family} | {times} | {frames} | {shifts:.4f} | {each['all']:,} |")
