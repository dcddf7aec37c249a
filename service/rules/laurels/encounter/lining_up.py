"""How a fight begins: a party and its opponents."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import LinedSide, LiningUp
from service.rules.laurels.book.words import LaurelsRole


def line_up(sides: Sequence[LinedSide], apart: int) -> dict[str, Any]:
    """Return a fight of two sides: the first is the party, the second its opponents. Nobody has a place."""
    return {
        "participants": [
            {**figure, "role": role.value}
            for role, side in zip(LaurelsRole, sides, strict=True)
            for figure in side.figures
        ]
    }


LINING_UP: Final = LiningUp(line_up, usual=None, most_sides=len(LaurelsRole))
