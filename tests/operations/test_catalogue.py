"""The reference tells what there is to ask for, and where every id leads."""

import json
import re

import pytest

from service.app import FAMILIES, registry
from service.operations.encounters.reading.play_page import play_page_of
from service.rules.kernel.family import Family
from tests.operations.asking import ask


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_family(family: Family) -> None:
    """A family lists its procedures at addresses that exist, its options with values, and its credit."""
    told = ask("families/get", {"family": family.name})
    for procedure in told["procedures"]:
        assert registry().paths[procedure["path"]]["POST"].summary == procedure["summary"]
        if procedure["odds_path"]:
            assert "POST" in registry().paths[procedure["odds_path"]]
    for option in told["rulings"]:
        assert option["description"]
        assert option["default"] in option["values"] or ".." in "".join(option["values"])
    assert told["attribution"]
    assert len(told["rules"]) == len(set(told["rules"])) == len(family.rules)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_rule_and_table_is_found(family: Family) -> None:
    """Every id the family lists can be looked up, whole or without the family's name."""
    told = ask("families/get", {"family": family.name})
    for rule in [*told["rules"], *told["decisions"]]:
        entry = ask("families/rule", {"family": family.name, "rule": rule})
        assert entry == ask("families/rule", {"family": family.name, "rule": rule.partition("/")[2]})
        assert entry["title"]
        assert (entry["cites"] is None) == (entry["alternatives"] is not None)
    for table in told["tables"]:
        entry = ask("families/table", {"family": family.name, "table": table})
        assert {len(row) for row in entry["rows"]} == {len(entry["columns"])}


@pytest.mark.parametrize("family", [each for each in FAMILIES if each.play], ids=lambda family: family.name)
def test_play(family: Family) -> None:
    """How a family is played is told with every schema that is referred to, and with examples that fit them."""
    told = ask("families/play", {"family": family.name})
    assert family.play is not None
    assert [move["procedure"] for move in told["moves"]] == [move.procedure for move in family.play.moves]
    referred = set(re.findall(r"#/definitions/(\w+)", json.dumps(told)))
    assert referred | {told["state"], *[move["input"] for move in told["moves"]]} == set(told["definitions"])
    for move, entry in zip(family.play.moves, told["moves"], strict=True):
        move.takes.model_validate_json(json.dumps(entry["example"]["input"]))
        assert set(entry["example"]["input"]) <= set(told["definitions"][entry["input"]]["properties"])
    assert told["begins"] == told["fights"][0]["request"]
    for fight in told["fights"]:
        assert fight["title"]
        assert fight["request"]["family"] == family.name
        family.play.state.model_validate_json(json.dumps(fight["request"]["state"]))


@pytest.mark.parametrize(
    "family", [each for each in FAMILIES if each.play and each.play.phases], ids=lambda each: each.name
)
def test_phases_are_opened_by_rules_of_the_family(family: Family) -> None:
    """Each beginning of a phase is that of a rule, so that a renamed section is missed nowhere."""
    told = ask("families/play", {"family": family.name})
    assert family.play is not None
    assert [each["name"] for each in told["phases"]] == [each.name for each in family.play.phases]
    for phase in told["phases"]:
        for begin in phase["rules"]:
            assert any(rule.id.startswith(f"{family.name}/{begin}") for rule in family.rules), (phase["name"], begin)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_orders_of_phases_are_those_of_rulings(family: Family) -> None:
    """Another order of the phases has all of them, and stands under an option that is not the default one."""
    rulings = {each["name"]: each for each in ask("families/get", {"family": family.name})["rulings"]}
    told = ask("families/play", {"family": family.name})
    for order in told["phase_orders"]:
        assert sorted(order["phases"]) == sorted(each["name"] for each in told["phases"])
        assert order["option"] in rulings[order["ruling"]]["values"]
        assert order["option"] != rulings[order["ruling"]]["default"]


def test_a_family_that_is_not_played() -> None:
    """A family without play is told to have no moves."""
    told = play_page_of("chess", None, {})
    assert (told.name, told.state, told.moves, told.definitions) == ("chess", None, (), {})


def test_lists() -> None:
    """The list of families and the service's description agree."""
    rulesets = [each["ruleset"] for each in ask("families", {})["families"]]
    meta = ask("meta", {})
    assert meta["rulesets"] == rulesets == [family.ruleset for family in FAMILIES]
    assert meta["limits"]["body_bytes"] == 262_144
