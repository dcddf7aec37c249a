"""Refusals stand in groups: operations list groups, and only the refusals in them are problems."""

from functools import cache

import pytest
from starlette.testclient import TestClient

from service.app import FAMILIES, create_app, registry
from service.errors import RulesRefuse, UmpireError, problems
from service.operations.procedure import problems_in
from service.rules.kernel.family import Family
from service.rules.opposed.book import refusals
from tests.architecture.source import ROOT, SERVICE

LONGEST_DECLARATION = 120
ALL = [pytest.param(family, id=family.name) for family in FAMILIES]


def below(root: type[UmpireError]) -> set[type[UmpireError]]:
    """Every class that inherits from one."""
    return set(root.__subclasses__()).union(*map(below, root.__subclasses__()))


def groups() -> list[type[UmpireError]]:
    """Every group of problems."""
    return sorted((each for each in below(UmpireError) if each.is_group), key=lambda each: each.__qualname__)


@cache
def client() -> TestClient:
    """A client of the whole service."""
    return TestClient(create_app())


def test_a_group_stands_for_its_refusals() -> None:
    """An operation that lists a group may be refused with each problem in it, in the order of the file."""
    operation = registry()["opposed/resolve-maneuver"]
    expected = (refusals.StunnedFigureCannotEvade, refusals.AttackerCannotAct, refusals.InvalidTarget)
    assert operation.errors[:3] == expected


def test_a_problem_is_listed_once() -> None:
    """A problem in two groups, or beside its group, is listed once; a problem that is no group stands for itself."""
    found = problems_in((refusals.ManeuverRefusal, refusals.InvalidTarget, refusals.StrikeRefusal, RulesRefuse))
    assert len(found) == len(set(found))
    assert set(found) == {RulesRefuse, *problems(refusals.StrikeRefusal)}


def test_problems_are_in_the_order_of_their_declarations() -> None:
    """Problems of a group are in the order of the file that declares them, also where groups stand in groups."""
    in_file = [each for each in vars(refusals).values() if each in problems(refusals.BattleRefusal)]
    assert problems(refusals.BattleRefusal) == in_file


@pytest.mark.parametrize("group", groups())
def test_groups_are_not_published(group: type[UmpireError]) -> None:
    """A group is no problem: no list, no page, no operation and no file of the contract has it."""
    assert group not in problems()
    assert f'"/problems/{group.slug()}"' not in client().get("/problems").text
    assert client().get(f"/problems/{group.slug()}").status_code == 404
    assert [each.name for each in registry() if group in each.errors] == []
    assert f'"/problems/{group.slug()}"' not in (ROOT / "api_schema" / "problems.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("group", groups())
def test_groups_are_not_raised(group: type[UmpireError]) -> None:
    """What is refused is one of a group's problems, never the group."""
    with pytest.raises(TypeError, match=f"{group.__name__} is a group"):
        group("It is refused.")


@pytest.mark.parametrize("group", groups())
def test_groups_hold_several_problems(group: type[UmpireError]) -> None:
    """A group has at least two problems, and each has a title of its own."""
    titles = [each.title for each in problems(group)]
    assert len(titles) > 1
    assert group.title not in titles


@pytest.mark.parametrize("family", ALL)
def test_every_refusal_is_declared(family: Family) -> None:
    """Each refusal in a family's book is one that a procedure of the family lists."""
    book = f"service.rules.{family.name}.book.refusals"
    own = {each for each in problems(RulesRefuse) if each.__module__ == book}
    assert bool(own) == (SERVICE / "rules" / family.name / "book" / "refusals.py").exists()
    assert own <= {each for procedure in family.procedures for each in problems_in(procedure.errors)}


@pytest.mark.parametrize("family", ALL)
def test_refusals_have_one_file(family: Family) -> None:
    """Every refusal of a family, and every group, stands in `book/refusals.py`."""
    folder, book = f"service.rules.{family.name}.", f"service.rules.{family.name}.book.refusals"
    assert {each.__module__ for each in below(RulesRefuse) if each.__module__.startswith(folder)} <= {book}


@pytest.mark.parametrize("family", ALL)
def test_declarations_are_short(family: Family) -> None:
    """A family declares itself in at most 120 lines: what it publishes and refuses stands in its book."""
    path = SERVICE / "rules" / family.name / "family.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_DECLARATION
