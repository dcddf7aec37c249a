"""Rules are covered, not only lines: every id of a family's checklist is in its rulebook and at work in a golden."""

import ast
import importlib
from functools import cache
from pathlib import Path

import pytest

from service.rules.kernel.family import Family
from tests.golden import goldens

HERE = Path(__file__).parent
FAMILIES = sorted(path.parent.name for path in HERE.glob("*/checklist.txt"))


RULES = {"heroic": 211, "laurels": 105, "mass": 84, "opposed": 138, "tactical": 310}
"""How many rules each family has."""
OWN = {"opposed/round/stand-up"}
"""The rules that no inventory has: they are the service's own."""


def checklist_of(family: str) -> set[str]:
    """The ids that the family must have, one a line."""
    return set((HERE / family / "checklist.txt").read_text(encoding="utf-8").split())


def declared(family: str) -> Family:
    """The family as it declares itself."""
    module = importlib.import_module(f"service.rules.{family}.family")
    (found,) = (each for each in vars(module).values() if isinstance(each, Family) and each.name == family)
    return found


@cache
def pinned_by_tests() -> frozenset[str]:
    """The ids of the rulings that `@pins` names in the tests of each family."""
    found = set()
    for path in Path(__file__).parent.glob("*/test_*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "pins"]
        names = [str(each.value) for call in named for each in call.args if isinstance(each, ast.Constant)]
        found |= {f"{path.parent.name}/ruling/{name}" for name in names}
    return frozenset(found)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_rulebook_is_the_checklist(family: str) -> None:
    """Every id of the checklist is a rule or a ruling of the family, and the family has no others."""
    book = declared(family)
    assert {rule.id for rule in book.rules} | {ruling.id for ruling in book.decisions} == checklist_of(family)
    assert len(book.rules) + len(book.decisions) == len(checklist_of(family))


def test_all_families_have_all_their_rules() -> None:
    """The families have the 847 rules of the five inventories, and one of the service's own."""
    assert {family: len(declared(family).rules) for family in FAMILIES} == RULES
    assert {rule.id for family in FAMILIES for rule in declared(family).rules} >= OWN
    assert sum(RULES.values()) - len(OWN) == 847


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_is_at_work(family: str) -> None:
    """Every rule is named by the answer of at least one golden."""
    used = {each for golden in goldens(family) for each in golden.names}
    assert sorted(rule.id for rule in declared(family).rules if rule.id not in used) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_answers_name_only_rules_of_the_family(family: str) -> None:
    """Every id that an answer names stands in the checklist."""
    used = {each for golden in goldens(family) for each in golden.names}
    assert sorted(used - checklist_of(family)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_goldens_pin_the_checklist(family: str) -> None:
    """Every id of the checklist, rule or ruling, is pinned by a golden, and goldens pin nothing else."""
    pinned = {each for golden in goldens(family) for each in golden.rules}
    assert sorted(checklist_of(family) - pinned) == []
    assert sorted(pinned - checklist_of(family)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_ruling_is_pinned(family: str) -> None:
    """A test marked with `@pins`, or a golden, would fail if a ruling were decided otherwise."""
    pinned = {each for golden in goldens(family) for each in golden.rules} | pinned_by_tests()
    assert [ruling.id for ruling in declared(family).decisions if ruling.id not in pinned] == []


def test_pins_name_rulings() -> None:
    """Whatever a test pins is a ruling of a family."""
    assert pinned_by_tests() - {ruling.id for family in FAMILIES for ruling in declared(family).decisions} == set()
