"""Printed tables, cell by cell."""

import csv
from pathlib import Path

import pytest

from service.rules.laurels.attack.attack import count_dice
from service.rules.laurels.book import modifiers as rows
from service.rules.laurels.book import tables
from service.rules.laurels.book.modifiers import LaurelsCheckFact, LaurelsDamageFact
from service.rules.laurels.book.published import TABLES
from service.rules.laurels.book.words import LaurelsActivity, LaurelsDie, LaurelsFreeAct, LaurelsWeaponKind
from service.rules.laurels.figures.models import LaurelsLevel
from tests.rules.laurels.figures import rulings

with (Path(__file__).parent / "printed" / "initiative.csv").open(encoding="utf-8") as file:
    PRINTED = list(csv.DictReader(file))


def test_initiative_as_printed() -> None:
    """Every face of the initiative die in every situation, as the source prints it."""
    found = [(row.surprise, row.face, row.first, row.surprised or "") for row in tables.INITIATIVE]
    assert found == [(row["surprise"], int(row["face"]), row["first"], row["surprised"]) for row in PRINTED]


@pytest.mark.parametrize(
    ("levels", "dice"), [((1, 2), 1), ((3, 4), 2), ((5, 6), 3), ((9, 10), 5), ((19, 20), 10), ((39, 40), 20)]
)
def test_dice_by_level(levels: tuple[int, int], dice: int) -> None:
    """One die at level 1, and one more at each odd level from 3 on."""
    for level in levels:
        assert count_dice(LaurelsLevel(level=level), rulings()).dice == dice
        assert [row.dice for row in tables.DICE_BY_LEVEL if row.level == level] == [dice]


def test_exertion_as_printed() -> None:
    """A d4 of stamina, or half of it, rounded up."""
    assert [(row.face, row.cost, row.halved) for row in tables.EXERTION] == [(1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 4, 2)]


def test_every_word_has_its_row() -> None:
    """Every activity, free act, die and kind of weapon stands in its table."""
    assert [row.what for row in tables.ACTIONS if row.is_action] == list(tables.ACTIVITY_RULES)
    assert set(tables.ACTIVITY_RULES) == set(LaurelsActivity)
    assert set(tables.FREE_ACT_RULES) == set(LaurelsFreeAct)
    assert {die: int(die.removeprefix("d")) for die in LaurelsDie} == dict(tables.SIDES)
    assert set(tables.MODES) == set(LaurelsWeaponKind)


def test_every_modifier_has_its_row() -> None:
    """Each fact brings one modifier, and the published tables say when it counts."""
    assert [row.fact for row in rows.DAMAGE_MODIFIERS] == list(LaurelsDamageFact)
    assert [row.fact for row in rows.CHECK_MODIFIERS] == list(LaurelsCheckFact)
    when = TABLES["check-modifiers"].columns.index("when")
    assert [row[when] for row in TABLES["check-modifiers"].rows] == [fact.says for fact in LaurelsCheckFact]
