"""Summaries, names, meta and hidden figures: what entries say for everybody, and what viewers never get."""

import json
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.wire import to_json
from tests.encounters.client import Table, seated
from tests.encounters.plays import FIGURES, PLAYS, begun, moves

every_family = pytest.mark.parametrize("family", sorted(PLAYS))


def dressed(family: str, **figure: Any) -> Any:
    """The family's example of an encounter, whose second figure has something more."""
    request = begun(family)
    request["state"][FIGURES[family][0]][1] |= figure
    return request


def second_of(family: str) -> str:
    """The id of that figure."""
    found: str = begun(family)["state"][FIGURES[family][0]][1]["id"]
    return found


async def everything(table: Table) -> str:
    """All that a viewer reads, as text."""
    view = (await table.viewer.ask("GET", table.path)).body
    log = (await table.viewer.ask("GET", f"{table.path}/log")).body
    return (view + log).decode()


def lists_in(value: Any) -> list[Any]:
    """Every list in a document, at any depth."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, list) else []), *[found for each in parts for found in lists_in(each)]]


async def test_every_kind_of_entry(app: Asgi) -> None:
    """Creation, act, correction, undo and redo each have a summary, the same for the referee, viewers and answers."""
    table = await seated(app, **dressed("opposed", name="The Orc"), reveal="faces")
    acted = (await table.act("resolve-attack", moves("opposed")["resolve-attack"])).json
    put_right = (await table.correct(changes=[{"pointer": "/participants/1/posture", "value": "prone"}])).json
    unseen = (await table.correct(changes=[{"pointer": "/participants/1/agility", "value": 7}])).json
    undone = (await table.change("undo")).json
    redone = (await table.change("redo")).json
    log, seen = await table.log(), await table.log(table.viewer)
    assert [each["summary"] for each in log] == [each["summary"] for each in seen]
    assert [each["summary"] for each in log] == [
        "The fight begins: Ash against The Orc.",
        acted["summary"],
        "The referee changes The Orc.",
        "Something happens that is not shown.",
        "The referee takes back: Something happens that is not shown.",
        "The referee restores: Something happens that is not shown.",
    ]
    assert [each["summary"] for each in (put_right, unseen, undone, redone)] == [each["summary"] for each in log[2:]]
    assert [each["names"] for each in seen] == [{"Orc": "The Orc"}] * 6
    assert all(step["text"].startswith(("Ash: ", "The Orc: ")) for step in seen[1]["steps"])


async def test_a_side_with_the_id_of_a_figure(app: Asgi) -> None:
    """A figure is called by its name, too, where its side has no name and the same id."""
    request = dressed("opposed", name="The Orc", side="Orc")
    request["state"]["sides"][1] = {"id": "Orc", "leader": "Orc"}
    acted = await (await seated(app, **request)).act("resolve-attack", moves("opposed")["resolve-attack"])
    assert "The Orc" in acted.json["summary"]


async def test_what_is_taken_back_is_told(app: Asgi) -> None:
    """Undo quotes what viewers were told of the change; of a secret change that is nothing."""
    table = await seated(app, reveal="faces")
    strike = moves("opposed")["resolve-attack"]
    acted = (await table.act("resolve-attack", strike)).json
    await table.change("undo")
    await table.act("resolve-attack", {**strike, "secret": True})
    await table.change("undo")
    told = [each["summary"] for each in await table.log(table.viewer)]
    assert told[2] == f"The referee takes back: {acted['summary']}"
    assert told[3:] == [
        "Something happens that is not shown.",
        "The referee takes back: Something happens that is not shown.",
    ]


@every_family
@pytest.mark.parametrize("reveal", ["all", "faces", "outcomes"])
async def test_hidden(app: Asgi, family: str, reveal: str) -> None:
    """Of a hidden figure viewers get no id and no name, whatever is done, and no gap in a list where it stood."""
    table = await seated(app, **dressed(family, hidden=True, name="Nobody at all"), reveal=reveal)
    for how, body in moves(family).items():
        if (await table.act(how, body)).status == 200:
            await table.change("undo")
    text = await everything(table)
    assert f'"{second_of(family)}"' not in text
    assert "Nobody at all" not in text
    log = await table.log(table.viewer)
    assert all(None not in each for each in lists_in([(await table.viewer.ask("GET", table.path)).json, log]))
    known = await table.log()
    assert [each["hidden"] for each in log] == [[]] * len(log)
    assert {each["after"] for each in known} & {each["after"] for each in log} == set()
    named = [f'"{second_of(family)}"' in json.dumps([each["input"], each["steps"]]) for each in known]
    assert [each["dice"] for each, is_named in zip(log, named, strict=True) if is_named] == [None] * sum(named)
    assert second_of(family) in known[-1]["hidden"]


def rolling(*faces: int) -> Any:
    """Dice of one's own."""
    return {"kind": "supplied", "faces": faces}


@pytest.mark.parametrize(
    ("family", "unseen", "procedure", "request_body", "says"),
    [
        pytest.param(
            "opposed",
            ("Orc", "Elm"),
            "resolve-round",
            {"input": {"orders": [{"action": "pass", "actor": "Orc"}]}, "dice": rolling(9, 2)},
            "A round went by.",
            id="a round",
        ),
        pytest.param(
            "heroic",
            ("bandit", "wrestler"),
            "roll-initiative",
            {"input": {}, "dice": rolling(1, 6)},
            "The initiative was rolled.",
            id="initiative",
        ),
        pytest.param(
            "heroic",
            ("bandit",),
            "resolve-injury",
            {"input": {"pending": [{"unit": "bandit", "source": "a fall", "injury": 3}]}},
            "The injuries were worked out.",
            id="injury",
        ),
        pytest.param(
            "mass",
            ("archers",),
            "rally",
            {"input": {"commander": "ana", "units": ["archers"]}, "dice": rolling(1)},
            "Ana tried to rally troops.",
            id="a rally",
        ),
    ],
)
async def test_only_somebody_hidden(
    app: Asgi, family: str, unseen: tuple[str, ...], procedure: str, request_body: Any, says: str
) -> None:
    """Where only somebody hidden did or suffered something, viewers are not told that nobody did."""
    request = begun(family)
    figures = request["state"][FIGURES[family][0]]
    figures += [{**figures[0], "id": "Elm", "engaged_with": []}] if "Elm" in unseen else []
    for figure in figures:
        figure["hidden"] = figure["id"] in unseen
        if figure["id"] == "Ash":
            figure["status"] = "unconscious"
    table = await seated(app, **request, reveal="faces")
    acted = await table.act(procedure, request_body)
    assert acted.status == 200, acted.body
    outcome = to_json(acted.json["outcome"]).decode()
    assert any(each in outcome for each in (*unseen, '"winner":"crime"')), "it happened to somebody"
    assert (await table.log(table.viewer))[-1]["summary"] == says


@every_family
async def test_coming_into_view(app: Asgi, family: str) -> None:
    """Once the referee reveals a figure later entries show it, and earlier ones still do not; undo hides it again."""
    table = await seated(app, **dressed(family, hidden=True, name="Nobody at all"), reveal="faces")
    before = await table.log(table.viewer)
    pointer = f"/{FIGURES[family][0]}/1/hidden"
    shown = (await table.correct(changes=[{"pointer": pointer, "value": False}])).json
    assert shown["summary"] == "Nobody at all comes into view."
    assert f'"{second_of(family)}"' in (await table.viewer.ask("GET", table.path)).body.decode()
    log = await table.log(table.viewer)
    assert log[:1] == before
    assert (second_of(family) in log[0]["names"], log[1]["names"][second_of(family)]) == (False, "Nobody at all")
    await table.change("undo")
    assert f'"{second_of(family)}"' not in (await table.viewer.ask("GET", table.path)).body.decode()
    again = (await table.change("redo")).json
    gone = (await table.correct(changes=[{"pointer": pointer, "value": True}])).json
    assert again["summary"] == "The referee restores: Nobody at all comes into view."
    assert gone["summary"] == "Nobody at all is no longer seen."


@every_family
async def test_meta_comes_back(app: Asgi, family: str) -> None:
    """What the caller keeps with a figure comes back after every move, to viewers of every policy, too."""
    meta = {"token": "t-1", "at": [1, 2.5, None], "deep": {"b": True, "a": "é"}, "zero": 1.0}
    table = await seated(app, **dressed(family, meta=meta), reveal="outcomes")
    assert (await table.act("resolve-round", moves(family)["resolve-round"])).status == 200
    for who in (table.referee, table.viewer):
        state = (await who.ask("GET", table.path)).json["state"]
        kept = next(each for each in state[FIGURES[family][0]] if each["id"] == second_of(family))
        assert json.dumps(kept["meta"], sort_keys=True) == json.dumps(meta, sort_keys=True)
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


async def test_meta_of_encounters(app: Asgi) -> None:
    """An encounter's own meta is given at its creation, replaced by a correction, and left alone by undo and forks."""
    table = await seated(app, meta={"scene": 1})
    assert (await table.viewer.ask("GET", table.path)).json["meta"] == {"scene": 1}
    await table.correct(meta={"scene": "é"})
    await table.correct(reveal="faces")
    await table.change("undo")
    assert (await table.get())["meta"] == {"scene": "é"}
    assert (await table.referee.ask("POST", f"{table.path}/fork")).json["meta"] == {"scene": "é"}
    assert (await (await seated(app)).get())["meta"] is None


@pytest.mark.parametrize(
    "meta", [{"long": "x" * 5000}, {str(key): key for key in range(17)}, ["no object"], "text"], ids=str
)
async def test_meta_is_small(app: Asgi, meta: Any) -> None:
    """A meta that is no object, or larger than 4096 bytes or 16 members, does not fit."""
    table = await seated(app)
    for changes in ({"meta": meta}, {"changes": [{"pointer": "/participants/0/meta", "value": meta}]}):
        reply = await table.correct(**changes)
        assert (reply.status, "meta" in reply.json["errors"][0]["pointer"]) == (422, True)


def changes_for(figure: Any, place: int) -> dict[str, Any]:
    """What a copy of a figure must have for itself: a hex of its own, and no foe."""
    own = {"engaged_with": [], "hex": [-5, place]}
    return {name: value for name, value in own.items() if name in figure}


@every_family
async def test_many_figures(app: Asgi, family: str) -> None:
    """Of a side with many figures the beginning lists the first ones only."""
    request = begun(family)
    figures = request["state"][FIGURES[family][0]]
    first = dict(figures[0])
    more = [
        {**first, "id": f"{letter}-{first['id']}", "name": None, **changes_for(first, place)}
        for place, letter in enumerate("abcdefgh")
    ]
    request["state"][FIGURES[family][0]] = [*figures, *more]
    table = await seated(app, **request)
    summary = (await table.log())[0]["summary"]
    assert f"a-{first['id']}" in summary
    assert " and others" in summary
    assert f"h-{first['id']}" not in summary
