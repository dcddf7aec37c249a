"""The picture of a fight: bodies of figures, walls, ground and close combat, as far as they are seen."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.picture import Bounds, EdgeLook, Look, Picture, PictureEdge, PictureItem, Pose
from service.rules.tactical.book.options import TacticalCrawlHexes, TacticalRulings
from service.rules.tactical.book.words import TacticalShape
from service.rules.tactical.encounter.picture import picture_of
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalScene
from service.wire import to_json

RULINGS = TacticalRulings()
ANA = {"id": "ana", "name": "Ana", "side": "watch", "hex": [0, 0], "facing": 1}


def scene(*figures: Any, **ground: Any) -> TacticalScene:
    """A scene of a request."""
    return TacticalScene.model_validate_json(orjson.dumps({"figures": figures, "map": ground}))


def pictured(*figures: Any, **ground: Any) -> Picture:
    """The picture of a whole scene."""
    return picture_of(orjson.loads(to_json(scene(*figures, **ground))), RULINGS)


@given(
    shape=st.sampled_from([each for each in TacticalShape if each is not TacticalShape.CUSTOM]),
    posture=st.sampled_from(["standing", "kneeling", "crawling", "lying"]),
    facing=st.integers(0, 5),
    upper=st.none() | st.integers(0, 5),
    horizontal=st.booleans(),
    sm=st.integers(-1, 1),
    crawl=st.sampled_from(TacticalCrawlHexes),
)
def test_a_figure_fills_the_hexes_of_the_rules(
    shape: TacticalShape,
    posture: str,
    facing: int,
    upper: int | None,
    horizontal: bool,
    sm: int,
    crawl: TacticalCrawlHexes,
) -> None:
    """The hexes of the picture are those of the field, head first, whatever decides them."""
    rulings = TacticalRulings(crawl_hexes=crawl)
    figure = {**ANA, "shape": shape, "posture": posture, "facing": facing, "upper_direction": upper}
    made = scene({**figure, "horizontal": horizontal, "sm": sm, "state": {"huddled": sm == 0}})
    field = Field.of(made, rulings)
    (drawn,) = picture_of(orjson.loads(to_json(made)), rulings).figures
    assert drawn.hexes == field.body(field["ana"])
    assert drawn.facing == facing


def test_a_custom_body() -> None:
    """A body of the caller's own turns with its facing; without its hexes the head alone is drawn."""
    figure = {**ANA, "shape": "custom", "body": [[0, 0], [0, 1]], "facing": 3}
    assert pictured(figure).figures[0].hexes == ((0, 0), (0, -1))
    assert picture_of({"figures": [{**ANA, "shape": "custom"}]}, RULINGS).figures[0].hexes == ((0, 0),)


@pytest.mark.parametrize(
    ("changes", "pose", "words"),
    [
        ({}, Pose.UPRIGHT, ()),
        ({"posture": "kneeling"}, Pose.LOW, ("kneeling",)),
        ({"posture": "lying", "state": {"stunned": True}}, Pose.FLAT, ("lying", "stunned")),
        ({"posture": "lying", "state": {"dead": True, "stunned": True}}, Pose.OUT, ("dead", "lying")),
        ({"state": {"unconscious": True}}, Pose.OUT, ("unconscious",)),
        ({"state": {"grappled_by": ["orc"]}}, Pose.UPRIGHT, ("grappled",)),
        ({"state": {"grappled_by": ["orc"], "pinned_by": ["orc"]}}, Pose.UPRIGHT, ("pinned",)),
        ({"hidden": True}, Pose.UPRIGHT, ()),
    ],
)
def test_postures_and_states(changes: Any, pose: Pose, words: tuple[str, ...]) -> None:
    """A figure is drawn as it holds itself, and its words say what is the matter with it."""
    (drawn,) = pictured({**ANA, **changes}).figures
    assert (drawn.pose, drawn.words, drawn.hidden) == (pose, words, "hidden" in changes)


def test_close_combat_is_a_pair() -> None:
    """Two figures in close combat are a pair, each once."""
    pair = {"hex": [0, 0], "own_side": 0}
    orc = {"id": "orc", "side": "raiders", "hex": [0, 0], "facing": 4, "state": {"close": [{**pair, "foe": "ana"}]}}
    drawn = pictured({**ANA, "state": {"close": [{**pair, "foe": "orc"}]}}, orc)
    assert drawn.pairs == (("ana", "orc"),)


def test_notes_are_explained() -> None:
    """The notes that are written in hexes are explained, and so is darkness or fog on the whole map."""
    cells = [{"hex": [0, 1], "elevation": 2}, {"hex": [0, 2], "cover": True}]
    assert pictured(ANA, cells=cells).signs == (("±1", "height in yards"), ("c", "cover"))
    assert pictured(ANA, visibility=-4).signs == (("", "darkness or fog −4"),)
    assert pictured(ANA).signs == ()


def test_edges_and_items() -> None:
    """Walls, doors, windows and low walls are told apart; things lie in their hexes."""
    kinds = ("wall", "closed_door", "window", "low_wall")
    edges = [{"hex": [1, 1], "direction": number, "kind": kind} for number, kind in enumerate(kinds)]
    drawn = pictured(ANA, edges=edges, items=[{"id": "rope", "hex": [2, 0]}])
    assert drawn.edges == tuple([PictureEdge((1, 1), number, look) for number, look in enumerate(EdgeLook)])
    assert drawn.items == (PictureItem("rope", (2, 0)),)


@pytest.mark.parametrize(
    ("cell", "look", "words", "note"),
    [
        ({}, Look.OPEN, "", ""),
        ({"solid": True, "cover": True}, Look.SOLID, "solid, cover", "c"),
        ({"usable": False}, Look.CLOSED, "closed to figures", ""),
        ({"obstruction": "severe", "water": 3}, Look.DIFFICULT, "severe obstruction, water 3 inches deep", ""),
        ({"water": 1, "visibility": -3}, Look.WATER, "water 1 inch deep, darkness or fog −3", ""),
        ({"water": 24}, Look.WATER, "water 24 inches deep", ""),
        ({"stairs": True, "elevation": 2}, Look.STAIRS, "stairs, height 2 yards", "+2"),
        ({"obstruction": "minor"}, Look.ROUGH, "minor obstruction", ""),
        ({"bodies": 2}, Look.ROUGH, "bodies on the ground", ""),
        ({"footing": 1}, Look.ROUGH, "bad footing", ""),
        ({"elevation": -1, "cover": True}, Look.OPEN, "height −1 yard, cover", "−1c"),
        ({"visibility": -3}, Look.DARK, "darkness or fog −3", ""),
    ],
)
def test_cells(cell: Any, look: Look, words: str, note: str) -> None:
    """A cell looks like what matters most of it, and its words tell all of it."""
    (drawn,) = pictured(ANA, cells=[{"hex": [2, 2], **cell}]).hexes
    assert (drawn.hex, drawn.look, drawn.words, drawn.note) == ((2, 2), look, words, note)


def test_bounds() -> None:
    """A map reaches as far as its limits or its hexes, or without end."""
    limits = {"kind": "limits", "q_min": -1, "q_max": 3, "r_min": 0, "r_max": 2}
    assert pictured(ANA, bounds=limits).bounds == Bounds((-1, 3), (0, 2))
    assert pictured(ANA, bounds={"kind": "hexes", "hexes": [[0, 0]]}).bounds == Bounds(listed=frozenset({(0, 0)}))
    assert pictured(ANA).bounds is None


def test_what_is_not_seen_is_not_drawn() -> None:
    """Of a figure that is seen by name alone nothing is drawn, nor of cells, edges and items without their places."""
    part = {
        "figures": [{"id": "ana"}, {"id": "orc", "hex": [1, 0], "state": {"close": [{"foe": "ana"}]}}],
        "map": {
            "cells": [{"solid": True}],
            "edges": [{"hex": [0, 0], "kind": "wall"}],
            "items": [{"id": "rope"}],
            "bounds": {"kind": "limits", "q_min": 0},
        },
    }
    drawn = picture_of(part, RULINGS)
    assert [(each.id, each.facing, each.hexes) for each in drawn.figures] == [("orc", None, ((1, 0),))]
    assert (drawn.hexes, drawn.edges, drawn.items, drawn.pairs, drawn.bounds) == ((), (), (), (), None)
    assert picture_of({}, RULINGS) == Picture()
