"""Webhooks of an encounter in the store: fields of the encounter's own hash, so that they end with the encounter.

    hooks       the webhooks, separated by spaces: `<role>/<id>`
    hook:<id>   what never changes of a webhook, as JSON
    sent:<id>   the last version that was delivered, failed attempts since then, a status, their first time and a reason

    umpire:rate:{<caller>}:receivers   sorted set: the receivers that a caller's webhooks have reached within the hour

A signing secret is stored as it is, because every delivery is signed with it; it opens nothing in the service.
"""

from base64 import b64encode
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from service.encounters.tokens import is_current, rights_of
from service.errors import UnknownWebhook, WebhooksFull
from service.store.connection import Connection
from service.store.key_names import keys_of
from service.store.missing import unknown_encounter
from service.store.scripts import Script
from service.wire import record, to_json

MAX_WEBHOOKS: Final = 4
"""The most webhooks of one encounter that each role may have."""
MAX_RECEIVERS: Final = 32
"""The most receivers that the webhooks of one caller reach within an hour: the service is no reflector."""
_HOUR: Final = 3600
PREFIX: Final = "whsec_"
"""The beginning of every signing secret."""

_ADDED, _FULL = 1, 0
# Webhooks of the same role that ended with an earlier token make room: nobody with the present one could delete them.
_ADD: Final = Script("""
local role, id, token = ARGV[1], ARGV[2], ARGV[6]
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return -1 end
if redis.call('HEXISTS', KEYS[1], 'hook:' .. id) == 1 then return 1 end
local kept, count = {}, 0
for each in string.gmatch(redis.call('HGET', KEYS[1], 'hooks') or '', '%S+') do
  local its_role, its_id = string.match(each, '^(%a+)/(.*)')
  local held = redis.call('HGET', KEYS[1], 'hook:' .. its_id)
  if its_role ~= role or not held or string.find(held, token, 1, true) then
    kept[#kept + 1] = each
    if its_role == role then count = count + 1 end
  else
    redis.call('HDEL', KEYS[1], 'hook:' .. its_id, 'sent:' .. its_id)
  end
end
if count < tonumber(ARGV[5]) then kept[#kept + 1] = role .. '/' .. id end
redis.call('HSET', KEYS[1], 'hooks', table.concat(kept, ' '))
if count >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], 'hook:' .. id, ARGV[3], 'sent:' .. id, ARGV[4])
return 1
""")
_REMOVE: Final = Script("""
local kept = {}
for each in string.gmatch(redis.call('HGET', KEYS[1], 'hooks') or '', '%S+') do
  if string.match(each, '/(.*)') ~= ARGV[1] then kept[#kept + 1] = each end
end
local found = redis.call('HDEL', KEYS[1], 'hook:' .. ARGV[1], 'sent:' .. ARGV[1])
if found > 0 then redis.call('HSET', KEYS[1], 'hooks', table.concat(kept, ' ')) end
return found
""")
_LIST: Final = Script("""
local found = {}
for each in string.gmatch(redis.call('HGET', KEYS[1], 'hooks') or '', '%S+') do
  local id = string.match(each, '/(.*)')
  found[#found + 1] = redis.call('HMGET', KEYS[1], 'hook:' .. id, 'sent:' .. id)
end
return found
""")
_LOOK: Final = Script("""
local found = redis.call('HMGET', KEYS[1], 'hook:' .. ARGV[1], 'sent:' .. ARGV[1], 'version', 'family', 'referee',
  'viewer')
if not found[1] or not found[3] then return false end
found[7] = redis.call('TIME')[1]
return found
""")
# A worker whose lease has ended does not undo what a later one has recorded; a webhook that failed or ended stays so.
_RECORD: Final = Script("""
local held = redis.call('HGET', KEYS[1], 'sent:' .. ARGV[1])
if not held then return 0 end
local delivered, status = string.match(held, '^(%d+) %d+ (%a+)')
if tonumber(delivered) > tonumber(ARGV[2]) or status ~= 'active' then return 0 end
redis.call('HSET', KEYS[1], 'sent:' .. ARGV[1], ARGV[3])
return 1
""")


# Receivers that a caller's webhooks have reached within the hour, by the time of the first delivery. Returns the
# seconds to wait for a further one, or 0.
_REACH: Final = Script("""
local now, hour = tonumber(redis.call('TIME')[1]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - hour)
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return math.max(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] + hour - now, 1)
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('EXPIRE', KEYS[1], hour)
return 0
""")


class WebhookStatus(StrEnum):
    """Whether a webhook is served: active; failed, after too many attempts; or ended, with the token that made it."""

    ACTIVE = "active"
    FAILED = "failed"
    ENDED = "ended"


@record
class Webhook:
    """What never changes of a webhook: its target and signing secret, the token it needs, and who created it.

    The token is known by its role and its hash; the caller is that of the quotas, empty if there was none.
    """

    id: str
    url: str
    secret: str
    role: str
    token_hash: str
    caller: str

    @property
    def receiver(self) -> str:
        """The host that it leads to, with its port if the URL names one."""
        return urlsplit(self.url).netloc.lower()


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message for a receiver; `sent_at` is the time of the attempt, in seconds since 1970."""

    url: str
    secret: str
    id: str
    sent_at: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an attempt failed, as a sentence.

    `is_final`: the receiver wants no further attempt; `hangs`: it did not answer in time.
    """

    reason: str
    is_final: bool = False
    hangs: bool = False


def secret_of(key: bytes) -> str:
    """Write a signing key as a secret."""
    return PREFIX + b64encode(key).decode()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a webhook is: the last version that was delivered, failed attempts since, status and last failure.

    `since` is the time of the first of these attempts, in seconds since 1970; 0 without any.
    """

    delivered: int
    failures: int = 0
    status: WebhookStatus = WebhookStatus.ACTIVE
    reason: str = ""
    since: int = 0

    def written(self) -> str:
        """Write it in the form in which it is stored."""
        return f"{self.delivered} {self.failures} {self.status} {self.since} {self.reason}"

    @classmethod
    def read(cls, kept: bytes) -> "Progress":
        """Read what `written` has written, or did before it told since when a webhook fails."""
        delivered, failures, status, rest = kept.decode().split(" ", 3)
        since, _, reason = rest.partition(" ")
        if not since.isdigit():
            since, reason = "0", rest
        return cls(int(delivered), int(failures), WebhookStatus(status), reason, int(since))


@dataclass(frozen=True, slots=True)
class Look:
    """A webhook and its encounter at one moment.

    `rights` are those of the encounter's present tokens; `now` is the time in seconds since 1970, by the store's clock.
    """

    webhook: Webhook
    progress: Progress
    version: int
    family: str
    rights: bytes
    now: int

    @property
    def is_revoked(self) -> bool:
        """Whether the token that made the webhook has been replaced or revoked."""
        return not is_current(self.rights, self.webhook.role, self.webhook.token_hash)


class Webhooks:
    """The webhooks in a store; every method raises StoreAway if the store does not answer."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    async def add(self, encounter: str, webhook: Webhook, after: int) -> None:
        """Store a webhook that is to receive the versions after one; a retry with the same id changes nothing.

        Raises: UnknownEncounter, WebhooksFull, StorageQuotaSpent.
        """
        written, progress = to_json(webhook), Progress(after).written()
        async with self._connection as redis:
            await self._connection.quotas.take(redis, len(written) + len(progress), 1)
            words = webhook.role, webhook.id, written, progress, MAX_WEBHOOKS, webhook.token_hash
            added = await _ADD(redis, keys_of(encounter)[:1], *words)
        if added == _FULL:
            raise WebhooksFull(
                f"The encounter {encounter!r} has {MAX_WEBHOOKS} webhooks for the {webhook.role}'s token, the most "
                "that it may have; delete one first."
            )
        if added != _ADDED:
            raise unknown_encounter(encounter)

    async def all(self, encounter: str) -> list[tuple[Webhook, Progress]]:
        """Return the webhooks of an encounter in the order of their creation."""
        async with self._connection as redis:
            found: Any = await _LIST(redis, keys_of(encounter)[:1])
        return [(_webhook(written), Progress.read(progress)) for written, progress in found]

    async def remove(self, encounter: str, id: str) -> None:
        """Delete a webhook.

        Raises: UnknownWebhook.
        """
        async with self._connection as redis:
            if not await _REMOVE(redis, keys_of(encounter)[:1], id):
                raise unknown_webhook(encounter, id)

    async def look(self, encounter: str, id: str) -> Look | None:
        """Return a webhook with the present version and token of its encounter; None if either is gone."""
        async with self._connection as redis:
            found: Any = await _LOOK(redis, keys_of(encounter)[:1], id)
        if found is None:
            return None
        written, progress, version, family, referee, viewer, now = found
        return Look(
            _webhook(written),
            Progress.read(progress),
            int(version),
            family.decode(),
            rights_of(referee, viewer),
            int(now),
        )

    async def reach(self, webhook: Webhook) -> int:
        """Count the receiver of a webhook among those that its caller reaches; return the seconds to wait, or 0."""
        if not webhook.caller:
            return 0
        async with self._connection as redis:
            wait: int = await _REACH(
                redis, [f"umpire:rate:{{{webhook.caller}}}:receivers"], webhook.receiver, MAX_RECEIVERS, _HOUR
            )
        return wait

    async def record(self, encounter: str, id: str, progress: Progress) -> None:
        """Record how far a webhook is, unless it is gone, further already, or served no more."""
        async with self._connection as redis:
            await _RECORD(redis, keys_of(encounter)[:1], id, progress.delivered, progress.written())


def unknown_webhook(encounter: str, id: str) -> UnknownWebhook:
    """Return the error for an id that no webhook of an encounter has."""
    return UnknownWebhook(f"The encounter {encounter!r} has no webhook {id!r} that this token may see.")


def _webhook(written: bytes) -> Webhook:
    return Webhook(**{"caller": "", **orjson.loads(written)})
