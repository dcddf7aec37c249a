"""Backups: everything that the service has in the store, in one file that any store takes back.

The keys of one hash tag (an encounter with its log, tokens and webhooks, say) are read in one step, so each encounter
is whole, while the service goes on; encounters may be of different moments. Quotas are left out. Values are in the
store's own serialised form: a server of the same or a newer version takes them, whether single, watched by Sentinels or
a cluster.

The file is deflated by gzip; each line is a JSON document: first what it is, then one for each tag, last the number of
keys and the digest of all lines before. It holds secrets: of webhooks, of the dice of encounters and tickets, and the
signing key (`umpire:signing-key`) unless that is in a file of its own. Whoever has it can work out dice to come, and
sign as the service: keep it as you keep a private key.
"""

import gzip
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import orjson
from redis.exceptions import ResponseError

from service.store.connection import Connection
from service.store.keys import SIGNING_KEY
from service.store.scripts import Script

FORM: Final = 1
PREFIX: Final = "umpire:"
LEFT_OUT: Final = b"umpire:rate:"
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
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.touch(mode=0o600)
    with gzip.open(unfinished, "wb") as lines:

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
    unfinished.replace(file)
    return counts


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
                f"The store does not take what it holds: {error}. Is it of an older version?"
            ) from error
        if written:
            counts.groups += 1
            counts.keys += len(alive)
        else:
            counts.kept += 1
            counts.signs_otherwise |= await _is_other_signing_key(store, alive)
    return counts


async def _keys_by_tag(store: Connection) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    async with store as redis:
        async for key in redis.scan_iter(match=f"{PREFIX}*", count=_PAGE):
            if not key.startswith(LEFT_OUT):
                tag = _TAG.search(key)
                found.setdefault(tag[1] if tag else key, []).append(key)
    return found


async def _saved(store: Connection, keys: list[bytes]) -> list[Saved]:
    """Read the keys of one tag at one moment."""
    unique = sorted(set(keys))  # a scan may name a key twice
    async with store as redis:
        found = await _DUMP(redis, unique)
    pairs = zip(unique, found[::2], found[1::2], strict=True)
    return [Saved(key, value, max(ends, 0)) for key, value, ends in pairs if value is not None]


async def _is_other_signing_key(store: Connection, group: list[Saved]) -> bool:
    if group[0].key != SIGNING_KEY.encode():
        return False
    return [each.value for each in await _saved(store, [group[0].key])] != [group[0].value]


def _groups_in(file: Path) -> Iterator[list[Saved]]:
    """Read the groups of keys of a backup.

    Raises: BackupUnreadable, at its end if it is not whole.
    """
    digest, keys, end = sha256(), 0, None
    try:
        with gzip.open(file, "rb") as lines:
            head = orjson.loads(lines.readline())
            if head["umpire_backup"] != FORM:
                raise BackupUnreadable(f"{file} has form {head['umpire_backup']}; this version reads {FORM}.")
            digest.update(orjson.dumps(head) + b"\n")
            for line in lines:
                document = orjson.loads(line)
                if isinstance(document, dict):
                    end = document
                    break
                digest.update(line)
                keys += len(document)
                yield [Saved(b64decode(key), b64decode(value), ends) for key, ends, value in document]
    except (gzip.BadGzipFile, EOFError, ValueError, KeyError, TypeError) as error:
        raise BackupUnreadable(f"{file} is no backup, or was damaged: {error}.") from error
    if end != {"keys": keys, "sha256": digest.hexdigest()}:
        raise BackupUnreadable(f"{file} is not whole: its end is missing, or does not fit what stands before it.")


def _text(value: bytes) -> str:
    return b64encode(value).decode()
