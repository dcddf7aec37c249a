"""Due-lists of webhooks and of campaigns: when each is to be served next, and which worker is serving it now.

    umpire:{webhooks-<n>}:due      sorted set: `<encounter>/<webhook>` by the time when it is due, in milliseconds
    umpire:{webhooks-<n>}:leases   hash: of each webhook that is being served, the end of its lease and its worker
    umpire:{campaigns-<n>}:due, umpire:{campaigns-<n>}:leases   the same of campaigns: `<campaign>/run`

All times are the store's. A webhook without anything to send stays on its list and is looked at again after
`IDLE_SECONDS`, so that a lost `wake` only delays a delivery. A worker that dies loses nothing: its lease ends, and any
worker continues.
"""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from service.errors import StoreAway
from service.store.connection import Connection
from service.store.key_names import WEBHOOKS, due_keys_of, due_list_of
from service.store.scripts import Script

LEASE_SECONDS: Final = 10.0
IDLE_SECONDS: Final = 60.0
LONGEST_WAIT: Final = 3600.0
KEPT_SECONDS: Final = 40 * 24 * 60 * 60
"""Seconds for which a list outlives its last use: more than an encounter outlives its own."""

# A time later than any wait was set by a clock that has been set back since; such a webhook is due. One that is being
# served, and so was woken meanwhile, is put off until after its lease.
_CLAIM: Final = Script("""
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local count, lease, latest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, count)
if #due == 0 then
  due = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now + latest), '+inf', 'LIMIT', 0, count)
end
local claimed = {}
for _, name in ipairs(due) do
  local held = redis.call('HGET', KEYS[2], name)
  local ends = held and tonumber(string.match(held, '^%d+')) or 0
  if ends > now and ends <= now + lease then
    redis.call('ZADD', KEYS[1], string.format('%.1f', ends + 0.5), name)
  else
    local mine = string.format('%.0f', now + lease)
    redis.call('HSET', KEYS[2], name, mine .. ' ' .. ARGV[4])
    redis.call('ZADD', KEYS[1], mine, name)
    claimed[#claimed + 1] = {name, mine}
  end
end
if #due > 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[5])
  redis.call('EXPIRE', KEYS[2], ARGV[5])
end
return claimed
""")

# A webhook that was woken while it was served has another time than its lease; it is due again at once.
# ARGV: the name, the worker, the end of its lease, then 'renew' and the lease, 'wait' and the wait, or 'forget'.
# Returns false if the lease is another worker's by now; else the end of the new lease, or '' if it has ended.
_SETTLE: Final = Script("""
local name, stamp, how = ARGV[1], ARGV[3], ARGV[4]
local held = redis.call('HGET', KEYS[2], name)
if not held or string.match(held, ' (.*)') ~= ARGV[2] then return false end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local score = redis.call('ZSCORE', KEYS[1], name)
local woken = score and tonumber(score) ~= tonumber(stamp)
if how == 'renew' then
  local mine = string.format('%.0f', now + ARGV[5])
  redis.call('HSET', KEYS[2], name, mine .. ' ' .. ARGV[2])
  if not woken then redis.call('ZADD', KEYS[1], mine, name) end
  return mine
end
redis.call('HDEL', KEYS[2], name)
if how == 'forget' then
  redis.call('ZREM', KEYS[1], name)
else
  redis.call('ZADD', KEYS[1], string.format('%.0f', woken and now or now + ARGV[5]), name)
end
return ''
""")

_WAKE: Final = Script("""
local clock = redis.call('TIME')
local now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000))
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
""")


@dataclass(slots=True)
class Lease:
    """The right of one worker to serve a part of its owner until `ends`, in milliseconds of the store's clock.

    The owner is an encounter with its webhook as the part, or a campaign.
    """

    owner: str
    part: str
    ends: bytes

    @property
    def name(self) -> str:
        """The name on the due-list."""
        return f"{self.owner}/{self.part}"


class DueLists:
    """The due-lists of one kind in a store; `woken` is set when this process has made something due."""

    def __init__(self, connection: Connection, kind: str = WEBHOOKS) -> None:
        """Set the connection to the store, and of what the lists are."""
        self.woken = asyncio.Event()
        self._connection = connection
        self._kind = kind
        self._worker = secrets.token_hex(8)

    async def wake(self, owner: str, parts: Sequence[str]) -> None:
        """Make parts of an owner due now, such as the webhooks of an encounter; without parts do nothing.

        If the store does not answer, they are served when they are next looked at.
        """
        if not parts:
            return
        with suppress(StoreAway):
            await self.add(owner, parts)

    async def add(self, owner: str, parts: Sequence[str]) -> None:
        """Put parts of an owner on its due-list, due now.

        Raises: StoreAway.
        """
        names = [f"{owner}/{each.rpartition('/')[2]}" for each in parts]
        async with self._connection as redis:
            await _WAKE(redis, due_keys_of(due_list_of(owner), self._kind)[:1], KEPT_SECONDS, *names)
        self.woken.set()

    async def claim(self, number: int, count: int) -> list[Lease]:
        """Take leases of up to `count` parts of a due-list that are due.

        Raises: StoreAway.
        """
        async with self._connection as redis:
            found: Any = await _CLAIM(
                redis,
                due_keys_of(number, self._kind),
                count,
                int(LEASE_SECONDS * 1000),
                int((LONGEST_WAIT + LEASE_SECONDS) * 1000),
                self._worker,
                KEPT_SECONDS,
            )
        names = [name.decode().partition("/") for name, _ in found]
        return [Lease(owner, part, ends) for (owner, _, part), (_, ends) in zip(names, found, strict=True)]

    async def renew(self, lease: Lease) -> bool:
        """Extend a lease; return whether it was still this worker's.

        Raises: StoreAway.
        """
        ends = await self._settle(lease, "renew", LEASE_SECONDS)
        lease.ends = ends or lease.ends
        return ends is not None

    async def release(self, lease: Lease, wait: float | None) -> None:
        """End a lease: the part is due again after `wait` seconds, or leaves the list if that is None.

        A part that was woken meanwhile is due at once.

        Raises: StoreAway.
        """
        await (self._settle(lease, "forget", 0) if wait is None else self._settle(lease, "wait", wait))

    async def _settle(self, lease: Lease, how: str, seconds: float) -> bytes | None:
        keys = due_keys_of(due_list_of(lease.owner), self._kind)
        words = lease.name, self._worker, lease.ends, how, int(seconds * 1000)
        async with self._connection as redis:
            settled: bytes | None = await _SETTLE(redis, keys, *words)
        return settled
