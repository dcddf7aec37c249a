"""Shared results: pages of answers in Redis, kept for an hour and readable by any client that knows the page's id.

umpire:{<id>}:page        stream: entry `<number>-0` has `operation`, `answer` (packed JSON) and `mark`
umpire:{<id>}:page:marks  hash: the number of each result by its mark, so that a retry does not add it again
umpire:{<id>}:page:live   channel: the number of each result when it is added
"""

from dataclasses import dataclass
from typing import Any, Final

from service.encounters.notices.feed import Head, Page
from service.encounters.stored.encounter_store import PAGE, beyond
from service.errors import PageFull, UnknownPage
from service.store.attempts import next_attempt
from service.store.connection import Connection
from service.store.packing import PAGE_BYTES, Word, packed_for_a_page, unpacked
from service.store.scripts import Script
from service.wire import to_json

KEPT_SECONDS: Final = 60 * 60
MAX_RESULTS: Final = 500

_FULL, _UNKNOWN = -2, -1
_PUT: Final = Script("""
local there = ARGV[7] ~= '' and redis.call('HGET', KEYS[2], ARGV[7])
if there then return tonumber(there) end
local number = redis.call('XLEN', KEYS[1]) + 1
if number == 1 and ARGV[1] == 'beside' then return -1 end
if number > tonumber(ARGV[2]) then return -2 end
redis.call('XADD', KEYS[1], string.format('%d-0', number), 'operation', ARGV[3], 'answer', ARGV[4], 'mark', ARGV[7])
if ARGV[7] ~= '' then redis.call('HSET', KEYS[2], ARGV[7], string.format('%d', number)) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('EXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[6], string.format('%d', number))
return number
""")


@dataclass(frozen=True, slots=True)
class Put:
    """The place of a shared result: the id of the page, and the result's number on it, counted from 1."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Shared:
    """A result on a page; `version` is its number, `answer` is JSON; `rights` is constant, as pages have no tokens."""

    version: int
    size: int
    operation: str
    answer: bytes
    rights: bytes = b""


class Pages:
    """The pages of shared results in a store; the live feed reads them as logs."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    async def put(self, operation: str, answer: Any, beside: str | None) -> Put:
        """Store an answer on a new page, or on the page `beside`; a retry of the same attempt does not add it again.

        Raises: UnknownPage, PageFull, TooLargeToStore, StorageQuotaSpent, StoreAway.
        """
        attempt = next_attempt()
        page = beside or attempt.id()
        how = "new" if beside is None else "beside"
        kept = packed_for_a_page(to_json(answer), "The answer")
        arguments: list[Word] = [how, MAX_RESULTS, operation, kept, KEPT_SECONDS]
        async with self._connection as redis:
            await self._connection.quotas.take(redis, len(kept), 2 if beside is None else 1)
            number = await _PUT(redis, _keys(page), *arguments, self.channel(page), attempt.mark)
        if number == _UNKNOWN:
            raise unknown(page)
        if number == _FULL:
            raise PageFull(f"The page {page!r} holds {MAX_RESULTS} results, the most that a page may hold.")
        return Put(page, number)

    def channel(self, name: str) -> bytes:
        """Return the pub/sub channel of a page."""
        return b"umpire:{%s}:page:live" % name.encode()

    async def head(self, name: str) -> Head | None:
        """Return the number of results on a page, or None if there is no such page."""
        async with self._connection as redis:
            found: Any = await redis.xlen(_keys(name)[0])
        return Head(found) if found else None

    async def page(self, name: str, after: int, count: int) -> Page[Shared]:
        """Return the results after a number, up to `count`, as many as fit one page."""
        async with self._connection as redis:
            found, more, *_ = await PAGE(redis, _keys(name)[:1], beyond(after), count, PAGE_BYTES)
        return Page([_shared(place, fields) for place, fields in found], more=bool(more))


def unknown(id: str) -> UnknownPage:
    """Return the error for an id that no page has."""
    return UnknownPage(f"Nothing is kept at {id!r}; a page lasts an hour after it was last added to.")


def _shared(place: bytes, fields: list[bytes]) -> Shared:
    _, operation, _, kept, *_ = fields
    answer = unpacked(kept)
    return Shared(int(place.partition(b"-")[0]), len(answer), operation.decode(), answer)


def _keys(id: str) -> tuple[str, str]:
    return f"umpire:{{{id}}}:page", f"umpire:{{{id}}}:page:marks"
