"""A battle of `tactical` over REST: ten rounds of six figures in a walled yard, as a player reads them."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.golden.battle import BATTLES, PROCEDURE, Battle, battles, chained, orders_of, transcript
from tests.golden.faces import in_process

MILL = next(each for each in battles() if each.id == "the-old-mill")
MILESTONES: dict[int, dict[str, dict[str, Any]]] = {
    1: {"gort": {"hex": [0, -3], "hp": None}},
    2: {"nob": {"hex": [0, -2], "hp": -1}, "mag": {"hex": [-2, -3]}},
    3: {"gort": {"hp": 8}, "ash": {"hp": 7, "facing": 2}},
    4: {"gort": {"hp": -4, "posture": "lying", "unconscious": True}, "nob": {"posture": "lying", "hex": [0, -4]}},
    5: {"mag": {"hp": 0, "posture": "lying", "stunned": True, "crippled": ["left_leg"]}},
    6: {"mag": {"grappled_by": ["ash"]}, "nob": {"posture": "kneeling", "hex": [0, -3]}},
    7: {"mag": {"stun_ending": True}, "nob": {"posture": "standing", "facing": 4}},
    8: {"ash": {"hp": 3}, "nob": {"hex": [-2, -3], "hp": -1}},
    9: {"mag": {"grappled_by": ["ash"], "stunned": False}},
    10: {"ash": {"hp": -5, "stunned": True}, "mag": {"grappled_by": ["bram"]}, "nob": {"facing": 0}},
}
"""How some figures stand after each round."""


async def mill(app: Asgi) -> Table:
    """The yard of the mill, as an encounter."""
    return await seated(app, family="tactical", state=MILL.state)


def is_so(figure: Any, facts: dict[str, Any]) -> bool:
    """Whether facts of a figure, or of its state, are as told."""
    return all({**figure["state"], **figure}[name] == value for name, value in facts.items())


@pytest.mark.parametrize("battle", battles(), ids=lambda battle: battle.id)
def test_transcripts(battle: Battle) -> None:
    """A battle that is played again is told as `make golden` wrote it."""
    told = (BATTLES / f"{battle.id}.txt").read_text(encoding="utf-8")
    assert transcript(battle, chained(battle, in_process)) == told, "if it should be: make golden"


async def test_ten_rounds(app: Asgi) -> None:
    """In an encounter each round leaves the figures as the battle says, and is told in the same sentences."""
    table = await mill(app)
    answers = []
    for number, played in enumerate(MILL.rounds, start=1):
        acted = await table.act(PROCEDURE.partition("/")[2], orders_of(played))
        assert acted.status == 200, acted.body
        answers.append(acted.json)
        assert acted.json["outcome"]["round"] == number
        figures = {each["id"]: each for each in acted.json["state"]["figures"]}
        assert [each for each, facts in MILESTONES[number].items() if not is_so(figures[each], facts)] == []
    assert transcript(MILL, iter(answers)) == MILL.path.read_text(encoding="utf-8")
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


async def test_viewers_are_told(app: Asgi) -> None:
    """Viewers are told each round in words that name the fighters, and no number."""
    table = await mill(app)
    for played in MILL.rounds[:5]:
        await table.act(PROCEDURE.partition("/")[2], orders_of(played))
    told = [entry["summary"] for entry in await table.log(table.viewer) if entry["kind"] == "act"]
    assert len(told) == 5
    assert "Nob" in told[1]
    assert "Bram" in told[1]
    assert not any(sign.isdigit() for text in told for sign in text)
