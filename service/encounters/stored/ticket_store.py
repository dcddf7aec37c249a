"""Tickets: one roll whose request is fixed, and whose dice are committed to, before anybody can know them.

umpire:{<id>}:ticket   hash: secret, operation, request (JSON), page; `note1` and `shown1` of its first head, and once
                       it is used `answer`, `note2` and `shown2`; it is kept for an hour

A ticket is a log of two entries, as those of encounters are: the first names the request and commits to draw 1, the
second has the answer and opens the draw. It is used once: whoever uses it again gets the same answer.
"""

from collections.abc import Mapping
from typing import Any, Final

from service.errors import NotFound
from service.store.connection import Connection
from service.store.packing import Word, packed_for_a_page, unpacked
from service.store.scripts import Script

KEPT_SECONDS: Final = 60 * 60
PLAIN: Final = frozenset({"secret"})

_WRITE: Final = Script("""
if ARGV[2] == 'use' and redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then redis.call('HSET', KEYS[1], unpack(ARGV, 3)) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
""")


class UnknownTicket(NotFound, title="Unknown ticket"):
    """There is no such ticket, or its hour is over."""


class Tickets:
    """The tickets of a store."""

    def __init__(self, connection: Connection) -> None:
        """Set the connection to the store."""
        self._connection = connection

    async def open(self, id: str, fields: Mapping[str, bytes]) -> None:
        """Store a new ticket; a retry stores nothing.

        Raises: TooLargeToStore, StorageQuotaSpent, StoreAway.
        """
        await self._write(id, "open", fields, 1)

    async def use(self, id: str, fields: Mapping[str, bytes]) -> None:
        """Store what a ticket was used for, unless it was used before.

        Raises: UnknownTicket, TooLargeToStore, StorageQuotaSpent, StoreAway.
        """
        if await self._write(id, "use", fields, 0) < 0:
            raise _unknown(id)

    async def read(self, id: str) -> Mapping[str, bytes]:
        """Read a ticket.

        Raises: UnknownTicket, StoreAway.
        """
        async with self._connection as redis:
            found: Any = await redis.hgetall(_key(id))
        if not found:
            raise _unknown(id)
        return {name.decode(): unpacked(value) for name, value in found.items()}

    async def _write(self, id: str, how: str, fields: Mapping[str, bytes], created: int) -> int:
        packed = {name: packed_for_a_page(value, "The ticket") for name, value in fields.items()}
        words: list[Word] = [word for pair in packed.items() for word in pair]
        async with self._connection as redis:
            await self._connection.quotas.take(redis, sum([len(each) for each in packed.values()]), created)
            written: int = await _WRITE(redis, [_key(id)], KEPT_SECONDS, how, *words)
        return written


def _unknown(id: str) -> UnknownTicket:
    return UnknownTicket(f"There is no ticket {id!r}; a ticket lasts an hour after it was last written to.")


def _key(id: str) -> str:
    return f"umpire:{{{id}}}:ticket"
