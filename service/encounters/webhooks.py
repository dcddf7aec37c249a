"""Webhooks of an encounter in the store: fields of the encounter's own hash, so that they end with the encounter.

    hooks       the webhooks, separated by spaces: `<role>/<id>`
    hook:<id>   what never changes of a webhook, as JSON
    sent:<id>   the last version that was delivered, failed attempts since then, a status and a reason

A signing secret is stored as it is, because every delivery is signed with it; it opens nothing in the service.
"""

from base64 import b64encode
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import orjson

from service.encounters.tokens import is_current, rights_of
from service.errors import UnknownWebhook, WebhooksFull
from service.store.connection import Connection
from service.store.keys import keys_of
from service.store.missing import unknown_encounter
from service.store.scripts import Script
from service.wire import record, to_json

MAX_WEBHOOKS: Final = 4
"""The most webhooks of one encounter that each role may have."""
PREFIX: Final = "whsec_"
"""The beginning of every signing secret."""

_ADDED, _FULL = 1, 0
_ADD: Final = Script("""
local role, id = ARGV[1], ARGV[2]
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return -1 end
if redis.call('HEXISTS', KEYS[1], 'hook:' .. id) == 1 then return 1 end
local hooks, count = redis.call('HGET', KEYS[1], 'hooks') or '', 0
for each in string.gmatch(hooks, '%S+') do
  if string.match(each, '^%a+') == role then count = count + 1 end
end
if count >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], 'hooks', hooks .. ' ' .. role .. '/' .. id, 'hook:' .. id, ARGV[3], 'sent:' .. id, ARGV[4])
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


class WebhookStatus(StrEnum):
    """Whether a webhook is served: active; failed, after too many attempts; or ended, with the token that made it."""

    ACTIVE = "active"
    FAILED = "failed"
    ENDED = "ended"


@record
class Webhook:
    """What never changes of a webhook: its target, its signing secret, and the role and hash of the token it needs."""

    id: str
    url: str
    secret: str
    role: str
    token_hash: str


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
    """Why an attempt failed, as a sentence; `is_final`: the receiver wants no further attempt."""

    reason: str
    is_final: bool = False


def secret_of(key: bytes) -> str:
    """Write a signing key as a secret."""
    return PREFIX + b64encode(key).decode()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a webhook is: the last version that was delivered, failed attempts since, status and last failure."""

    delivered: int
    failures: int = 0
    status: WebhookStatus = WebhookStatus.ACTIVE
    reason: str = ""

    def written(self) -> str:
        """Write it in the form in which it is stored."""
        return f"{self.delivered} {self.failures} {self.status} {self.reason}"

    @classmethod
    def read(cls, kept: bytes) -> "Progress":
        """Read what `written` has written."""
        delivered, failures, status, reason = kept.decode().split(" ", 3)
        return cls(int(delivered), int(failures), WebhookStatus(status), reason)


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
            words = webhook.role, webhook.id, written, progress, MAX_WEBHOOKS
            added = await _ADD(redis, keys_of(encounter)[:1], *words)
        if added == _FULL:
            raise WebhooksFull(
                f"The encounter {encounter!r} has {MAX_WEBHOOKS} webhooks for the {webhook.role}'s token, which is as "
                "many as one may; delete one first."
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

    async def record(self, encounter: str, id: str, progress: Progress) -> None:
        """Record how far a webhook is, unless it is gone, further already, or served no more."""
        async with self._connection as redis:
            await _RECORD(redis, keys_of(encounter)[:1], id, progress.delivered, progress.written())


def unknown_webhook(encounter: str, id: str) -> UnknownWebhook:
    """Return the error for an id that no webhook of an encounter has."""
    return UnknownWebhook(f"The encounter {encounter!r} has no webhook {id!r} that this token may see.")


def _webhook(written: bytes) -> Webhook:
    return Webhook(**orjson.loads(written))
