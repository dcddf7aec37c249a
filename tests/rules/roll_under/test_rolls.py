"""Success rolls, Quick Contests and fair choices, with three dice and with any number."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Rule
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Tally
from service.rules.roll_under.rolls import (
    Contest,
    Contestant,
    SuccessGrade,
    grade_of,
    is_critical,
    is_fumble,
    roll_choice,
    roll_contest,
    roll_success,
    succeeds,
    success_bands,
    wins,
)

RULE = Rule("roll-under/roll", "Roll", cites="")
EXTRA = Rule("roll-under/extra", "Extra", cites="")
WAYS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))


def number(value: int) -> Tally:
    """A number that nothing has changed."""
    return Tally(base=value, terms=(), total=value)


def supplied(*faces: int) -> SuppliedDice:
    """These dice and no others."""
    return SuppliedDice(faces, (), WhenExhausted.REFUSE)


@pytest.mark.parametrize("target", range(-5, 30))
def test_extremes(target: int) -> None:
    """3 and 4 always succeed, 17 and 18 never do; everything between is compared."""
    assert {total for total in range(3, 19) if succeeds(target, total)} == {
        total for total in range(3, 19) if total <= 4 or (total < 17 and total <= target)
    }


@pytest.mark.parametrize("target", range(-5, 30))
def test_bands(target: int) -> None:
    """Totals of one band succeed or fail alike."""
    bound, last = success_bands(target)
    assert last == 18
    assert {total for total in range(3, 19) if succeeds(target, total)} == set(range(3, bound + 1))


@pytest.mark.parametrize(
    ("target", "total", "grade"),
    [
        (10, 3, SuccessGrade.CRITICAL_SUCCESS),
        (2, 4, SuccessGrade.CRITICAL_SUCCESS),
        (14, 5, SuccessGrade.SUCCESS),
        (15, 5, SuccessGrade.CRITICAL_SUCCESS),
        (15, 6, SuccessGrade.SUCCESS),
        (16, 6, SuccessGrade.CRITICAL_SUCCESS),
        (10, 10, SuccessGrade.SUCCESS),
        (10, 11, SuccessGrade.FAILURE),
        (15, 17, SuccessGrade.CRITICAL_FAILURE),
        (16, 17, SuccessGrade.FAILURE),
        (30, 18, SuccessGrade.CRITICAL_FAILURE),
        (5, 14, SuccessGrade.FAILURE),
        (5, 15, SuccessGrade.CRITICAL_FAILURE),
    ],
)
def test_grades(target: int, total: int, grade: SuccessGrade) -> None:
    """Very low and very high rolls are critical, and so is a failure by 10."""
    assert grade_of(target, total) is grade


def test_a_three_is_no_fumble() -> None:
    """What always succeeds is critical, however low the number."""
    assert (is_critical(-20, 3), is_fumble(-20, 3), is_fumble(10, 18)) == (True, False, True)


def test_success_roll() -> None:
    """A success roll says by how much."""
    dice = supplied(2, 3, 3)
    rolled = roll_success(
        RULE,
        number(11),
        dice,
        actor="orc",
        name="Orc",
        skill="HT",
        cites=(EXTRA,),
    )
    assert (rolled.total, rolled.margin, rolled.succeeded) == (8, 3, True)
    assert (dice.steps[0].text, dice.steps[0].margin) == ("Orc rolled 8 against HT 11: success.", 3)
    assert (dice.steps[0].actor, dice.steps[0].cites) == ("orc", ("roll-under/extra",))
    assert roll_success(RULE, number(11), supplied(6, 5, 1), actor="orc", name="Orc", skill="HT").succeeded is False


def test_contest() -> None:
    """Both may fail: the smaller failure wins."""
    dice = supplied(6, 6, 3, 6, 6, 5)
    contest = roll_contest(Contestant(RULE, "ash", "Ash", number(10)), Contestant(RULE, "orc", "Orc", number(8)), dice)
    assert contest == Contest(15, -5, 17, -9, 4)
    assert [step.text for step in dice.steps] == [
        "Ash rolled 15 against 10: margin -5.",
        "Orc rolled 17 against 8: margin -9.",
    ]


@pytest.mark.parametrize(("margin", "strict", "lenient"), [(1, True, True), (0, False, True), (-1, False, False)])
def test_ties(margin: int, strict: bool, lenient: bool) -> None:
    """Equal margins win only where the rule says so."""
    assert (wins(margin), wins(margin, tie=True)) == (strict, lenient)


@pytest.mark.parametrize("difference", [-3, 0, 7])
def test_margin_chances(difference: int) -> None:
    """The margin of a contest is distributed as the difference of two rolls of three dice."""
    expected: Counter[int] = Counter()
    for first, second in product(WAYS, repeat=2):
        expected[difference - first + second] += WAYS[first] * WAYS[second]
    first_side, second_side = Contestant(RULE, "", "", number(difference)), Contestant(RULE, "", "", number(0))
    margins = Distribution.of(lambda dice: roll_contest(first_side, second_side, dice).margin)
    assert margins.chances == {margin: Fraction(many, 216 * 216) for margin, many in expected.items()}


@pytest.mark.parametrize(
    ("candidates", "faces", "index"),
    [(1, [], 0), (2, [3], 0), (2, [4], 1), (3, [5], 2), (4, [6, 2], 1), (8, [1, 5], 1), (8, [6, 3, 2, 1], 1)],
)
def test_choice(candidates: int, faces: list[int], index: int) -> None:
    """Dice choose among candidates, and what no equal share is left for is rolled again."""
    dice = supplied(*faces)
    assert roll_choice(RULE, candidates, dice, actor="orc", what="the target", told=str) == index
    dice.refuse_left_overs(None)


@pytest.mark.parametrize("candidates", [2, 3, 6, 9, 36, 108])
def test_choices_are_fair(candidates: int) -> None:
    """Where no roll is wasted every candidate has the same chance."""

    def chosen(dice: ExactDice) -> int:
        return roll_choice(RULE, candidates, dice, actor="orc", what="the target", told=str)

    assert set(Distribution.of(chosen).chances.values()) == {Fraction(1, candidates)}
