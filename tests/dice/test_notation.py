"""Dice as players write them: read, written back, rolled, and refused beyond the limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.model import DicePool
from service.dice.notation import MAX_COUNT, MAX_EXPLOSIONS, MAX_SIDES, DamageDice, dice_of, roll_dice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import BadNotation


def supplied(*faces: int) -> SuppliedDice:
    """Dice that must suffice."""
    return SuppliedDice(faces, (), WhenExhausted.REFUSE)


@pytest.mark.parametrize(
    ("notation", "count", "sides", "explodes", "bonus", "written"),
    [
        ("2d6+3", 2, 6, False, 3, "2d6+3"),
        ("d100", 1, 100, False, 0, "d100"),
        ("1d10", 1, 10, False, 0, "d10"),
        ("4D6!", 4, 6, True, 0, "4d6!"),
        ("3d6!-2", 3, 6, True, -2, "3d6!-2"),
        ("100d1000-999999", 100, 1000, False, -999_999, "100d1000-999999"),
        ("d6+0", 1, 6, False, 0, "d6"),
        ("5d1", 5, 1, False, 0, "5d1"),
    ],
)
def test_notation_is_read_and_written(
    notation: str, count: int, sides: int, explodes: bool, bonus: int, written: str
) -> None:
    """Dice are read with either letter, and written in one form."""
    dice = dice_of(notation)
    assert dice == DamageDice(pool=DicePool(count, sides), explodes=explodes, bonus=bonus)
    assert str(dice) == written


@given(
    st.builds(
        DamageDice,
        pool=st.builds(DicePool, st.integers(1, MAX_COUNT), st.integers(2, MAX_SIDES)),
        explodes=st.booleans(),
        bonus=st.integers(-999_999, 999_999),
    )
)
def test_what_is_written_reads_back(dice: DamageDice) -> None:
    """Writing dice and reading them again changes nothing."""
    assert dice_of(str(dice)) == dice


@pytest.mark.parametrize(
    "notation",
    ["", "d", "6", "2d", "0d6", "2d0", "-1d6", "2d6+", "2d6 + 3", "2d6!!", "2d6+3!", "١d6", "d6\n", "2x6", "1000d6"],
)
def test_other_text_is_refused(notation: str) -> None:
    """What is not notation is quoted in the refusal."""
    with pytest.raises(BadNotation) as refusal:
        dice_of(notation)
    assert repr(notation) in refusal.value.detail
    assert refusal.value.pointer == "/notation"


@pytest.mark.parametrize(("notation", "why"), [("101d6", "100 dice"), ("d1001", "1000 sides"), ("d1!", "without end")])
def test_notation_has_limits(notation: str, why: str) -> None:
    """Too many dice, too many sides, and a die that could never stop exploding are refused."""
    with pytest.raises(BadNotation, match=why):
        dice_of(notation)


@pytest.mark.parametrize(
    ("notation", "faces", "total", "text"),
    [
        ("2d6+3", (4, 2), 9, "2d6+3 rolled 4 + 2 + 3 = 9."),
        ("2d6-3", (1, 1), -1, "2d6-3 rolled 1 + 1 - 3 = -1."),
        ("d100", (100,), 100, "d100 rolled 100 = 100."),
    ],
)
def test_dice_are_rolled_at_once(notation: str, faces: tuple[int, ...], total: int, text: str) -> None:
    """Without explosions the pool is one roll, and its sentence adds it up."""
    dice = supplied(*faces)
    rolled = roll_dice(dice_of(notation), dice)
    assert (rolled.notation, rolled.total) == (notation, total)
    assert [step.text for step in dice.steps] == [text]
    dice.refuse_left_overs(None)


def test_exploding_dice_are_rolled_again() -> None:
    """The highest face is rolled again and added, each die before the next; the bonus is added once."""
    dice = supplied(6, 6, 2, 5, 6, 1)
    rolled = roll_dice(dice_of("3d6!+1"), dice)
    assert rolled.total == 27  # (6 + 6 + 2) + 5 + (6 + 1) + 1
    assert [step.rule for step in dice.steps] == [
        "dice/roll",
        "dice/explosion",
        "dice/explosion",
        "dice/roll",
        "dice/roll",
        "dice/explosion",
        "dice/roll",
    ]
    assert dice.steps[0].text == "d6 rolled 6, its highest face, and was rolled again."
    assert dice.steps[2].text == "d6 rolled 2."
    assert dice.steps[-1].text == "3d6!+1 came to 27."
    dice.refuse_left_overs(None)


def test_explosions_have_a_limit() -> None:
    """A die may explode twenty times; the roll after the twentieth must not show the highest face."""
    enough = supplied(*[6] * MAX_EXPLOSIONS, 5)
    assert roll_dice(dice_of("d6!"), enough).total == 6 * MAX_EXPLOSIONS + 5
    with pytest.raises(BadNotation, match="exploded more than 20 times"):
        roll_dice(dice_of("d6!"), supplied(*[6] * (MAX_EXPLOSIONS + 1)))
