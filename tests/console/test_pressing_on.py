"""A person who presses only the main button of the table plays each fight to its end, and reads who has won."""

from typing import Any

from tests.console.conftest import PLAYED
from tests.rings import IS_LONG

MOST_PRESSES = 60


def plays_in(pressing: Any) -> list[Any]:
    """Return what was seen in all fights."""
    return [each for plays in pressing.values() for each in plays]


def test_every_family_that_lists_moves_is_played(pressing: Any) -> None:
    """In the long ring these are all of them, each with both of its fights, at three sizes."""
    assert list(pressing) == [each.name for each in PLAYED if each.play]
    assert pressing
    assert {len(plays) for plays in pressing.values()} == {6 if IS_LONG else 2}


def test_fights_end_with_a_winner_that_is_read(pressing: Any) -> None:
    """Each press is one act, none is refused, and in the end it says who has won, or that nobody has."""
    for each in plays_in(pressing):
        assert 0 < each["presses"] < MOST_PRESSES
        assert each["version"] == each["presses"] + 1
        assert each["winner"].startswith("The fight is over: "), each["winner"]
        assert each["refused"] == []
        assert each["errors"] == []


def test_all_that_is_needed_is_in_view(pressing: Any) -> None:
    """Before and after each press the button, the situation and the turns are in the window, and nothing scrolls."""
    assert [out for each in plays_in(pressing) for out in each["out"]] == []


def test_words_in_drawings_can_be_read(pressing: Any) -> None:
    """The contrast of each text on the board and on dice to what lies below it is 4.5 at least, in light and dark."""
    assert [text for each in plays_in(pressing) for text in each["faint"]] == []
    assert all("(letters)" in "".join(each["control"]) for each in plays_in(pressing))


def test_no_word_of_the_schema_reaches_a_player(pressing: Any) -> None:
    """No text has an underscore, a bracket, a null or the id of a rule, or is smaller than 12 pixels."""
    assert [text for each in plays_in(pressing) for text in each["texts"]] == []
