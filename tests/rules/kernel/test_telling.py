"""Sentences that families share: lists of names, amounts, and the turns of a round."""

import pytest

from service.rules.kernel.telling import (
    MOST_TURNS,
    Lost,
    amount,
    deed_told,
    joined,
    listed,
    losses_told,
    said_of,
    times,
    turns_told,
)
from service.rules.kernel.verdict import Fate


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["ash"], "ash"), (["ash", "orc"], "ash and orc"), (["ash", "orc", "imp"], "ash, orc and imp")],
)
def test_names_one_after_another(words: list[str], said: str) -> None:
    """Names are listed with commas, and "and" before the last."""
    assert joined(words) == listed(words) == said


def test_many_names() -> None:
    """Of more names than are listed the first are said, and that there are others."""
    assert listed(["a", "b", "c"], most=3, kept=2) == "a, b and c"
    assert listed(["a", "b", "c", "d"], most=3, kept=2) == "a, b and others"


def test_one_and_many() -> None:
    """The verb, and the noun of an amount, agree with the number."""
    verbs = "is down", "are down"
    assert [said_of(["ash"], verbs), said_of(["ash", "orc"], verbs)] == ["ash is down", "ash and orc are down"]
    assert [amount(1, "yard"), amount(-1, "yard"), amount(0, "yard")] == ["1 yard", "−1 yard", "0 yards"]
    assert [amount(2, "hex"), amount(3, "inch")] == ["2 hexes", "3 inches"]


@pytest.mark.parametrize(("turns", "others"), [(1, False), (MOST_TURNS, False), (MOST_TURNS + 1, True)])
def test_turns_of_a_round(turns: int, others: bool) -> None:
    """Each turn of a round has a sentence; of a long one the first have, and it is said that others acted."""
    told = turns_told([f"figure {number} waits" for number in range(turns)])
    assert told[:MOST_TURNS] == [f"Figure {number} waits." for number in range(min(turns, MOST_TURNS))]
    assert told[MOST_TURNS:] == (["Others acted."] if others else [])


def test_how_often() -> None:
    """Few times are told in words, so that no number follows the number of a name."""
    assert [times(1), times(2), times(3), times(9)] == ["once", "twice", "three times", "9 times"]


def test_deeds_without_a_name() -> None:
    """A deed is told as its order calls it, and one that nobody has named as something else."""
    assert deed_told("Ash", "opens the gate") == "Ash: opens the gate"
    assert deed_told("Ash", "something else") == "Ash did something else"


def test_losses() -> None:
    """Losses are told by side and fate; a side of one figure that has its name does not lose itself."""
    ash, imp = Lost("Red", Fate.DOWN, "Ash"), Lost("Red", Fate.FLED, "Imp")
    assert losses_told([ash, imp, Lost("ogre", Fate.STANDING, "Ogre")]) == ["Red lost Ash (down), Imp (fled)."]
    assert losses_told([Lost("ogre", Fate.DOWN, "Ogre")]) == ["Ogre went down."]
    assert losses_told([Lost("ogre", Fate.DOWN, "Ogre"), Lost("ogre", Fate.STANDING, "Imp")]) == [
        "Ogre lost Ogre (down)."
    ]
