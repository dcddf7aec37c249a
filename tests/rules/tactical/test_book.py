"""The book of `tactical` has the rules of the inventory, and rulings for what a request may decide."""

from pathlib import Path

import pytest

from service.dice.model import Rule
from service.errors import RulesRefuse
from service.rules.tactical.book import attack_rules, movement_rules, refusals, rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.rulebook import RULES
from service.rules.tactical.book.rulings import Rulings

IDS = (Path(__file__).parent / "checklist.txt").read_text(encoding="utf-8").split()
PARTS = (movement_rules, attack_rules, rulebook)


def test_ids() -> None:
    """The rules stand in the order of the list, and rules and rulings are those of the list."""
    assert [rule.id for rule in RULES] == [each for each in IDS if "/ruling/" not in each]
    assert sorted(ruling.id for ruling in Rulings.RULINGS) == sorted(each for each in IDS if "/ruling/" in each)


def test_options() -> None:
    """The options of a request are those that rulings name, each once."""
    named = [ruling.option for ruling in Rulings.RULINGS if ruling.option]
    assert sorted(named) == sorted(TacticalRulings.model_fields)


def test_constants() -> None:
    """A rule's constant is its id without the family, in capitals."""
    named = {name: each.id for part in PARTS for name, each in vars(part).items() if isinstance(each, Rule)}
    assert named == {
        each.id.removeprefix("tactical/").upper().replace("/", "_").replace("-", "_"): each.id for each in RULES
    }


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rules_stand_on_what_came_before(rule: Rule) -> None:
    """A rule has a title and a section, and stands on other rules and on rulings of the list, never on itself."""
    assert rule.title
    assert rule.cites
    assert rule.id not in rule.behind_ids
    assert set(rule.behind_ids) <= set(IDS)


def test_notes_are_sentences() -> None:
    """Every note and every decision is a sentence that ends."""
    sentences = [note for rule in RULES for note in rule.notes]
    sentences += [each for ruling in Rulings.RULINGS for each in (ruling.does, ruling.alternatives)]
    assert [each for each in sentences if not each.endswith(".") or not each[0].isupper()] == []


def problems(group: type[RulesRefuse]) -> set[str]:
    """The codes of the problems of a group."""
    below = [each for child in group.__subclasses__() for each in problems(child)]
    return {*below, *([] if group.is_group else [group.code()])}


@pytest.mark.parametrize(
    "group",
    [
        refusals.MoveRefusal,
        refusals.AttackRefusal,
        refusals.CloseRefusal,
        refusals.SlamRefusal,
        refusals.ZoneRefusal,
        refusals.SightRefusal,
        refusals.RoundRefusal,
    ],
)
def test_every_procedure_on_a_map_refuses_the_map(group: type[RulesRefuse]) -> None:
    """What is wrong with the map and its figures is refused by every group of problems of procedures on a map."""
    shared = problems(refusals.FieldRefusal)
    assert {"map_required", "off_map", "hex_occupied", "too_narrow", "tactical_unknown_figure"} <= shared
    assert shared <= problems(group)


def test_a_round_refuses_what_its_parts_refuse() -> None:
    """A round is refused for whatever a movement, an attack, close combat, a slam or a wait is refused for."""
    parts = (
        refusals.MoveRefusal,
        refusals.AttackRefusal,
        refusals.CloseRefusal,
        refusals.SlamRefusal,
        refusals.ZoneRefusal,
    )
    assert set().union(*map(problems, parts)) | {"one_side"} == problems(refusals.RoundRefusal)


def test_a_pursuit_needs_no_map() -> None:
    """A pursuit is refused for its runners, and for no place on a map."""
    assert problems(refusals.PursuitRefusal) == {
        "no_quarry",
        "no_pursuer",
        "bad_band",
        "tactical_duplicate_id",
        "tactical_unknown_figure",
    }
