"""Results that are shared: pages of answers in Redis, kept for an hour, that whoever knows a page's id can read.

umpire:{<id>}:page        stream: entry `<number>-0` has `operation`, `answer` (JSON) and `mark`
umpire:{<id>}:page:live   channel: the number of each result as it is put there
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from service.encounters.connection import Connection
from service.encounters.errands import next_errand
from service.encounters.feed import Head
from service.encounters.scripts import Script, Word
from service.encounters.store import beyond
from service.errors import PageFull, UnknownPage
from service.wire import to_json

KEPT_SECONDS: Final = 60 * 60
MOST_RESULTS: Final = 500

_FULL, _UNKNOWN = -2, -1
_PUT: Final = Script("""
if ARGV[7] ~= '' then
  for _, there in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-')) do
    if there[2][6] == ARGV[7] then return tonumber(string.match(there[1], '^%d+')) end
  end
end
local number = redis.call('XLEN', KEYS[1]) + 1
if number == 1 and ARGV[1] == 'beside' then return -1 end
if number > tonumber(ARGV[2]) then return -2 end
redis.call('XADD', KEYS[1], string.format('%d-0', number), 'operation', ARGV[3], 'answer', ARGV[4], 'mark', ARGV[7])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('PUBLISH', ARGV[6], string.format('%d', number))
return number
""")


@dataclass(frozen=True, slots=True)
class Put:
    """Where a result is kept: the page, and its number there, counted from 1."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Shared:
    """A result on a page; `version` is its number, and a page's rights never change: its id is all that opens it."""

    version: int
    size: int
    operation: str
    answer: Mapping[str, Any]
    rights: bytes = b""


class Pages:
    """All pages in a store; they are read as the feed reads logs."""

    def __init__(self, connection: Connection) -> None:
        """Keep pages in the store that a connection leads to."""
        self._connection = connection

    async def put(self, operation: str, answer: Any, beside: str | None) -> Put:
        """Keep an answer on a page of its own, or on one that there is; once, however often its errand is tried.

        Raises: UnknownPage, PageFull, StoreAway.
        """
        errand = next_errand()
        page = beside or errand.id()
        how = "new" if beside is None else "beside"
        told: list[Word] = [how, MOST_RESULTS, operation, to_json(answer), KEPT_SECONDS]
        async with self._connection as redis:
            number = await _PUT(redis, [_key(page)], *told, self.channel(page), errand.mark)
        if number == _UNKNOWN:
            raise unknown(page)
        if number == _FULL:
            raise PageFull(f"The page {page!r} holds {MOST_RESULTS} results, which is as many as one may.")
        return Put(page, number)

    def channel(self, name: str) -> bytes:
        """Return the channel of a page."""
        return b"umpire:{%s}:page:live" % name.encode()

    async def head(self, name: str) -> Head | None:
        """Return how many results a page holds."""
        async with self._connection as redis:
            found: Any = await redis.xlen(_key(name))
        return Head(found) if found else None

    async def page(self, name: str, after: int, count: int) -> Sequence[Shared]:
        """Return the results after a number."""
        async with self._connection as redis:
            found: Any = await redis.xrange(_key(name), min=beyond(after), count=count)
        return [_shared(place, fields) for place, fields in found]


def unknown(id: str) -> UnknownPage:
    """Return the problem with an id that is no page's."""
    return UnknownPage(f"Nothing is kept at {id!r}; a page lasts an hour after it was last added to.")


def _shared(place: bytes, fields: Mapping[bytes, bytes]) -> Shared:
    answer = fields[b"answer"]
    return Shared(int(place.partition(b"-")[0]), len(answer), fields[b"operation"].decode(), orjson.loads(answer))


def _key(id: str) -> str:
    return f"umpire:{{{id}}}:page"
