"""The transcript: every roll, draw and note becomes a step."""

import pytest

from service.dice.model import D6, MAX_DICE, Deck, DicePool, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Source, Step, Tally, Term
from service.errors import TooManyDice
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

TARGET = Tally(base=60, terms=(Term(rule="test/flank", label="Flank", value=10),), total=70)


def supplied(*faces: int, cards: tuple[str, ...] = ()) -> SuppliedDice:
    """Dice that must suffice."""
    return SuppliedDice(faces, cards, WhenExhausted.REFUSE)


def test_a_roll_is_a_step() -> None:
    """The step holds rule, roller, dice, faces, total and target; telling it adds sentence, margin and cited rules."""
    dice = supplied(3, 5)
    roll = dice.roll(STRIKE, DicePool(2, 6), actor="ash", target=TARGET, bands=(7, 12))
    roll.tell("Ash rolls 8.", margin=-1, cites=(Rule("test/rounding", "Rounding", cites="Tests"),))
    assert dice.steps == [
        Step(
            n=1,
            rule="test/strike",
            actor="ash",
            label="Strike",
            dice="2d6",
            faces=(3, 5),
            card=None,
            source=Source.SUPPLIED,
            total=8,
            target=TARGET,
            margin=-1,
            text="Ash rolls 8.",
            cites=("test/rounding",),
        )
    ]


def test_a_draw_is_a_step() -> None:
    """A drawn card is recorded with its deck, without faces or total."""
    dice = supplied(cards=("AC",))
    dice.draw(INITIATIVE, ACES, actor="ash")
    (step,) = dice.steps
    assert (step.dice, step.card, step.faces, step.total, step.source) == ("aces", "AC", (), None, Source.SUPPLIED)
    assert dice.cards == ["AC"]


def test_a_note_is_a_step() -> None:
    """A step without dice keeps its sentence, number and cited rules, and has neither dice nor source."""
    dice = supplied()
    dice.note(DAMAGE, "No damage.", actor="orc", target=TARGET, cites=(Rule("test/armour", "Armour", cites="Tests"),))
    (step,) = dice.steps
    assert (step.rule, step.actor, step.text, step.target, step.cites) == (
        "test/damage",
        "orc",
        "No damage.",
        TARGET,
        ("test/armour",),
    )
    assert (step.dice, step.source, step.total, step.margin) == (None, None, None, None)


def test_steps_are_numbered_from_one() -> None:
    """Rolls, draws and notes are counted together."""
    dice = supplied(1, 2, cards=("AS",))
    dice.roll(STRIKE, D6)
    dice.note(DAMAGE, "Nothing.")
    dice.draw(INITIATIVE, ACES)
    dice.roll(STRIKE, D6)
    assert [step.n for step in dice.steps] == [1, 2, 3, 4]


def test_warnings_are_kept_in_order() -> None:
    """Warnings are no steps."""
    dice = supplied()
    dice.warn("first")
    dice.warn("second")
    assert (dice.warnings, dice.steps) == (["first", "second"], [])


def test_dice_have_a_limit() -> None:
    """The last die of a request may be rolled; one more is refused, naming the rule that wanted it."""
    dice = SeededDice("sha256ctr1:limit")
    dice.roll(DAMAGE, DicePool(MAX_DICE - 1, 6))
    dice.draw(INITIATIVE, ACES)
    with pytest.raises(
        TooManyDice, match=rf"test/strike\) would take this request past its {MAX_DICE} dice"
    ) as refusal:
        dice.roll(STRIKE, D6)
    assert refusal.value.faults[0].rule == "test/strike"
    assert len(dice.faces) == MAX_DICE - 1


def test_cards_count_towards_the_limit() -> None:
    """A draw past the limit is refused like a roll."""
    dice = SeededDice("sha256ctr1:limit")
    dice.roll(DAMAGE, DicePool(MAX_DICE, 6))
    with pytest.raises(TooManyDice):
        dice.draw(INITIATIVE, Deck("one", ("AS",)))
