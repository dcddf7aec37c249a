"""The procedure line-of-fire: its answer, its refusals, and its speed-free facts."""

from typing import Any

import orjson
import pytest

from service.errors import RulesRefuse
from service.rules.tactical.attack.sight.line_models import TacticalLineInput, TacticalLineOutcome
from service.rules.tactical.attack.sight.line_of_fire import line_of_fire
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.refusals import BadAnchor, OffMap, SameHex, TacticalUnknownFigure
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import OPEN, figure, foe

ASH = {"kind": "figure", "figure": "ash"}
ORC = {"kind": "figure", "figure": "orc"}


def ask(
    *figures: TacticalFigure, shooter: dict[str, Any] = ASH, target: dict[str, Any] = ORC, **rest: Any
) -> TacticalLineOutcome:
    """The answer to a question for a line of fire."""
    documents = [orjson.loads(each.model_dump_json()) for each in figures]
    document = {"figures": documents, "shooter": shooter, "target": target} | rest
    return line_of_fire(TacticalLineInput.model_validate_json(orjson.dumps(document)), OPEN)


def test_a_clear_line() -> None:
    """A clear line tells what it passes, how far it goes, and how many others are as clear."""
    answer = ask(figure("ash"), foe("orc", hex=[1, -2]), foe("imp", hex=[2, -4]))
    assert answer.summary == "Ash has a clear line to orc, 2 yd away."
    assert (answer.clear, answer.seen, answer.in_arc, answer.in_range) == (True, True, True, True)
    assert [each.hexes for each in answer.passes] == [((0, 0),), ((0, -1), (1, -1)), ((1, -2),)]
    assert (answer.start.hex, answer.start.anchor, answer.start.point) == ((0, 0), "centre", (0, 0))
    assert (answer.end.hex, answer.end.anchor, answer.end.point) == ((1, -2), "centre", (12, -24))
    assert (answer.penalty, answer.range, answer.sector, answer.alternatives) == (0, 2, "front", 48)
    assert [each.figures for each in answer.strays] == [each.figures for each in answer.overshoots] == [("imp",)]
    assert answer.blocked is None
    assert movement_rules.SIGHT_ARC_NORMAL.id in answer.cites


def test_people_in_the_way() -> None:
    """Those in the way are listed with what they take."""
    pair = foe("a", hex=[0, -1]), foe("b", hex=[1, -1])
    answer = ask(figure("ash"), foe("orc", hex=[2, -4]), *pair, foe("c", hex=[1, -2]), line={"choice": "centre"})
    assert [(each.id, each.hex, each.penalty) for each in answer.in_way] == [
        ("a", (0, -1), -4),
        ("b", (1, -1), 0),
        ("c", (1, -2), -4),
    ]
    assert answer.penalty == -8
    assert answer.summary == "Ash has a clear line to orc, 4 yd away; 3 people are in the way: -8."
    assert {attack_rules.RANGED_IN_THE_WAY.id, attack_rules.RANGED_IN_THE_WAY_PAIR.id} <= set(answer.cites)
    assert attack_rules.RANGED_LINE.id not in answer.cites
    one = ask(figure("ash"), foe("orc", hex=[0, -4]), foe("imp", hex=[0, -2]), line={"choice": "centre"})
    assert one.summary == "Ash has a clear line to orc, 4 yd away; 1 person is in the way: -4."


def test_a_shooter_who_is_not_on_the_map() -> None:
    """Any hex may be asked about, with a facing, a vision, a posture and a size."""
    place = {"kind": "place", "hex": [0, 0], "facing": 3, "posture": "kneeling", "sm": 1}
    answer = ask(
        foe("imp", hex=[1, -2], posture="kneeling"), shooter=place, target={"kind": "hex", "hex": [0, -4]}, max_range=3
    )
    assert (
        answer.summary == "The shooter has a clear line to hex [0, -4], 4 yd away. It leads out of the arc of vision."
    )
    assert (answer.in_arc, answer.seen, answer.in_range, answer.sector) == (False, False, False, "back")
    assert [each.figures for each in answer.strays] == []
    centred = ask(
        foe("imp", hex=[0, -2], posture="kneeling"),
        shooter=place,
        target={"kind": "hex", "hex": [0, -4]},
        line={"choice": "centre"},
    )
    assert centred.penalty == -4
    assert attack_rules.RANGED_IN_THE_WAY_KNEELING.id in centred.cites


def test_an_empty_map() -> None:
    """A line between two hexes needs no figure."""
    answer = ask(shooter={"kind": "place", "hex": [0, 0]}, target={"kind": "hex", "hex": [0, -50]})
    assert (answer.clear, answer.range, answer.alternatives, answer.strays) == (True, 50, 48, ())


@pytest.mark.parametrize(
    ("ground", "others", "expected", "rule"),
    [
        (
            {"cells": [{"hex": [0, -1], "solid": True}]},
            [],
            ((0, -1), None, None, "hex [0, -1] is solid."),
            attack_rules.RANGED_SOLID_ONLY,
        ),
        (
            {"edges": [{"hex": [0, 0], "direction": side, "kind": "wall"} for side in (5, 0, 1)]},
            [],
            ((0, 0), 0, None, "a wall or a closed door stands on hexside 0 of hex [0, 0]."),
            attack_rules.RANGED_SOLID_ONLY,
        ),
        (
            {},
            [foe("giant", hex=[0, -1], sm=3, posture="kneeling")],
            ((0, -1), None, "giant", "giant in hex [0, -1] is too large to shoot past."),
            attack_rules.RANGED_HUMAN_SCALE,
        ),
        (
            {},
            [foe("giant", hex=[0, -1], sm=3)],
            ((0, -1), None, "giant", "giant in hex [0, -1] is too large to shoot past."),
            attack_rules.RANGED_LOS_BLOCK,
        ),
    ],
)
def test_a_line_that_is_closed(ground: dict[str, Any], others: list[TacticalFigure], expected: Any, rule: Any) -> None:
    """What closes a line is told: a solid hex, what stands on a hexside, or a large figure."""
    answer = ask(figure("ash"), foe("orc", hex=[0, -2]), *others, map=ground, line={"choice": "centre"})
    assert answer.blocked is not None
    blocked = answer.blocked
    assert (blocked.hex, blocked.direction, blocked.figure, blocked.text) == expected
    assert answer.summary == f"Ash has no clear line to orc: {expected[3]}"
    assert (answer.clear, answer.alternatives) == (False, 0)
    assert rule.id in answer.cites


def test_large_figures_at_both_ends() -> None:
    """A large shooter shoots from its head; of a large target the hex counts that gives the best line."""
    answer = ask(
        figure("ash", hex=[0, 0], facing=0, shape="line3", vision="tunnel"),
        foe("orc", hex=[0, -6], facing=0, shape="line3"),
        foe("imp", hex=[0, -2], posture="lying", facing=1),
    )
    assert (answer.start.hex, answer.end.hex, answer.range) == ((0, 0), (0, -4), 4)
    expected = {
        rulebook.MULTIHEX_SIGHT.id,
        rulebook.MULTIHEX_TARGET.id,
        movement_rules.SIGHT_ARC_RESTRICTED.id,
    }
    assert expected <= set(answer.cites)


def test_lying_bystanders_are_explained() -> None:
    """The rule of a posture is named even where it spares somebody."""
    answer = ask(
        figure("ash"),
        foe("orc", hex=[0, -6]),
        foe("imp", hex=[0, -2], posture="lying", facing=0),
        line={"choice": "centre"},
    )
    assert answer.penalty == 0
    assert attack_rules.RANGED_IN_THE_WAY_LYING.id in answer.cites


@pytest.mark.parametrize(
    ("rest", "refusal", "pointer"),
    [
        ({"shooter": {"kind": "figure", "figure": "nobody"}}, TacticalUnknownFigure, "/shooter/figure"),
        ({"target": {"kind": "figure", "figure": "nobody"}}, TacticalUnknownFigure, "/target/figure"),
        ({"shooter": {"kind": "place", "hex": [9, 0]}}, OffMap, "/shooter/hex"),
        ({"target": {"kind": "hex", "hex": [0, 9]}}, OffMap, "/target/hex"),
        ({"target": {"kind": "hex", "hex": [0, 0]}}, SameHex, "/target"),
        ({"target": {"kind": "figure", "figure": "ash"}}, SameHex, "/target"),
        ({"line": {"choice": "explicit", "start": {"point": [99, 0]}}}, BadAnchor, "/line/start/point"),
    ],
)
def test_what_is_refused(rest: dict[str, Any], refusal: type[RulesRefuse], pointer: str) -> None:
    """Unknown figures, hexes off the map, a line within a hex and points outside their hexes are refused."""
    bounds = {"kind": "limits", "q_min": -8, "q_max": 8, "r_min": -8, "r_max": 8}
    with pytest.raises(refusal) as caught:
        ask(figure("ash"), foe("orc"), map={"bounds": bounds}, **rest)
    assert caught.value.pointer == pointer
