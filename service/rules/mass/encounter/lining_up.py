"""How a battle begins: ranks that face each other on clear ground, each side with a commander."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp
from service.rules.kernel.hexes import ranks_of

THAC0: Final = 14
"""How well the commanders hit: those of both sides alike."""


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a battle of sides in ranks; `apart` counts hexes between the first ranks."""
    ranks = ranks_of([len(side.figures) for side in sides], apart)
    return {
        "units": [
            {**figure, "side": side.name, "hex": list(spot), "facing": facing}
            for side, places in zip(sides, ranks, strict=True)
            for figure, (spot, facing) in zip(side.figures, places, strict=True)
        ],
        "commanders": [
            {"id": f"{side.name}-commander", "name": f"Commander of {side.name}", "side": side.name, "thac0": THAC0}
            for side in sides
        ],
    }


LINING_UP: Final = LiningUp(line_up, usual=6)
