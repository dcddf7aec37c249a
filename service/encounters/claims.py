"""Answers remembered by idempotency key: one claim at a time, and the first answer stands for a day."""

import secrets
import zlib
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import orjson

from service.encounters.connection import Connection
from service.encounters.scripts import Script
from service.errors import KeyInUse, KeyReused

KEPT_SECONDS: Final = 24 * 60 * 60
CLAIMED_SECONDS: Final = 30
LONGEST_PLAIN: Final = 1024

_RUNNING: Final = b"?"
_DONE: Final = b"!"
_PRINT: Final = slice(1, 33)
_FINISH: Final = Script("""
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] then return now end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return false
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A response as it went over the wire, and the operation that gave it."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    operation: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to answer a key, as long as the store still holds `mark` at `place`."""

    place: bytes
    mark: bytes


class Claims:
    """Who is answering which key, and what was answered; a key is whatever tells one request from all others."""

    def __init__(self, connection: Connection) -> None:
        """Keep claims and answers in the store that a connection leads to."""
        self._connection = connection

    async def take(self, key: bytes, body: bytes) -> Claim | Answer:
        """Claim a key for a body, or return what was answered before.

        Raises: KeyReused, if the key came with another body; KeyInUse, if the first request is still being answered;
        StoreAway, if the store does not answer.
        """
        place = b"umpire:key:" + sha256(key).hexdigest().encode()
        mark = _RUNNING + sha256(body).digest() + secrets.token_bytes(16)
        async with self._connection as redis:
            held = await redis.set(place, mark, nx=True, get=True, px=CLAIMED_SECONDS * 1000)
        if isinstance(held, bytes) and held != mark:  # our own mark: the first try arrived, its reply did not
            return _standing(held, mark)
        return Claim(place, mark)

    async def keep(self, claim: Claim, answer: Answer) -> Answer:
        """Remember an answer and return it; if the claim ran out and another request was quicker, return that one's.

        Raises: KeyInUse, if another request took the claim over; StoreAway, if the store does not answer.
        """
        held = await self._finish(claim, _DONE + claim.mark[_PRINT] + _packed(answer))
        return answer if held is None else _standing(held, claim.mark)

    async def release(self, claim: Claim) -> None:
        """Forget a claim, so that the key can be used again at once.

        Raises: StoreAway, if the store does not answer; the claim then runs out by itself.
        """
        await self._finish(claim, b"")

    async def _finish(self, claim: Claim, value: bytes) -> bytes | None:
        async with self._connection as redis:
            held: bytes | None = await _FINISH(redis, [claim.place], claim.mark, value, KEPT_SECONDS)
        return held


def _standing(held: bytes, mark: bytes) -> Answer:
    """Return the answer that the store holds for the same body.

    Raises: KeyReused, KeyInUse.
    """
    if held[_PRINT] != mark[_PRINT]:
        raise KeyReused("This Idempotency-Key was used with another body; take a new key for a new request.")
    if held[:1] == _RUNNING:
        raise KeyInUse("A request with this Idempotency-Key is still being answered; try again in a second.")
    return _unpacked(held[_PRINT.stop :])


def _packed(answer: Answer) -> bytes:
    small = zlib.compress(answer.body, 1) if len(answer.body) > LONGEST_PLAIN else None
    head = {
        "status": answer.status,
        "headers": [(name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.headers],
        "operation": answer.operation,
        "deflated": small is not None,
    }
    return orjson.dumps(head) + b"\n" + (answer.body if small is None else small)


def _unpacked(packed: bytes) -> Answer:
    first, _, body = packed.partition(b"\n")
    head = orjson.loads(first)
    return Answer(
        status=head["status"],
        headers=tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"]),
        body=zlib.decompress(body) if head["deflated"] else body,
        operation=head["operation"],
    )
