"""Garbage collection settings of a server process; it starts without, since almost all that is made then is kept."""

import gc
from typing import Final

YOUNG_OBJECTS: Final = 10_000


def tune_garbage_collection() -> None:
    """Exclude all existing objects from garbage collection, and run it less often.

    Requests leave almost no reference cycles, which only the garbage collector could free.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
    gc.enable()
