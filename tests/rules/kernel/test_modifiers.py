"""A row of a table of modifiers counts as often as its fact holds."""

import pytest

from service.dice.model import Rule
from service.rules.kernel.book import Fact
from service.rules.kernel.family import Table
from service.rules.kernel.tally import Modifier, behind, counted, told

GROUND = Rule("test/ground", "Ground", cites="Tests")
HIGH = Rule("test/high", "Higher ground", cites="Tests", behind=(GROUND,))
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
    """A row may have a label of its own."""
    row = Modifier(FAR, -3, Circumstance.HEX, "Hexes")
    assert (row.term.label, row.times(2).label, row.times(2).value) == ("Hexes", "Hexes", -6)


def test_no_fact() -> None:
    """A fact that does not hold, or holds no times, brings no term."""
    assert counted(ROWS, {Circumstance.HEX: 0}) == []


def test_sentences() -> None:
    """A fact is a word, and says what must be so."""
    assert str(Circumstance.HEX) == "hex"
    assert Circumstance.HEX.says == "Each hex of distance."


def test_what_stands_behind_the_rows_that_count() -> None:
    """Rows whose facts hold bring what stands behind their rules, not the rules, which their terms name."""
    assert behind(ROWS, {Circumstance.HIGHER: 1, Circumstance.HEX: 4}) == (GROUND,)
    assert behind(ROWS, {Circumstance.HIGHER: 0, Circumstance.HEX: 4}) == ()


@pytest.mark.parametrize("facts", [{}, {Circumstance.HIGHER: 0, Circumstance.HEX: 4}, {Circumstance.HIGHER: 2}])
def test_terms_and_what_stands_behind_them_in_one_pass(facts: dict[Fact, int]) -> None:
    """The terms of rows and what stands behind their rules are the same in one pass."""
    assert told(ROWS, facts) == (counted(ROWS, facts), behind(ROWS, facts))


def test_a_fact_that_holds_several_times() -> None:
    """A row gives its term for any number of times its fact holds."""
    assert [ROWS[0].times(number).value for number in (0, 1, 3)] == [0, -3, -9]


def test_a_published_table_says_when_a_row_counts() -> None:
    """The rows of a published table of modifiers have their rule, its title, the value and the fact's sentence."""
    table = Table.of_modifiers("Circumstances", "Tests", ROWS)
    assert table.columns == ("rule", "label", "value", "when")
    assert table.rows[1] == ("test/high", "Higher ground", 10, "The attacker stands higher.")
