"""A person who presses about among what the table offers plays each fight to its end."""

from typing import Any

import pytest

from tests.console.conftest import PLAYED
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import IS_LONG

FIGHTS = 10 if IS_LONG else 1


@pytest.fixture(scope="module", params=[each.name for each in PLAYED])
def about(request: pytest.FixtureRequest, shared: Shared, node_tools: NodeTools) -> Any:
    """What was seen in ten fresh fights of a family, at three sizes; for `make test` in one fight."""
    told = node_tools.ask("press_about.mjs", shared.address, str(FIGHTS), request.param)
    assert {name: len(plays) for name, plays in told.items()} == {request.param: FIGHTS}
    return told[request.param]


def test_every_fight_ends(about: Any) -> None:
    """Whatever is pressed, somebody wins, or it is said that nobody does."""
    for each in about:
        assert each["winner"].startswith("The fight is over: "), each
        assert each["acts"] > 0


def test_nothing_that_is_offered_is_refused(about: Any) -> None:
    """No answer is an error, and no browser notes one."""
    assert [text for each in about for text in [*each["refused"], *each["errors"]]] == []


def test_the_table_does_not_scroll(about: Any) -> None:
    """After each act the button, the situation and the turns are in the window."""
    assert [out for each in about for out in each["out"]] == []


def test_reduced_motion_shows_results_at_once(about: Any) -> None:
    """No die is still to fall when an act is told."""
    assert sum(each["late"] for each in about) == 0
