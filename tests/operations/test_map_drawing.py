"""Maps as SVG: every figure once, in its hexes, with its facing; ground, walls and overlays where they belong."""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.operations.maps.asked import MapArea, MapLine, MapOverlays, MapPart
from service.operations.maps.drawing import drawn
from service.operations.maps.layers.labels import Label, Taken, labels_of
from service.operations.maps.markup import plain_text
from service.operations.maps.shapes import Box, crowds_of
from service.rules.kernel.hexes import Hex, neighbour
from service.rules.kernel.picture import (
    Bounds,
    EdgeLook,
    Look,
    Picture,
    PictureEdge,
    PictureFigure,
    PictureHex,
    PictureItem,
    Pose,
)
from tests.operations.reading_svg import (
    NAMESPACE,
    corners_of,
    figures_in,
    found,
    hex_at,
    place_of,
    points_of,
    said,
    tree_of,
)

PLAIN = MapOverlays()
HEX_SIZE = 1.5 * 30 * 30 * 3**0.5
"""The area of a hex."""

sizes = st.floats(-200, 200)
boxes = st.builds(Box, sizes, sizes, st.floats(0, 150), st.floats(0, 90))
places = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def figure(id: str = "ana", *hexes: Hex, **more: Any) -> PictureFigure:
    """A figure of the watch."""
    return PictureFigure(id=id, name=more.pop("name", id), side=more.pop("side", "watch"), hexes=hexes, **more)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    """Pictures of anything anywhere, whether or not a fight could come to it."""
    ids = draw(st.lists(st.text(max_size=8), unique_by=plain_text, max_size=6))
    bodies = st.lists(places, min_size=1, max_size=4, unique=True).map(tuple)
    figures = [
        PictureFigure(
            id=each,
            name=draw(st.text(max_size=30)),
            side=draw(st.text(max_size=3)),
            hexes=draw(bodies),
            facing=draw(st.none() | st.integers(0, 5)),
            pose=draw(st.sampled_from(Pose)),
            words=draw(st.sampled_from([(), ("kneeling",), ("dead", "lying")])),
            hidden=draw(st.booleans()),
        )
        for each in ids
    ]
    listed = st.lists(places, max_size=8).map(tuple)
    return Picture(
        bounds=draw(
            st.none()
            | st.builds(Bounds.around, places, st.integers(0, 4))
            | st.lists(places, min_size=1).map(lambda hexes: Bounds(listed=frozenset(hexes)))
        ),
        hexes=tuple([PictureHex(each, draw(st.sampled_from(Look)), "words", "+1") for each in draw(listed)]),
        edges=tuple(
            [PictureEdge(each, draw(st.integers(0, 5)), draw(st.sampled_from(EdgeLook))) for each in draw(listed)]
        ),
        items=tuple([PictureItem(draw(st.text(max_size=5)), each) for each in draw(listed)]),
        figures=tuple(figures),
        pairs=tuple([(ids[0], other) for other in ids[1:2]]),
    )


@st.composite
def overlays(draw: st.DrawFn) -> MapOverlays:
    """Overlays of anything anywhere."""
    listed = st.lists(places, max_size=8).map(tuple)
    label = st.none() | st.text(min_size=1, max_size=30)
    return MapOverlays(
        title=draw(label),
        lines=tuple(
            [
                MapLine(start=draw(places), goal=draw(places), hexes=draw(st.none() | listed), label=draw(label))
                for _ in range(draw(st.integers(0, 2)))
            ]
        ),
        areas=tuple([MapArea(hexes=draw(listed), label=draw(label)) for _ in range(draw(st.integers(0, 5)))]),
        part=draw(st.none() | st.builds(MapPart, centre=places, radius=st.integers(0, 5))),
    )


@given(picture=pictures(), asked=overlays())
def test_any_picture_is_well_formed(picture: Picture, asked: MapOverlays) -> None:
    """Whatever is drawn is XML without scripts and links, the same each time, and has each figure of the part once."""
    svg = drawn(picture, asked)
    assert svg == drawn(picture, asked)
    root = tree_of(svg)
    allowed = {"svg", "title", "desc", "style", "defs", "pattern", "rect", "g", "path", "circle", "text"}
    assert {each.tag.removeprefix(NAMESPACE) for each in root.iter()} <= allowed
    assert [name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name] == []
    assert re.findall(r"url\((?!#umpire-)|@import|https?:(?!//www\.w3\.org/2000/svg\")", svg) == []
    if asked.part is None:
        assert len(figures_in(root)) == len(picture.figures)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    filled = {str(each.get("fill"))[5:-1] for each in root.iter() if str(each.get("fill")).startswith("url(#")}
    assert filled <= set(ids)


@given(picture=pictures(), asked=overlays())
def test_everything_is_inside_the_picture(picture: Picture, asked: MapOverlays) -> None:
    """The view box holds all that is drawn, with a margin."""
    root = tree_of(drawn(picture, asked))
    left, top, width, height = [float(each) for each in str(root.get("viewBox")).split()]
    for x, y in points_of(root):
        assert left + 10 <= x <= left + width - 10
        assert top + 10 <= y <= top + height - 10


@pytest.mark.parametrize("facing", range(6))
def test_a_figure_stands_and_faces_as_the_convention_says(facing: int) -> None:
    """A figure is at the centre of its hex, and its arrow is turned by 60 degrees for each hexside, clockwise."""
    root = tree_of(drawn(Picture(figures=(figure("ana", (2, -1), facing=facing, name="Ana"),)), PLAIN))
    ana = figures_in(root)["ana"]
    assert hex_at(*place_of(ana)) == (2, -1)
    (nose,) = found(ana, class_="nose")
    assert nose.get("transform") == f"rotate({60 * facing})"
    assert (ana.get("data-hexes"), ana.get("data-facing"), ana.get("data-side")) == ("2,-1", str(facing), "watch")
    names = ("north", "north-east", "south-east", "south", "south-west", "north-west")
    assert said(ana) == f"Ana (watch) at [2, -1], facing {names[facing]}"


def test_a_figure_that_is_not_seen_to_face_has_no_arrow() -> None:
    """Without a facing there is no arrow, and the words say nothing of one."""
    ana = figures_in(tree_of(drawn(Picture(figures=(figure("ana", (0, 0)),)), PLAIN)))["ana"]
    assert found(ana, class_="nose") == []
    assert (ana.get("data-facing"), said(ana)) == (None, "ana (watch) at [0, 0]")


@given(body=st.lists(places, min_size=2, max_size=12, unique=True))
def test_a_body_is_joined(body: list[Hex]) -> None:
    """The outline of a body goes around exactly its hexes, with no line between two of them."""
    root = tree_of(drawn(Picture(figures=(figure("ogre", *body),)), PLAIN))
    (outline,) = found(root, data_body="ogre")
    ways = corners_of(outline)
    inside = frozenset(body)
    free = sum(neighbour(each, direction) not in inside for each in body for direction in range(6))
    assert sum(map(len, ways)) == free
    signed = sum(_signed(way) for way in ways)
    assert abs(signed - len(body) * HEX_SIZE) < 0.01 * len(body) * HEX_SIZE
    assert said(figures_in(root)["ogre"]).endswith(f"and {len(body) - 1} {'hex' if len(body) == 2 else 'hexes'} more")


def _signed(way: list[tuple[float, float]]) -> float:
    """The area of a way: negative for a hole, which goes around the other way."""
    (x0, y0), *_ = sorted(way)
    turned = [*way[1:], way[0]]
    doubled = sum((x - x0) * (b - y0) - (a - x0) * (y - y0) for (x, y), (a, b) in zip(way, turned, strict=True))
    return doubled / 2


def test_figures_of_one_hex_have_no_outline() -> None:
    """Only what fills several hexes has an outline."""
    assert found(tree_of(drawn(Picture(figures=(figure("ana", (0, 0)),)), PLAIN)), data_body="ana") == []


@pytest.mark.parametrize("crowd", range(2, 12))
def test_figures_in_one_hex_are_side_by_side(crowd: int) -> None:
    """Figures that share a hex are drawn apart from each other and inside it; up to eight are named, more counted."""
    figures = [figure(str(place), (1, 1), name=f"Fighter {place}") for place in range(crowd)]
    drawn_at = crowds_of([(1, 1)] * crowd)
    assert len({(round(each.x), round(each.y)) for each in drawn_at}) == crowd
    assert all((each.x**2 + each.y**2) ** 0.5 + 11 * each.scale < 26 for each in drawn_at)
    root = tree_of(drawn(Picture(figures=tuple(figures)), PLAIN))
    assert len(figures_in(root)) == crowd
    names = [each.name for each in figures] if crowd <= 8 else [f"{crowd} figures"]
    assert names_in(root) == names


def names_in(root: Any) -> list[str]:
    """The names that are written, without their halos."""
    return [str(each.text) for each in found(root, class_="name") if "halo" not in str(each.get("class"))]


def shared(labels: Sequence[Label]) -> float:
    """The area that labels share with each other."""
    return sum(one.box.shared_with(other.box) for one, other in combinations(labels, 2))


@pytest.mark.parametrize("crowd", range(2, 7))
@pytest.mark.parametrize("facing", range(6))
def test_names_in_one_hex_do_not_overlap(crowd: int, facing: int) -> None:
    """Up to six figures in one hex have names that can be read, each on its own side, with a neighbour on each side."""
    inside = [figure(str(place), (0, 0), name=f"Brawler no. {place}", facing=facing) for place in range(crowd)]
    around = [figure(f"n{k}", neighbour((0, 0), k), name=f"Guard {k}", facing=(k + 3) % 6) for k in range(6)]
    assert shared(labels_of(inside)[0]) == 0
    labels, _ = labels_of([*around, *inside])
    assert len(labels) == 6 + crowd
    assert shared(labels) < 40 * len(labels)


def test_a_state_is_written_beside_the_name_where_figures_share_a_hex() -> None:
    """A figure that shares its hex has its state after its name, if there is room; else the pointer tells it."""
    one, other = figure("a", (0, 0), name="Ash", words=("stunned",)), figure("b", (0, 0), name="Orc")
    assert [each.name for each in labels_of([one, other])[0]] == ["Ash, stunned", "Orc"]


def test_a_name_gives_way() -> None:
    """A name stands below its figure, above it where that covers less, and is shorter where there is no room."""
    near = (figure("a", (0, 0), name="Ash", facing=0), figure("b", (0, 1), name="Elm", facing=0))
    ash, elm = labels_of(near)[0]
    assert (ash.y, ash.box.shared_with(elm.box)) == (23, 0)
    south = labels_of([figure("a", (0, 0), name="Ash", facing=3)])[0]
    assert south[0].y == -17
    sides = [figure(f"n{k}", neighbour((0, 0), k), name="Guard", facing=0) for k in (1, 2, 4, 5)]
    labels, _ = labels_of([*sides, figure("a", (0, 0), name="Bartholomew the Wide", facing=0)])
    assert labels[-1].name == "Bartholom…"


@given(box=boxes, others=st.lists(boxes, max_size=6))
def test_what_is_taken_is_found(box: Box, others: list[Box]) -> None:
    """The grid finds exactly the area that a rectangle shares with those that are taken."""
    expected = sum(box.shared_with(other) for other in set(others))
    assert Taken(others).covered(box) == pytest.approx(expected)


def test_states_are_drawn() -> None:
    """Who is out of the fight is crossed out, who is hidden is dashed, who lies is flat; words say the same."""
    picture = Picture(
        figures=(
            figure("dead", (0, 0), pose=Pose.OUT, words=("dead", "lying")),
            figure("flat", (1, 0), pose=Pose.FLAT, words=("lying",)),
            figure("low", (2, 0), pose=Pose.LOW, words=("kneeling",), hidden=True),
        )
    )
    root = tree_of(drawn(picture, PLAIN))
    dead, flat, low = figures_in(root).values()
    assert [len(found(each, class_="cross")) for each in (dead, flat, low)] == [1, 0, 0]
    assert [len(found(each, class_="hidden")) for each in (dead, flat, low)] == [0, 0, 1]
    assert found(flat, transform="scale(1 .5)")
    assert said(dead) == "dead (watch) at [0, 0], dead, lying"
    assert said(low).endswith("kneeling, hidden from viewers")
    written = [each.text for each in found(root, class_="words") if "halo" not in str(each.get("class"))]
    assert written == ["dead, lying", "lying", "kneeling"]


def test_pairs_are_joined() -> None:
    """Two figures that fight each other are joined by a band."""
    picture = Picture(figures=(figure("a", (0, 0)), figure("b", (0, 1))), pairs=(("a", "b"), ("a", "away")))
    root = tree_of(drawn(picture, PLAIN))
    (band,) = [each for each in found(root, class_="pair") if each.get("data-pair")]
    assert (band.get("data-pair"), band.get("d")) == ("a b", "M0 0L0 51.96")
    assert "a fights b hand to hand." in str(root.findtext(f"{NAMESPACE}desc"))
