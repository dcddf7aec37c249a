"""Garbage collection while fights are played: what is remembered of them stays, and rules leave almost no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NEVER: Final = 2**31 - 1
YOUNG: Final = 20_000
"""How many more new containers than freed ones there are, at least, before young objects are collected.

A fight of many figures leaves thousands of them at a time; a collection after each 700 finds all of them in use.
"""


@contextmanager
def full_collections_paused() -> Iterator[None]:
    """Collect garbage among young objects only, and seldom.

    Going through all that is remembered takes up to half of the time, and going through young objects after each 700
    up to a fifth.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(max(young, YOUNG) if young else 0, middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
