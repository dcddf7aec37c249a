"""How a fight on the map begins: ranks that face each other on open ground."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp, in_ranks

ROOM: Final = 10
"""How many hexes of open ground are behind and beside everybody."""


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a fight of sides in ranks on open ground; `apart` counts hexes between the first ranks."""
    figures = in_ranks(sides, apart)
    edge = max([abs(way) for each in figures for way in each["hex"]]) + ROOM
    bounds = {"kind": "limits", "q_min": -edge, "q_max": edge, "r_min": -edge, "r_max": edge}
    return {"map": {"id": "open-ground", "bounds": bounds}, "figures": figures}


LINING_UP: Final = LiningUp(line_up, usual=10)
