"""Every family is played in the console, which knows none of them by name."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.api.documents.console import FOLDER
from service.app import FAMILIES
from service.rules.examples import examples_of
from tests.console.conftest import PLAYED
from tests.rings import long

REFUSED = re.compile(r"status of 409")
"""What a browser says of odds that the rules refuse, such as those of a strike at somebody who is down."""


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
def test_a_family_is_played(families: Any, family: Any) -> None:
    """The figures are listed, a map is drawn where they stand on hexes, and the first act is told."""
    told = families["plays"][family.name]
    state = examples_of(f"encounters/{family.name}/create")[0].request["state"]
    figures = [
        each for records in state.values() if isinstance(records, list) for each in records if family.play.side in each
    ]
    assert told["figures"] >= len(figures)
    assert (told["map"] > 0) == (family.drawing is not None)
    assert len(told["told"]) == 2
    assert [each for each in told["errors"] if not REFUSED.search(each)] == []
    assert told["strangers"] == []


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
def test_each_form_begins_with_the_example(families: Any, family: Any) -> None:
    """Each move has a form, whose input is that of the play page; what it has is in the form."""
    forms = families["plays"][family.name]["forms"]
    assert list(forms) == [move.procedure for move in family.play.moves]
    for procedure, form in forms.items():
        assert form["input"] == examples_of(f"encounters/{family.name}/{procedure}")[0].request["input"]
        assert form["fields"]


@long
def test_everyone_can_use_every_form(families: Any) -> None:
    """No form and no family's table has a violation."""
    assert families["violations"] == []


def test_a_keyboard_is_enough(families: Any) -> None:
    """A fight is begun, a figure chosen, dice put back, an act played, read and undone without a pointer."""
    keyboard = families["keyboard"]
    assert min(keyboard["presses"]) >= 0
    assert keyboard["focused"] == "die-0"
    assert len(keyboard["told"]) == 3
    assert keyboard["errors"] == []


def test_cards_of_the_table(families: Any) -> None:
    """A card is typed, or pressed by rank and suit in either order; what is no card is refused; cards are drawn."""
    cards = families["cards"]
    assert cards["wrong"].startswith("1X is no card")
    assert cards["pressed"] == "QH"
    assert cards["drawn"][:2] == ["QH", "9H"]
    assert cards["errors"] == []


def test_no_family_is_named() -> None:
    """No file of the console has the name of a family."""
    own = [path for path in Path(FOLDER).rglob("*") if path.suffix in {".js", ".css", ".html"}]
    text = "\n".join(path.read_text(encoding="utf-8").lower() for path in own)
    assert [family.name for family in FAMILIES if f'"{family.name}"' in text or f"/{family.name}" in text] == []
