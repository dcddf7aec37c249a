"""Feeds that are followed over cut connections: each entry once and in order, until the feed ends."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from umpire_client.events import EventReader
from umpire_client.exchange import Emit, Flow, Read, Send, Wait, answered, pause
from umpire_client.problems import UmpireUnreachable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from umpire_client.types import FeedEnded

RESUMED: Final = frozenset({"stopping", "too_slow"})
"""Reasons of an end after which the service wants to be asked again, after the last version seen."""


def followed(path: str, headers: Mapping[str, str], after: int, retries: float) -> Flow[FeedEnded]:
    """Emit the entries of a feed after a version, and return why it ended.

    A connection that is cut, or that says nothing for long, is opened again after the last version that was emitted;
    the first one `retries` times, later ones as long as it takes. A problem ends it (4xx, but for those that pass).

    Raises: UmpireProblem; UmpireUnreachable.
    """
    last, fruitless = after, 0
    while True:
        reader, known = EventReader(), last
        yield from answered(Send("GET", path, {**headers, "last-event-id": str(last)}, is_stream=True), retries)
        last, ended = yield from _told(reader, last)
        if ended is not None and ended["reason"] not in RESUMED:
            return ended
        retries, fruitless = math.inf, 0 if last > known else fruitless + 1
        yield Wait(max(pause(fruitless), reader.retry or 0))


def _told(reader: EventReader, last: int) -> Flow[tuple[int, FeedEnded | None]]:
    """Emit the entries of one connection; return the last version, and how the feed ended if it did."""
    with suppress(UmpireUnreachable):
        while (chunk := (yield Read())) is not None:
            for event in reader.read(chunk):
                if event.kind == "end":
                    return last, json.loads(event.data)
                if event.kind == "entry" and int(event.id or 0) > last:
                    last = int(event.id or 0)
                    yield Emit(json.loads(event.data))
    return last, None
