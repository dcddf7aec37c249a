"""Arcs: the surroundings of a figure in sectors, its reach and its arc of vision."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from service.rules.kernel.hexes import distance
from service.rules.tactical.book.options import TacticalArcWidth
from service.rules.tactical.book.refusals import BadFootprint
from service.rules.tactical.book.words import TacticalSector, TacticalShape, TacticalVision
from service.rules.tactical.map.footprints import body_arc
from service.rules.tactical.map.sectors import arc_sector
from service.rules.tactical.movement.arcs import list_arcs
from service.rules.tactical.movement.records import TacticalArcsInput
from tests.pins import pins
from tests.rings import many
from tests.rules.tactical.grids import FACINGS, HEXES
from tests.rules.tactical.scenes import OPEN, figure


def arcs(**facts: Any) -> Any:
    """What arcs answers."""
    return list_arcs(TacticalArcsInput(**facts), OPEN)


def test_around_a_figure_lie_three_front_hexes_two_sides_and_a_back() -> None:
    """At distance 1 the sectors are 3, 1, 1 and 1; reach fans have 3, 5 and 7 hexes."""
    told = arcs(radius=1)
    assert (told.front, told.right, told.left, told.back) == (
        ((0, -1), (1, -1), (-1, 0)),
        ((1, 0),),
        ((-1, 1),),
        ((0, 1),),
    )
    assert [(each.reach, len(each.hexes)) for each in told.reach] == [(1, 3), (2, 5), (3, 7)]
    assert told.sight == told.front
    assert told.summary == "Of 6 hexes around, 3 to the front, 1 to the right, 1 to the left, 1 behind; 3 are in sight."
    assert (told.footprint, told.weapon_side.value) == (((0, 0),), "right")
    assert "tactical/sight/arc-normal" in told.cites


@given(
    HEXES, FACINGS, st.sampled_from(TacticalVision), st.sampled_from(TacticalShape), st.sampled_from(TacticalArcWidth)
)
@settings(max_examples=many(60))
@pins("arc-width", "fan-vs-arc")
def test_sectors_part_the_surroundings(
    here: Any, facing: int, vision: TacticalVision, shape: TacticalShape, width: TacticalArcWidth
) -> None:
    """Each hex around, outside the body, is in exactly the sector that the geometry says."""
    body = ((0, 0), (0, 1), (1, 1)) if shape is TacticalShape.CUSTOM else ()
    asked = TacticalArcsInput(hex=here, facing=facing, vision=vision, shape=shape, body=body, radius=4)
    told = list_arcs(asked, OPEN.model_copy(update={"arc": width}))
    words = [told.front, told.right, told.left, told.back]
    everything = [each for part in words for each in part]
    assert len(everything) == len(set(everything)) == 60 - (len(told.footprint) - 1)
    assert all(1 <= distance(each, here) <= 4 for each in everything)
    for name, part in zip(("front", "right", "left", "back"), words, strict=True):
        for each in part:
            if len(told.footprint) == 1:
                assert arc_sector(here, facing, each, vision, width) is TacticalSector(name)
            else:
                assert body_arc(told.footprint, facing, each) is TacticalSector(name)
    if vision is TacticalVision.BLIND:
        assert told.sight == ()
    if vision is TacticalVision.ALL_AROUND:
        assert set(told.sight) >= set(everything)


def test_a_figure_answers_for_itself() -> None:
    """Shape, vision, handedness and a lying body come from the figure; hexes beyond the map are left out."""
    elephant = figure(shape="long10", vision="360", handedness="left")
    told = arcs(figure=elephant, radius=50)
    assert len(told.footprint) == 10
    assert sum([told.verdict.front, told.verdict.right, told.verdict.left, told.verdict.back]) == 7650 - 9
    assert told.weapon_side.value == "left"
    assert "tactical/multihex/sight" in told.cites
    lying = arcs(figure=figure(posture="lying"), radius=2)
    assert lying.footprint == ((0, 0), (0, 1))
    bounds = {"kind": "limits", "q_min": -1, "q_max": 1, "r_min": -1, "r_max": 1}
    cut = arcs(figure=figure(), radius=3, bounds=bounds)
    assert len(cut.front) + len(cut.right) + len(cut.left) + len(cut.back) == 8
    assert [len(each.hexes) for each in cut.reach] == [3, 1, 0]


def test_arcs_keep_their_limits() -> None:
    """A radius above 50 does not fit, and a shape of one's own must be a body."""
    with pytest.raises(ValidationError):
        arcs(radius=51)
    with pytest.raises(BadFootprint) as refused:
        arcs(shape=TacticalShape.CUSTOM)
    assert refused.value.pointer == "/body"
    with pytest.raises(BadFootprint) as of_figure:
        arcs(figure=figure(shape="custom"))
    assert of_figure.value.pointer == "/figure/body"
