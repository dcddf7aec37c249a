"""Ground, walls and overlays of maps, which part of a map is drawn, and how large it may be."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import FAMILIES
from service.errors import AnswerTooLarge, MapMissing
from service.operations.maps.asked import MAX_HEXES, WIDEST, MapArea, MapLine, MapOverlays, MapPart
from service.operations.maps.drawing import MAP_BYTES, Maps, drawn
from service.operations.maps.frame import frame_of
from service.rules.kernel.hexes import Hex, distance, line, neighbour, neighbours
from service.rules.kernel.picture import (
    Bounds,
    EdgeLook,
    Look,
    Picture,
    PictureEdge,
    PictureFigure,
    PictureHex,
    PictureItem,
)
from tests.operations.reading_svg import NAMESPACE, figures_in, found, hexes_of, said, tree_of

PLAIN = MapOverlays()
places = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
ANA = PictureFigure(id="ana", name="Ana", side="watch", hexes=((0, 0),))


@given(
    centre=places,
    radius=st.integers(0, 4),
    cells=st.dictionaries(places, st.tuples(st.sampled_from(Look), st.sampled_from(["", "mud", "a bush"]))),
)
def test_each_hex_is_drawn_once_as_it_looks(centre: Hex, radius: int, cells: dict[Hex, tuple[Look, str]]) -> None:
    """Within its bounds a map has every hex once, in the path of its ground, which says what it is."""
    picture = Picture(
        bounds=Bounds.around(centre, radius), hexes=tuple([PictureHex(each, *cells[each]) for each in cells])
    )
    grounds = [each for each in tree_of(drawn(picture, PLAIN)).iter() if each.get("data-ground")]
    seen = {there: (path.get("data-ground"), said(path)) for path in grounds for there in hexes_of(path)}
    assert sum(len(hexes_of(path)) for path in grounds) == len(seen)
    expected = dict.fromkeys(Bounds.around(centre, radius).hexes(), ("open", ""))
    assert seen == expected | {there: (str(look), words) for there, (look, words) in cells.items() if there in expected}


def test_of_a_hex_that_is_described_twice_the_last_counts() -> None:
    """A hex is drawn once, even if it is described twice."""
    twice = (PictureHex((0, 0), Look.WATER, "pond"), PictureHex((0, 0), Look.SOLID, "rock"))
    grounds = [each for each in tree_of(drawn(Picture(hexes=twice), PLAIN)).iter() if each.get("data-ground")]
    assert [(each.get("data-ground"), hexes_of(each)) for each in grounds[1:]] == [("solid", [(0, 0)])]


def test_ground_of_very_many_kinds_is_told_by_how_it_looks() -> None:
    """Where each hex is something else, hexes that look alike are one path again."""
    cells = tuple([PictureHex((number % 20, number // 20), Look.WATER, f"{number} inches") for number in range(300)])
    grounds = [each for each in tree_of(drawn(Picture(hexes=cells), PLAIN)).iter() if each.get("data-ground")]
    assert [(each.get("data-ground"), said(each)) for each in grounds] == [("open", ""), ("water", "water")]


@given(here=places, direction=st.integers(0, 5), look=st.sampled_from(EdgeLook))
def test_a_wall_stands_on_its_hexside(here: Hex, direction: int, look: EdgeLook) -> None:
    """A wall is the line between the two corners that its hexes share, from whichever hex it is named."""
    ways = []
    for one, side in ((here, direction), (neighbour(here, direction), (direction + 3) % 6)):
        picture = Picture(edges=(PictureEdge(one, side, look),), figures=(ANA,))
        (edge,) = [each for each in tree_of(drawn(picture, PLAIN)).iter() if each.get("data-edge")]
        assert (edge.get("data-edge"), said(edge)) == (look.value, look.value)
        ways.append(_ends(str(edge.get("d"))))
    (x, y), (to_x, to_y) = ways[0]
    assert _close(sorted(ways[0]), sorted(ways[1]))
    middle = (x + to_x) / 2, (y + to_y) / 2
    q, r = (here[0] + neighbour(here, direction)[0]) / 2, (here[1] + neighbour(here, direction)[1]) / 2
    assert _close([middle], [(45 * q, 3**0.5 * 30 * (r + q / 2))])


def _ends(path: str) -> list[tuple[float, float]]:
    """The two ends of a hexside."""
    numbers = re.fullmatch(r"M(-?[0-9.]+) (-?[0-9.]+)([hl])(-?[0-9.]+) ?(-?[0-9.]+)?", path)
    assert numbers is not None
    x, y, across, down = [float(each or 0) for each in numbers.group(1, 2, 4, 5)]
    return [(x, y), (x + across, y + down)]


def _close(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return all(
        abs(a - b) < 0.05 for here, there in zip(one, other, strict=True) for a, b in zip(here, there, strict=True)
    )


def test_a_door_has_a_light_line_inside() -> None:
    """A door is a wall with a light line inside, so that it can be told from one in grey."""
    edges = (PictureEdge((0, 0), 0, EdgeLook.DOOR), PictureEdge((0, 0), 0, EdgeLook.DOOR))
    root = tree_of(drawn(Picture(edges=edges), PLAIN))
    (inlay,) = [each for each in found(root, class_="inlay") if str(each.get("d")) != "M-11 0h22"]
    (door,) = [each for each in root.iter() if each.get("data-edge")]
    assert inlay.get("d") == door.get("d") == "M-15 -25.98h30"


def test_notes_and_items() -> None:
    """Notes stand in their hexes; things are squares with their names."""
    picture = Picture(
        bounds=Bounds.around((0, 0), 1),
        hexes=(PictureHex((0, 0), Look.OPEN, "height 2 yards", "+2"), PictureHex((9, 9), Look.OPEN, "far", "+9")),
        items=(PictureItem("rope", (0, 0)), PictureItem("lamp", (0, 0))),
    )
    root = tree_of(drawn(picture, PLAIN))
    assert [each.text for each in found(root, class_="note")] == ["+2"]
    assert [said(each) for each in found(root, class_="item")][:2] == ["rope", "lamp"]


def test_signs_are_explained() -> None:
    """What notes mean stands in the legend, and what holds for the whole map also in the description."""
    signs = (("±1", "height in yards"), ("", "darkness or fog −3"))
    root = tree_of(drawn(Picture(bounds=Bounds.around((0, 0), 1), signs=signs), PLAIN))
    assert [each.text for each in found(root, class_="sign")] == ["±1", "all"]
    texts = [each.text for each in root.iter() if each.text]
    assert {"height in yards", "darkness or fog −3"} <= set(texts)
    told = str(root.findtext(f"{NAMESPACE}desc"))
    assert "On the whole map: darkness or fog −3." in told
    assert "yards" not in told


def test_a_name_hides_the_coordinates_below_it() -> None:
    """The coordinates of a hex are left out where a figure or a name would cover them."""
    ash = PictureFigure(id="a", name="Ash", side="watch", hexes=((0, 0),), facing=3)
    root = tree_of(drawn(Picture(bounds=Bounds.around((0, 0), 0), figures=(ash,)), PLAIN))
    assert found(root, class_="coordinate") == []


def test_the_border_has_coordinates() -> None:
    """Each hex at the border has its coordinates, and no other has."""
    root = tree_of(drawn(Picture(bounds=Bounds.around((0, 0), 2)), PLAIN))
    written = {each.text for each in found(root, class_="coordinate")}
    border = [each for each in Bounds.around((0, 0), 2).hexes() if distance((0, 0), each) == 2]
    assert written == {f"{q},{r}".replace("-", "−") for q, r in border}


@given(start=places, goal=places, passed=st.none() | st.lists(places, max_size=6, unique=True))
def test_a_line_of_fire(start: Hex, goal: Hex, passed: list[Hex] | None) -> None:
    """A line leads from hex to hex, its tip along it, and the hexes that it passes are outlined."""
    asked = MapLine(start=start, goal=goal, hexes=None if passed is None else tuple(passed), label="aimed shot")
    root = tree_of(drawn(Picture(figures=(ANA,)), MapOverlays(lines=(asked,))))
    drawn_hexes = [there for each in found(root, class_="passed") for there in hexes_of(each)]
    assert sorted(drawn_hexes) == sorted(line(start, goal) if passed is None else passed)
    shots = [each for each in found(root, class_="shot") if said(each)]
    assert [said(each) for each in shots] == ([] if start == goal else ["aimed shot"])
    assert f"aimed shot from [{start[0]}, {start[1]}]" in str(root.findtext(f"{NAMESPACE}desc"))


def test_areas_are_outlined_and_counted() -> None:
    """An area is one outline, hatched; a hex that is repeated counts once, and an empty area is not drawn."""
    areas = (MapArea(hexes=((0, 0), (0, 0), (0, 1)), label="reach"), MapArea(hexes=()))
    root = tree_of(drawn(Picture(), MapOverlays(areas=areas)))
    (area,) = [each for each in root.iter() if each.get("data-area")]
    assert (said(area), area.get("fill"), str(area.get("d")).count("M")) == ("reach", "url(#umpire-area-0)", 1)
    told = str(root.findtext(f"{NAMESPACE}desc"))
    assert "reach: 2 hexes. Area: 0 hexes." in told


def test_a_title_is_written_and_told() -> None:
    """A title stands above the map and is the title of the file; without one the file says how many figures it has."""
    root = tree_of(drawn(Picture(figures=(ANA,)), MapOverlays(title="The ford")))
    assert root.findtext(f"{NAMESPACE}title") == "The ford"
    assert [each.text for each in found(root, class_="heading")] == ["The ford"]
    plain = tree_of(drawn(Picture(figures=(ANA,)), PLAIN))
    assert plain.findtext(f"{NAMESPACE}title") == "Map with 1 figure"
    assert found(plain, class_="heading") == []
    assert {root.get("role"), root.get("aria-labelledby"), root.get("aria-describedby")} == {
        "img",
        "umpire-map-title",
        "umpire-map-description",
    }


def test_the_legend_has_what_is_on_the_map() -> None:
    """The legend lists sides with their numbers, ground, edges and overlays, and nothing that is not there."""
    picture = Picture(
        hexes=(PictureHex((0, 1), Look.WATER, "a pond"), *[PictureHex((q, 2), Look.ROUGH, str(q)) for q in (1, 2)]),
        edges=(PictureEdge((0, 0), 0, EdgeLook.WINDOW),),
        figures=(ANA, PictureFigure(id="orc", name="Orc", side="", hexes=((1, 0),))),
    )
    root = tree_of(drawn(picture, MapOverlays(areas=(MapArea(hexes=((0, 0),)),))))
    (key,) = found(root, class_="key")
    assert [each.text for each in key.iter(f"{NAMESPACE}text")] == [
        "watch (1)",
        "no side (1)",
        "rough ground",
        "a pond",
        "window",
        "Area",
    ]


def test_a_long_legend_is_cut() -> None:
    """Of more entries than fit the last says how many are left out."""
    figures = [PictureFigure(id=str(n), name=str(n), side=f"side {n}", hexes=((n, 0),)) for n in range(40)]
    (key,) = found(tree_of(drawn(Picture(figures=tuple(figures)), PLAIN)), class_="key")
    entries = [each.text for each in key.iter(f"{NAMESPACE}text")]
    assert (len(entries), entries[-1]) == (30, "and 11 more")


def test_a_map_without_end_is_drawn_around_what_is_on_it() -> None:
    """Without bounds two more hexes are drawn around everything; of nothing, around the origin."""
    frame = frame_of(Picture(figures=(ANA,), items=(PictureItem("rope", (3, 0)),)), PLAIN)
    columns = {q for q, _ in frame.hexes}
    assert columns == set(range(-2, 6))
    assert {(0, 0), (0, -2), (0, 3), (3, 0), (5, -3), (5, 1)} <= frame.hexes
    assert all(set(neighbours(each)) <= frame.hexes for each in ((0, 0), (3, 0)))
    assert (0, 0) in frame_of(Picture(), PLAIN).hexes


def test_of_endless_bounds_what_is_on_them_is_drawn() -> None:
    """Bounds of more hexes than are drawn are drawn where something is, and never beyond them."""
    frame = frame_of(Picture(bounds=Bounds((-1000, 0), (-1000, 1000)), figures=(ANA,)), PLAIN)
    assert {q for q, _ in frame.hexes} == {-2, -1, 0}


def test_a_large_map_that_describes_its_hexes_is_drawn_without_those_around_it() -> None:
    """A map of 20,000 hexes in a rhombus is drawn as it is described, though a rectangle around it has more hexes."""
    hexes = [(q, r) for q in range(200) for r in range(100)]
    frame = frame_of(Picture(hexes=tuple([PictureHex(each, Look.ROUGH, "mud") for each in hexes])), PLAIN)
    assert frame.hexes == set(hexes)


def test_too_large_a_map_is_refused_and_a_part_is_drawn() -> None:
    """Figures too far apart are refused with the limit; a part of the map has those that are in it."""
    far = PictureFigure(id="far", name="Far", side="watch", hexes=((900, 0),))
    picture = Picture(
        figures=(ANA, far),
        hexes=(PictureHex((1, 0), Look.WATER, "pond"), PictureHex((900, 1), Look.WATER, "sea")),
        edges=(PictureEdge((0, 0), 0, EdgeLook.WALL), PictureEdge((900, 0), 0, EdgeLook.DOOR)),
        items=(PictureItem("rope", (900, 0)),),
    )
    with pytest.raises(AnswerTooLarge, match=r"hexes would be drawn; at most 20,000 are\. Post `part`"):
        drawn(picture, PLAIN)
    lines = (MapLine(start=(0, 0), goal=(1, 1)), MapLine(start=(0, 0), goal=(900, 0)))
    part = MapOverlays(part=MapPart(centre=(0, 0), radius=3), lines=lines, areas=(MapArea(hexes=((0, 1), (800, 1))),))
    root = tree_of(drawn(picture, part))
    assert list(figures_in(root)) == ["ana"]
    grounds = [each for each in root.iter() if each.get("data-ground")]
    assert sum(len(hexes_of(each)) for each in grounds) == 37
    assert [each.get("data-edge") for each in root.iter() if each.get("data-edge")] == ["wall"]
    assert len([each for each in found(root, class_="shot") if said(each)]) == 1
    assert "Area: 1 hex." in str(root.findtext(f"{NAMESPACE}desc"))
    inside = frame_of(Picture(bounds=Bounds.around((3, 0), 1)), part)
    assert inside.hexes == {each for each in Bounds.around((3, 0), 1).hexes() if distance((0, 0), each) <= 3}


def test_the_widest_part_is_not_too_large() -> None:
    """A part of the largest radius has no more hexes than are drawn."""
    assert Bounds.around((0, 0), WIDEST).size <= MAX_HEXES < Bounds.around((0, 0), WIDEST + 2).size


def test_the_largest_map_is_drawn_within_its_limit_of_bytes() -> None:
    """20,000 hexes that are all described, with as many walls and 200 figures, are less than 2.5 million bytes."""
    hexes = sorted(Bounds((0, 199), (0, 99)).hexes())
    picture = Picture(
        bounds=Bounds((0, 199), (0, 99)),
        hexes=tuple([PictureHex(each, list(Look)[n % 7], f"kind {n}", "+1") for n, each in enumerate(hexes)]),
        edges=tuple([PictureEdge(each, n % 3, list(EdgeLook)[n % 4]) for n, each in enumerate(hexes)]),
        figures=tuple([PictureFigure(id=f"f{n}", name="n" * 100, side=str(n), hexes=(hexes[n],)) for n in range(200)]),
    )
    assert len(hexes) == MAX_HEXES
    svg = drawn(picture, PLAIN)
    assert 1_000_000 < len(svg.encode()) <= MAP_BYTES
    assert len(figures_in(tree_of(svg))) == 200


def test_too_many_bytes_are_refused() -> None:
    """Ten areas of thousands of hexes that do not touch are refused with the limit."""
    apart = tuple([(2 * q, 2 * r) for q in range(80) for r in range(60)])
    picture, asked = Picture(bounds=Bounds.around((0, 0), 1)), MapOverlays(areas=(MapArea(hexes=apart),) * 10)
    with pytest.raises(AnswerTooLarge, match=r"The map has [0-9,]+ bytes; at most 2,500,000 are sent"):
        drawn(picture, asked)


def test_families_without_a_map() -> None:
    """A family whose fights have no map of hexes says so, and which families have one."""
    maps = Maps(FAMILIES)
    assert "mass" in maps.drawings
    with pytest.raises(MapMissing, match=r"The fights of opposed have no map of hexes; those of mass.* have one"):
        maps.require("opposed")
