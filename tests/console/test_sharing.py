"""A referee shares a fight by a QR code, reads which keys there are, and watches the fight again when it is over."""

from typing import Any

import orjson
import pytest

from tests.encounters.live import Shared
from tests.node.tools import NodeTools


@pytest.fixture(scope="module")
def shown(shared: Shared, node_tools: NodeTools) -> Any:
    """What a referee saw whose service is known by a name of its own."""
    return node_tools.ask("share_fight.mjs", shared.address)


def test_the_code_is_the_link_of_viewers(shown: Any) -> None:
    """A phone reads the link from the QR code; nothing says that the address works on one machine alone."""
    assert "table.localhost" in shown["shared"]["link"]
    assert shown["shared"]["read"] == shown["shared"]["link"]
    assert shown["shared"]["hints"] == 0


def test_keys_are_listed(shown: Any) -> None:
    """The key ? shows what each key does."""
    assert ["U\ttake back" in row for row in shown["keys"]].count(True) == 1
    assert len(shown["keys"]) == 8


def test_a_fight_is_watched_again(shown: Any) -> None:
    """It begins with the first state, without the sheet of the end; stopped, it leaves everything as it was."""
    again = shown["again"]
    assert again["first"]["said"].startswith(f"Watching again: 1 of {again['version']}")
    assert again["first"]["sheets"] == 0
    assert again["first"]["turns"].split() != again["end"]["turns"].split()
    assert set(again["first"]["turns"].split("\n")) & set(shown["begun"].split("\n"))
    assert again["after"] == again["end"]


def test_a_fight_is_taken_home(shown: Any) -> None:
    """The story is copied; the log is saved as a text that people read, and with what proves it."""
    saved = shown["again"]["saved"]
    story = saved["copied"].splitlines()
    assert story[0].startswith("Victory for ")
    assert saved["Save as text"].startswith(saved["copied"])
    numbers = range(1, shown["again"]["version"] + 1)
    assert [f"\n{number}. " in saved["Save as text"] for number in numbers] == [True for _ in numbers]
    entries = [orjson.loads(line) for line in saved["Export the log"].splitlines()]
    assert [each["version"] for each in entries] == list(numbers)
    assert all(each["head"] for each in entries)


def test_a_dot_of_the_chart_shows_its_act(shown: Any) -> None:
    """It is shown as it was, and stays until somebody goes on to the next one."""
    again = shown["again"]
    assert again["act"]["said"].startswith("Watching again: 1 of")
    assert again["next"].startswith("Watching again: 2 of")


def test_viewers_have_no_chart(shown: Any) -> None:
    """Chances count hidden figures: viewers are told that the chart is the referee's, and ask for no odds."""
    watched = shown["watched"]
    assert (watched["charts"], watched["asked"]) == (0, [])
    assert watched["said"].startswith("Who wins, act by act, is shown to the referee alone")


def test_a_fight_is_watched_again_after_a_reload(shown: Any) -> None:
    """Its states come from its log, and the chart from what the browser has kept with the fight."""
    again = shown["again"]
    assert {name: again["reloaded"][name] for name in ("situation", "turns")} == {
        name: again["first"][name] for name in ("situation", "turns")
    }
    assert again["reloaded"]["said"] == again["first"]["said"]
    assert again["dots"] > 1
    assert shown["errors"] == []
