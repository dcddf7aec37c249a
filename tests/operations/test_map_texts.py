"""Texts of maps are escaped, and their colours can be told apart in grey."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.operations.maps.asked import MapArea, MapLine, MapOverlays
from service.operations.maps.drawing import drawn
from service.operations.maps.markup import DIRECTING, isolated, number, plain_text, shortened
from service.operations.maps.scheme import DARK, GLYPHS, LIGHT, SIDES, STYLE, Scheme, marks_of
from service.rules.kernel.picture import Look, Picture, PictureFigure, PictureItem
from tests.operations.reading_svg import NAMESPACE, figures_in, found, said, tree_of

HOSTILE = (
    "</text><script>alert(1)</script>",
    "\"' onload='alert(1)' x=\"",
    "]]><!--&amp;&#0;",
    "\x00\x07\x1b[31m\x7f\x85\ufffe\uffff",
    "\n\r\t name \u2028",
    "n" * 100,
    "שלום עולם",
    "\u202egnirts\u202c \u2066x\u2069",
    "😀👩‍👩‍👧",
    "javascript:alert(1)",
    "url(http://evil.example/x)",
)


def drawn_with(text: str) -> str:
    """A map in which everything is called so."""
    one = PictureFigure(id=text, name=text, side=text, hexes=((0, 0),), facing=0, words=("kneeling",))
    other = PictureFigure(id=f"{text}2", name=text, side=text, hexes=((1, 0), (1, 1)))
    asked = MapOverlays(
        title=text,
        lines=(MapLine(start=(0, 0), goal=(2, 0), label=text),),
        areas=(MapArea(hexes=((0, 0),), label=text),),
    )
    picture = Picture(figures=(one, other), items=(PictureItem(text, (0, 1)),), pairs=((text, f"{text}2"),))
    return drawn(picture, asked)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_texts(text: str) -> None:
    """Whatever somebody is called is text and nothing else, in full in the title of the figure."""
    svg = drawn_with(text)
    root = tree_of(svg)
    assert "<script" not in svg
    assert [each.tag for each in root.iter() if each.tag.endswith("script")] == []
    assert [name for each in root.iter() for name in each.attrib if name.startswith("on")] == []
    first = next(iter(figures_in(root).values()))
    assert isolated(text) in said(first)
    assert first.get("data-side") == plain_text(text)
    assert re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ufffe\uffff]", svg) == []


@given(text=st.text(min_size=1, max_size=100))
def test_any_text_is_drawn(text: str) -> None:
    """Any text makes a well-formed file, and what is drawn of a name is short."""
    root = tree_of(drawn_with(text))
    for each in found(root, class_="name"):
        assert len(each.text or "") <= 14
    assert len(figures_in(root)) == 2


def test_names_of_other_directions_keep_to_themselves() -> None:
    """A name that is written from right to left is isolated in sentences; marks that turn directions are left out."""
    assert isolated("Ana") == "Ana"
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert not DIRECTING & set(plain_text("\u202ea\u2066b\u2069"))
    root = tree_of(drawn_with("שלום"))
    assert "\u2068שלום\u2069 (\u2068שלום\u2069) at [0, 0]" in str(root.findtext(f"{NAMESPACE}desc"))


def test_texts_are_shortened() -> None:
    """A long text ends in an ellipsis, which counts."""
    assert shortened("a" * 14, 14) == "a" * 14
    assert shortened("Knights of the Rose", 14) == "Knights of th…"
    assert shortened("Knights of  the Rose", 12) == "Knights of…"


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (-25.9807, "-25.98"), (100, "100"), (-30.0, "-30")]
)
def test_numbers_are_short_decimals(value: float, written: str) -> None:
    """Coordinates have at most two decimals, and no zeros at their end."""
    assert number(value) == written


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG has it: its grey value."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")])
def test_texts_and_lines_stand_out(scheme: Scheme) -> None:
    """Texts have a contrast of at least 4.5 on every ground, lines and areas of 3 on open ground and on paper."""
    grounds = [scheme.paper, *[scheme.ground[look] for look in Look]]
    assert min(contrast(scheme.ink, ground) for ground in grounds) >= 4.5
    for colour in (scheme.line, scheme.area):
        assert min(contrast(colour, each) for each in (scheme.paper, scheme.ground[Look.OPEN])) >= 3
    assert min(contrast(scheme.mark, scheme.ground[look]) for look in Look) >= 1.5
    assert contrast(scheme.faint, scheme.ground[Look.OPEN]) >= 2


def test_sides_are_told_apart_in_grey() -> None:
    """No two colours of sides have nearly the same grey value, and the first two differ much."""
    assert min(contrast(*pair) for pair in combinations(SIDES, 2)) >= 1.4
    assert contrast(*SIDES[:2]) >= 3


def test_sides_have_marks_of_their_own() -> None:
    """Six sides have six shapes and six colours, 36 have 36 marks, and a side that is called after a colour has it."""
    six = marks_of("abcdef").values()
    assert len({each.shape for each in six}) == len({each.colour for each in six}) == len(GLYPHS) == 6
    assert len(set(marks_of(map(str, range(36))).values())) == 36
    assert len(marks_of(map(str, range(200)))) == 200
    marks = marks_of(["Blue", "others", "red", "blue"])
    assert [SIDES[marks[each].colour] for each in ("Blue", "red", "blue")] == ["#1f3f80", "#b2332b", "#1f3f80"]
    assert len(set(marks.values())) == 4
    assert marks["others"].colour not in {marks["Blue"].colour, marks["red"].colour}


def test_the_style_sheet_reaches_no_farther_than_the_map() -> None:
    """Every selector begins at the map, so that a map inside a page changes nothing around it."""
    selectors = re.findall(r"([^{}]+)\{(?!\.)", STYLE.replace("@media(prefers-color-scheme:dark){", ""))
    assert all(each.startswith(".umpire-map ") for selector in selectors for each in selector.split(","))
    assert len(selectors) > 30
    assert "prefers-color-scheme:dark" in STYLE
