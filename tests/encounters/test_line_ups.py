"""An encounter begins with a line-up, in one short request, on every face."""

import json
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.app import FAMILIES
from service.operations.encounters.line_ups.stock import fights_of
from tests.encounters.client import Client

EACH: Final = pytest.mark.parametrize("family", [each.name for each in FAMILIES])
SHORT: Final = 120
SHORTHAND: Final = {
    "heroic": "town-guard*3 vs bandit*4",
    "laurels": "town-guard*3 vs bandit*4",
    "mass": "spearmen*3 vs goblin-mob*4",
    "opposed": "town-guard*3 vs bandit*4",
    "tactical": "town-guard*3 vs bandit*4",
}


async def created(app: Asgi, **asked: Any) -> Any:
    """What creating an encounter answers."""
    return (await Client(app).ask("POST", "/v1/encounters", asked)).json


@EACH
async def test_a_fight_begins_in_one_short_request(app: Asgi, family: str) -> None:
    """A body of 120 bytes begins a fight of seven figures, which goes on by what is suggested."""
    asked = {"family": family, "line_up": {"text": SHORTHAND[family]}}
    assert len(json.dumps(asked)) <= SHORT
    answer = await created(app, **asked)
    assert (answer["status"], answer["version"], answer["situation"]["over"]) == ("created", 1, False)
    assert len(answer["situation"]["order"]) >= 7 or family == "mass"
    referee = Client(app, answer["referee"])
    path = f"/v1/encounters/{answer['id']}"
    suggested = (await referee.ask("GET", f"{path}/suggest")).json
    acted = await referee.ask("POST", f"{path}/{suggested['procedure']}", {"input": suggested["input"]}, version=1)
    assert (acted.status, acted.json["version"]) == (200, 2)


@EACH
async def test_a_ready_fight_begins_by_its_id(app: Asgi, family: str) -> None:
    """The state is the one that `line-up` answers, with what the family has by default."""
    fight = next(iter(fights_of(family)))
    answer = await created(app, family=family, line_up={"fight": fight}, reveal="all")
    lined = (await Client(app).ask("POST", f"/v1/{family}/fights/line-up", {"fight": fight})).json
    again = await created(app, family=family, state=lined["state"], reveal="all")
    assert answer["state"] == again["state"]


@pytest.mark.parametrize(
    ("begun", "status", "pointer", "told"),
    [
        ({}, 409, "", "this request has neither"),
        ({"state": {}, "line_up": {"text": "orc vs wolf"}}, 409, "", "this request has both"),
        ({"line_up": {"text": "ork vs wolf"}}, 404, "/line_up/text", "Did you mean orc?"),
        ({"line_up": {"sides": {"a": ["orc"], "b": [7]}}}, 422, "/line_up/sides/b/0", "7 is no figure"),
        ({"line_up": {"sides": {"a": ["orc"], "b": [{"id": "x", "st": 1}]}}}, 409, "/line_up/sides/b/0", "st"),
        ({"line_up": {"fight": "goblin-ambush", "distance": 5000}}, 422, "/line_up/distance", "5000"),
    ],
)
async def test_a_wrong_beginning_is_refused(app: Asgi, begun: Any, status: int, pointer: str, told: str) -> None:
    """A state or a line-up is needed, not both, and faults point into the line-up."""
    answer = await created(app, family="opposed", **begun)
    assert (answer["status"], answer["errors"][0]["pointer"]) == (status, pointer)
    assert told in answer["detail"]
