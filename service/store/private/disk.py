"""The disk that the private store writes to: whether it is full."""

import os
from pathlib import Path
from typing import Final

from service.store.packing import PAGE_BYTES

SPARE_BYTES: Final = PAGE_BYTES
"""Bytes below which a disk counts as full: a server that could not write has left less than one change."""
FULL: Final = "The store's disk is full"


def is_full(folder: Path | None) -> bool:
    """Return whether the disk of a folder has no room for what the store writes next; without a folder it has."""
    if folder is None:
        return False
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < SPARE_BYTES
