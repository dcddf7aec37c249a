"""The picture of a battle: what is drawn of units and terrain, and what is not where it is not seen."""

from typing import Any

import orjson

from service.rules.kernel.picture import Bounds, Look, PictureHex, Pose
from service.rules.mass.book.options import MassRulings
from service.rules.mass.encounter.picture import MassScene, picture_of
from service.wire import to_json

UNITS = [
    {"id": "knights", "name": "Knights", "side": "red", "hex": [0, 0], "facing": 2, "engaged_with": ["pikes"]},
    {"id": "pikes", "side": "blue", "hex": [1, 0], "facing": 5, "engaged_with": ["knights"], "shield_wall": True},
    {"id": "levy", "side": "blue", "hex": [3, 0], "facing": 0, "status": "routed", "hidden": True},
]


def seen(**scene: Any) -> Any:
    """A scene as JSON, with all its fields."""
    return orjson.loads(to_json(MassScene.model_validate_json(orjson.dumps(scene))))


def test_units_are_drawn() -> None:
    """Each unit has its name, side, hex, facing and state; the engaged are a pair."""
    picture = picture_of(seen(units=UNITS), MassRulings())
    knights, pikes, levy = picture.figures
    assert (knights.id, knights.name, knights.side, knights.hexes, knights.facing) == (
        "knights",
        "Knights",
        "red",
        ((0, 0),),
        2,
    )
    assert (pikes.name, pikes.words, pikes.pose) == ("pikes", ("shield wall",), Pose.UPRIGHT)
    assert (levy.words, levy.pose, levy.hidden) == (("routed",), Pose.OUT, True)
    assert picture.pairs == (("knights", "pikes"),)
    assert picture.bounds is None


def test_terrain_and_bounds_are_drawn() -> None:
    """Terrain that is not clear is drawn by what it is; bounds are a radius or a list."""
    terrain = [
        {"hex": [0, number], "terrain": word}
        for number, word in enumerate(("clear", "moderate", "difficult", "impassable"))
    ]
    picture = picture_of(seen(terrain=terrain, bounds={"kind": "radius", "radius": 2, "centre": [1, 1]}), MassRulings())
    assert picture.hexes == (
        PictureHex((0, 1), Look.ROUGH, "moderate ground"),
        PictureHex((0, 2), Look.DIFFICULT, "difficult ground"),
        PictureHex((0, 3), Look.SOLID, "impassable ground"),
    )
    assert picture.bounds == Bounds.around((1, 1), 2)
    listed = picture_of(seen(bounds={"kind": "hexes", "hexes": [[0, 0], [4, 4]]}), MassRulings())
    assert listed.bounds == Bounds(listed=frozenset({(0, 0), (4, 4)}))


def test_what_is_not_seen_is_not_drawn() -> None:
    """A unit without a hex is left out, and a missing facing, terrain or foe is not made up."""
    part = {
        "units": [{"id": "a"}, {"id": "b", "hex": [1, 1], "engaged_with": ["a", "b"]}],
        "terrain": [{"hex": [0, 0]}, {"terrain": "moderate"}],
    }
    picture = picture_of(part, MassRulings())
    assert [(each.id, each.facing, each.side) for each in picture.figures] == [("b", None, "")]
    assert (picture.hexes, picture.pairs) == ((), ())
