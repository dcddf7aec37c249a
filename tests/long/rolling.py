"""A rolling restart again and again: the test of one, many times."""

import asyncio
from collections.abc import Sequence
from typing import Final

from service.store.private.server import PrivateStore
from tests.deploy.test_rolling import rolled

TIMES: Final = 100
PAUSE: Final = 0.2
"""Seconds between the changes of a player: the store has room for some 50 000 changes."""


def main(words: Sequence[float]) -> int:
    """Replace the instance so many times, and print what was answered; a request that fails is an exception."""
    times = int(words[0]) if words else TIMES
    with PrivateStore() as store:
        players = asyncio.run(rolled(store.url, times, PAUSE))
    answers = sum(player.statuses.total() for player in players)
    streams = sum(player.stream_statuses.total() for player in players)
    print(f"Replaced {times:,} times: {answers:,} requests, none failed; {streams:,} streams without a gap.")
    return 0
