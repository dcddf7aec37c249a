"""Backups: everything that the service has in the store, in one file that any store takes back.

The keys of one hash tag (an encounter with its log, tokens and webhooks, say) are read in one step, so each encounter
is whole, while the service goes on; encounters may be of different moments. Quotas are left out. Values are in the
store's own serialised form: a server of the same or a newer version takes them, whether single, watched by Sentinels or
a cluster.

The file is deflated by gzip; each line is a JSON document: first what it is, then one for each tag, last the number of
keys and the digest of all lines before. It holds secrets: of webhooks, of the dice of encounters and tickets, and the
signing key (`umpire:signing-key`) unless that is in a file of its own. Whoever has it can work out dice to come, and
sign as the service: keep it as you keep a private key.

A file that is restored may come from anybody: it may name only keys of the service, those of one line share one hash
tag, and what it expands to is bounded.
"""

import binascii
import gzip
import os
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import mkstemp
from typing import IO, Any, Final

import orjson
from redis.exceptions import ResponseError

from service.store.connection import Connection
from service.store.key_names import SIGNING_KEY
from service.store.scripts import Script

FORM: Final = 1
PREFIX: Final = "umpire:"
LEFT_OUT: Final = b"umpire:rate:"
LONGEST_LINE: Final = 256 << 20
"""The most bytes of one line: more than a store with the memory of deploy/redis.conf can hold below one hash tag."""
MOST_EXPANSION: Final = 50
"""How many times as many bytes as its own a file may expand to; those of services expand to less than ten times."""
ALWAYS_ALLOWED: Final = 64 << 20
"""The bytes that every file may expand to, however small it is."""
LATEST_END: Final = 1 << 53
_TAG: Final = re.compile(rb"\{([^}]+)\}")
_PAGE: Final = 1000

# Returns for each key its serialised value, or false if it is gone, and when it ends, in milliseconds since 1970.
_DUMP: Final = Script(
    """
local found = {}
for i, key in ipairs(KEYS) do
  found[2 * i - 1] = redis.call('DUMP', key)
  found[2 * i] = redis.call('PEXPIRETIME', key)
end
return found
""",
    is_long=True,
)

# ARGV: '1' to replace what is there; then for each key its end in milliseconds (0: none) and its value. Returns 1, or 0
# if one of the keys is there and is not to be replaced; then nothing is written.
_RESTORE: Final = Script("""
if ARGV[1] ~= '1' and redis.call('EXISTS', unpack(KEYS)) > 0 then return 0 end
for i, key in ipairs(KEYS) do
  redis.call('RESTORE', key, ARGV[2 * i], ARGV[2 * i + 1], 'REPLACE', 'ABSTTL')
end
return 1
""")


class BackupUnreadable(Exception):
    """The file is no backup, or not a whole one; the message says what is wrong."""


@dataclass(slots=True)
class Counts:
    """What was saved or restored: groups of keys that belong together, and keys; `kept` groups were there already.

    `signs_otherwise` tells that the store kept a signing key of its own, and not that of the backup.
    """

    groups: int = 0
    keys: int = 0
    kept: int = 0
    signs_otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """A key, its serialised value, and when it ends, in milliseconds since 1970; 0: never."""

    key: bytes
    value: bytes
    ends: int


async def save(store: Connection, file: Path) -> Counts:
    """Write all keys into a file that only its owner may read; a file that is there is replaced at the end.

    Raises: StoreAway, OSError.
    """
    counts, digest = Counts(), sha256()
    with _replacing(file) as whole, gzip.open(whole, "wb") as lines:

        def write(document: Any) -> None:
            line = orjson.dumps(document) + b"\n"
            digest.update(line)
            lines.write(line)

        taken = datetime.now(UTC).isoformat(timespec="seconds")
        write({"umpire_backup": FORM, "version": version("umpire-referee"), "taken": taken})
        for keys in (await _keys_by_tag(store)).values():
            saved = await _saved(store, keys)
            if saved:
                counts.groups += 1
                counts.keys += len(saved)
                write([[_text(each.key), each.ends, _text(each.value)] for each in saved])
        lines.write(orjson.dumps({"keys": counts.keys, "sha256": digest.hexdigest()}) + b"\n")
    return counts


@contextmanager
def _replacing(file: Path) -> Iterator[IO[bytes]]:
    """Write a new file beside `file`, which only its owner may read, and put it there once it is whole.

    The new file has a name that nobody else has used: no link is followed, and no file is written that others may read.
    """
    number, name = mkstemp(prefix=f"{file.name}.", suffix=".unfinished", dir=file.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(number, "wb") as written:
            yield written
            written.flush()
            os.fsync(written.fileno())
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


async def restore(store: Connection, file: Path, *, replace: bool) -> Counts:
    """Write what a file holds into the store; what is there already is kept, or replaced.

    The file is checked as a whole before anything is written. What has ended meanwhile is left out.

    Raises: BackupUnreadable, StoreAway, OSError.
    """
    for _ in _groups_in(file):
        pass
    counts, now = Counts(), int(datetime.now(UTC).timestamp() * 1000)
    for group in _groups_in(file):
        alive = [each for each in group if not each.ends or each.ends > now]
        if not alive:
            continue
        words: list[bytes | int] = [word for each in alive for word in (each.ends, each.value)]
        try:
            async with store as redis:
                written = await _RESTORE(redis, [each.key for each in alive], int(replace), *words)
        except ResponseError as error:
            raise BackupUnreadable(
                f"The store does not accept the backup: {error}. Is the store of an older version?"
            ) from error
        if written:
            counts.groups += 1
            counts.keys += len(alive)
        else:
            counts.kept += 1
            counts.signs_otherwise |= await _compare_signing_key(store, alive)
    return counts


async def _keys_by_tag(store: Connection) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    async with store as redis:
        async for key in redis.scan_iter(match=f"{PREFIX}*", count=_PAGE):
            if not key.startswith(LEFT_OUT):
                found.setdefault(_tag_of(key), []).append(key)
    return found


async def _saved(store: Connection, keys: list[bytes]) -> list[Saved]:
    """Read the keys of one tag at one moment."""
    unique = sorted(set(keys))  # a scan may name a key twice
    async with store as redis:
        found = await _DUMP(redis, unique)
    pairs = zip(unique, found[::2], found[1::2], strict=True)
    return [Saved(key, value, max(ends, 0)) for key, value, ends in pairs if value is not None]


async def _compare_signing_key(store: Connection, group: list[Saved]) -> bool:
    if group[0].key != SIGNING_KEY.encode():
        return False
    return [each.value for each in await _saved(store, [group[0].key])] != [group[0].value]


def _groups_in(file: Path) -> Iterator[list[Saved]]:
    """Read the groups of keys of a backup.

    Raises: BackupUnreadable, at its end if it is not whole.
    """
    digest, keys, end = sha256(), 0, None
    try:
        with gzip.open(file, "rb") as packed:
            lines = _lines_of(packed, file)
            head = orjson.loads(next(lines, b""))
            if head["umpire_backup"] != FORM:
                raise BackupUnreadable(f"{file} has the format {head['umpire_backup']}; this version reads {FORM}.")
            digest.update(orjson.dumps(head) + b"\n")
            for line in lines:
                document = orjson.loads(line)
                if isinstance(document, dict):
                    end = document
                    break
                digest.update(line)
                keys += len(document)
                yield _group_of(document, file)
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError, KeyError, TypeError) as error:
        raise BackupUnreadable(f"{file} is no backup, or was damaged: {error}.") from error
    if end != {"keys": keys, "sha256": digest.hexdigest()}:
        raise BackupUnreadable(f"{file} is not whole: its end is missing or does not match the rest.")


def _lines_of(packed: gzip.GzipFile, file: Path) -> Iterator[bytes]:
    """Return the lines of a file as long as it does not expand to more than a backup can."""
    most, read = ALWAYS_ALLOWED + MOST_EXPANSION * file.stat().st_size, 0
    while line := packed.readline(min(LONGEST_LINE, most - read) + 1):
        read += len(line)
        if read > most or len(line) > LONGEST_LINE:
            raise BackupUnreadable(
                f"{file} expands to more than a backup can: over {min(most, read - 1):,} bytes, of which one line may "
                f"have {LONGEST_LINE:,}. Nothing was written."
            )
        yield line


def _group_of(document: Any, file: Path) -> list[Saved]:
    """Return the keys of one line, all of which are the service's, and belong together.

    Raises: BackupUnreadable; ValueError or TypeError, if something is not as the service writes it.
    """
    group = [_saved_of(*entry) for entry in document]
    for each in group:
        if not each.key.startswith(PREFIX.encode()) or each.key.startswith(LEFT_OUT):
            raise BackupUnreadable(
                f"{file} holds the key {_shown(each.key)}; a backup holds only keys that begin with {PREFIX!r}, and no "
                "rate limits."
            )
    if len({_tag_of(each.key) for each in group}) > 1:
        raise BackupUnreadable(f"{file} holds {_shown(group[0].key)} together with keys of another hash tag.")
    return group


def _saved_of(key: str, ends: int, value: str) -> Saved:
    if type(ends) is not int or not 0 <= ends <= LATEST_END:
        raise ValueError(f"a key ends at {ends!r:.80}, which is no number of milliseconds since 1970")
    try:
        return Saved(b64decode(key, validate=True), b64decode(value, validate=True), ends)
    except binascii.Error as error:
        raise ValueError(f"the key {key!r:.80}, or its value, is not written in Base64 ({error})") from error


def _tag_of(key: bytes) -> bytes:
    tag = _TAG.search(key)
    return tag[1] if tag else key


def _shown(key: bytes) -> str:
    return repr(key[:80].decode(errors="replace"))


def _text(value: bytes) -> str:
    return b64encode(value).decode()
