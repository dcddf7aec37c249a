"""The inventory's worked examples are all there, each is run, and those with dice are asked for on every face."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import yaml

from tests.golden import goldens
from tests.rules.tactical import (
    test_attack_cases,
    test_close_cases,
    test_geometry_cases,
    test_movement_cases,
    test_policy,
    test_pursuit,
    test_shots,
    test_sight,
    test_strike_cases,
    test_turn_order,
)

CASES: Final[list[dict[str, Any]]] = [
    case
    for path in sorted((Path(__file__).parent / "inventory").glob("*.yaml"))
    for case in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
]
RUN: Final = [
    *test_attack_cases.CASES,
    *test_close_cases.CASES,
    *test_geometry_cases.CASES,
    *test_movement_cases.CASES,
    *test_policy.CASES.values(),
    *test_pursuit.CASES.values(),
    *test_shots.CASES,
    *test_sight.CASES,
    *test_strike_cases.CASES,
    *test_turn_order.CASES,
]
"""What the tests of the subjects run."""
WORKED: Final = {"g": 23, "m": 38, "w": 25, "r": 29, "o": 18, "d": 20, "p": 12, "c": 23, "x": 16, "t": 36}
"""How many cases each part of the inventory has, by the letter of their ids; `t` are calls of its geometry."""


def test_all_cases_are_there() -> None:
    """The inventory has 204 worked examples, and 36 calls of its functions of geometry."""
    assert Counter(each[0] for each in {case["id"] for case in CASES}) == WORKED
    assert sum(WORKED.values()) == 204 + WORKED["t"]


def test_all_cases_are_run() -> None:
    """Each file of cases is run by the tests of its subject, and a case in two files is the same in both."""
    assert {case["id"] for case in RUN} == {case["id"] for case in CASES}
    assert all(case == other for case in CASES for other in RUN if case["id"] == other["id"])


def rolls(case: dict[str, Any]) -> bool:
    """Whether a case has dice or rolls, of its own or of those who take part."""
    facts = case["in"]
    return any(
        not {"dice", "roll", "ra"}.isdisjoint(each) for each in (facts, *facts.values()) if isinstance(each, dict)
    )


def test_cases_with_dice_are_goldens() -> None:
    """Each case with dice is a golden with the same id, and so is asked for over REST, GraphQL and the command line."""
    kept = {golden.id for golden in goldens("tactical")}
    assert sorted({case["id"] for case in CASES if rolls(case)} - kept) == []
    assert len({case["id"] for case in CASES if rolls(case)}) == 23
