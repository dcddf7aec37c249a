"""The queue of campaigns in the store: which are due, whose turn comes next, and how many processes play.

    umpire:{campaigns-<n>}:due     the due-lists of campaigns (service/store/due_lists.py): `<campaign>/<caller>`
    umpire:{campaigns-players}     hash: of each gatherer its last sign of life (ms), its processes, and its campaigns

The caller stands on the list as a hash, so that a campaign of a caller who has none under way can be found among many
of another's.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from service.store.connection import Connection
from service.store.due_lists import DueLists, Lease
from service.store.key_names import CAMPAIGNS, DUE_LISTS, PLAYERS, due_keys_of
from service.store.scripts import Script

LOOKED_AT: Final = 5_000
"""How many waiting campaigns of a list are looked at for one of another caller."""

LIFE_SECONDS: Final = 10
"""Seconds after its last sign of life for which a gatherer counts as one that plays."""

NOBODY: Final = "run"
"""What stands on the list for a campaign of no caller."""

# ARGV: how many are looked at, then the callers that are played here. Moves the first campaign of another caller to the
# front of the list; returns whether there is one.
_FAVOUR: Final = Script("""
local clock = redis.call('TIME')
local now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000))
local here = {}
for i = 2, #ARGV do here[ARGV[i]] = true end
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])) do
  if not here[string.match(name, '/(.*)$')] then
    redis.call('ZADD', KEYS[1], 1, name)
    return 1
  end
end
return 0
""")

# ARGV: the gatherer, the milliseconds of its life, its processes and campaigns. Returns of the others that live, and of
# this one, processes and campaigns.
_LIVE: Final = Script("""
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s %s', now, ARGV[3], ARGV[4]))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local found, told = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #found, 2 do
  local seen, processes, campaigns = string.match(found[i + 1], '^(%d+) (%d+) (%d+)$')
  if math.abs(now - seen) > tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], found[i])
  else
    told[#told + 1] = {tonumber(processes), tonumber(campaigns)}
  end
end
return told
""")


@dataclass(frozen=True, slots=True)
class Players:
    """The gatherers that live: how many processes they play with, and how many of them have no campaign."""

    processes: int
    idle: int


def caller_tag(caller: str | None) -> str:
    """Return what stands for a caller on a due-list."""
    return sha256(caller.encode()).hexdigest()[:16] if caller else NOBODY


class CampaignQueue:
    """The due-lists of campaigns, and the gatherers that serve them; methods raise StoreAway."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self.due = DueLists(connection, CAMPAIGNS)
        self._connection = connection
        self._name = secrets.token_hex(8)
        self._first = 0

    async def add(self, id: str, caller: str | None) -> None:
        """Make a campaign due now."""
        await self.due.add(id, [caller_tag(caller)])

    async def wake(self, id: str, caller: str | None) -> None:
        """Make a campaign due now, if the store answers."""
        await self.due.wake(id, [caller_tag(caller)])

    async def claim(self) -> Lease | None:
        """Take the lease of a campaign that is due; each time another list is looked at first."""
        self._first = (self._first + 1) % DUE_LISTS
        for number in range(DUE_LISTS):
            for lease in await self.due.claim((self._first + number) % DUE_LISTS, 1):
                return lease
        return None

    async def claim_of_others(self, callers: Collection[str]) -> Lease | None:
        """Take the lease of a campaign that is due and of another caller than these."""
        for number in range(DUE_LISTS):
            async with self._connection as redis:
                keys = due_keys_of(number, CAMPAIGNS)[:1]
                found: Any = await _FAVOUR(redis, keys, LOOKED_AT, *sorted(callers))
            if found:
                for lease in await self.due.claim(number, 1):
                    return lease
        return None

    async def live(self, processes: int, campaigns: int) -> Players:
        """Give a sign of life of this gatherer, and return who lives."""
        return await self._players(self._name, processes, campaigns)

    async def players(self) -> Players:
        """Return which gatherers live."""
        return await self._players("", 0, 0)

    async def leave(self) -> None:
        """Take this gatherer off those that live."""
        async with self._connection as redis:
            await redis.hdel(PLAYERS, self._name)

    async def _players(self, name: str, processes: int, campaigns: int) -> Players:
        async with self._connection as redis:
            found: Any = await _LIVE(redis, (PLAYERS,), name, LIFE_SECONDS * 1000, processes, campaigns)
        return Players(sum([each[0] for each in found]), sum([each[0] > 0 and not each[1] for each in found]))
