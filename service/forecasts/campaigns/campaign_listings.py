"""Which campaigns belong to the holder of a listing token (encounters/stored/listing_store.py), or to an API key.

umpire:{caller-<hash>}:listing    the listing of a key, by a hash of its name: the campaigns that it started last
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from service.encounters.stored.listing_store import MAX_LISTED, Listed, Listing
from service.errors import TokenUnknown
from service.forecasts.campaigns.campaign_store import KEPT_SECONDS, CampaignStatus
from service.store.key_names import campaign_keys_of
from service.store.scripts import Script

# ARGV: the most that are kept, the id to add, and the seconds to keep them after the last one.
_PUSH: Final = Script("""
redis.call('HSET', KEYS[1], 'ttl', ARGV[3])
if not redis.call('ZSCORE', KEYS[2], ARGV[2]) then
  redis.call('ZADD', KEYS[2], redis.call('HINCRBY', KEYS[1], 'next', 1), ARGV[2])
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[1])
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
""")
# Reads a campaign without renewing its time to live.
_GLANCE: Final = Script("""
local found = redis.call('HMGET', KEYS[1], 'operation', 'ruleset', 'cells', 'status', 'version', 'fights', 'share',
  'problem')
if not found[1] then return false end
found[9] = redis.call('PTTL', KEYS[1])
return found
""")


@dataclass(frozen=True, slots=True)
class CampaignGlance:
    """What a listing shows of a campaign; `expires_in` is in seconds."""

    id: str
    operation: str
    ruleset: str
    cells: int
    status: CampaignStatus
    version: int
    fights: int
    share: float
    problem: str | None
    expires_in: int


class CampaignListings(Listing[CampaignGlance]):
    """The campaigns of listings, and those of API keys."""

    noun = "campaigns"
    place = 1

    async def remember(self, caller: str, name: str) -> None:
        """Add a campaign to those of a caller, of which the newest are kept."""
        async with self._connection as redis:
            await _PUSH(redis, self._keys_of(_listing_of(caller)), MAX_LISTED, name, KEPT_SECONDS)

    async def page_of_caller(self, caller: str, before: int | None, limit: int) -> Listed[CampaignGlance]:
        """Return up to `limit` campaigns of a caller that were added before a number; None: from the newest on."""
        try:
            return await self.page(_listing_of(caller), before, limit)
        except TokenUnknown:
            return Listed([], more=False, last=0)

    async def _glance(self, redis: Any, id: str) -> CampaignGlance | None:
        found: Any = await _GLANCE(redis, campaign_keys_of(id)[:1])
        if found is None:
            return None
        operation, ruleset, cells, status, version, fights, share, problem, left = found
        return CampaignGlance(
            id=id,
            operation=operation.decode(),
            ruleset=ruleset.decode(),
            cells=int(cells),
            status=CampaignStatus(status.decode()),
            version=int(version),
            fights=int(fights),
            share=float(share),
            problem=problem.decode() or None,
            expires_in=max(left // 1000, 0),
        )


def _listing_of(caller: str) -> str:
    """Return the id of a caller's listing, which is no token's: those are 32 digits."""
    return f"caller-{sha256(caller.encode()).hexdigest()[:32]}"
