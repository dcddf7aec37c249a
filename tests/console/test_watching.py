"""Viewers see the same table as the referee, at once, and nothing of what is hidden or done in secret."""

from typing import Any

import pytest

from tests.console.conftest import PLAYED
from tests.encounters.live import Shared
from tests.node.tools import NodeTools

WALKED = "tactical"
"""Its figures choose among all hexes that they reach."""
SOON = 300
"""Milliseconds from the referee's click until a viewer's page draws the figure on its way."""


@pytest.fixture(scope="module")
def watched(shared: Shared, node_tools: NodeTools) -> Any:
    """What a viewer saw of every family, with one figure hidden; for `make test` of one."""
    return node_tools.ask("watch_table.mjs", shared.address, WALKED, *[each.name for each in PLAYED])


def test_a_hidden_figure_leaves_no_trace(watched: Any) -> None:
    """Its name is in no text, attribute, storage or answer of the viewer's page, while the referee's has it."""
    for family, told in watched["hidden"].items():
        assert told["traces"] == [], family
        assert told["isKnown"], family
        assert told["seen"] <= told["shown"], family
        assert told["errors"] == [], family
    assert any(told["seen"] == told["shown"] - 1 for told in watched["hidden"].values())


def test_a_secret_act_leaves_no_trace(watched: Any) -> None:
    """The viewer's page says that something is not shown, without what it was and without its steps."""
    for family, told in watched["hidden"].items():
        assert told["secret"]["theirs"] != told["secret"]["mine"], family
        assert told["secret"]["steps"] == 0, family


def test_what_foes_mean_to_do_is_the_referees(watched: Any) -> None:
    """Behind the name of each foe stands what it means to do, with an arrow on the board; viewers see neither."""
    referee, viewer = watched["walks"]["meant"]
    assert [name for name, _ in referee["listed"]] == ["Mag", "Gort"]
    assert all(said.startswith(", means to: ") for _, said in referee["listed"])
    assert 0 < referee["arrows"] <= len(referee["listed"])
    assert viewer == {"listed": [], "arrows": 0}


def test_a_figure_walks_for_viewers_at_once(watched: Any) -> None:
    """Soon after the referee's click it is on its way there; the machine may be slow at times, but not each time."""
    assert min(watched["walks"]["late"]) <= SOON
    assert watched["walks"]["errors"] == []
