"""Giving memory back to the system: by default the C library of Linux keeps much of what was freed."""

import gc
from ctypes import CDLL
from typing import Any, Final

LARGE_BLOCK: Final = 128 * 1024
"""Blocks of at least this size are mapped one by one, so that each is given back when it is freed."""
_M_MMAP_THRESHOLD: Final = -3
"""The option of `mallopt` for that size; it is in `malloc.h`."""


def map_large_blocks() -> None:
    """Give large blocks back as soon as they are freed; else the C library raises the size with each that is freed."""
    _c_function("mallopt")(_M_MMAP_THRESHOLD, LARGE_BLOCK)


def give_back() -> None:
    """Give back what a large body took: collect garbage, and return free memory to the system."""
    gc.collect()
    _c_function("malloc_trim")(0)


def _c_function(name: str) -> Any:
    """Return a function of the C library; one that does nothing, where the library does not have it."""
    return getattr(CDLL(None), name, lambda *_numbers: 0)
