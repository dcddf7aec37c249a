"""Hexes that cannot be: the problem names the hex, who or what is in it, and the rule, stateless and in encounters."""

from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Client
from tests.encounters.plays import begun, changed
from tests.operations.asking import ask, first_example

Change = tuple[tuple[str | int, ...], Any]
INPUT: Final = "input"


def into(*hexes: tuple[int, int]) -> Change:
    """A walk of the first figure, hex by hex."""
    return ("order", "path"), [{"to": list(each)} for each in hexes]


PLAN, ROUND = "tactical/plan-move", "tactical/resolve-round"
CASES: Final[tuple[tuple[str, tuple[Change, ...], str, str, tuple[str, ...]], ...]] = (
    (
        ROUND,
        ((("map", "cells", 0, "hex"), [1, 1]),),
        "/figures/1/hex",
        "figures/solid-hex",
        ("'elm'", "[1, 1]", "solid"),
    ),
    (ROUND, ((("figures", 0, "hex"), [1, 1]),), "/figures/0/hex", "figures/one-per-hex", ("'ash'", "[1, 1]", "'elm'")),
    (PLAN, (into((0, -1), (0, -2), (0, -3)),), "/order/path/2", "figures/solid-hex", ("'ash'", "[0, -3]", "solid")),
    (
        PLAN,
        (into((0, -1)), (("figures", 1, "hex"), [0, -1]), (("figures", 1, "side"), "red")),
        "/order/path/0",
        "figures/one-per-hex",
        ("'ash'", "[0, -1]", "'orc'"),
    ),
    (
        PLAN,
        (into((0, -1), (5, 5)),),
        "/order/path/1",
        "movement/path-legality",
        ("[5, 5]", "the nearest that is: [0, 0]"),
    ),
    (
        PLAN,
        (
            (("order", "path"), [{"jump_to": [0, -2]}]),
            (("figures", 1, "hex"), [0, -1]),
        ),
        "/order/path/0",
        "figures/one-per-hex",
        ("[0, -1]", "'orc'"),
    ),
    (
        "mass/resolve-round",
        ((("units", 1, "hex"), [0, 0]),),
        "/units/1/hex",
        "hex/stacking",
        ("knights", "archers", "[0, 0]"),
    ),
    (
        "mass/resolve-round",
        ((("terrain",), [{"hex": [0, 2], "terrain": "impassable"}]),),
        "/units/1/hex",
        "terrain/impassable",
        ("archers", "[0, 2]", "impassable", "nearest hex"),
    ),
)


def put(request: Any, changes: tuple[Change, ...]) -> Any:
    """A request in whose input some values are others."""
    for path, value in changes:
        request = changed(request, (INPUT, *path), value)
    return request


@pytest.mark.parametrize(("operation", "changes", "pointer", "rule", "words"), CASES)
def test_hexes_are_told(
    operation: str, changes: tuple[Change, ...], pointer: str, rule: str, words: tuple[str, ...]
) -> None:
    """Who is placed, walks or jumps where nobody can be is told the hex, who is in it or what, and the rule."""
    problem = ask(operation, put(first_example(operation), changes))
    family = operation.partition("/")[0]
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["rule"]) == (f"/{INPUT}{pointer}", f"{family}/{rule}")
    assert [each for each in words if each not in problem["detail"]] == []


HOLDER: Final = "gordt"
ENTANGLED: Final[tuple[tuple[str, Any, str], ...]] = (
    ("grappled_by", [HOLDER], "grappled_by/0"),
    ("pinned_by", [HOLDER], "pinned_by/0"),
    ("grapples", [{"foe": HOLDER}], "grapples/0/foe"),
    ("close", [{"foe": HOLDER, "hex": [0, 0], "own_side": 3}], "close/0/foe"),
)


@pytest.mark.parametrize(("field", "value", "pointer"), ENTANGLED)
async def test_who_holds_is_in_the_encounter(app: Asgi, field: str, value: Any, pointer: str) -> None:
    """An encounter refuses a hold or a close combat with nobody, and says who was meant."""
    body = changed(begun("tactical"), ("state", "figures", 0, "state"), {field: value})
    problem = (await Client(app).ask("POST", "/v1/encounters", body)).json
    assert problem["type"].endswith("/tactical-unknown-figure"), problem
    assert problem["errors"][0]["pointer"] == f"/state/figures/0/state/{pointer}"
    assert problem["detail"].endswith(f"{HOLDER!r}, who is not in the fight. Did you mean gort?")


@pytest.mark.parametrize(("field", "value", "pointer"), ENTANGLED)
def test_a_procedure_does_not_know_all(field: str, value: Any, pointer: str) -> None:
    """A request may leave out who holds a figure: he is beside it, and the fight goes on."""
    request = changed(first_example("tactical/resolve-round"), (INPUT, "figures", 0, "state"), {field: value})
    assert ask("tactical/resolve-round", request)["status"] == "resolved", pointer


ACCEPTED: Final[tuple[tuple[str, tuple[Change, ...], str, tuple[str, ...]], ...]] = (
    ("tactical", ((("map", "cells", 0, "hex"), [0, 0]),), "/figures/0/hex", ("'ash'", "[0, 0]", "solid")),
    ("tactical", ((("figures", 0, "hex"), [-2, 1]),), "/figures/0/hex", ("'ash'", "[-2, 1]", "'elm'")),
    ("mass", ((("units", 0, "hex"), [0, 2]),), "/units/1/hex", ("knights", "archers", "[0, 2]")),
    ("mass", ((("deck_state",), ["QH", "10X"]),), "/deck_state/1", ('"10X"', "Did you mean 10S?")),
)


@pytest.mark.parametrize(("family", "changes", "pointer", "words"), ACCEPTED)
async def test_encounters_accept_what_procedures_do(
    app: Asgi, family: str, changes: tuple[Change, ...], pointer: str, words: tuple[str, ...]
) -> None:
    """The state of an encounter is refused for a hex or a card as a procedure's input is."""
    body = begun(family)
    for path, value in changes:
        body = changed(body, ("state", *path), value)
    problem = (await Client(app).ask("POST", "/v1/encounters", body)).json
    assert problem["errors"][0]["pointer"] == f"/state{pointer}"
    assert [each for each in words if each not in problem["detail"]] == []


def test_a_card_that_is_none() -> None:
    """A card in `deck_state` that has no card's form is told with the one that it is nearest to."""
    for card, meant in (("10X", "10S"), ("JOKER", "JOKER1"), ("Qh", "QH")):
        problem = ask("mass/resolve-round", put(first_example("mass/resolve-round"), ((("deck_state",), [card]),)))
        assert f'got "{card}". Did you mean {meant}?' in problem["detail"], problem["detail"]


def test_a_retreat_into_others() -> None:
    """Who retreats into an occupied hex is told who is in it, and which hexes are free."""
    request = first_example("tactical/resolve-attack")
    third = {**request[INPUT]["figures"][1], "id": "goblin", "hex": [0, -2]}
    figures = [*request[INPUT]["figures"], third]
    defense = {"preferences": [{"kind": "dodge", "retreat": {"to": [0, -2]}}], "forced": True}
    problem = ask("tactical/resolve-attack", put(request, ((("figures",), figures), (("defense",), defense))))
    assert problem["type"].endswith("/retreat-blocked"), problem
    assert "hex [0, -2]: 'goblin' is in it; free: " in problem["detail"]
