"""Campaigns: processes that play one are killed 200 times, on both executors, and change no result."""

import asyncio
from collections.abc import Sequence
from typing import Final

from tests.campaigns.killing import EXECUTORS, killed

KILLS: Final = 200


def main(sizes: Sequence[float]) -> int:
    """Kill so many processes of each executor; an error says what was counted otherwise."""
    times = int(sizes[0]) if sizes else KILLS
    for executor in EXECUTORS:
        asyncio.run(killed(executor, times))
        print(f"{executor}: {times} kills, and each fight counted once", flush=True)
    return 0
