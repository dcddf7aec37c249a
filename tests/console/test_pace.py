"""While a fight is played nothing of the table moves that nobody moved, and little is sent for it."""

import os
import re
from typing import Any

import pytest

from tests.console.conftest import PLAYED
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import IS_LONG, long

ACTS = 6
SIZES = ("1280x800", "390x844", "1920x1080") if IS_LONG else ("1280x800",)
CARD = re.compile(r"entry|steps|step|telling")
LARGEST, PRESS, TASK, FRAMES = 1000, 100, 100, 50
"""Milliseconds until the largest paint, until a press is seen (98th percentile), of any task; frames a second."""
TRIES = 3
FIRST, MOST = 70_000, 180_000
"""Bytes as they are sent, with the heads of answers: of the first page, and of all that a fight needs."""


@pytest.fixture(scope="module", params=SIZES)
def pace(request: pytest.FixtureRequest, shared: Shared, node_tools: NodeTools) -> Any:
    """What a browser measured of some acts of each family; for `make test` of one."""
    return node_tools.ask("table_pace.mjs", shared.address, str(ACTS), request.param, *[each.name for each in PLAYED])


def shifted(told: Any) -> float:
    """Return the layout shift of a fight, without cards of what happened before, which make room for the newest one."""
    own = [each["value"] for each in told["shifts"] if not all(CARD.match(what) for what in each["what"])]
    return float(round(sum(own), 3))


def test_nothing_shifts(pace: Any) -> None:
    """From the first page to the last act the layout shift is 0.000: figures, dice and turns move by transforms."""
    assert {family: told["shifts"] for family, told in pace.items() if shifted(told) > 0} == {}


def test_nothing_else_is_drawn_while_dice_fall(pace: Any) -> None:
    """What becomes known meanwhile waits until the dice have landed, on a machine of a quarter of the speed, too."""
    assert {family: told["dice"]["changed"] for family, told in pace.items() if told["dice"]["changed"]} == {}
    assert any(told["dice"]["groups"] > 0 for told in pace.values())


def slow_in(told: Any) -> dict[str, Any]:
    """Return what of a fight took longer than it may; where programs wait for each other, as much longer as they do."""
    crowd = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    times = {"largest": LARGEST, "press": PRESS, "task": TASK}
    found = {name: told[name] for name, most in times.items() if told[name] > most * crowd}
    frames = told["dice"]["frames"]
    return found if frames is None or frames >= FRAMES / crowd else {**found, "frames": frames}


@long
@pytest.mark.parametrize("family", [each.name for each in PLAYED])
def test_it_is_quick(shared: Shared, node_tools: NodeTools, family: str) -> None:
    """The largest paint, presses and tasks are short, and dice fall smoothly on a machine of a quarter of the speed.

    Other programs can slow a page down, but not speed it up: the best of three fights counts.
    """
    slow = []
    for _ in range(TRIES):
        slow.append(slow_in(node_tools.ask("table_pace.mjs", shared.address, str(ACTS), SIZES[0], family)[family]))
        if not slow[-1]:
            return
    raise AssertionError(slow)


def test_little_is_sent(pace: Any) -> None:
    """The first page and the whole table stay below their bounds, as a browser counts what it receives."""
    for told in pace.values():
        assert 0 < told["first"] <= FIRST
        assert told["first"] < told["all"] <= MOST
