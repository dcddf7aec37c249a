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


def test_labels() -> None:
    """A row may have a label of its own; the term of a fact that holds so often is made once."""
    row = Modifier(FAR, -3, Circumstance.HEX, "Hexes")
    assert (row.term.label, row.times(2).label, row.times(2).value) == ("Hexes", "Hexes", -6)
    assert row.times(2) is row.times(2)


def test_no_fact() -> None:
    """A fact that does not hold, or holds no times, brings no term."""
    assert counted(ROWS, {Circumstance.HEX: 0}) == []


def test_sentences() -> None:
    """A fact is a word, and says what must be so."""
    assert str(Circumstance.HEX) == "hex"
    assert Circumstance.HEX.says == "Each hex of distance."
