"""The core of the plugins: hexes, the mapping of actors, changes from the feed, cards, typed faces, errors in words."""

import re
from collections.abc import Callable
from html import unescape
from itertools import product
from math import cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import FAMILIES
from service.rules.examples import examples_of
from service.rules.kernel.hexes import CONVENTION, distance
from tests.node.tools import FOLDER, PACKAGES, NodeTools
from tests.plugins.conftest import CLIENTS, numbers_in
from tests.rings import long

HEXES = [(q, r) for q, r in product(range(-3, 4), repeat=2)]
DRAWN: dict[tuple[str, str], Callable[[int, int], tuple[float, float]]] = {
    ("1.5 * a * q", "sqrt(3) * a * (r + q / 2)"): lambda q, r: (1.5 * q, sqrt(3) * (r + q / 2)),
    ("sqrt(3) * a * (q + r / 2)", "1.5 * a * r"): lambda q, r: (sqrt(3) * (q + r / 2), 1.5 * r),
}
"""The published formulas of a centre, as text and as functions, for sides of length 1."""
LAYOUTS = [{"top": top, "side": 7.5, "origin": {"x": 30, "y": -12}} for top in ("flat", "pointy")]


@pytest.fixture(scope="module")
def played(address: str, node_tools: NodeTools) -> Any:
    """What the core makes of fights on a service."""
    return node_tools.ask("plugins/tabletop_core.mjs", address)


def asked(tools: NodeTools, *questions: list[Any]) -> list[Any]:
    """Call functions of the core."""
    answers: list[Any] = tools.ask("plugins/tabletop_parts.mjs", orjson.dumps(questions).decode())
    return answers


def test_hexes_are_those_of_the_service(node_tools: NodeTools) -> None:
    """Steps, names, bearings and centres are those of the published convention; distances are the service's."""
    steps, names = asked(node_tools, ["STEPS"], ["NAMES"])
    assert [tuple(each) for each in steps] == [each.step for each in CONVENTION.directions]
    assert names == [each.name for each in CONVENTION.directions]
    for direction in CONVENTION.directions:
        told = asked(node_tools, *[["bearingOf", direction.number, top] for top in ("flat", "pointy")])
        assert told == [direction.flat_top, direction.pointy_top]
    for layout, drawing in zip(LAYOUTS, CONVENTION.drawings, strict=True):
        told = asked(node_tools, *[["centreOf", each, layout] for each in HEXES])
        for (q, r), point in zip(HEXES, told, strict=True):
            along, across = DRAWN[drawing.x, drawing.y](q, r)
            assert (point["x"], point["y"]) == pytest.approx((30 + 7.5 * along, -12 + 7.5 * across))
    pairs = [(one, other) for one in HEXES[::5] for other in HEXES[::7]]
    told = asked(node_tools, *[["distance", *pair] for pair in pairs])
    assert told == [distance(*pair) for pair in pairs]


def test_points_lie_in_hexes(node_tools: NodeTools) -> None:
    """Every point near the centre of a hex lies in it, and a bearing between two hexsides is the nearer one's."""
    for layout in LAYOUTS:
        centres = asked(node_tools, *[["centreOf", each, layout] for each in HEXES])
        points = [
            {"x": centre["x"] + 6.2 * cos(radians(way)), "y": centre["y"] + 6.2 * sin(radians(way))}
            for centre in centres
            for way in range(0, 360, 60)
        ]
        told = asked(node_tools, *[["hexAt", each, layout] for each in points])
        assert [tuple(each) for each in told] == [each for each in HEXES for _ in range(6)]
    for top, shift in (("flat", 0), ("pointy", 30)):
        told = asked(
            node_tools,
            *[["facingAt", 60 * facing - shift + off, top] for facing in range(6) for off in (-29, 0, 29, 360)],
        )
        assert told == [facing for facing in range(6) for _ in range(4)]


def test_a_mapping_is_data(node_tools: NodeTools) -> None:
    """Fields are copied, translated, given, nested and listed; what is missing is left out, as are inherited names."""
    rules = {
        "name": "name",
        "side": {"path": "team.colour", "values": {"1": "red"}, "default": "blue"},
        "kind": {"value": "melee"},
        "weapon": {
            "each": "items",
            "where": {"path": "type", "is": "sword"},
            "first": True,
            "record": {"rank": "rank"},
        },
        "armour": {"each": "items", "record": {"dr": "dr"}},
        "own": {"record": {"deep": "team.colour"}},
        "both": {"list": ["name", "team.size", {"value": 2}]},
        "absent": "team.size",
        "inherited": "constructor.name",
        "none": {"each": "items", "where": {"path": "type", "is": "bow"}, "first": True, "record": {}},
    }
    source = {"name": "Ash", "team": {"colour": 1}, "items": [{"type": "cap", "dr": 1}, {"type": "sword", "rank": 6}]}
    made, back = asked(node_tools, ["mapped", rules, source], ["mapped", {"system.hp.value": "hp"}, {"hp": 3}])
    assert made == {
        "name": "Ash",
        "side": "red",
        "kind": "melee",
        "weapon": {"rank": 6},
        "armour": [{"dr": 1}, {}],
        "own": {"deep": 1},
        "both": ["Ash", 2],
    }
    assert back == {"system.hp.value": 3}


@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_tokens_play_the_figures_of_every_family(played: Any, family: str) -> None:
    """The first token of a figure is that figure, the next a copy with its own id; each keeps its name and token."""
    told = played["families"][family]
    first, copy, second = [figure for _, figure in told["figures"]]
    assert copy == f"{first}-2"
    assert [token for token, _ in told["figures"]] == ["t1", "t2", "t3"]
    cast = {token: (figure, name) for figure, name, token, _ in told["cast"]}
    assert cast == {"t1": (first, "Token t1"), "t2": (copy, "Token t2"), "t3": (second, "Token t3")}
    places = {token: place for _, _, token, place in told["cast"]}
    known = next(each.play.places for each in FAMILIES if each.name == family and each.play)
    if "hex" in known:
        assert places["t2"] == {"hex": [-5, 5], "facing": 4}
    elif "x" in known:
        assert places["t3"] == {"yards": {"x": 4, "y": -2.5}}
    else:
        assert set(map(str, places.values())) == {"None"}


@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_every_move_can_be_ordered(played: Any, family: str) -> None:
    """Each figure of a move's example can be another one, and the example as it is resolves."""
    for procedure, told in played["families"][family]["moves"].items():
        assert told["input"] == examples_of(f"encounters/{family}/{procedure}")[0].request["input"]
        named = re.findall(r'"figure (\d+)"', orjson.dumps(told["asked"]).decode())
        assert named == [str(place) for place in range(len(told["labels"]))], procedure
        assert len(told["labels"]) == len(set(told["labels"]))
    attack = played["families"][family]["moves"]["resolve-attack"]
    assert attack["acted"] == "resolved"
    assert len(attack["labels"]) == 2


def test_the_feed_changes_tokens(played: Any) -> None:
    """First every figure comes; then those that moved are told with their place, and others only if a field changed."""
    begun, advanced, undone, corrected, hidden = played["followed"]
    places = {each["figure"]: each["place"] for each in begun["changes"]}
    units = examples_of("encounters/mass/create")[0].request["state"]["units"]
    placed = {each["id"]: {"hex": each["hex"], "facing": each["facing"]} for each in units}
    assert {each["kind"] for each in begun["changes"]} == {"come"}
    assert begun["seen"] == 2
    assert {name for name, place in placed.items() if places[name] != place} == {"knights"}
    assert places["ana"] is None
    assert advanced["changes"] == []
    assert [(each["figure"], each["place"]) for each in undone["changes"]] == [("knights", placed["knights"])]
    assert corrected["changes"] == [
        {"kind": "change", "figure": "pikes", "place": {"hex": [5, 1], "facing": 4}, "fields": []}
    ]
    assert [(each["kind"], each["figure"]) for each in hidden["changes"]] == [("gone", "knights")]


def test_how_figures_are_is_what_viewers_see(played: Any) -> None:
    """Under each policy nothing is told of hidden figures, and no number that is not in the viewer's answer."""
    for each in played["seen"]:
        case = (each["family"], each["reveal"])
        known = {figure["id"]: figure for figure in each["figures"]}
        assert known.keys() == each["told"].keys(), case
        assert each["hidden"] not in known, case
        for name, told in each["told"].items():
            assert numbers_in({field: value for field, value in told.items() if field != "pools"}) == [], case
            whole = [(pool["full"][0], pool["times"]) for pool in each["pools"] if pool["times"]]
            products = [known[name].get(full, 0) * known[name].get(times, 1) for full, times in whole]
            allowed = {*numbers_in(list(known[name].values())), *products}
            assert set(numbers_in([[pool["left"], pool["full"]] for pool in told["pools"]])) <= allowed, case
        has_numbers = any(told["pools"] for told in each["told"].values())
        assert has_numbers == (each["reveal"] == "all"), case


def test_what_befell_a_figure_is_in_words(played: Any) -> None:
    """What is not as usual is told, and whose turn it is."""
    assert (played["befallen"]["state"], played["befallen"]["pools"]) == (["prone", "stunned"], [])
    assert played["befallen"]["turn"] in {"next", "waiting"}


def test_places_are_moves(played: Any) -> None:
    """Each hex that can be reached is a line with direction, neighbours and cost; players read of no hidden figure."""
    told = played["offered"]
    labels = [each["label"] for each in told["referee"]["offers"][0]["moves"]]
    places = [each for each in labels if " to [" in each]
    assert len(places) > 10
    (q, r), orc = told["from"], told["orc"]
    assert any(re.match(rf"Move north to \[{q}, {r - 1}\], beside {orc} · 1 point$", each) for each in places)
    assert told["last"]["key"] == f"move/place/{','.join(map(str, told['last']['hex']))}"
    assert told["gone"] is None
    player = orjson.dumps(told["player"]).decode()
    assert " to [" in player
    assert orc not in player


class Markup:
    """The elements of a card, where its links lead, and its text."""

    def __init__(self, html: str) -> None:
        self.tags = set(re.findall(r"<(\w+)", html))
        self.links = [unescape(each) for each in re.findall(r' href="([^"]*)"', html)]
        self.text = unescape(re.sub(r"<[^>]*>", "", html))


def test_a_card_shows_dice_terms_and_rules(played: Any, address: str) -> None:
    """Each step of the entry with its faces, base, terms and total; each term links to the page of its rule."""
    entry, card = played["cards"]["entry"], Markup(played["cards"]["html"])
    assert entry["summary"] in card.text
    for step in entry["steps"]:
        assert step["text"] in card.text
        for term in (step["target"] or {"terms": []})["terms"]:
            value = f"+{term['value']}" if term["value"] >= 0 else f"−{-term['value']}"
            assert f"{value}{term['label']}" in card.text
            family, _, rest = term["rule"].partition("/")
            assert f"{address}/docs/families/{family}/rules/{rest}" in card.links


def test_names_cannot_become_markup(played: Any) -> None:
    """What players call a figure is text in a card, whatever it is; viewers see no number that is hidden from them."""
    card, seen = Markup(played["cards"]["html"]), Markup(played["cards"]["seen"])
    assert """<b title="x">Ash</b> & 'Co'""" in card.text
    assert "b" not in card.tags
    assert {"details", "table"} <= card.tags
    assert {"details", "table"} & seen.tags == set()
    assert "15" in seen.text


def test_faces_are_typed(played: Any, node_tools: NodeTools) -> None:
    """What is asked for is answered face by face; what the dice cannot show, or too few faces, is said."""
    assert [each[:2] for each in played["typed"]["asked"]] == [["d100", 1], ["d100", 1], ["d10", 1]]
    assert played["typed"]["faces"] == [15, 60, 8]
    three, hundred, deck = [{"dice": dice, "missing": count} for dice, count in (("3d6", 2), ("d100", 1), ("deck", 1))]
    told = asked(
        node_tools,
        ["readFaces", "3, 6", three],
        ["readFaces", "00", hundred],
        ["readFaces", "QH", deck],
        ["readFaces", "3", three],
        ["readFaces", "3 7", three],
        ["readFaces", "0", hundred],
    )
    assert told[:3] == [[3, 6], [100], ["QH"]]
    assert [each["error"] for each in told[3:]] == [
        "2 of d6 asked for, 1 typed.",
        "A d6 does not show 7.",
        "A d100 does not show 0.",
    ]


def test_why_a_service_is_not_reached(node_tools: NodeTools) -> None:
    """A page over TLS may not call http: on another machine; a public page asks for a local one; else it may be off."""
    told = asked(
        node_tools,
        *[
            ["whyUnreached", service, page]
            for service, page in (
                ("http://umpire.example", "https://plugin.example/"),
                ("http://127.0.0.1:8000", "https://plugin.example/"),
                ("https://umpire.example", "https://plugin.example/"),
                ("ftp://umpire.example", "https://plugin.example/"),
            )
        ],
    )
    assert [
        word in each
        for word, each in zip(("reverse proxy", "allow it", "UMPIRE_CORS_ORIGINS", "not an address"), told, strict=True)
    ] == [True] * 4


def test_yards(node_tools: NodeTools) -> None:
    """Where figures stand in yards, a place is a point and back, whatever the unit of the map."""
    ground = {"hexes": None, "origin": {"x": 10, "y": 20}, "yard": 30}
    told = asked(
        node_tools,
        ["pointOf", {"yards": {"x": 2, "y": -1}}, ground],
        ["placeAt", {"x": 70, "y": -10}, ground, {"places": ["x", "y"]}],
        ["placeAt", {"x": 70, "y": -10}, ground, {"places": ["hex"]}],
        ["yardsIn", "ft"],
        ["yardsIn", "yd"],
    )
    assert told == [{"x": 70, "y": -10}, {"yards": {"x": 2, "y": -1}}, None, pytest.approx(1 / 3), 1]


@long
def test_types(node_tools: NodeTools, tmp_path: Path) -> None:
    """The JavaScript of the core and of both plugins is typed strictly, and fits the client and the SDK."""
    sources = [CLIENTS / name / "src" for name in ("tabletop", "owlbear", "foundry")]
    options = {
        "strict": True,
        "checkJs": True,
        "allowJs": True,
        "noEmit": True,
        "noUnusedLocals": True,
        "allowImportingTsExtensions": True,
        "resolveJsonModule": True,
        "skipLibCheck": True,
        "module": "esnext",
        "moduleResolution": "bundler",
        "target": "es2023",
        "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
        "types": [],
        "paths": {"*": [f"{PACKAGES}/*"]},
    }
    written = {"compilerOptions": options, "include": [f"{each}/*" for each in sources]}
    (tmp_path / "tsconfig.json").write_bytes(orjson.dumps(written))
    node_tools.run(node_tools.bin("tsc"), "--project", tmp_path / "tsconfig.json")
    unchecked = [
        path.name for each in sources for path in each.glob("*.js") if not path.read_text().startswith("// @ts-check")
    ]
    assert unchecked == []


@pytest.mark.parametrize("plugin", ["owlbear", "foundry"])
def test_packages_are_those_of_the_tests(plugin: str) -> None:
    """A plugin is built by users with the versions with which it is built and tested here."""
    tested = orjson.loads((FOLDER / "package.json").read_bytes())["devDependencies"]
    built = orjson.loads((CLIENTS / plugin / "package.json").read_bytes())["devDependencies"]
    assert built.items() <= tested.items()
