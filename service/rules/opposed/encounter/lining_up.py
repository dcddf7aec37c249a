"""How a fight begins: face to face, or so far apart that nobody is engaged."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a fight of sides, each led by its first figure.

    Within a hex of each other figures are engaged in pairs: the first of the first side with the first of
    the second side, and so on; a third and a fourth side likewise. Farther apart nobody is engaged.
    """
    pairs = list(_pairs(sides)) if apart <= 1 else []
    foes: dict[str, list[str]] = {}
    for one, other in pairs:
        foes[one], foes[other] = [other], [one]
    return {
        "sides": [{"id": side.name, "leader": side.figures[0]["id"]} for side in sides],
        "participants": [
            {**figure, "side": side.name, "engaged_with": foes.get(figure["id"], [])}
            for side in sides
            for figure in side.figures
        ],
    }


def _pairs(sides: Sequence[LinedSide]) -> Iterator[tuple[str, str]]:
    for one, other in zip(sides[::2], sides[1::2], strict=False):
        for figure, foe in zip(one.figures, other.figures, strict=False):
            yield figure["id"], foe["id"]


LINING_UP: Final = LiningUp(line_up, usual=1)
