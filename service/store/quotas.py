"""Storage quotas: how many objects each caller may create in the store per time, and how many bytes it may store.

Encounters (forks included), listings, webhooks, kept results and their pages count as created objects. Bytes are
counted after compression. Both quotas are token buckets that refill evenly; they are counted in the store, by the
store's clock, so they hold for all instances together.

    umpire:rate:{<caller>}:created   when the bucket of creations will be full again, in microseconds
    umpire:rate:{<caller>}:stored    when the bucket of bytes will be full again, in microseconds
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

# ARGV: 'take', or 'owe' to charge without refusing; then for each bucket the microseconds in which the charged amount
# refills, and those in which an empty bucket refills. An amount larger than the bucket is charged as a full bucket.
# Returns {0, 0}, or the number of the empty bucket and the seconds to wait; then no bucket is charged.
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

current_caller: Final[ContextVar[str | None]] = ContextVar("calling", default=None)
"""The caller of the current request; None is a caller without quotas, such as the command line."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A token bucket: `amount` at once, refilled evenly over `seconds`; `text` is the setting it was read from."""

    amount: int
    seconds: int
    text: str

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Parse "1000/hour" or "32MB/day"; "none" is no limit.

        Raises: ValueError, if the text has none of these forms.
        """
        if text == UNLIMITED:
            return None
        found = _READ.fullmatch(text)
        if found is None:
            message = f"{text!r} is no quota; write 1000/hour, 32MB/day or none"
            raise ValueError(message)
        return cls(int(found[1]) * _UNITS[found[2]], _SECONDS[found[3]], text)

    def cost(self, taken: int) -> list[int]:
        """Return the microseconds in which a charged amount refills, and those in which the whole bucket refills."""
        full = self.seconds * _MICROSECONDS
        return [-(-taken * full // self.amount), full]


class Quotas:
    """The storage quotas of each caller."""

    def __init__(self, created: str = UNLIMITED, stored: str = UNLIMITED) -> None:
        """Set the quotas of created objects and stored bytes, as `Allowance.of` parses them."""
        self._created = Allowance.of(created)
        self._stored = Allowance.of(stored)

    async def take(self, redis: "Pipelines | Cluster", size: int, created: int = 0) -> None:
        """Charge a write before it is made: `size` bytes, and `created` new objects.

        Raises: StorageQuotaSpent, and then nothing is charged.
        """
        refused = await self._charge(redis, "take", size, created)
        if refused is not None:
            allowance, wait = refused
            what = "stored" if allowance is self._stored else "encounters, listings, webhooks and kept results created"
            message = (
                f"One address may have {allowance.text} {what}, and this would be more; try again in {wait} seconds."
            )
            raise StorageQuotaSpent(message, wait=wait)

    async def owe(self, redis: "Pipelines | Cluster", size: int) -> None:
        """Charge bytes that are stored in any case; the bucket may then be empty for the next request."""
        await self._charge(redis, "owe", size, 0)

    async def _charge(
        self, redis: "Pipelines | Cluster", how: str, size: int, created: int
    ) -> tuple[Allowance, int] | None:
        caller = current_caller.get()
        taken = ((self._created, "created", created), (self._stored, "stored", size))
        charged = [(allowance, name, amount) for allowance, name, amount in taken if allowance and amount]
        if caller is None or not charged:
            return None
        keys = [f"umpire:rate:{{{caller}}}:{name}" for _, name, _ in charged]
        costs = [word for allowance, _, amount in charged for word in allowance.cost(amount)]
        spent, wait = await _TAKE(redis, keys, how, *costs)
        return (charged[spent - 1][0], wait) if spent else None
