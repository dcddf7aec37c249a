"""Storage quotas: how many things each caller may create in the store in a time, and how many bytes it may put there.

Created are encounters (forks included), kept results and the pages they are kept on. Bytes count as they are stored,
deflated. Both quotas are token buckets that are regained evenly; they are counted in the store, by the store's clock,
so they hold for all instances together.

    umpire:rate:{<caller>}:created   when the bucket of creations will be full again, in microseconds
    umpire:rate:{<caller>}:stored    the same of bytes
"""

import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from service.errors import StorageQuotaSpent
from service.store.scripts import Script

if TYPE_CHECKING:
    from service.store.cluster import Cluster
    from service.store.pipelines import Pipelines

UNLIMITED: Final = "none"

_READ: Final = re.compile(r"(\d+)(kB|MB|GB)?/(second|minute|hour|day)")
_UNITS: Final = {None: 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_MICROSECONDS: Final = 1_000_000

# ARGV: 'take', or 'owe' to charge without refusing; then for each bucket the microseconds that what is taken needs to
# be regained, and those that an empty bucket needs to be full. What is more than a whole bucket takes a full one.
# Returns {0, 0}, or the bucket that is spent and for how many seconds; then nothing is taken from any.
_TAKE: Final = Script("""
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local spent, wait, filled = 0, 0, {}
for i, key in ipairs(KEYS) do
  local cost, full = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local before = math.min(math.max(tonumber(redis.call('GET', key) or 0), now), now + full)
  filled[i] = before + math.min(cost, full)
  if filled[i] - full - now > wait then spent, wait = i, filled[i] - full - now end
  filled[i] = math.min(filled[i], now + full)
end
if spent > 0 and ARGV[1] == 'take' then return {spent, math.ceil(wait / 1000000)} end
for i, key in ipairs(KEYS) do
  if filled[i] > now then
    redis.call('SET', key, string.format('%.0f', filled[i]), 'PX', math.ceil((filled[i] - now) / 1000))
  end
end
return {0, 0}
""")

calling: Final[ContextVar[str | None]] = ContextVar("calling", default=None)
"""Whose request is being answered; None is a caller without quotas, such as the command line."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """So much at once, regained evenly over so many seconds; `text` says it as it was set."""

    amount: int
    seconds: int
    text: str

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Read "1000/hour" or "32MB/day"; "none" is no limit.

        Raises: ValueError, if it is none of these.
        """
        if text == UNLIMITED:
            return None
        found = _READ.fullmatch(text)
        if found is None:
            message = f"{text!r} is no quota; write 1000/hour, 32MB/day or none"
            raise ValueError(message)
        return cls(int(found[1]) * _UNITS[found[2]], _SECONDS[found[3]], text)

    def cost(self, taken: int) -> list[int]:
        """Return in microseconds how long what is taken needs to be regained, and how long all of it."""
        full = self.seconds * _MICROSECONDS
        return [-(-taken * full // self.amount), full]


class Quotas:
    """What each caller may have the store keep."""

    def __init__(self, created: str = UNLIMITED, stored: str = UNLIMITED) -> None:
        """Allow so many creations and so many bytes in a time, as `Allowance.of` reads them."""
        self._created = Allowance.of(created)
        self._stored = Allowance.of(stored)

    async def take(self, redis: "Pipelines | Cluster", size: int, created: int = 0) -> None:
        """Charge what is about to be stored: so many bytes, and so many new things.

        Raises: StorageQuotaSpent, and then nothing is charged.
        """
        told = await self._charge(redis, "take", size, created)
        if told is not None:
            allowance, wait = told
            what = "stored" if allowance is self._stored else "encounters, kept results and pages created"
            message = (
                f"One address may have {allowance.text} {what}, and this would be more; try again in {wait} seconds."
            )
            raise StorageQuotaSpent(message, wait=wait)

    async def owe(self, redis: "Pipelines | Cluster", size: int) -> None:
        """Charge what is stored in any case, so that the next request pays for it."""
        await self._charge(redis, "owe", size, 0)

    async def _charge(
        self, redis: "Pipelines | Cluster", how: str, size: int, created: int
    ) -> tuple[Allowance, int] | None:
        caller = calling.get()
        taken = ((self._created, "created", created), (self._stored, "stored", size))
        charged = [(allowance, name, amount) for allowance, name, amount in taken if allowance and amount]
        if caller is None or not charged:
            return None
        keys = [f"umpire:rate:{{{caller}}}:{name}" for _, name, _ in charged]
        costs = [word for allowance, _, amount in charged for word in allowance.cost(amount)]
        spent, wait = await _TAKE(redis, keys, how, *costs)
        return (charged[spent - 1][0], wait) if spent else None
