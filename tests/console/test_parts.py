"""The logic of the console's map, figures, odds and campaigns, tried by Node on what a service answers."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import FAMILIES
from service.operations.maps.scheme import COLOUR_WORDS, GLYPHS, marks_of
from tests.encounters.live import Seat, Service, Shared
from tests.encounters.plays import led
from tests.node.tools import NodeTools

PARTS = Path(__file__).with_name("parts")
FEW = {"method": "sampled", "max_fights": 32}
CASES: tuple[list[str], ...] = (
    [],
    ["red", "blue"],
    ["party", "opponents"],
    ["Red", "watch", "gold", "robbers"],
    list(COLOUR_WORDS),
    [f"side {number}" for number in range(20)],
    ["a", "a", "b"],
)


async def answer_of(service: Service, path: str, token: str | None = None, body: Any = None) -> Any:
    """Return what a service answers to a request, which it must not refuse."""
    method = "GET" if body is None else "POST"
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    answer = await service.ask(method, path, body, **headers)
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return answer.json()


async def odds_of(service: Service, seat: Seat, moves: Any) -> dict[str, Any]:
    """Return the odds of each move's example that has some, on the state at the beginning."""
    found = {}
    for move in moves:
        path = f"/v1/encounters/{seat.id}/{move['procedure']}/odds"
        body = {**move["example"], "forecast": FEW}
        answer = await service.ask("POST", path, body, authorization=f"Bearer {seat.referee}")
        if answer.status_code == 200:
            found[move["procedure"]] = answer.json()["odds"]
    return found


async def offered(service: Service, path: str, seat: Seat) -> Any:
    """Return the moves that an encounter lists; None where its family lists none."""
    answer = await service.ask("GET", path, authorization=f"Bearer {seat.referee}")
    return answer.json() if answer.status_code == 200 else None


ACTS = 6


async def played(service: Service, begins: dict[str, Any]) -> dict[str, Any]:
    """Return the log of a fight in which acts are played as suggested, one is taken back, and the state after each."""
    seat = await service.seat(**begins)
    here = f"/v1/encounters/{seat.id}"
    token = f"Bearer {seat.referee}"
    first = await answer_of(service, here, seat.referee)
    states = {first["version"]: first["state"]}
    for act in range(ACTS):
        suggested = {"procedure": "undo"} if act == 1 else await answer_of(service, f"{here}/suggest", seat.referee)
        if suggested["procedure"] is None:
            break
        body = {"input": suggested["input"]} if "input" in suggested else None
        path = f"{here}/{suggested['procedure']}"
        answer = await service.ask("POST", path, body, authorization=token, if_match=f'"{max(states)}"')
        told = answer.json()
        states[told["version"]] = told["state"]
    log = await answer_of(service, f"{here}/log?limit=100", seat.referee)
    return {"entries": log["entries"], "states": [[version, state] for version, state in states.items()]}


def pointer_to(value: Any, name: str, pointer: str) -> str | None:
    """Return where in a request the record of a figure is."""
    if isinstance(value, dict) and value.get("id") == name:
        return pointer
    parts: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [pointer_to(each, name, f"{pointer}/{key}") for key, each in parts]
    return next((each for each in found if each is not None), None)


async def facts_of(service: Service, family: str) -> dict[str, Any]:
    """Return what the console is told of the example encounter of a family, in which somebody chooses."""
    begins = led(family)
    seat = await service.seat(**{**begins, "reveal": "faces"})
    here = f"/v1/encounters/{seat.id}"
    play = await answer_of(service, f"/v1/families/{family}/play")
    (whole,) = [move["procedure"] for move in play["moves"] if move["whole_fight"]]
    drawn = await service.ask("GET", f"{here}/map.svg", authorization=f"Bearer {seat.referee}")
    fight = await answer_of(service, f"{here}/{whole}/odds", seat.referee, {"input": {}, "forecast": FEW})
    body = fight["odds"]["examples"]["typical"]["request"]
    asked = {"fights": 4, "pointers": [pointer_to(body["input"], fight["odds"]["figures"][0]["id"], "/input")]}
    return {
        "play": play,
        "state": (await answer_of(service, here, seat.referee))["state"],
        "seen": (await answer_of(service, here, seat.viewer))["state"],
        "situation": (await answer_of(service, here, seat.referee))["situation"],
        "moves": await offered(service, f"{here}/legal-moves", seat),
        "suggest": await offered(service, f"{here}/suggest?ahead=true", seat),
        "map": drawn.text if drawn.status_code == 200 else None,
        "log": await played(service, begins),
        "odds": await odds_of(service, seat, play["moves"]),
        "fight": fight,
        "worth": await answer_of(service, f"/v1/{family}/{whole}/sensitivity", None, {**body, **asked}),
    }


@pytest.fixture(scope="module")
async def told(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with what the service tells of every family, and with the marks of sides on its maps."""
    marks = [[case, [[side, *mark] for side, mark in marks_of(case).items()]] for case in CASES]
    facts = {
        "families": {each.name: await facts_of(shared.service, each.name) for each in FAMILIES},
        "scheme": {"glyphs": GLYPHS, "cases": marks},
    }
    file = tmp_path_factory.mktemp("console") / "parts.json"
    file.write_bytes(orjson.dumps(facts))
    return file


@pytest.mark.parametrize("part", sorted([path.name.removesuffix(".test.mjs") for path in PARTS.glob("*.test.mjs")]))
async def test_parts_say_what_the_service_means(told: Path, node_tools: NodeTools, part: str) -> None:
    """The modules of the console make of the service's answers what their own tests demand."""
    node_tools.run("--test", PARTS / f"{part}.test.mjs", more={"PARTS": str(told)})
