"""What each API key has used, day by day, for the operator.

    umpire:usage:{<day>}   hash: "<key> <what>" -> amount, for 90 days; requests without a key are the key `anonymous`

Amounts are added up in the process and written every few seconds, so that counting costs requests nothing; those of the
last seconds are lost if the process is killed.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Protocol

import structlog

from service.errors import StoreAway
from service.settings.access.keys import ANONYMOUS
from service.settings.access.scopes import key_name
from service.store.connection import Connection
from service.store.scripts import Script

KEPT_DAYS: Final = 90
WRITE_SECONDS: Final = 5.0

# ARGV: seconds to keep it, then fields and amounts.
_ADD: Final = Script("""
for i = 2, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 0
""")

log = structlog.get_logger("umpire.access")


class UsageMeter(Protocol):
    """Counts what keys have used, as metrics."""

    def note_usage(self, key: str, what: str, amount: int) -> None:
        """Count an amount."""


class Usage:
    """Adds up what callers use, and writes it to the store from time to time."""

    def __init__(self, store: Connection, meter: UsageMeter) -> None:
        """Begin with nothing."""
        self._store = store
        self._meter = meter
        self._unwritten: Counter[tuple[str, str]] = Counter()
        self._writing: asyncio.Task[None] | None = None

    def note(self, caller: str, what: str, amount: int) -> None:
        """Add an amount; callers without a key are one."""
        self._unwritten[key_name(caller) or ANONYMOUS, what] += amount

    def start(self) -> None:
        """Begin to write from time to time."""
        self._writing = asyncio.create_task(self._write_often())

    async def stop(self) -> None:
        """Write what is left."""
        if self._writing is not None:
            self._writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._writing
            self._writing = None
            await self.write()

    async def write(self) -> None:
        """Write what was added up; what could not be written is kept for the next time."""
        amounts, self._unwritten = self._unwritten, Counter()
        if not amounts:
            return
        words = [word for (key, what), amount in amounts.items() for word in (f"{key} {what}", amount)]
        try:
            async with self._store as redis:
                await _ADD(redis, [_key_of(datetime.now(UTC).date())], KEPT_DAYS * 86400, *words)
        except StoreAway as away:
            self._unwritten.update(amounts)
            log.warning("usage not written yet", reason=away.detail)
            return
        for (key, what), amount in amounts.items():
            self._meter.note_usage(key, what, amount)

    async def _write_often(self) -> None:
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            await self.write()


async def usage_of(store: Connection, days: int) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    """Return what each key has used on the last days (UTC), by day, today first, by key and by what was used.

    Raises: StoreAway.
    """
    today = datetime.now(UTC).date()
    found = [today - timedelta(days=before) for before in range(days)]
    return {day.isoformat(): await usage_on(store, day) for day in found}


async def usage_on(store: Connection, day: date) -> Mapping[str, Mapping[str, int]]:
    """Return what each key has used on a day (UTC), by key and by what was used.

    Raises: StoreAway.
    """
    async with store as redis:
        found: Any = await redis.hgetall(_key_of(day))
    used: dict[str, dict[str, int]] = {}
    for field, amount in sorted(found.items()):
        key, _, what = field.decode().partition(" ")
        used.setdefault(key, {})[what] = int(amount)
    return used


def _key_of(day: date) -> str:
    return f"umpire:usage:{{{day.isoformat()}}}"
