"""Listings: which encounters belong to the holder of a listing token, newest first.

    umpire:{<id>}:listing             hash: `ttl` in seconds, and `next`, the number of encounters that were ever added
    umpire:{<id>}:listing:encounters  sorted set: ids of encounters by the number under which each was added

The id of a listing is made of its token's hash, so the store has no token. Encounters that were deleted or have expired
are left out when the listing is read, and removed then.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from service.encounters.reveal import Reveal
from service.encounters.tokens import hashed
from service.errors import ListingFull, TokenMissing, TokenUnknown
from service.store.connection import Connection
from service.store.keys import keys_of, listing_keys_of
from service.store.scripts import Script

SHORTEST_TTL: Final = 60
DEFAULT_TTL: Final = 90 * 24 * 60 * 60
LONGEST_TTL: Final = 366 * 24 * 60 * 60
MAX_LISTED: Final = 1_000
"""The most encounters of one listing."""
CHUNK: Final = 100
LISTING_BYTES: Final = 64
"""The bytes that a listing, or an encounter in it, is charged for."""

_FULL, _UNKNOWN = -2, -1
_CREATE: Final = Script("""
redis.call('HSET', KEYS[1], 'ttl', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
""")
# ARGV: the most encounters, the id to add, and 'add', or 'ask' to add nothing. Returns a number from 0 on, -1 if there
# is no such listing, or -2 if it is full.
_ADD: Final = Script("""
local ttl = redis.call('HGET', KEYS[1], 'ttl')
if not ttl then return -1 end
redis.call('EXPIRE', KEYS[1], ttl)
redis.call('EXPIRE', KEYS[2], ttl)
if redis.call('ZSCORE', KEYS[2], ARGV[2]) then return 0 end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[1]) then return -2 end
if ARGV[3] == 'ask' then return 0 end
local number = redis.call('HINCRBY', KEYS[1], 'next', 1)
redis.call('ZADD', KEYS[2], number, ARGV[2])
redis.call('EXPIRE', KEYS[2], ttl)
return number
""")
# ARGV: the number before which to read ('+inf': all), and how many. Returns false, or ids and numbers in turn.
_READ: Final = Script("""
local ttl = redis.call('HGET', KEYS[1], 'ttl')
if not ttl then return false end
redis.call('EXPIRE', KEYS[1], ttl)
redis.call('EXPIRE', KEYS[2], ttl)
return redis.call('ZREVRANGEBYSCORE', KEYS[2], ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
""")
_REMOVE: Final = Script("return redis.call('ZREM', KEYS[1], unpack(ARGV))")
_DELETE: Final = Script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local count = redis.call('ZCARD', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2])
return count
""")
# Reads an encounter without renewing its time to live.
_GLANCE: Final = Script("""
local found = redis.call('HMGET', KEYS[1], 'family', 'ruleset', 'version', 'reveal', 'veiled', 'ttl', 'meta')
if not found[1] then return false end
found[8] = redis.call('PTTL', KEYS[1])
return found
""")


@dataclass(frozen=True, slots=True)
class Glance:
    """What a listing shows of an encounter; `number` is its place, `expires_in` is in seconds, `meta` is JSON."""

    id: str
    number: int
    family: str
    ruleset: str
    version: int
    reveal: Reveal
    ttl: int
    expires_in: int
    meta: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a listing, newest first, and whether there are more encounters after it."""

    encounters: list[Glance]
    more: bool


def listing_of(token: str | None) -> str:
    """Return the id of the listing that a token opens.

    Raises: TokenMissing.
    """
    if token is None:
        raise TokenMissing("This needs the token of a listing, sent as `Authorization: Bearer <token>`.")
    return hashed(token)[:32].decode()


class Listings:
    """The listings in a store; every method raises StoreAway if the store does not answer."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    async def create(self, id: str, ttl: int) -> None:
        """Create a listing that is kept for `ttl` seconds after each use; a retry with the same id changes nothing.

        Raises: StorageQuotaSpent.
        """
        async with self._connection as redis:
            await self._connection.quotas.take(redis, LISTING_BYTES, 1)
            await _CREATE(redis, listing_keys_of(id)[:1], ttl)

    async def require_room(self, id: str, encounter: str) -> None:
        """Require that an encounter can be added to a listing.

        Raises: TokenUnknown, if there is no such listing; ListingFull.
        """
        await self._added(id, encounter, "ask")

    async def add(self, id: str, encounter: str) -> None:
        """Add an encounter to a listing, unless it is there already.

        Raises: TokenUnknown, if there is no such listing; ListingFull, StorageQuotaSpent.
        """
        async with self._connection as redis:
            await self._connection.quotas.take(redis, LISTING_BYTES)
        await self._added(id, encounter, "add")

    async def page(self, id: str, before: int | None, limit: int) -> Listed:
        """Return up to `limit` encounters that were added before a number; None: from the newest on.

        Raises: TokenUnknown, if there is no such listing.
        """
        found: list[Glance] = []
        more = True
        while more and len(found) <= limit:
            names = await self._names(id, before)
            glances = await self._glances(id, names)
            found += [each for each in glances if each is not None]
            more = len(names) == CHUNK
            before = names[-1][1] if names else before
        return Listed(found[:limit], more=len(found) > limit)

    async def delete(self, id: str) -> int:
        """Forget a listing; return how many encounters it had, which stay as they are.

        Raises: TokenUnknown, if there is no such listing.
        """
        async with self._connection as redis:
            count: int = await _DELETE(redis, listing_keys_of(id))
        if count == _UNKNOWN:
            raise unknown_listing()
        return count

    async def _added(self, id: str, encounter: str, how: str) -> None:
        for tries_left in (True, False):
            async with self._connection as redis:
                number = await _ADD(redis, listing_keys_of(id), MAX_LISTED, encounter, how)
            if number == _UNKNOWN:
                raise unknown_listing()
            if number != _FULL:
                return
            if tries_left:
                await self.page(id, None, MAX_LISTED)  # it removes the encounters that are gone
        raise ListingFull(f"The listing has {MAX_LISTED} encounters, which is as many as one may; begin another one.")

    async def _names(self, id: str, before: int | None) -> list[tuple[str, int]]:
        async with self._connection as redis:
            start = "+inf" if before is None else f"({before}"
            found: Any = await _READ(redis, listing_keys_of(id), start, CHUNK)
        if found is None:
            raise unknown_listing()
        return [(name.decode(), int(number)) for name, number in zip(found[::2], found[1::2], strict=True)]

    async def _glances(self, id: str, names: list[tuple[str, int]]) -> list[Glance | None]:
        """Read encounters, all in one round trip; those that are gone are removed from the listing."""
        async with self._connection as redis:
            found = await asyncio.gather(*[_GLANCE(redis, keys_of(name)[:1]) for name, _ in names])
            gone = [name for (name, _), each in zip(names, found, strict=True) if each is None]
            if gone:
                await _REMOVE(redis, listing_keys_of(id)[1:], *gone)
        return [None if each is None else _glance(*at, each) for at, each in zip(names, found, strict=True)]


def unknown_listing() -> TokenUnknown:
    """Return the error for a token that opens no listing."""
    return TokenUnknown("The token is no listing's; the listing was deleted, has expired, or never was.")


def _glance(id: str, number: int, found: list[Any]) -> Glance:
    family, ruleset, version, reveal, veiled, ttl, meta, left = found
    return Glance(
        id=id,
        number=number,
        family=family.decode(),
        ruleset=ruleset.decode(),
        version=int(version),
        reveal=Reveal.OUTCOMES if veiled == b"1" else Reveal(reveal.decode()),
        ttl=int(ttl),
        expires_in=max(left // 1000, 0),
        meta=meta or b"null",
    )
