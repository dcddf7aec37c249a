"""Idempotency keys: one request at a time holds the claim to a key, and the first answer is stored for a day."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import orjson
from anyio import to_thread

from service.errors import KeyInUse, KeyReused, StoreAway, TokenUnknown
from service.store.attempts import LISTING, KeyedAttempts
from service.store.connection import Connection
from service.store.key_names import keys_of, listing_keys_of
from service.store.missing import unknown_encounter
from service.store.packing import packed, unpacked
from service.store.scripts import Script

KEPT_SECONDS: Final = 24 * 60 * 60
HELD_SECONDS: Final = 5.0
RENEWED_SECONDS: Final = 2.0
CLAIM_BYTES: Final = 256

_RUNNING: Final = b"?"
_DONE: Final = b"!"
_FINGERPRINT: Final = slice(1, 33)
_SECRET: Final = slice(33, 49)
_CLAIM: Final = slice(0, 57)
_ANSWER: Final = slice(49, None)
_TAKE, _SETTLE = (Script.named(name) for name in ("claim", "settle"))


LARGE: Final = 64 * 1024
"""The most bytes that are hashed on the event loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A stored HTTP response, and the name of the operation that produced it."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    operation: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """The exclusive right to answer the request of a key, as long as the store holds `mark` at `redis_key`."""

    redis_key: bytes
    key: bytes
    mark: bytes
    attempts: KeyedAttempts


class Claims:
    """The claims and answers of idempotency keys; a key is any bytes that distinguish one request from all others.

    A claim is a lease of some seconds, renewed while its request is being answered. The claim of a worker that died
    expires soon, so that a retry of the same request can take it.
    """

    def __init__(self, connection: Connection) -> None:
        """Keep claims and answers in the store that a connection leads to."""
        self._connection = connection

    async def take(self, key: bytes, body: bytes) -> Claim | Answer:
        """Claim a key for a body, or return the stored answer.

        Raises: KeyReused, if the key came with another body; KeyInUse, if the first request is still being answered;
        UnknownEncounter, TokenUnknown, if the stored answer is invalid because an encounter or a token has ended;
        StorageQuotaSpent; StoreAway, if the store does not answer.
        """
        redis_key = b"umpire:key:" + sha256(key).hexdigest().encode()
        fingerprint, owner = await _digest_of(body), secrets.token_bytes(8)
        lease = int(HELD_SECONDS * 1000)
        async with self._connection as redis:
            await self._connection.quotas.take(redis, CLAIM_BYTES)
            value: bytes = await _TAKE(
                redis, [redis_key], fingerprint, secrets.token_bytes(16), owner, lease, KEPT_SECONDS
            )
        if value[:1] == _RUNNING and value[_SECRET.stop : _CLAIM.stop] == owner:
            return Claim(redis_key, key, value[_CLAIM], _attempts_of(key, value))
        return await self._stored_answer(value, key, fingerprint)

    @asynccontextmanager
    async def renewed(self, claim: Claim) -> AsyncIterator[None]:
        """Renew a claim for the length of a block."""
        renewing = asyncio.create_task(self._renew(claim))
        try:
            yield
        finally:
            renewing.cancel()

    async def keep(self, claim: Claim, answer: Answer) -> Answer:
        """Store an answer and return it; if the claim expired and another request has answered, return that answer.

        The stored answer has no tokens: they are derived again from the key when a retry sends it.

        Raises: KeyInUse, if another request took the claim over; UnknownEncounter, TokenUnknown, if the answer of that
        request is invalid already; StoreAway, if the store does not answer.
        """
        new_value = _DONE + claim.mark[1 : _SECRET.stop] + _packed(answer, claim.attempts)
        async with self._connection as redis:
            await self._connection.quotas.owe(redis, len(new_value))
        value = await self._settle(claim, new_value)
        return answer if value is None else await self._stored_answer(value, claim.key, claim.mark[_FINGERPRINT])

    async def release(self, claim: Claim, *, undone: bool) -> None:
        """Release a claim, so that the key can be used again at once.

        With `undone` it is certain that the request changed nothing, and the claim is deleted. Otherwise its secret is
        kept, so that a retry of the same request can find the changes that were made.

        Raises: StoreAway, if the store does not answer; the claim then expires by itself.
        """
        await self._settle(claim, b"" if undone else claim.mark)

    async def _renew(self, claim: Claim) -> None:
        while True:
            await asyncio.sleep(RENEWED_SECONDS)
            with suppress(StoreAway):
                await self._settle(claim, claim.mark, HELD_SECONDS)

    async def _settle(self, claim: Claim, new_value: bytes, lease: float = 0) -> bytes | None:
        async with self._connection as redis:
            arguments = claim.mark, new_value, int(lease * 1000), KEPT_SECONDS
            value: bytes | None = await _SETTLE(redis, [claim.redis_key], *arguments)
        return value

    async def _stored_answer(self, value: bytes, key: bytes, fingerprint: bytes) -> Answer:
        """Return the stored answer for the same body, unless it has become invalid.

        Raises: KeyReused, KeyInUse, UnknownEncounter, TokenUnknown.
        """
        if value[_FINGERPRINT] != fingerprint:
            raise KeyReused("This Idempotency-Key was used with another body; take a new key for a new request.")
        if value[:1] == _RUNNING:
            raise KeyInUse("A request with this Idempotency-Key is still being answered; try again in a second.")
        written, _, body = value[_ANSWER].partition(b"\n")
        head: dict[str, Any] = orjson.loads(written)
        for encounter, token_hash in head["ends"]:
            await self._require_valid(encounter, token_hash.encode())
        return _unpacked(head, body, _attempts_of(key, value))

    async def _require_valid(self, id: str, token_hash: bytes) -> None:
        """Refuse to repeat an answer whose encounter has ended or whose token no longer counts."""
        if id.startswith(LISTING):
            await self._require_listing(id.removeprefix(LISTING))
            return
        async with self._connection as redis:
            counting: Any = await redis.hmget(keys_of(id)[0], ["referee", "viewer"])
        if counting[0] is None:
            raise unknown_encounter(
                id,
                "The answer under this Idempotency-Key has ended with it; take a new key for a new request.",
            )
        if token_hash not in counting:
            raise TokenUnknown(
                f"A token of the encounter {id!r} has been replaced or revoked, and with it the answer under "
                "this Idempotency-Key; take a new key for a new request."
            )

    async def _require_listing(self, id: str) -> None:
        """Refuse to repeat an answer whose listing has ended."""
        async with self._connection as redis:
            ttl: Any = await redis.hget(listing_keys_of(id)[0], "ttl")
        if ttl is None:
            raise TokenUnknown(
                "The listing was deleted or has expired, and with it the answer under this Idempotency-Key; "
                "take a new key for a new request."
            )


async def _digest_of(body: bytes) -> bytes:
    """Return the hash of a body; that of a large one is worked out on a thread, beside the event loop."""
    if len(body) <= LARGE:
        return sha256(body).digest()
    return await to_thread.run_sync(lambda: sha256(body).digest())


def _attempts_of(key: bytes, value: bytes) -> KeyedAttempts:
    return KeyedAttempts(key, value[_FINGERPRINT.start : _SECRET.stop])


def _packed(answer: Answer, attempts: KeyedAttempts) -> bytes:
    head = {
        "status": answer.status,
        "headers": [(name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.headers],
        "operation": answer.operation,
        "told": attempts.token_labels,
        "ends": [(encounter, token_hash.decode()) for encounter, token_hash in attempts.ends],
    }
    return orjson.dumps(head) + b"\n" + packed(attempts.without_tokens(answer.body))


def _unpacked(head: Mapping[str, Any], body: bytes, attempts: KeyedAttempts) -> Answer:
    return Answer(
        status=head["status"],
        headers=tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"]),
        body=attempts.with_tokens(unpacked(body), head["told"]),
        operation=head["operation"],
    )
