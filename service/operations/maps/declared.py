"""Declarations of the operations that draw a scene: one for each family that has a map."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import orjson
from pydantic import Field, create_model

from service.errors import AnswerTooLarge
from service.operations.maps.asked import MapOverlays
from service.operations.maps.drawing import DrawnMap, Maps
from service.operations.maps.frame import frame_of
from service.operations.registry import PROOF_BYTES, Effect, Http, Media, Operation, documentation_of, pascal
from service.operations.work.estimates import ALWAYS_HEAVY, work_of
from service.rules.examples import examples_of
from service.rules.kernel.family import Family
from service.rules.kernel.picture import MapDrawing
from service.wire import Frozen, to_json

SVG: Final = Media("image/svg+xml", "svg")
MOST_LIGHT: Final = 1_000
"""How many listed items a scene may have whose hexes are counted before it is drawn."""
HEXES_PER_WORK: Final = 50
"""How many hexes are as much work as one item of other requests."""


def map_operations(families: Iterable[Family]) -> Iterator[Operation]:
    """Yield the operation that draws a scene, for each family that has a map."""
    known = list(families)
    maps = Maps(known)
    for family in known:
        if family.drawing is not None:
            yield _operation(family, family.drawing, maps)


def _operation(family: Family, drawing: MapDrawing, maps: Maps) -> Operation:
    async def draw_map(request: Any) -> DrawnMap:
        """Draw a scene as an SVG file: hexes, walls, and figures with names, sides and facings.

        The file fits light and dark screens and can be read in grey. It has a title and a description in words, and
        neither scripts nor links. A `hidden` figure is drawn with a dashed outline. At most 20,000 hexes are drawn: of
        a larger map those around what is on it, or the `part` that is asked for.
        """
        return maps.draw(family.name, orjson.loads(to_json(request.input)), request.rulings, request)

    name = f"{family.name}/map"
    summary, description = documentation_of(draw_map)
    return Operation(
        name=name,
        summary=summary,
        description=description,
        effect=Effect.COMPUTE,
        path=f"/v1/{family.name}/map.svg",
        request=_request_model(name, family, drawing),
        answers=(DrawnMap,),
        run=draw_map,
        errors=(AnswerTooLarge,),
        examples=examples_of(name),
        http=Http(media=SVG, body_bytes=PROOF_BYTES),
        work=_work(drawing),
        heading=f"Draw map ({family.name})",
    )


def _request_model(name: str, family: Family, drawing: MapDrawing) -> type[Frozen]:
    rulings = Field(default=family.rulings(), description="Rulings on questions that the rules leave open.")
    fields: dict[str, Any] = {
        "input": (drawing.scene, Field(description="What is drawn.")),
        "rulings": (family.rulings, rulings),
    }
    made: type[Frozen] = create_model(
        f"{pascal(name)}Request", __base__=MapOverlays, __doc__=f"A request to draw a scene of {family.name}.", **fields
    )
    return made


def _work(drawing: MapDrawing) -> Callable[[Any], int]:
    """Return the estimate of drawing: what is listed, and how many hexes are drawn."""

    def estimate(request: Any) -> int:
        listed = work_of(request) + sum([len(each.hexes) for each in request.areas])
        if listed > MOST_LIGHT:
            return ALWAYS_HEAVY
        picture = drawing.picture(orjson.loads(to_json(request.input)), request.rulings)
        return (listed + len(frame_of(picture, request).hexes)) // HEXES_PER_WORK

    return estimate
