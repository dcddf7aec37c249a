"""API keys: what a key looks like, and the line that the service is given of it, which has only its hash.

    foundry sha256:3b4c... resolve,encounters requests=100/second storage=1GB/day until=2027-12-31

A line has the key's name, the hash, the scopes, and optionally quotas of its own and the last day on which it counts
(UTC). Empty lines and lines that begin with # are left out. Keys have 256 random bits, so a plain SHA-256 suffices:
nothing that could be guessed is hashed.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Final

from service.errors.spelling import meant
from service.settings.access.allowances import Allowances
from service.settings.access.scopes import Scope

PREFIX: Final = "umpire_"
HASH: Final = "sha256:"
MAX_KEYS: Final = 10_000
QUOTAS: Final = tuple(each.name for each in fields(Allowances))
UNTIL: Final = "until"
ANONYMOUS: Final = "anonymous"
"""What requests without a key are called in the usage; no key has this name."""

_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class KeyLineWrong(ValueError):
    """A line on a key is wrong; the text says which and why, and never quotes a key."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as the service knows it; `own` has its own quotas as text, by name."""

    name: str
    digest: str
    scopes: frozenset[Scope]
    own: dict[str, str] = field(default_factory=dict, hash=False)
    until: date | None = None

    @property
    def line(self) -> str:
        """The line that tells the service of it."""
        scopes = ",".join(each.value for each in Scope if each in self.scopes)
        last = [] if self.until is None else [f"{UNTIL}={self.until.isoformat()}"]
        return " ".join([self.name, HASH + self.digest, scopes, *[f"{k}={v}" for k, v in self.own.items()], *last])

    def counts(self) -> bool:
        """Return whether the key has not expired."""
        return self.until is None or datetime.now(UTC).date() <= self.until


def new_key() -> str:
    """Return a new random key; the prefix lets scanners for secrets find one that was published by mistake."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """Return the hash of a key, in hexadecimal."""
    return sha256(key.encode()).hexdigest()


def keys_in(lines: Iterable[str], source: str) -> list[ApiKey]:
    """Read the lines of a file or a variable.

    Raises: KeyLineWrong, naming the source and the number of the line.
    """
    found: list[ApiKey] = []
    for number, text in enumerate(lines, 1):
        words = text.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            found.append(key_of(words))
            _require_new(found)
        except ValueError as wrong:
            message = f"{source}, line {number}: {wrong}"
            raise KeyLineWrong(message) from None
    return found


def key_of(words: Sequence[str]) -> ApiKey:
    """Read the words of one line.

    Raises: KeyLineWrong.
    """
    if any(word.startswith(PREFIX) for word in words):
        raise KeyLineWrong("this is a key, not its hash: make a new key and write its hash, as `umpire keys new` does.")
    if len(words) < 3:
        raise KeyLineWrong("a line has a name, the hash of the key and its scopes, with spaces between them.")
    name, hashed, scopes, *rest = words
    if name == ANONYMOUS:
        raise KeyLineWrong(f"{ANONYMOUS} is what requests without a key are called: take another name.")
    if not _NAME.fullmatch(name):
        raise KeyLineWrong(f"{name[:60]!r} is no name: 1 to 40 lower-case letters, digits and hyphens.")
    digest = hashed.removeprefix(HASH)
    if not hashed.startswith(HASH) or not _DIGEST.fullmatch(digest):
        raise KeyLineWrong(f"the hash of {name} is no `sha256:` with 64 hexadecimal digits.")
    given = dict(_option_of(word) for word in rest)
    until = given.pop(UNTIL, None)
    Allowances().with_own(given)
    return ApiKey(name, digest, scopes_in(scopes), given, None if until is None else _date_in(until))


def scopes_in(text: str) -> frozenset[Scope]:
    """Read "resolve,encounters".

    Raises: KeyLineWrong, naming the scope that does not exist.
    """
    words = [word for word in text.split(",") if word]
    for word in words:
        if word not in list(Scope):
            raise KeyLineWrong(f"{word[:60]!r} is no scope ({', '.join(Scope)}).{meant(word, list(Scope))}")
    return frozenset(map(Scope, words))


def _option_of(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    known = (*QUOTAS, UNTIL)
    if not equals or name not in known:
        raise KeyLineWrong(f"{word[:60]!r} is none of {', '.join(f'{each}=' for each in known)}.{meant(name, known)}")
    return name, value


def _date_in(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise KeyLineWrong(f"until={text[:60]} is no date such as 2027-12-31.") from None


def _require_new(found: Sequence[ApiKey]) -> None:
    """Refuse the last key if one before it has its name or its hash.

    Raises: KeyLineWrong.
    """
    *before, last = found
    if any(each.name == last.name for each in before):
        raise KeyLineWrong(f"there is a key {last.name} already.")
    if any(each.digest == last.digest for each in before):
        raise KeyLineWrong(f"{last.name} has the hash of another key.")
    if len(found) > MAX_KEYS:
        raise KeyLineWrong(f"there are more than {MAX_KEYS} keys.")
