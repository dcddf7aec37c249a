"""How a battle begins: ranks that face each other on clear ground, each side with a commander."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp, in_ranks

THAC0: Final = 14
"""How well the commanders hit: those of both sides alike."""


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a battle of sides in ranks; `apart` counts hexes between the first ranks."""
    return {
        "units": in_ranks(sides, apart),
        "commanders": [
            {"id": f"{side.name}-commander", "name": f"Commander of {side.name}", "side": side.name, "thac0": THAC0}
            for side in sides
        ],
    }


LINING_UP: Final = LiningUp(line_up, usual=6)
