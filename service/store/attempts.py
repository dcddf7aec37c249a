"""Deterministic ids, tokens and seeds for requests with an Idempotency-Key, so that a retry gives the same results.

A worker may die after it has stored a change and before it has answered. A retry with the same key then has to find
the stored change instead of making a second one. So all random values of a keyed request (ids, tokens, the marks of
its changes, the seeds of its dice) are derived from the key and from a secret that the store keeps with the claim.
Tokens can be derived again, so they are not stored. Without a key all these values are random.

A stored answer depends on the encounters that it quotes. It becomes invalid when one of them ends, or when the token
that the request was authorized with is replaced or revoked.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256

from service.errors import KeyTooShort
from service.wire import value_class

TOKEN_BYTES = 32
MARK_BYTES = 16
ID_BYTES = 16
SEED_BYTES = 16
SECRET_BYTES = 32
LISTING = "listing/"
"""The prefix of an id by which a stored answer depends on a listing instead of an encounter."""
SHORTEST_SECRET_KEY = 16
"""Characters of an idempotency key that is the only proof required to receive tokens a second time."""


@value_class
class Attempt:
    """The random values of one operation; with an idempotency key, each retry of the operation gets the same ones."""

    number: int = 0
    keyed: "KeyedAttempts | None" = None

    @property
    def mark(self) -> bytes:
        """The mark by which a retry finds a change in the log; empty without a key."""
        return b"" if self.keyed is None else self.keyed.derive(f"{self.number} mark")[:MARK_BYTES]

    def id(self) -> str:
        """Return the id of a new object."""
        return self._random("id", ID_BYTES).hex()

    def seed(self) -> str:
        """Return an unpredictable seed of 128 bits."""
        return self._random("seed", SEED_BYTES).hex()

    def secret(self) -> bytes:
        """Return 256 bits to sign with, which the store has to keep."""
        return self._random("secret", SECRET_BYTES)

    def token(self, name: str) -> str:
        """Return 256 bits as a token."""
        label = f"{self.number} {name}"
        if self.keyed is None:
            return _as_token(secrets.token_bytes(TOKEN_BYTES))
        self.keyed.token_labels.append(label)
        return _as_token(self.keyed.derive(label))

    def _random(self, what: str, size: int) -> bytes:
        if self.keyed is None:
            return secrets.token_bytes(size)
        return self.keyed.derive(f"{self.number} {what}")[:size]


class KeyedAttempts:
    """The attempts of one request with an idempotency key, numbered in the order of the operations.

    `token_labels` has the labels of the tokens that the answer contains. `ends` has pairs of an encounter's id and the
    hash of a token: the stored answer is invalid as soon as the encounter no longer accepts that token. An id that
    begins with `LISTING` is a listing's, and its pair has no hash.
    """

    def __init__(self, key: bytes, secret: bytes) -> None:
        """Derive all values from a key that only the caller has and a secret that only the store has."""
        self._root = hmac.digest(key, secret, sha256)
        self._next = 0
        self.token_labels: list[str] = []
        self.ends: list[tuple[str, bytes]] = []

    def next(self) -> Attempt:
        """Return the next attempt."""
        number = self._next
        self._next += 1
        return Attempt(number, self)

    def skip(self, many: int) -> None:
        """Skip the numbers of attempts that another process has made."""
        self._next += many

    def derive(self, what: str) -> bytes:
        """Return 32 bytes that are the same in each retry."""
        return hmac.digest(self._root, what.encode(), sha256)

    def without_tokens(self, body: bytes) -> bytes:
        """Replace the tokens in an answer by placeholders; the answer must not contain the byte 0."""
        for position, label in enumerate(self.token_labels):
            body = body.replace(self._token(label), _placeholder(position))
        return body

    def with_tokens(self, body: bytes, token_labels: Sequence[str]) -> bytes:
        """Replace the placeholders in an answer by the tokens with these labels."""
        for position, label in enumerate(token_labels):
            body = body.replace(_placeholder(position), self._token(label))
        return body

    def _token(self, label: str) -> bytes:
        return _as_token(self.derive(label)).encode()


_current: ContextVar[KeyedAttempts | None] = ContextVar("attempts", default=None)
_key_length: ContextVar[int] = ContextVar("key_length", default=0)


def set_attempts(attempts: KeyedAttempts | None, key_length: int = 0) -> None:
    """Set the attempts of the current request; None: the request has no idempotency key."""
    _current.set(attempts)
    _key_length.set(key_length)


@contextmanager
def deriving(attempts: KeyedAttempts) -> Iterator[None]:
    """Derive the random values of the operations in the block by these attempts, whose key has to be a secret."""
    known, length = _current.set(attempts), _key_length.set(SHORTEST_SECRET_KEY)
    try:
        yield
    finally:
        _current.reset(known)
        _key_length.reset(length)


def require_long_key() -> None:
    """Refuse a short idempotency key where the key alone gives access to the tokens in a stored answer.

    Raises: KeyTooShort, quoting the length of the request's key.
    """
    length = _key_length.get()
    if _current.get() is not None and length < SHORTEST_SECRET_KEY:
        raise KeyTooShort(
            f"The Idempotency-Key has {length} characters; to create an encounter, a listing or a "
            f"campaign it needs {SHORTEST_SECRET_KEY} or more, because a client that guesses it gets the tokens. Send "
            "a random one, such as a UUID, or none."
        )


def depend_on_token(id: str, token_hash: bytes) -> None:
    """Make the stored answer to the current request invalid once the encounter ends or the token is replaced."""
    attempts = _current.get()
    if attempts is not None and (id, token_hash) not in attempts.ends:
        attempts.ends.append((id, token_hash))


def depend_on_listing(id: str) -> None:
    """Make the stored answer to the current request invalid once the listing is deleted or expires."""
    depend_on_token(LISTING + id, b"")


def current_attempts() -> KeyedAttempts | None:
    """Return the attempts of the current request, to be sent to another process."""
    return _current.get()


def next_attempt() -> Attempt:
    """Return the next attempt of the current request; an operation calls this before anything else."""
    attempts = _current.get()
    return FRESH if attempts is None else attempts.next()


FRESH = Attempt()


def _as_token(material: bytes) -> str:
    return urlsafe_b64encode(material).rstrip(b"=").decode()


def _placeholder(position: int) -> bytes:
    return b"\0%d\0" % position
