"""How a battle begins: each side together in one place, at a distance from the others."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp

DECIMALS: Final = 1


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a battle of sides, neighbours so many yards apart; the units of a side stand together."""
    spots = _spots(len(sides), apart)
    return {
        "sides": [{"id": side.name} for side in sides],
        "units": [{**figure, "side": side.name} for side in sides for figure in side.figures],
        "positions": [
            {"unit": figure["id"], "x": x, "y": y}
            for side, (x, y) in zip(sides, spots, strict=True)
            for figure in side.figures
        ],
    }


def _spots(sides: int, apart: int) -> list[tuple[float, float]]:
    """Return where sides stand: two on a line, more at the corners of a regular polygon."""
    if sides == 2:
        return [(0, 0), (apart, 0)]
    radius = apart / 2 / sin(pi / sides)
    turns = [2 * pi * at / sides for at in range(sides)]
    return [(round(radius * cos(turn), DECIMALS), round(radius * sin(turn), DECIMALS)) for turn in turns]


LINING_UP: Final = LiningUp(line_up, usual=10)
