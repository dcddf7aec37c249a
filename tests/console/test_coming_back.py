"""A fight is kept in the browser: a closed tab loses nothing, and what is forgotten is gone."""

import re
from typing import Any

import pytest

from tests.console.conftest import PLAYED
from tests.console.pictures import folder_of_pictures
from tests.encounters.live import Shared
from tests.node.tools import NodeTools

MOST_PRESSES, MOST_SECONDS = 3, 10


@pytest.fixture(scope="module")
def back(shared: Shared, node_tools: NodeTools) -> Any:
    """What somebody saw who closed the tab in the middle of a fight and came back."""
    return node_tools.ask("come_back.mjs", shared.address, PLAYED[0].name, **folder_of_pictures())


def test_the_first_act_is_soon_played(back: Any) -> None:
    """A stranger needs three presses at most, and no ten seconds."""
    assert 1 < back["begun"]["presses"] <= MOST_PRESSES
    assert back["begun"]["seconds"] <= MOST_SECONDS


def test_a_closed_tab_loses_nothing(back: Any) -> None:
    """The first page lists the fight, and one press goes on with it where it was."""
    assert back["before"]["version"] == 2
    assert back["after"] == back["before"]
    assert back["tokens"] == 1


def test_what_is_forgotten_is_gone(back: Any) -> None:
    """Neither the list nor anything that the browser keeps has the fight or its token any more."""
    assert back["left"] == {"mine": 0, "tokens": 0}


def test_who_wins_now_is_told(back: Any) -> None:
    """A bar says how many of a hundred fights each side wins from here."""
    assert re.search(r"\w+ [<>]?\d+\s*\w+ [<>]?\d+\s*of 100 fights", back["gauge"])


def test_dice_fall(back: Any) -> None:
    """After an act its dice fall on the board with their sum, until a press ends it."""
    assert re.match(r"\d+", back["thrown"])


def test_nothing_is_wrong_with_it(back: Any) -> None:
    """No violation is found on the page with kept fights, and no error."""
    assert (back["violations"], back["errors"]) == ([], [])
