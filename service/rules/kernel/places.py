"""Types of requests that say where something is on a hex map, and which way it faces."""

from typing import Annotated, Final

from pydantic import Field, WithJsonSchema

from service.rules.kernel.hexes import CONVENTION_IN_SHORT
from service.wire import WHOLE

FARTHEST: Final = 1_000
"""How far from the origin the map can reach, in either coordinate."""

Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST), WHOLE]
HexAddress = Annotated[
    tuple[Coordinate, Coordinate],
    WithJsonSchema(
        {
            "title": "Hex",
            "type": "array",
            "items": {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST},
            "minItems": 2,
            "maxItems": 2,
            "description": CONVENTION_IN_SHORT,
        }
    ),
]
Facing = Annotated[int, Field(ge=0, le=5), WHOLE]
