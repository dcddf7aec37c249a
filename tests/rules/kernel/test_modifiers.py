"""A row of a table of modifiers counts as often as its fact holds."""

from service.dice.model import Rule
from service.rules.kernel.modifiers import Modifier, counted
from service.rules.kernel.words import Fact

HIGH = Rule("test/high", "Higher ground", cites="Tests")
FAR = Rule("test/far", "Distance", cites="Tests")


class Circumstance(Fact):
    """What a test's strike may be."""

    HIGHER = "higher", "The attacker stands higher."
    HEX = "hex", "Each hex of distance."


ROWS = (Modifier(FAR, -3, Circumstance.HEX), Modifier(HIGH, 10, Circumstance.HIGHER))


def test_rows_whose_facts_hold() -> None:
    """The terms come in the order of the rows, a fact that holds several times as one term."""
    terms = counted(ROWS, {Circumstance.HIGHER: 1, Circumstance.HEX: 4})
    assert [(each.rule, each.label, each.value) for each in terms] == [
        ("test/far", "Distance", -12),
        ("test/high", "Higher ground", 10),
    ]


def test_a_row_has_a_label() -> None:
    """A row without a label of its own is called by its rule's title."""
    rows = (Modifier(HIGH, 1, Circumstance.HIGHER, "a hill"), Modifier(HIGH, -1, Circumstance.HEX, "a hole"))
    assert [each.label for each in counted(rows, {Circumstance.HIGHER: 1, Circumstance.HEX: 2})] == ["a hill", "a hole"]


def test_no_fact() -> None:
    """A fact that does not hold, or holds no times, brings no term."""
    assert counted(ROWS, {Circumstance.HEX: 0}) == []


def test_sentences() -> None:
    """A fact is a word, and says what must be so."""
    assert str(Circumstance.HEX) == "hex"
    assert Circumstance.HEX.says == "Each hex of distance."
