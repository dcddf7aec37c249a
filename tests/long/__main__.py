"""What is tried for long, by hand: `python -m tests.long KIND [sizes]`.

`campaigns [kills]`, `fuzz [examples] [minutes]`, `generators`, `image`, `outsider [options of schemathesis]`,
`overload [seconds]`, `kills [how many]` and `rolling [how many]`.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.long import campaigns, fuzz, generators, image, kills, outsider, overload, rolling

KINDS: Final[Mapping[str, Callable[[Sequence[float]], int]]] = {
    "campaigns": campaigns.main,
    "fuzz": fuzz.main,
    "generators": generators.main,
    "image": image.main,
    "kills": kills.main,
    "overload": overload.main,
    "rolling": rolling.main,
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["outsider"]:
        raise SystemExit(outsider.main(sys.argv[2:]))
    if sys.argv[1:2] not in [[kind] for kind in KINDS]:
        raise SystemExit(__doc__)
    raise SystemExit(KINDS[sys.argv[1]]([float(word) for word in sys.argv[2:]]))
