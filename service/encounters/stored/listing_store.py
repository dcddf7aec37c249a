"""Listings: which encounters and campaigns belong to the holder of a listing token, newest first.

    umpire:{<id>}:listing             hash: `ttl` in seconds, and `next`, how many were ever added
    umpire:{<id>}:listing:encounters  sorted set: ids of encounters by the number under which each was added
    umpire:{<id>}:listing:campaigns   sorted set: the same of campaigns

The id of a listing is made of its token's hash, so the store has no token. What was deleted or has expired is left out
when the listing is read, and removed then.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from service.encounters.log import cursor_of
from service.encounters.reveal import Reveal
from service.encounters.tokens import hashed
from service.encounters.told_situations import end_in
from service.errors import ListingFull, TokenMissing, TokenUnknown
from service.store.connection import Connection
from service.store.key_names import keys_of, listing_keys_of
from service.store.scripts import Script

SHORTEST_TTL: Final = 60
DEFAULT_TTL: Final = 90 * 24 * 60 * 60
LONGEST_TTL: Final = 366 * 24 * 60 * 60
MAX_LISTED: Final = 1_000
"""The most encounters of one listing, and the most campaigns."""
CHUNK: Final = 100
LISTING_BYTES: Final = 64
"""The bytes that a listing, or what is added to it, is charged for."""

_FULL, _UNKNOWN = -2, -1
_CREATE: Final = Script("""
redis.call('HSET', KEYS[1], 'ttl', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
""")
# KEYS here and in the others: the hash, what is listed, and what else the listing has. ARGV: the most that it takes,
# the id to add, and 'add', or 'ask' to add nothing. Returns a number from 0 on, -1 if there is no such listing, or -2
# if it is full.
_ADD: Final = Script("""
local ttl = redis.call('HGET', KEYS[1], 'ttl')
if not ttl then return -1 end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ttl) end
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
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ttl) end
return redis.call('ZREVRANGEBYSCORE', KEYS[2], ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
""")
_REMOVE: Final = Script("return redis.call('ZREM', KEYS[1], unpack(ARGV))")
_DELETE: Final = Script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local count = redis.call('ZCARD', KEYS[2])
redis.call('DEL', unpack(KEYS))
return count
""")
# Reads an encounter without renewing its time to live.
_GLANCE: Final = Script("""
local found = redis.call('HMGET', KEYS[1], 'family', 'ruleset', 'version', 'reveal', 'veiled', 'ttl', 'meta', 'over')
if not found[1] then return false end
found[9] = redis.call('PTTL', KEYS[1])
return found
""")

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class Glance:
    """What a listing shows of an encounter; `expires_in` is in seconds, `meta` is JSON.

    `over` is None if it is not known; `winner` is the side that won, if viewers see anybody of it.
    """

    id: str
    family: str
    ruleset: str
    version: int
    reveal: Reveal
    ttl: int
    expires_in: int
    meta: bytes
    over: bool | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class Listed(Generic[G]):
    """A page of a listing, newest first, whether more follows, and the number before which it would."""

    found: list[G]
    more: bool
    last: int

    @property
    def next(self) -> str | None:
        """The cursor of the next page; None if nothing follows."""
        return cursor_of(self.last) if self.more else None


def listing_of(token: str | None) -> str:
    """Return the id of the listing that a token opens.

    Raises: TokenMissing.
    """
    if token is None:
        raise TokenMissing("This needs the token of a listing, sent as `Authorization: Bearer <token>`.")
    return hashed(token)[:32].decode()


class Listing(ABC, Generic[G]):
    """What listings have of one kind; every method raises StoreAway if the store does not answer."""

    noun: ClassVar[str]
    place: ClassVar[int]
    """Which of the keys of a listing has the ids of this kind."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    @abstractmethod
    async def _glance(self, redis: Any, id: str) -> G | None:
        """Read what is shown of one, without renewing its time to live; None, if it is gone."""

    async def require_room(self, id: str, name: str) -> None:
        """Require that one can be added to a listing.

        Raises: TokenUnknown, if there is no such listing; ListingFull.
        """
        await self._added(id, name, "ask")

    async def add(self, id: str, name: str) -> None:
        """Add one to a listing, unless it is there already.

        Raises: TokenUnknown, if there is no such listing; ListingFull, StorageQuotaSpent.
        """
        async with self._connection as redis:
            await self._connection.quotas.take(redis, LISTING_BYTES)
        await self._added(id, name, "add")

    async def page(self, id: str, before: int | None, limit: int, fits: Callable[[G], bool] | None = None) -> Listed[G]:
        """Return up to `limit` of those that were added before a number; None: from the newest on.

        `fits` says which of them are returned; None: all.

        Raises: TokenUnknown, if there is no such listing.
        """
        found: list[tuple[int, G]] = []
        more = True
        while more and len(found) <= limit:
            names = await self._names(id, before)
            found += [each for each in await self._glances(id, names) if fits is None or fits(each[1])]
            more = len(names) == CHUNK
            before = names[-1][1] if names else before
        page = found[:limit]
        return Listed([each for _, each in page], more=len(found) > limit, last=page[-1][0] if page else 0)

    async def _added(self, id: str, name: str, how: str) -> None:
        for tries_left in (True, False):
            async with self._connection as redis:
                number = await _ADD(redis, self._keys_of(id), MAX_LISTED, name, how)
            if number == _UNKNOWN:
                raise unknown_listing()
            if number != _FULL:
                return
            if tries_left:
                await self.page(id, None, MAX_LISTED)  # it removes those that are gone
        raise ListingFull(f"The listing has {MAX_LISTED} {self.noun}, the most that it may have; begin another one.")

    async def _names(self, id: str, before: int | None) -> list[tuple[str, int]]:
        async with self._connection as redis:
            start = "+inf" if before is None else f"({before}"
            found: Any = await _READ(redis, self._keys_of(id), start, CHUNK)
        if found is None:
            raise unknown_listing()
        return [(name.decode(), int(number)) for name, number in zip(found[::2], found[1::2], strict=True)]

    async def _glances(self, id: str, names: list[tuple[str, int]]) -> list[tuple[int, G]]:
        """Read some by their numbers, all in one round trip; those that are gone are removed from the listing."""
        async with self._connection as redis:
            found = await asyncio.gather(*[self._glance(redis, name) for name, _ in names])
            gone = [name for (name, _), each in zip(names, found, strict=True) if each is None]
            if gone:
                await _REMOVE(redis, self._keys_of(id)[1:2], *gone)
        return [(number, each) for (_, number), each in zip(names, found, strict=True) if each is not None]

    def _keys_of(self, id: str) -> list[str]:
        """Return the keys of a listing: its hash, the ids of this kind, and the others."""
        about, *ids = listing_keys_of(id)
        own = ids.pop(self.place)
        return [about, own, *ids]


class Listings(Listing[Glance]):
    """The listings in a store, and their encounters."""

    noun = "encounters"
    place = 0

    async def create(self, id: str, ttl: int) -> None:
        """Create a listing that is kept for `ttl` seconds after each use; a retry with the same id changes nothing.

        Raises: StorageQuotaSpent.
        """
        async with self._connection as redis:
            await self._connection.quotas.take(redis, LISTING_BYTES, 1)
            await _CREATE(redis, listing_keys_of(id)[:1], ttl)

    async def delete(self, id: str) -> int:
        """Forget a listing; return how many encounters it had, which stay as they are.

        Raises: TokenUnknown, if there is no such listing.
        """
        async with self._connection as redis:
            count: int = await _DELETE(redis, self._keys_of(id))
        if count == _UNKNOWN:
            raise unknown_listing()
        return count

    async def _glance(self, redis: Any, id: str) -> Glance | None:
        found = await _GLANCE(redis, keys_of(id)[:1])
        return None if found is None else _glance(id, found)


def unknown_listing() -> TokenUnknown:
    """Return the error for a token that opens no listing."""
    return TokenUnknown("The token is no listing's; the listing was deleted, has expired, or never was.")


def _glance(id: str, found: list[Any]) -> Glance:
    family, ruleset, version, reveal, veiled, ttl, meta, ended, left = found
    over, winner = end_in(ended or b"")
    return Glance(
        id=id,
        family=family.decode(),
        ruleset=ruleset.decode(),
        version=int(version),
        reveal=Reveal.OUTCOMES if veiled == b"1" else Reveal(reveal.decode()),
        ttl=int(ttl),
        expires_in=max(left // 1000, 0),
        meta=meta or b"null",
        over=over,
        winner=winner,
    )
