"""The map of `tactical` as a picture: figures with their bodies, walls, ground, and who is in close combat."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.rules.kernel.hexes import Hex
from service.rules.kernel.picture import (
    Bounds,
    EdgeLook,
    Look,
    MapDrawing,
    Picture,
    PictureEdge,
    PictureFigure,
    PictureHex,
    PictureItem,
    Pose,
    Seen,
    hex_in,
    hexes_in,
    name_of,
    pairs_in,
    record_in,
    records,
)
from service.rules.kernel.telling import amount, signed
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalEdgeKind, TacticalObstruction
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.wire import to_json

EDGES: Final[Mapping[str, EdgeLook]] = {
    TacticalEdgeKind.WALL: EdgeLook.WALL,
    TacticalEdgeKind.CLOSED_DOOR: EdgeLook.DOOR,
    TacticalEdgeKind.WINDOW: EdgeLook.WINDOW,
    TacticalEdgeKind.LOW_WALL: EdgeLook.LOW_WALL,
}
POSES: Final[Mapping[str, Pose]] = {
    Posture.CROUCHING: Pose.LOW,
    Posture.KNEELING: Pose.LOW,
    Posture.SITTING: Pose.LOW,
    Posture.CRAWLING: Pose.FLAT,
    Posture.LYING: Pose.FLAT,
}
"""How figures are drawn that do not stand."""

BODY: Final = ("hex", "facing", "shape", "body", "posture", "upper_direction", "horizontal", "sm")
"""The fields of a figure that decide which hexes it fills, besides `huddled` of its state."""

DARKNESS: Final = "darkness or fog"
LIMITS: Final = ("q_min", "q_max", "r_min", "r_max")


def picture_of(seen: Seen, rulings: TacticalRulings) -> Picture:
    """Make the picture of a fight."""
    ground = record_in(seen, "map")
    figures = [each for each in records(seen, "figures") if hex_in(each) is not None]
    return Picture(
        bounds=_bounds(record_in(ground, "bounds")),
        hexes=tuple(_cells(ground)),
        edges=tuple(_edges(ground)),
        items=tuple(
            [
                PictureItem(name_of(item), here)
                for item in records(ground, "items")
                if (here := hex_in(item)) is not None
            ]
        ),
        figures=tuple([_figure(each, rulings) for each in figures]),
        signs=tuple(_signs(ground)),
        pairs=pairs_in(_in_close_combat(figures), [str(each.get("id")) for each in figures]),
    )


def _figure(seen: Seen, rulings: TacticalRulings) -> PictureFigure:
    state, posture = record_in(seen, "state"), str(seen.get("posture") or Posture.STANDING)
    out = [word for word in ("dead", "unconscious") if state.get(word)][:1]
    lasting = [] if out else [word for word in ("stunned",) if state.get(word)]
    held = [word for word, field in (("pinned", "pinned_by"), ("grappled", "grappled_by")) if state.get(field)][:1]
    return PictureFigure(
        id=str(seen.get("id")),
        name=name_of(seen),
        side=str(seen.get("side") or ""),
        hexes=_body(seen, state, rulings),
        facing=seen.get("facing"),
        pose=Pose.OUT if out else POSES.get(posture, Pose.UPRIGHT),
        words=(*out, *([] if posture == Posture.STANDING else [posture]), *lasting, *held),
        hidden=bool(seen.get("hidden")),
    )


def _body(seen: Seen, state: Seen, rulings: TacticalRulings) -> tuple[Hex, ...]:
    """Return the hexes that a figure fills, as far as what decides them is seen."""
    known: dict[str, Any] = {name: seen[name] for name in BODY if seen.get(name) is not None}
    known |= {"id": "figure", "side": "side", "state": {"huddled": bool(state.get("huddled"))}}
    figure = TacticalFigure.model_validate_json(to_json({"facing": 0, **known}))
    return body_at(figure, figure.hex, figure.facing, rulings) or (figure.hex,)


def _in_close_combat(figures: list[Seen]) -> Iterator[tuple[str, str]]:
    for figure in figures:
        for pair in records(record_in(figure, "state"), "close"):
            yield str(figure.get("id")), str(pair.get("foe"))


def _edges(ground: Seen) -> Iterator[PictureEdge]:
    for each in records(ground, "edges"):
        here, direction, look = hex_in(each), each.get("direction"), EDGES.get(str(each.get("kind")))
        if here is not None and direction is not None and look is not None:
            yield PictureEdge(here, direction, look)


def _cells(ground: Seen) -> Iterator[PictureHex]:
    for each in records(ground, "cells"):
        here = hex_in(each)
        if here is not None:
            yield PictureHex(here, _look(each), ", ".join(_words(each)), _note(each))


def _look(cell: Seen) -> Look:
    """Return how a hex looks: what matters most of all that it is."""
    obstruction = cell.get("obstruction")
    chosen = (
        (Look.SOLID, cell.get("solid")),
        (Look.CLOSED, cell.get("usable") is False),
        (Look.DIFFICULT, obstruction == TacticalObstruction.SEVERE),
        (Look.WATER, cell.get("water")),
        (Look.STAIRS, cell.get("stairs")),
        (Look.ROUGH, obstruction == TacticalObstruction.MINOR or cell.get("bodies") or cell.get("footing")),
        (Look.DARK, cell.get("visibility")),
    )
    return next((look for look, applies in chosen if applies), Look.OPEN)


def _words(cell: Seen) -> Iterator[str]:
    """Yield all that a hex is, in words."""
    obstruction, height = cell.get("obstruction"), cell.get("elevation")
    said = (
        ("solid", cell.get("solid")),
        ("closed to figures", cell.get("usable") is False),
        ("severe obstruction", obstruction == TacticalObstruction.SEVERE),
        ("minor obstruction", obstruction == TacticalObstruction.MINOR),
        ("bodies on the ground", cell.get("bodies")),
        ("bad footing", cell.get("footing")),
        (f"water {amount(cell.get('water') or 0, 'inch')} deep", cell.get("water")),
        ("stairs", cell.get("stairs")),
        (f"height {amount(height or 0, 'yard')}", height),
        ("cover", cell.get("cover")),
        (f"{DARKNESS} {signed(cell.get('visibility') or 0)}", cell.get("visibility")),
    )
    yield from [words for words, applies in said if applies]


def _signs(ground: Seen) -> Iterator[tuple[str, str]]:
    """Yield what the notes in hexes mean, and what holds for the whole map."""
    cells = records(ground, "cells")
    if any(cell.get("elevation") for cell in cells):
        yield "±1", "height in yards"
    if any(cell.get("cover") for cell in cells):
        yield "c", "cover"
    if ground.get("visibility"):
        yield "", f"{DARKNESS} {signed(ground['visibility'])}"


def _note(cell: Seen) -> str:
    """Return what is written in a hex: its height in yards, and c for cover."""
    height = cell.get("elevation")
    return f"{f'{height:+}' if height else ''}{'c' if cell.get('cover') else ''}".replace("-", "−")


def _bounds(seen: Seen) -> Bounds | None:
    """Return how far the map reaches; None: without end, or not seen."""
    limits = [seen.get(name) for name in LIMITS]
    q_min, q_max, r_min, r_max = limits
    if q_min is not None and q_max is not None and r_min is not None and r_max is not None:
        return Bounds((q_min, q_max), (r_min, r_max))
    return Bounds(listed=frozenset(hexes_in(seen, "hexes"))) if seen.get("hexes") else None


DRAWING: Final = MapDrawing(TacticalScene, picture_of)
