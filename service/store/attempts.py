"""Deterministic ids, tokens and seeds for requests with an Idempotency-Key, so that a retry makes the same things.

A worker may die after it has stored a change and before it has answered. The next try under the same key then has to
find the change instead of making it again. So whatever a keyed request makes by chance (ids, tokens, the marks of its
changes, the seeds of its dice) is derived from the key and from a secret that the store keeps with the claim: both
tries make the same. Tokens need not be kept for that, and are not. Without a key everything is fresh.

What is kept of an answer tells of encounters. It ends with each of them, and with the token that it was asked with.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256

from service.errors import KeyTooShort

TOKEN_BYTES = 32
MARK_BYTES = 16
ID_BYTES = 16
SEED_BYTES = 16
SHORTEST_SECRET_KEY = 16
"""Characters of an idempotency key by which alone tokens are told again."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one operation is to do; under one key, in each try the same things come of it."""

    number: int = 0
    keyed: "KeyedErrands | None" = None

    @property
    def mark(self) -> bytes:
        """What a change is marked with, so that it is known again; nothing without a key."""
        return b"" if self.keyed is None else self.keyed.made(f"{self.number} mark")[:MARK_BYTES]

    def id(self) -> str:
        """Return the id of what is created."""
        return self._made("id", ID_BYTES).hex()

    def seed(self) -> str:
        """Return 128 bits that nobody can foresee."""
        return self._made("seed", SEED_BYTES).hex()

    def token(self, name: str) -> str:
        """Return 256 bits as a token."""
        label = f"{self.number} {name}"
        if self.keyed is None:
            return _as_token(secrets.token_bytes(TOKEN_BYTES))
        self.keyed.told.append(label)
        return _as_token(self.keyed.made(label))

    def _made(self, what: str, size: int) -> bytes:
        if self.keyed is None:
            return secrets.token_bytes(size)
        return self.keyed.made(f"{self.number} {what}")[:size]


class KeyedErrands:
    """The attempts of one keyed request, numbered as they come.

    `told` names the tokens that they gave away; `ends` lists encounters, each with the hash of a token: when it opens
    the encounter no longer, what is kept of the answer ends.
    """

    def __init__(self, key: bytes, secret: bytes) -> None:
        """Derive everything from a key that only the caller has and a secret that only the store has."""
        self._root = hmac.digest(key, secret, sha256)
        self._next = 0
        self.told: list[str] = []
        self.ends: list[tuple[str, bytes]] = []

    def next(self) -> Attempt:
        """Return the next attempt."""
        number = self._next
        self._next += 1
        return Attempt(number, self)

    def skip(self, many: int) -> None:
        """Leave out some attempts: they are done in another process."""
        self._next += many

    def made(self, what: str) -> bytes:
        """Return 32 bytes that are the same in each try."""
        return hmac.digest(self._root, what.encode(), sha256)

    def without_tokens(self, body: bytes) -> bytes:
        """Cut the tokens that were given away out of an answer, which holds no byte 0."""
        for position, label in enumerate(self.told):
            body = body.replace(self._token(label), _place(position))
        return body

    def with_tokens(self, body: bytes, told: Sequence[str]) -> bytes:
        """Put the tokens of these names back where they were cut out."""
        for position, label in enumerate(told):
            body = body.replace(_place(position), self._token(label))
        return body

    def _token(self, label: str) -> bytes:
        return _as_token(self.made(label)).encode()


_under_way: ContextVar[KeyedErrands | None] = ContextVar("attempts", default=None)
_key_length: ContextVar[int] = ContextVar("key_length", default=0)


def begin(attempts: KeyedErrands | None, key_length: int = 0) -> None:
    """Let the operations that this request runs do these attempts; None: the request has no key."""
    _under_way.set(attempts)
    _key_length.set(key_length)


def require_long_key() -> None:
    """Refuse a short key where nothing but the key proves who asks again for the tokens that are told.

    Raises: KeyTooShort, quoting the length of the request's key.
    """
    length = _key_length.get()
    if _under_way.get() is not None and length < SHORTEST_SECRET_KEY:
        raise KeyTooShort(
            f"The Idempotency-Key has {length} characters; to create an encounter it needs {SHORTEST_SECRET_KEY} or "
            "more: whoever guesses it is told the encounter's tokens. Send a random one, such as a UUID, or none."
        )


def end_with(id: str, token_hash: bytes) -> None:
    """Let what is kept of the answer under way end with an encounter, and with the token of a hash."""
    attempts = _under_way.get()
    if attempts is not None and (id, token_hash) not in attempts.ends:
        attempts.ends.append((id, token_hash))


def under_way() -> KeyedErrands | None:
    """Return the attempts of the request that is being answered, for another process to do."""
    return _under_way.get()


def next_attempt() -> Attempt:
    """Return the next attempt of the request that is being answered; an operation takes it before all else."""
    attempts = _under_way.get()
    return FRESH if attempts is None else attempts.next()


FRESH = Attempt()


def _as_token(material: bytes) -> str:
    return urlsafe_b64encode(material).rstrip(b"=").decode()


def _place(position: int) -> bytes:
    return b"\0%d\0" % position
