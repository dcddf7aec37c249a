"""Rules, rulings and options as data."""

from service.dice.model import DicePool, Rule, ids_of
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.kernel.book import Option, RulingBook, asked, citable, decided_by, ruling
from service.wire import Frozen


class Overflow(Option):
    """Where damage goes when no points are left."""

    NEXT = "next", "It goes to the next points."
    LOST = "lost", "It is lost."
    DOUBLED = "doubled", "It is doubled."


class Options(Frozen):
    """The options of a family of one question."""

    overflow: Overflow = asked(Overflow)


class Rulings(RulingBook, family="test"):
    """The rulings of a family of two questions."""

    OVERFLOW = decided_by(Options, "overflow")
    TIE = ruling("Ties are rolled again.", otherwise="Ties go to the defender.")


TIES = Rule("test/ties", "Ties", cites="Tests", behind=(Rulings.TIE,), notes=("Equal totals are a tie.",))
CONTEST = Rule("test/contest", "Contest", cites="Tests", behind=(TIES,))


def test_a_ruling_on_an_option_takes_its_sentences_from_the_words() -> None:
    """The default's sentence is what is done, the other words' sentences are what else is possible."""
    decided = Rulings.OVERFLOW
    assert (decided.id, decided.option) == ("test/ruling/overflow", "overflow")
    assert decided.does == "It goes to the next points."
    assert decided.alternatives == "It is lost. It is doubled."


def test_an_option_is_described_by_its_words() -> None:
    """The field's description is the docstring of the words, its default the first of them."""
    field = Options.model_fields["overflow"]
    assert (field.description, field.default) == ("Where damage goes when no points are left.", Overflow.NEXT)


def test_citing_a_rule_cites_what_stands_behind_it() -> None:
    """Ids come in the order of citing, those behind a rule right after it, each once."""
    assert ids_of((CONTEST, Rulings.TIE, Rulings.OVERFLOW)) == (
        "test/contest",
        "test/ties",
        "test/ruling/tie",
        "test/ruling/overflow",
    )


def test_a_step_cites_what_stands_behind_its_rule() -> None:
    """A roll and a note of a rule cite what stands behind it, and then what they are told of, each id once."""
    dice = SuppliedDice((4, 5), (), WhenExhausted.REFUSE)
    dice.roll(TIES, DicePool(1, 6)).tell("4.", cites=(Rulings.OVERFLOW, Rulings.TIE))
    dice.roll(CONTEST, DicePool(1, 6))
    dice.note(CONTEST, "A tie.", cites=(TIES,))
    assert [step.cites for step in dice.steps] == [
        ("test/ruling/tie", "test/ruling/overflow"),
        ("test/ties", "test/ruling/tie"),
        ("test/ties", "test/ruling/tie"),
    ]


def test_rules_and_rulings_are_found_by_their_ids() -> None:
    """What knows only an id finds the rule or ruling it stands for."""
    found = citable((TIES, CONTEST), Rulings.RULINGS)
    assert found["test/ties"] is TIES
    assert found["test/ruling/tie"] is Rulings.TIE


def test_a_rule_is_noted() -> None:
    """A rule keeps what it is, and says how its source is read."""
    noted = CONTEST.noted("Who ties does not win.", "A tie has no margin.")
    assert noted.notes == ("Who ties does not win.", "A tie has no margin.")
    assert (noted.id, noted.title, noted.cites, noted.ids) == (CONTEST.id, CONTEST.title, CONTEST.cites, CONTEST.ids)
