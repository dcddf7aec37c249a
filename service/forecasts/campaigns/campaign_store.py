"""The store of campaigns: the request, what is counted of each cell, and who counts.

    umpire:{campaign-<id>}:campaign   hash: spec (packed JSON), ruleset, chunk, status, version, problem, holder,
                                      caller, hash of the token, operation, cells (their number); fights, share and
                                      played (milliseconds) as of the last checkpoint
    umpire:{campaign-<id>}:cells      hash: by number of the cell, what is counted of it (packed JSON)
    umpire:{campaign-<id>}:told       hash: by number of the cell, `<version> ` and what is told of it (JSON)
    umpire:{campaign-<id>}:live       channel: the version of each checkpoint as it is written

The holder is the worker who counts, by a token that is new with each lease: a checkpoint of anybody else is refused, so
that nothing is counted twice. Campaigns are kept for a week after their last change.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest
from typing import Any, Final

from service.encounters.notices.feed import Head, Page
from service.encounters.tokens import hashed
from service.forecasts.problems import CampaignTooLarge, CancelRefused, UnknownCampaign
from service.settings.access.scopes import current_caller, key_name
from service.store.connection import Connection
from service.store.key_names import campaign_channel_of, campaign_keys_of
from service.store.packing import Word, packed_for_a_page, unpacked
from service.store.scripts import Script

KEPT_SECONDS: Final = 7 * 24 * 60 * 60


class CampaignStatus(StrEnum):
    """Where a campaign stands."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether nothing more will come."""
        return self in (CampaignStatus.DONE, CampaignStatus.CANCELLED, CampaignStatus.FAILED)


_FIELDS: Final = "'status', 'version', 'spec', 'chunk', 'problem', 'fights', 'share', 'played', 'caller', 'ruleset'"

# A retry with the same id finds the campaign as it is.
_CREATE: Final = Script("""
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'spec', ARGV[2], 'chunk', ARGV[3], 'caller', ARGV[4], 'ruleset', ARGV[5],
  'token', ARGV[6], 'operation', ARGV[7], 'cells', ARGV[8],
  'status', 'queued', 'version', 1, 'problem', '', 'fights', 0, 'share', 0, 'played', 0)
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
""")
# ARGV: the version after which cells are told. Returns false, or the fields and what is told of cells.
_READ: Final = Script(
    f"""
local found = redis.call('HMGET', KEYS[1], {_FIELDS})
if not found[1] then return false end
local after, told = tonumber(ARGV[1]), {{}}
for i, text in ipairs(redis.call('HVALS', KEYS[2])) do
  if tonumber(string.match(text, '^%d+')) > after then told[#told + 1] = text end
end
return {{found, told}}
""",
    is_long=True,
)
# ARGV: the new holder. Returns false if there is nothing to play, or the fields and what is counted.
_HOLD: Final = Script(
    f"""
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' and status ~= 'waiting' then return false end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'status', 'running', 'problem', '')
return {{redis.call('HMGET', KEYS[1], {_FIELDS}), redis.call('HGETALL', KEYS[2])}}
""",
    is_long=True,
)
# ARGV: seconds to keep it, the channel, the holder, status, problem, fights, share, milliseconds played since the last
# checkpoint, then of each cell that changed its number, what is counted, and what is told. Returns by how many bytes
# the cells have grown, or false if it is not held.
_CHECKPOINT: Final = Script("""
local found = redis.call('HMGET', KEYS[1], 'holder', 'status', 'version')
if found[1] ~= ARGV[3] or found[2] ~= 'running' then return false end
local version = string.format('%d', found[3] + 1)
redis.call('HSET', KEYS[1], 'version', version, 'status', ARGV[4], 'problem', ARGV[5], 'fights', ARGV[6],
  'share', ARGV[7])
redis.call('HINCRBY', KEYS[1], 'played', ARGV[8])
local grown = 0
for i = 9, #ARGV, 3 do
  grown = grown + #ARGV[i + 1] - redis.call('HSTRLEN', KEYS[2], ARGV[i])
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  redis.call('HSET', KEYS[3], ARGV[i], version .. ' ' .. ARGV[i + 2])
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
redis.call('PUBLISH', ARGV[2], version)
return grown
""")
# ARGV: seconds to keep it, the channel. Returns whether there is such a campaign.
_CANCEL: Final = Script("""
local status = redis.call('HGET', KEYS[1], 'status')
if not status then return 0 end
if status == 'queued' or status == 'running' or status == 'waiting' then
  redis.call('HSET', KEYS[1], 'status', 'cancelled')
  local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
  redis.call('PUBLISH', ARGV[2], string.format('%d', version))
end
return 1
""")


@dataclass(frozen=True, slots=True)
class StoredCampaign:
    """A campaign as it is stored; `played` is in seconds, and `told` is what is told of cells, as JSON.

    As an entry of a feed, it is the newest checkpoint, with the cells that have changed since the one before.
    """

    id: str
    version: int
    status: CampaignStatus
    spec: bytes
    chunk: int
    problem: str | None
    fights: int
    share: float
    played: float
    caller: str | None
    ruleset: str
    told: tuple[bytes, ...] = ()
    rights: bytes = b""

    @property
    def size(self) -> int:
        """The length of what is told, in bytes."""
        return sum([len(each) for each in self.told])


@dataclass(frozen=True, slots=True)
class Label:
    """What listings show of a new campaign, and the hash of the token that cancels it."""

    operation: str = ""
    cells: int = 0
    token_hash: bytes = b""


NO_LABEL: Final = Label()


@dataclass(frozen=True, slots=True)
class Held:
    """A campaign that this worker counts, by its token, and what was counted of its cells."""

    campaign: StoredCampaign
    token: str
    cells: Mapping[int, bytes]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What has changed since the last checkpoint.

    `played` are the seconds since then, and `seconds` the CPU seconds that the caller is charged for. `cells` has what
    is counted and what is told, by number.
    """

    status: CampaignStatus
    problem: str | None
    fights: int
    share: float
    played: float
    seconds: float
    cells: Mapping[int, tuple[bytes, bytes]]


class Campaigns:
    """The stored campaigns; every method raises StoreAway if the store does not answer."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    async def create(self, id: str, ruleset: str, spec: bytes, chunk: int, label: Label = NO_LABEL) -> None:
        """Store a new campaign, unless a retry has stored it before.

        Raises: TooLargeToStore, StorageQuotaSpent.
        """
        kept = packed_for_a_page(spec, "The campaign")
        async with self._connection as redis:
            await self._connection.quotas.take(redis, len(kept), 1, 1)
            caller = current_caller.get() or ""
            shown = label.token_hash, label.operation, label.cells
            await _CREATE(redis, campaign_keys_of(id)[:1], KEPT_SECONDS, kept, chunk, caller, ruleset, *shown)

    async def read(self, id: str, after: int = 0) -> StoredCampaign:
        """Read a campaign, and what is told of the cells that have changed after a version.

        Raises: UnknownCampaign.
        """
        found = await self._found(id, after)
        if found is None:
            raise unknown_campaign(id)
        return found

    async def counted(self, id: str, cell: int) -> bytes | None:
        """Return what is counted of a cell; None, if nothing is counted yet."""
        async with self._connection as redis:
            kept: Any = await redis.hget(campaign_keys_of(id)[1], str(cell))
        return None if kept is None else unpacked(kept)

    async def hold(self, id: str, token: str) -> Held | None:
        """Become the holder of a campaign; None, if it is finished, cancelled or gone."""
        keys = campaign_keys_of(id)
        async with self._connection as redis:
            found: Any = await _HOLD(redis, keys[:2], token)
        if found is None:
            return None
        fields, counted = found
        cells = {int(number): unpacked(kept) for number, kept in zip(counted[::2], counted[1::2], strict=True)}
        return Held(_campaign(id, fields, ()), token, cells)

    async def checkpoint(self, held: Held, change: Checkpoint) -> bool:
        """Write a checkpoint; return whether the campaign was still held, and neither cancelled nor gone.

        Raises: TooLargeToStore.
        """
        words: list[Word] = []
        for number, (counted, told) in change.cells.items():
            words += [number, packed_for_a_page(counted, "A cell"), told]
        campaign = held.campaign.id
        about: list[Word] = [change.status.value, change.problem or "", change.fights, f"{change.share:.9f}"]
        where: list[Word] = [KEPT_SECONDS, campaign_channel_of(campaign), held.token]
        async with self._connection as redis:
            grown: int | None = await _CHECKPOINT(
                redis, campaign_keys_of(campaign), *where, *about, round(1000 * change.played), *words
            )
            current_caller.set(held.campaign.caller)
            await self._connection.quotas.owe(redis, max(grown or 0, 0), math.ceil(change.seconds))
        return grown is not None

    def require_quota(self, seconds: float) -> None:
        """Refuse a campaign that takes more CPU seconds than its caller may ever have played at once.

        Raises: CampaignTooLarge, with the estimate.
        """
        caller = current_caller.get()
        quota = None if caller is None else self._connection.quotas.allowances_of(caller).campaigns
        if quota is not None and seconds > quota.amount:
            message = (
                f"The campaign would take about {seconds:,.0f} CPU seconds, by some of its fights that were tried, and "
                f"its caller may have {quota.text} played. Ask for fewer cells or fights, or a larger half_width."
            )
            raise CampaignTooLarge(message, pointer="/max_fights")

    def quota_wait(self, held: Held) -> int | None:
        """Return the seconds that a campaign has to wait because its caller has spent its quota; None: it has not."""
        caller = held.campaign.caller
        standings = [] if caller is None else self._connection.quotas.standings(caller)
        spent = [each.seconds for each in standings if each.bucket == "played" and not each.left]
        return max(spent, default=None)

    async def confirm_held(self, held: Held) -> bool:
        """Look in the store whether a campaign is still held, and neither cancelled nor gone."""
        async with self._connection as redis:
            found: Any = await redis.hmget(campaign_keys_of(held.campaign.id)[0], ["holder", "status"])
        return bool(found == [held.token.encode(), CampaignStatus.RUNNING.value.encode()])

    async def require_owner(self, id: str, token: str | None) -> None:
        """Require the campaign's own token, or the API key that started it.

        Campaigns that were started before they had tokens are cancelled by all who know them, as they were told.
        Raises: UnknownCampaign, CancelRefused.
        """
        async with self._connection as redis:
            found: Any = await redis.hmget(campaign_keys_of(id)[0], ["status", "token", "caller"])
        status, own, caller = found
        if status is None:
            raise unknown_campaign(id)
        here = current_caller.get()
        is_keys = key_name(here) is not None and caller == (here or "").encode()
        if own is not None and not is_keys and not compare_digest(hashed(token or ""), own):
            raise CancelRefused(
                f"To cancel the campaign {id!r} send the token from the answer to its start (`Authorization: Bearer "
                "TOKEN`, or in GraphQL the argument `token`), or the API key that started it. The id only reads."
            )

    async def cancel(self, id: str) -> None:
        """Cancel a campaign; one that is finished stays as it is.

        Raises: UnknownCampaign.
        """
        async with self._connection as redis:
            is_known = await _CANCEL(redis, campaign_keys_of(id), KEPT_SECONDS, campaign_channel_of(id))
        if not is_known:
            raise unknown_campaign(id)

    def channel(self, name: str) -> bytes:
        """Return the pub/sub channel of a campaign."""
        return campaign_channel_of(name).encode()

    async def head(self, name: str) -> Head | None:
        """Return a campaign's version, or None if there is no such campaign."""
        async with self._connection as redis:
            found: Any = await redis.hget(campaign_keys_of(name)[0], "version")
        return None if found is None else Head(int(found))

    async def page(self, name: str, after: int, count: int) -> Page[StoredCampaign]:
        """Return the newest checkpoint as the only entry, if it is newer than a version."""
        found = await self._found(name, after)
        return Page([] if found is None or found.version <= after else [found], more=False)

    async def _found(self, id: str, after: int) -> StoredCampaign | None:
        keys = campaign_keys_of(id)
        async with self._connection as redis:
            found: Any = await _READ(redis, (keys[0], keys[2]), after)
        if found is None:
            return None
        fields, told = found
        return _campaign(id, fields, tuple([each.partition(b" ")[2] for each in told]))


def unknown_campaign(id: str) -> UnknownCampaign:
    """Return the error for an id that no campaign has."""
    return UnknownCampaign(f"There is no campaign {id!r}: it never was, or it has expired.")


def _campaign(id: str, fields: list[bytes], told: tuple[bytes, ...]) -> StoredCampaign:
    status, version, spec, chunk, problem, fights, share, played, caller, ruleset = fields
    return StoredCampaign(
        id=id,
        version=int(version),
        status=CampaignStatus(status.decode()),
        spec=unpacked(spec),
        chunk=int(chunk),
        problem=problem.decode() or None,
        fights=int(fights),
        share=float(share),
        played=int(played) / 1000,
        caller=caller.decode() or None,
        ruleset=ruleset.decode(),
        told=told,
    )
