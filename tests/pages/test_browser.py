"""The pages in a real Chromium: readable for everyone, by keyboard and on a phone, and asking no other host."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import orjson
import pytest

from service.app import FAMILIES, registry
from service.rules.examples import examples_of
from tests.encounters.live import Service
from tests.node.tools import NodeTools
from tests.rings import long

GROUP = FAMILIES[0].name
GUIDES = (
    "encounters",
    "viewers",
    "viewers/map",
    "own-dice",
    "seeded-dice",
    "maps",
    "http",
    "credits",
    "search?q=stun",
    "api",
)
PATHS = (
    "/docs",
    *[f"/docs/{each}" for each in GUIDES],
    *[f"/docs/families/{family.name}{part}" for family in FAMILIES for part in ("", "/rules", "/tables")],
    *[f"/docs/families/{family.name}/rules/ruling" for family in FAMILIES],
    *[f"/docs/families/{family.name}/procedures/resolve-round" for family in FAMILIES],
    "/docs/families/heroic/encounters",
    "/docs/families/tactical/options/defense_arc",
    "/docs/families/tactical/tables/wounding-elsewhere",
    "/docs/families/opposed/tables/strike-modifiers",
    "/problems",
    *[f"/problems/{family.name}" for family in FAMILIES],
    "/problems/not-json",
)
TOGETHER = 7
HIGHEST = 8_000
"""The most pixels of a page on a wide screen; only the two lists of all operations are higher."""
KNOWN_IN_SCALAR = {"button-name", "label-content-name-mismatch", "landmark-unique", "scrollable-region-focusable"}
"""Rules of axe that Scalar itself breaks; the list may only become shorter."""


def address_of(service: Service) -> str:
    """Return where a service listens."""
    return f"http://127.0.0.1:{service.port}"


@dataclass
class Visits:
    """What Chromium and axe say of pages; as many as one start of the browser is worth are visited together."""

    address: str
    tools: NodeTools
    told: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, path: str) -> Any:
        """Return what is said of a page."""
        if path not in self.told:
            first = PATHS.index(path) // TOGETHER * TOGETHER
            self.told |= self.tools.ask("visit_pages.mjs", self.address, *PATHS[first : first + TOGETHER])
        return self.told[path]


@pytest.fixture(scope="module")
def visits(service: Service, node_tools: NodeTools) -> Visits:
    """What Chromium and axe say of each page."""
    return Visits(address_of(service), node_tools)


@pytest.mark.parametrize(
    "path", [path if path in PATHS[:TOGETHER] else pytest.param(path, marks=long) for path in PATHS]
)
def test_a_page_can_be_read_by_everyone(visits: Visits, path: str) -> None:
    """In light and dark, on a phone and on a wide screen: no violation, no error, no other host, nothing too wide."""
    page = visits[path]
    assert page["violations"] == []
    assert (page["errors"], page["strangers"], page["sideways"], page["inline"]) == ([], [], [], 0)
    assert (page["lang"], page["skip"]) == ("en", "#content")
    assert page["title"].endswith("Umpire")
    assert len(page["description"]) > 20
    assert page["height"] <= HIGHEST or path in ("/docs", "/docs/api")
    levels = page["levels"]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(level <= before + 1 for before, level in pairwise(levels))


def test_everything_is_found_by_keyboard(service: Service, node_tools: NodeTools) -> None:
    """The content is reached past the navigation; the search shows results while one types, and leads to a place."""
    walked = node_tools.ask("walk_pages.mjs", address_of(service))
    assert (walked["skip"], walked["content"], walked["insideContent"]) == ("Skip to the content", "content", True)
    assert walked["operations"] == len(list(registry()))
    assert walked["count"] == f"{len(walked['found'])} found for “natural 01”."
    assert walked["typed"]["said"].startswith(f"{len(walked['found'])} found for “natural 01”")
    assert walked["typed"]["shown"] == min(8, len(walked["found"]))
    assert walked["found"]
    assert all("natural" in each.lower() for each in walked["found"])
    assert "natural" in walked["landed"]["heading"].lower()
    assert (walked["errors"], walked["strangers"]) == ([], [])


def test_the_reference_opens(service: Service, node_tools: NodeTools) -> None:
    """It lists its operations, opens one by keyboard and one by its address, under a policy of the service alone."""
    operation = registry()[f"{GROUP}/resolve-attack"]
    listed = [each for each in registry() if each.name.startswith(f"{GROUP}/")]
    told = node_tools.ask("open_reference.mjs", address_of(service), GROUP, operation.path, operation.title)
    assert (told["errors"], told["strangers"], told["sideways"]) == ([], [], [])
    assert told["operations"] >= len(listed)
    assert told["opened_at"] == f"#tag/{GROUP}/POST{operation.path}"
    assert set(told["violations"]) <= KNOWN_IN_SCALAR
    assert "script" not in told["policy"]
    assert told["policy"].startswith("default-src 'self';")


async def fight_of(service: Service, family: str, procedure: str, **state: Any) -> dict[str, Any]:
    """Create the example encounter of a family, and return what a script needs to watch it."""
    begins = examples_of(f"encounters/{family}/create")[0].request
    seat = await service.seat(**{**begins, "state": {**begins["state"], **state}, "reveal": "faces"})
    request = examples_of(f"encounters/{family}/{procedure}")[0].request
    return {"id": seat.id, "viewer": seat.viewer, "referee": seat.referee, "procedure": procedure, "request": request}


async def test_graphiql_begins_with_an_attack_and_subscribes(service: Service, node_tools: NodeTools) -> None:
    """The query it opens with is answered, and a subscription shows what a referee does elsewhere."""
    fight = await fight_of(service, "mass", "issue-command")
    told = node_tools.ask("try_graphiql.mjs", address_of(service), orjson.dumps(fight).decode())
    assert told["acted"] == 200
    assert told["socket"] == f"ws://127.0.0.1:{service.port}/graphql"
    assert (told["errors"], told["strangers"]) == ([], [])


FAR: dict[str, Any] = {"positions": [{"unit": "bandit", "x": 20, "y": 5}, {"unit": "wrestler", "y": 1}]}


@pytest.mark.parametrize(
    ("family", "procedure", "state", "mover"),
    [("mass", "issue-command", {}, "knights"), ("heroic", "resolve-move", FAR, "Swordsman")],
)
async def test_the_map_draws_and_moves(
    service: Service, node_tools: NodeTools, family: str, procedure: str, state: dict[str, Any], mover: str
) -> None:
    """It draws every figure where it stands, moves it when it moves, tells each entry, and goes on where it was cut."""
    fight = await fight_of(service, family, procedure, **state)
    told = node_tools.ask("watch_fight.mjs", address_of(service), orjson.dumps(fight).decode())
    assert (told["acted"], told["asked"]) == (200, ["0", "1"])
    before, after = told["before"], told["after"]
    units = examples_of(f"encounters/{family}/create")[0].request["state"]["units"]
    assert before["drawn"].keys() == after["drawn"].keys() == {unit.get("name", unit["id"]) for unit in units}
    moved = {name for name, figure in after["drawn"].items() if figure["place"] != before["drawn"][name]["place"]}
    assert moved == {mover}
    assert (len(before["said"]), len(after["said"])) == (1, 2)
    assert after["said"][0].startswith("The fight begins: ")
    assert mover in after["said"][1]
    assert told["address"].endswith("/docs/viewers/map")
    assert (told["errors"], told["strangers"], told["sideways"]) == ([], [], False)


async def test_hexes_are_drawn_as_the_convention_says(service: Service, node_tools: NodeTools) -> None:
    """The centre of [q, r] is at 1.5 q, √3 (r + q / 2) sides; a figure shows which hexside it faces."""
    fight = await fight_of(service, "mass", "issue-command")
    told = node_tools.ask("watch_fight.mjs", address_of(service), orjson.dumps(fight).decode())
    for unit in examples_of("encounters/mass/create")[0].request["state"]["units"]:
        q, r = unit["hex"]
        figure = told["before"]["drawn"][unit["id"]]
        assert figure["place"] == f"translate({1.5 * q:g}px, {3**0.5 * (r + q / 2):g}px)"
        assert figure["nose"] == f"rotate({60 * unit.get('facing', 0)})"
