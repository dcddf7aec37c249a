"""The core of the plugins: figures of tokens, what is left of them, where they stand, and what they may do."""

from typing import Any

import orjson

from tests.node.tools import NodeTools
from tests.plugins.test_tabletop import asked


def test_a_mapping_reads_what_sheets_have(node_tools: NodeTools) -> None:
    """Numbers may be texts, items the values of an object; a rule that fails names its field and the path."""
    sheet = {
        "speed": "5.75",
        "empty": "",
        "melee": {"00000": {"name": "Sword"}, "00001": {"name": "Knife"}},
        "text": "x",
    }
    rules = {
        "speed": {"number": "speed"},
        "none": {"number": "empty"},
        "weapons": {"each": "melee", "record": {"name": "name"}},
    }
    wrong: list[Any] = [{"hp": {"number": "text"}}, {"all": {"each": "text", "record": {}}}, {"hp": 3}]
    made, *refused = asked(node_tools, ["mapped", rules, sheet], *[["mapped", each, sheet] for each in wrong])
    assert made == {"speed": 5.75, "weapons": [{"name": "Sword"}, {"name": "Knife"}]}
    assert [each["error"] for each in refused] == [
        'hp is to be a number, and at text stands "x".',
        'all is made of each of text, and there stands "x".',
        "The rule of hp is no path and no object: 3.",
    ]


def test_likenesses_are_proposed(node_tools: NodeTools) -> None:
    """The best comes first; what was found by nothing is no proposal, and a sheet with its own numbers needs none."""
    found = {"figure": "goblin", "by": "name", "why": "The name has 'goblin'.", "others": ["goblin-archer"]}
    answers = [found, {**found, "by": "nothing"}, None]
    told = asked(node_tools, *[["proposedBy", {"likeness": each}] for each in answers])
    assert told == [["goblin", "goblin-archer"], [], []]


def test_shares_of_pools(node_tools: NodeTools) -> None:
    """The share that is left is between nothing and all; who begins with a share has at least 1."""
    hp = {"name": "hit points", "left": "hp", "full": ["hp_max", "st"], "times": None, "is_spent": False}
    group = {**hp, "left": "pool", "full": ["hp"], "times": "count"}
    injuries = {**hp, "left": "injuries", "full": ["slots"], "is_spent": True}
    told = asked(
        node_tools,
        *[
            ["shareOf", pool, figure]
            for pool, figure in (
                (hp, {"hp": 3, "hp_max": 12}),
                (hp, {"st": 12}),
                (hp, {"hp": -4, "st": 12}),
                (hp, {"hp": 5}),
                (group, {"pool": 15, "hp": 10, "count": 3}),
                (injuries, {"injuries": 1, "slots": 4}),
            )
        ],
        ["withShare", hp, {"hp_max": 12}, 0.25],
        ["withShare", hp, {"hp": 8}, 0.01],
        ["withShare", group, {"hp": 10, "count": 3}, 0.5],
    )
    assert told == [
        0.25,
        1,
        0,
        None,
        0.5,
        0.75,
        {"hp_max": 12, "hp": 3},
        {"hp": 1, "hp_max": 8},
        {"hp": 10, "count": 3, "pool": 15},
    ]


def test_what_may_be_done_is_a_choice(node_tools: NodeTools) -> None:
    """The suggested move is first, with its chance; what needs more is left out; reasons are told."""
    move: dict[str, Any] = {"target": None, "chance": None, "suggested": False, "needs": []}
    place: dict[str, Any] = {
        "key": "move/place",
        "label": "Move",
        "target": None,
        "hexes": [{"hex": [2, -1], "cost": 1.5}],
    }
    listed = {
        "figure": "ash",
        "places": [place],
        "moves": [
            {**move, "key": "wait", "label": "Wait"},
            {**move, "key": "spell", "label": "Cast", "needs": ["/spell"]},
            {**move, "key": "strike", "label": "Strike <Orc>", "suggested": True},
        ],
        "barred": [{"label": "Flee", "why": "Nobody is in the way."}],
    }
    known = {**listed, "moves": [{**move, "key": "strike", "chance": 0.734}]}
    offer, unknown = asked(node_tools, ["offerOf", listed, "Ash", known], ["offerOf", listed, "Ash"])
    assert [(each["key"], each["chance"]) for each in offer["moves"]] == [
        ("strike", 0.734),
        ("wait", None),
        ("move/place/2,-1", None),
    ]
    assert [each["chance"] for each in unknown["moves"]] == [None] * 3
    march = {**place, "key": "march/elm", "target": "elm", "hexes": [*place["hexes"], {"hex": [3, 0], "cost": 1}]}
    (wide,) = asked(node_tools, ["offerOf", {**listed, "places": [place, march]}, "Ash"])
    assert asked(node_tools, ["placesIn", [offer]], ["placesIn", [wide, offer]]) == [[[2, -1]], [[2, -1], [3, 0]]]
    (tree,) = asked(node_tools, ["choiceOf", [offer]])
    (html,) = asked(node_tools, ["htmlOf", tree])
    assert ">Strike &lt;Orc&gt; · 73 % · suggested</option>" in html
    assert ">Move to [2, -1] · 1.5 points</option>" in html
    assert "<details><summary>Not now</summary><ul><li>Flee: Nobody is in the way.</li></ul></details>" in html
    (barred,) = asked(node_tools, ["choiceOf", [{**offer, "moves": []}]])
    assert "select" not in orjson.dumps(barred).decode()
    aimed, nobody = [
        ["aimedAt", [{**offer, "moves": [{**offer["moves"][0], "target": "orc"}]}], [each]] for each in ("orc", "ash")
    ]
    assert asked(node_tools, aimed, nobody) == [{"ash": "strike"}, {}]


def test_directions_are_those_of_the_map(node_tools: NodeTools) -> None:
    """A direction is where a hex is drawn from another one, north at the top, whichever way hexes point."""
    told = asked(
        node_tools,
        *[["compassOf", [2, 3], to, top] for top in ("flat", "pointy") for to in ([2, 2], [4, 2], [3, 3], [2, 6])],
    )
    assert told == ["north", "east", "south-east", "south", "north-west", "north-east", "east", "south-east"]


def test_figures_stand_where_tokens_stand(node_tools: NodeTools) -> None:
    """Of a state that was lined up, places and fields are those of tokens, and the ground reaches around them."""
    state = {"map": {"bounds": {"kind": "limits", "q_min": 0}}, "figures": [{"id": "a", "hex": [0, 0]}, {"id": "b"}]}
    assert asked(node_tools, ["sidesOf", ["red", "blue"], FIGHTERS]) == [
        {"red": [{"st": 10, "id": "a", "name": "Ash"}], "blue": [{"st": 9, "id": "b", "name": "Orc"}]}
    ]
    made, yards = node_tools.ask("plugins/tabletop_lined.mjs", orjson.dumps(state).decode())
    assert made["figures"] == [{"id": "a", "hex": [4, -2], "facing": 3, "hidden": True}, {"id": "b", "hex": [9, 0]}]
    assert made["map"]["bounds"] == {"kind": "limits", "q_min": -6, "q_max": 19, "r_min": -12, "r_max": 10}
    assert yards["positions"] == [{"unit": "a", "x": 2, "y": 1.5}, {"unit": "b", "x": 0, "y": 0}]


FIGHTERS = [
    {"id": "a", "name": "Ash", "side": "red", "figure": {"st": 10, "name": "Knight"}},
    {"id": "b", "name": "Orc", "side": "blue", "figure": {"st": 9}},
]
