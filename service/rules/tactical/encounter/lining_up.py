"""How a fight on the map begins: ranks that face each other on open ground."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp
from service.rules.kernel.hexes import ranks_of

ROOM: Final = 10
"""How many hexes of open ground are behind and beside everybody."""


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a fight of sides in ranks on open ground; `apart` counts hexes between the first ranks."""
    ranks = ranks_of([len(side.figures) for side in sides], apart)
    figures = [
        {**figure, "side": side.name, "hex": list(spot), "facing": facing}
        for side, places in zip(sides, ranks, strict=True)
        for figure, (spot, facing) in zip(side.figures, places, strict=True)
    ]
    edge = max([abs(way) for each in figures for way in each["hex"]]) + ROOM
    bounds = {"kind": "limits", "q_min": -edge, "q_max": edge, "r_min": -edge, "r_max": edge}
    return {"map": {"id": "open-ground", "bounds": bounds}, "figures": figures}


LINING_UP: Final = LiningUp(line_up, usual=10)
