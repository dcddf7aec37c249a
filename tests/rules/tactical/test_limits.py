"""The limits of requests: each is answered at the limit, refused one beyond it, and not done beside other requests."""

from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import registry
from service.operations.validation import rewritten, validated
from service.operations.work.estimates import LIGHT
from tests.operations.asking import ask, first_example

Input = dict[str, Any]

SWORD: Final = {
    "id": "sword",
    "skill": "Broadsword",
    "level": 13,
    "kind": "melee",
    "modes": [{"name": "swing", "damage": "1d+2", "type": "cutting"}],
}
BOW: Final = {
    "id": "bow",
    "skill": "Bow",
    "level": 13,
    "kind": "ranged",
    "ranged_class": "firearm",
    "acc": 1,
    "bulk": -2,
    "max_range": 100,
    "modes": [{"name": "shot", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": []}],
}
FIGURES, CELLS, ENTRIES = 200, 20_000, 500
EVERYBODY: Final = "/input/figures"
CLOSE: Final = {"foe": "orc", "hex": [0, 0], "own_side": 3, "entered": True, "turns": 1}
OVER_THERE: Final = {"figure": "orc", "hex": [0, -5]}


def fighter(id: str, side: str, q: int, r: int, **facts: Any) -> Input:
    """A figure with a sword; one that is red faces north, others face south."""
    facing = 0 if side == "red" else 3
    held = {"weapons": [SWORD], "ready": {"right": "sword"}}
    return {"id": id, "side": side, "hex": [q, r], "facing": facing, **held, **facts}


ASH: Final = fighter("ash", "red", 0, 0)
ORC: Final = fighter("orc", "blue", 0, -1)
SHOOTER: Final = {**ASH, "weapons": [BOW], "ready": {"right": "bow"}}
RUNNER: Final = {**ASH, "basic_move": 1_000}


def crowd(*figures: Input, most: int = FIGURES) -> list[Input]:
    """Some figures, and as many others far from them as there may be."""
    far = [fighter(f"f{n}", ("red", "blue")[n % 2], n % 20, 30 + n // 20) for n in range(most - len(figures))]
    return [*figures, *far]


def runners(side: str, most: int) -> list[Input]:
    """So many runners of a side."""
    return [fighter(f"{side} {n}", side, n, 0) for n in range(most)]


def hexes(most: int) -> list[list[int]]:
    """So many hexes around the origin."""
    return [[n % 150 - 75, n // 150 - 70] for n in range(most)]


def straight(most: int) -> list[Input]:
    """A path so many hexes to the north."""
    return [{"to": [0, -1 - n]} for n in range(most)]


def shuffling(most: int) -> list[Input]:
    """A path of so many entries that turns to and fro."""
    return [{"turn": 1 - n % 2 * 2} for n in range(most)]


def bounded(**map: Any) -> Input:
    """A question about the next hex, on a map."""
    return {"map": map, "figures": [ASH], "figure": "ash", "order": {"maneuver": "move", "path": [{"to": [0, -1]}]}}


def marching(path: list[Input]) -> Input:
    """A round in which somebody moves along a path."""
    return {"map": {}, "figures": [RUNNER], "intents": [{"figure": "ash", "maneuver": "move", "path": path}]}


AT_THE_LIMIT: Final[list[tuple[str, str, Input]]] = [
    ("resolve-attack", EVERYBODY, {"map": {}, "figures": crowd(ASH, ORC), "attacker": "ash", "target": "orc"}),
    (
        "plan-move",
        EVERYBODY,
        {"map": {}, "figures": crowd(ASH), "figure": "ash", "order": {"maneuver": "move", "path": [{"to": [0, -1]}]}},
    ),
    ("reachable", EVERYBODY, {"map": {}, "figures": crowd(ASH, ORC), "figure": "ash", "maneuver": "move"}),
    (
        "line-of-fire",
        EVERYBODY,
        {
            "map": {},
            "figures": crowd(ASH, ORC),
            "shooter": {"kind": "figure", "figure": "ash"},
            "target": {"kind": "figure", "figure": "f19"},
        },
    ),
    (
        "opportunity-fire",
        EVERYBODY,
        {
            "map": {},
            "figures": crowd(SHOOTER, {**ORC, "hex": [0, -6]}),
            "shooters": [{"figure": "ash", "zone": {"hexes": [[0, -4]]}}],
            "mover": "orc",
            "path": [{"to": [0, -5]}, {"to": [0, -4]}],
        },
    ),
    (
        "popup-attack",
        EVERYBODY,
        {
            "map": {"cells": [{"hex": [0, -1], "solid": True, "cover": True}]},
            "figures": crowd(SHOOTER, {**ORC, "hex": [1, -6]}),
            "attacker": "ash",
            "fire_hex": [1, -1],
            "target": "orc",
        },
    ),
    (
        "resolve-close-combat",
        EVERYBODY,
        {
            "map": {},
            "figures": crowd({**ASH, "ready": {}, "state": {"close": [CLOSE]}}, {**ORC, "hex": [0, 0]}),
            "action": "grab",
            "actor": "ash",
            "target": "orc",
        },
    ),
    ("resolve-slam", EVERYBODY, {"map": {}, "figures": crowd(ASH, ORC), "actor": "ash", "target": "orc"}),
    ("resolve-round", EVERYBODY, {"map": {}, "figures": crowd(ASH, ORC)}),
    (
        "resolve-skirmish",
        EVERYBODY,
        {"map": {}, "figures": crowd(ASH, ORC), "max_rounds": 1},
    ),
    (
        "pursue",
        "/input/quarry",
        {"quarry": runners("red", FIGURES), "pursuers": runners("blue", FIGURES), "band": "short", "max_rounds": 50},
    ),
    ("plan-move", "/input/map/cells", bounded(cells=[{"hex": each, "footing": 1} for each in hexes(CELLS)])),
    (
        "plan-move",
        "/input/map/edges",
        bounded(edges=[{"hex": each, "direction": 1, "kind": "low_wall"} for each in hexes(CELLS)]),
    ),
    ("plan-move", "/input/map/bounds/hexes", bounded(bounds={"kind": "hexes", "hexes": hexes(CELLS)})),
    ("arcs", "/input/bounds/hexes", {"bounds": {"kind": "hexes", "hexes": hexes(CELLS)}, "radius": 1}),
    (
        "plan-move",
        "/input/order/path",
        {"map": {}, "figures": [RUNNER], "figure": "ash", "order": {"maneuver": "move", "path": straight(ENTRIES)}},
    ),
    (
        "opportunity-fire",
        "/input/path",
        {"map": {}, "figures": [RUNNER, {**ORC, "hex": [9, 0]}], "mover": "ash", "path": straight(ENTRIES)},
    ),
    ("resolve-round", "/input/intents/0/path", marching(straight(ENTRIES))),
    ("resolve-round", "/input/intents/0/path", marching(shuffling(ENTRIES))),
    (
        "resolve-close-combat",
        "/input/path",
        {
            "map": {},
            "figures": [{**RUNNER, "state": {"close": [CLOSE]}}, {**ORC, "hex": [0, 0]}],
            "action": "leave",
            "actor": "ash",
            "path": [{"to": [0, 1 + n], "mode": "backward"} for n in range(ENTRIES)],
        },
    ),
    (
        "resolve-slam",
        "/input/path",
        {
            "map": {},
            "figures": [RUNNER, {**ORC, "hex": [0, -ENTRIES]}],
            "actor": "ash",
            "target": "orc",
            "maneuver": "move_and_attack",
            "path": straight(ENTRIES),
        },
    ),
]
NUMBERS: Final = [
    ("arcs", "/input/radius", 50, {}),
    ("reachable", "/input/max_results", 5_000, {"map": {}, "figures": [ASH], "figure": "ash", "maneuver": "move"}),
    ("resolve-round", "/input/round", 600, {"map": {}, "figures": [ASH]}),
    ("resolve-skirmish", "/input/max_rounds", 600, {"map": {}, "figures": [ASH, ORC]}),
    (
        "pursue",
        "/input/max_rounds",
        50,
        {"quarry": [ASH], "pursuers": [ORC], "band": "medium"},
    ),
]


def place(input: Input, pointer: str) -> tuple[Any, str]:
    """Where a pointer points: what holds it, and under which name."""
    *path, last = [int(part) if part.isdecimal() else part for part in pointer.removeprefix("/input/").split("/")]
    here: Any = input
    for part in path:
        here = here[part]
    return here, str(last)


def asked(operation: str, input: Input) -> Any:
    """The answer to an input, with the same dice each time if the operation rolls any."""
    dice = {"dice": {"kind": "seeded", "seed": "sha256ctr1:limits"}}
    rolls = "dice" in registry()[f"tactical/{operation}"].request.model_fields
    return ask(f"tactical/{operation}", {"input": input, **(dice if rolls else {})})


@pytest.mark.parametrize(("operation", "pointer", "input"), AT_THE_LIMIT)
def test_the_longest_lists_are_answered(operation: str, pointer: str, input: Input) -> None:
    """A request with as many figures, cells or entries of a path as there may be is answered; one more is refused."""
    answer = asked(operation, input)
    assert answer["status"] == "resolved", answer
    longer = deepcopy(input)
    holder, name = place(longer, pointer)
    most = len(holder[name])
    holder[name].append(holder[name][-1])
    refused = asked(operation, longer)
    fault = refused["errors"][0]
    assert (refused["status"], fault["code"], fault["pointer"]) == (422, "too_long", pointer)
    assert f"`{name}` lists {most + 1} items; it is a list of" in fault["message"]
    assert f"{most} items." in fault["message"]


@pytest.mark.parametrize(("operation", "pointer", "most", "input"), NUMBERS)
def test_the_largest_numbers_are_answered(operation: str, pointer: str, most: int, input: Input) -> None:
    """A request with the widest radius or the most rounds is answered; one more is refused with the number."""
    name = pointer.rpartition("/")[2]
    answer = asked(operation, {**input, name: most})
    assert answer["status"] == "resolved", answer
    refused = asked(operation, {**input, name: most + 1})
    fault = refused["errors"][0]
    assert (refused["status"], fault["pointer"]) == (422, pointer)
    assert f"to {most}" in fault["message"]
    assert fault["message"].endswith(f"got {most + 1}.")


def estimate(operation: str, input: Input) -> int:
    """What the work of an input is estimated at."""
    declared = registry()[f"tactical/{operation}"]
    assert declared.work is not None
    return declared.work(validated(declared.request, rewritten({"input": input})))


@pytest.mark.parametrize(("operation", "pointer", "input"), AT_THE_LIMIT)
def test_what_is_large_is_heavy(operation: str, pointer: str, input: Input) -> None:
    """A request at a limit is done in a worker process, and does not hold up others."""
    assert place(input, pointer)
    assert estimate(operation, input) > LIGHT


@pytest.mark.parametrize("name", [each.name for each in registry() if each.name.startswith("tactical/")])
def test_examples_are_light(name: str) -> None:
    """What is asked at a table is answered at once; odds, drawings of maps and whole fights aside."""
    operation = registry()[name]
    if name.endswith(("/odds", "/map")) or "/resolve-skirmish" in name or operation.work is None:
        return
    assert estimate(name.removeprefix("tactical/"), first_example(name)["input"]) <= LIGHT


LINE: Final = {"map": {}, "shooter": {"kind": "place", "hex": [0, 1_000]}, "target": {"kind": "hex", "hex": [0, -900]}}
BODY: Final = {"shape": "custom", "body": [[q, r] for q in range(8) for r in range(8)], "sm": 6}
FAR: Final = {**ORC, "hex": [0, -1_000]}
SMALL_AND_HEAVY: Final = [
    ("line-of-fire", LINE),
    ("line-of-fire", {**LINE, "figures": [{**ORC, **BODY}], "target": {"kind": "figure", "figure": "orc"}}),
    ("line-of-fire", {**LINE, "figures": [ASH, FAR], "shooter": {"kind": "figure", "figure": "ash"}}),
    ("resolve-attack", {"map": {}, "figures": [SHOOTER, FAR], "attacker": "ash", "target": "orc"}),
    ("resolve-attack", {"map": {}, "figures": [SHOOTER, {**ORC, **BODY}], "attacker": "ash", "target": "orc"}),
    ("reachable", {"map": {}, "figures": [RUNNER], "figure": "ash", "maneuver": "move"}),
    ("reachable", {"map": {}, "figures": [{**ASH, **BODY}], "figure": "ash", "maneuver": "move"}),
    ("arcs", {"radius": 50}),
    ("resolve-round", {"map": {}, "figures": [RUNNER, ORC], "npc": ["ash"]}),
    ("resolve-round", {"map": {}, "figures": [SHOOTER, FAR], "npc": ["ash"]}),
    ("resolve-skirmish", {"map": {}, "figures": [RUNNER, ORC], "max_rounds": 1}),
]


@pytest.mark.parametrize(("operation", "input"), SMALL_AND_HEAVY)
def test_what_is_small_can_be_heavy(operation: str, input: Input) -> None:
    """Long lines, large bodies, a high Move and a wide radius take time even where little is listed."""
    assert estimate(operation, input) > LIGHT


@given(shooter=st.sampled_from(["ash", "nobody"]), target=st.sampled_from(["orc", "nobody"]))
def test_estimates_do_not_refuse(shooter: str, target: str) -> None:
    """Who is not on the map is refused when the request is resolved, not when its work is estimated."""
    ends = {"shooter": {"kind": "figure", "figure": shooter}, "target": {"kind": "figure", "figure": target}}
    question = {"map": {}, "figures": [ASH, ORC], **ends}
    assert estimate("line-of-fire", question) <= LIGHT
    unknown = "nobody" in (shooter, target)
    assert (asked("line-of-fire", question)["status"] == "resolved") is not unknown
