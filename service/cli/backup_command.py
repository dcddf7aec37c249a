"""`umpire backup` and `umpire restore`: everything that the service has in the store, into a file and back."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from service.cli.start import checked_settings
from service.errors import StoreAway
from service.errors.unusable_files import unusable
from service.store.backup import BackupUnreadable, Counts, restore, save
from service.store.connection import Connection

Work = Callable[[Connection], Awaitable[Counts]]
PATIENT_SECONDS: Final = 60.0
DESCRIPTIONS: Final = {
    "backup": "Save everything that is in the store in a file.",
    "restore": "Write a backup into the store.",
}

SIGNS_OTHERWISE: Final = (
    "umpire: The store keeps the signing key that a service has made in it; the restored logs were signed by another.\n"
    "To have the key of the backup, stop the services, and restore into an empty store or with --replace.\n"
)


def carry_out(command: str, words: Sequence[str]) -> int:
    """Carry out one of the two commands, say how much was saved or restored, and return the exit status."""
    parser = argparse.ArgumentParser(prog=f"umpire {command}", description=DESCRIPTIONS[command], allow_abbrev=False)
    parser.add_argument("file", type=Path, help="the file of the backup; it holds secrets: keep it like a private key")
    if command == "restore":
        parser.add_argument("--replace", action="store_true", help="replace what is in the store already")
    given = parser.parse_args(words)
    file: Path = given.file
    if command == "backup":
        return _done(lambda store: save(store, file), f"saved in {file}")
    return _done(lambda store: restore(store, file, replace=given.replace), f"restored from {file}")


def _done(work: Work, what: str) -> int:
    settings = checked_settings()
    if settings is None:
        return 2
    if settings.redis_url is None:
        sys.stderr.write("umpire: UMPIRE_REDIS_URL does not say where the store is.\n")
        return 2
    try:
        counts = asyncio.run(_with_store(settings.redis_url, work))
    except (StoreAway, BackupUnreadable, OSError) as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
        return 1
    kept = f"; {counts.kept} were there already and were kept" if counts.kept else ""
    sys.stderr.write(f"{counts.groups} encounters, listings and the like ({counts.keys} keys) {what}{kept}.\n")
    if counts.signs_otherwise:
        sys.stderr.write(SIGNS_OTHERWISE)
    return 0


async def _with_store(url: str, work: Work) -> Counts:
    store = Connection(url, PATIENT_SECONDS)
    try:
        return await work(store)
    finally:
        await store.close()
