"""`make fuzz-long` and `make overload`: `python -m tests.long fuzz [examples] [minutes]`, `... overload [seconds]`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.long import fuzz, overload

KINDS: Final[Mapping[str, Callable[[Sequence[float]], int]]] = {"fuzz": fuzz.main, "overload": overload.main}

if __name__ == "__main__":
    if sys.argv[1:2] not in [[kind] for kind in KINDS]:
        raise SystemExit(__doc__)
    raise SystemExit(KINDS[sys.argv[1]]([float(word) for word in sys.argv[2:]]))
