"""The ground of a map as markup: hexes with their patterns, what stands on edges, items, and coordinates."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from service.operations.maps.frame import Frame
from service.operations.maps.layers.labels import SMALL_LETTER, Taken
from service.operations.maps.markup import element, isolated, number, shortened, text_of
from service.operations.maps.scheme import PATTERNS, pattern
from service.operations.maps.shapes import Box, centre, hexes_path, side_path
from service.rules.kernel.hexes import Hex, neighbours
from service.rules.kernel.picture import EdgeLook, Look, PictureEdge, PictureHex, PictureItem

MOST_WORDS: Final = 200
"""How many kinds of ground are told apart when the pointer rests on them; of a map with more, only how they look."""
MOST_NOTES: Final = 2_000
"""How many hexes can have notes; a map with more is drawn without."""
ITEM_SHIFTS: Final = (0, 7, -7, 14, -14)
"""How far below the middle of their hex items are drawn that lie in one hex, at its right, where no names stand."""
MINUS: Final = "−"


def pattern_id(name: str) -> str:
    """Return the id of a pattern, which is that of no element of a page around the map."""
    return f"umpire-{name}"


def tiles(looks: Iterable[Look]) -> list[str]:
    """Write the patterns of ground."""
    made = []
    for look in looks:
        if look in PATTERNS:
            width, height, content = PATTERNS[look]
            class_ = "mark dots" if look is Look.ROUGH else "mark"
            made.append(pattern(pattern_id(look.value), width, height, class_, content, ground=look.value))
    return made


def fill_of(look: Look) -> str | None:
    """Return the `fill` of a ground that has a pattern; that of open ground stands in the style sheet."""
    return f"url(#{pattern_id(look.value)})" if look in PATTERNS else None


def ground_class(look: Look) -> str:
    """Return the class of a hex; that of a ground with a pattern has no colour, which would hide the pattern."""
    return "hex" if look in PATTERNS else f"hex {look.value}"


def grounds(frame: Frame) -> Mapping[tuple[Look, str], list[Hex]]:
    """Return the hexes that are drawn by how they look and what they are in words, open ground first."""
    described: dict[Hex, PictureHex] = {each.hex: each for each in frame.picture.hexes if each.hex in frame.hexes}
    found: dict[tuple[Look, str], list[Hex]] = defaultdict(list)
    for here in sorted(frame.hexes):
        each = described.get(here)
        found[(Look.OPEN, "") if each is None else (each.look, each.words)].append(here)
    if len(found) > MOST_WORDS:
        found = _by_look(found)
    return dict(sorted(found.items(), key=lambda each: (list(Look).index(each[0][0]), each[0][1])))


def _by_look(found: Mapping[tuple[Look, str], list[Hex]]) -> dict[tuple[Look, str], list[Hex]]:
    merged: dict[tuple[Look, str], list[Hex]] = defaultdict(list)
    for (look, _), hexes in found.items():
        merged[look, look.value if look is not Look.OPEN else ""] += hexes
    return merged


def ground_layer(kinds: Mapping[tuple[Look, str], list[Hex]]) -> str:
    """Write the hexes, one path for each kind of ground."""
    paths = []
    for (look, words), hexes in kinds.items():
        tooltip = [element("title", text_of(words))] if words else []
        class_ = ground_class(look)
        paths.append(
            element("path", *tooltip, class_=class_, data_ground=look.value, fill=fill_of(look), d=hexes_path(hexes))
        )
    return element("g", *paths, class_="ground")


def edge_layer(edges: Iterable[PictureEdge]) -> str:
    """Write what stands on edges, one path for each kind; a door has a light line inside."""
    ways: dict[EdgeLook, list[str]] = defaultdict(list)
    for each in edges:
        ways[each.look].append(side_path(each.hex, each.direction))
    written = []
    for look in EdgeLook:
        if look in ways:
            way = "".join(dict.fromkeys(ways[look]))
            name = look.value.replace(" ", "-")
            written.append(
                element("path", element("title", look.value), class_=f"edge {name}", data_edge=look.value, d=way)
            )
            written += [element("path", class_="inlay", d=way)] if look is EdgeLook.DOOR else []
    return element("g", *written, class_="edges") if written else ""


def note_layer(hexes: Iterable[PictureHex], drawn: frozenset[Hex]) -> str:
    """Write the notes in hexes, such as their height."""
    noted = {each.hex: each.note for each in hexes if each.note and each.hex in drawn}
    if not 0 < len(noted) <= MOST_NOTES:
        return ""
    texts = []
    for here, note in sorted(noted.items()):
        x, y = centre(here)
        texts.append(element("text", text_of(shortened(note, 4)), class_="note", x=number(x - 18), y=number(y + 3)))
    return element("g", *texts, class_="notes", aria_hidden="true")


def item_layer(items: Iterable[PictureItem]) -> str:
    """Write the things that lie on the map as small squares, with their names for the pointer."""
    places: dict[Hex, int] = defaultdict(int)
    written = []
    for each in items:
        x, y = centre(each.hex)
        shift = ITEM_SHIFTS[places[each.hex] % len(ITEM_SHIFTS)]
        places[each.hex] += 1
        square = f"M{number(x + 18)} {number(y + shift - 2.5)}h5v5h-5z"
        written.append(element("path", element("title", text_of(isolated(each.name))), class_="item", d=square))
    return element("g", *written, class_="items") if written else ""


def coordinate_layer(hexes: frozenset[Hex], taken: Taken) -> str:
    """Write the coordinates of the hexes at the border, where neither a figure nor a name would cover them."""
    texts = []
    for here in sorted(hexes):
        if not all(each in hexes for each in neighbours(here)):
            x, y = centre(here)
            label = f"{here[0]},{here[1]}".replace("-", MINUS)
            width = SMALL_LETTER * len(label)
            if taken.covered(Box(x - width / 2, y - 23, width, 7)):
                continue
            texts.append(element("text", label, class_="coordinate", x=number(x), y=number(y - 17)))
    return element("g", *texts, class_="coordinates", aria_hidden="true")
