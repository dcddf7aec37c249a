"""The map, odds, the whole fight and campaigns in a real browser: by keyboard, pointer and touch, and for everyone."""

from typing import Any

import pytest

from service.app import FAMILIES
from tests.console.pictures import folder_of_pictures
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import long

MAPPED = next(family.name for family in reversed(FAMILIES) if family.drawing is not None)
PLAIN = next(family.name for family in reversed(FAMILIES) if family.drawing is None)
TOUCHABLE = 44


@pytest.fixture(scope="module")
def looks(shared: Shared, node_tools: NodeTools) -> Any:
    """What a player saw who tried the map of one family, and the odds of another."""
    return node_tools.ask("look_at_parts.mjs", shared.address, MAPPED, PLAIN, **folder_of_pictures())


@long
def test_everyone_can_use_the_parts(looks: Any) -> None:
    """In light and dark, on a phone and on a wide screen: no violation, no error, no other host, nothing too wide."""
    assert looks["violations"] == []
    assert (looks["errors"], looks["strangers"]) == ([], [])


def test_a_map_is_walked_by_keyboard(looks: Any) -> None:
    """One element of it is reached by Tab; keys lead on from there, and each place has a name."""
    keyboard = looks["map"]["keyboard"]
    assert keyboard["reach"] >= 0
    assert keyboard["tabbable"] == 1
    first, second, third, back, home, aside, again = keyboard["walk"]
    assert first["role"] == second["role"] == "button"
    assert len({first["figure"], second["figure"], third["figure"]}) == 3
    assert (back["figure"], home["figure"]) == (second["figure"], first["figure"])
    assert all(each["name"] for each in keyboard["walk"])
    assert (aside["figure"], aside["role"], aside["name"][:4]) == (None, "button", "hex ")
    assert again["figure"] is not None


def test_a_map_is_zoomed_and_moved(looks: Any) -> None:
    """Buttons zoom, a pointer moves the map, and one button each shows the whole of it and the figures."""
    pointer = looks["map"]["pointer"]
    assert pointer["nearer"][2] < pointer["start"][2] <= pointer["whole"][2]
    assert pointer["dragged"][0] < pointer["nearer"][0]
    assert pointer["dragged"][2:] == pointer["nearer"][2:]
    assert pointer["end"] == pointer["start"]
    assert looks["maps"] == 0


def test_a_map_is_used_by_touch(looks: Any) -> None:
    """Two fingers zoom, and buttons are as large as a finger."""
    assert looks["touch"]["after"][2] < looks["touch"]["before"][2]
    assert min(looks["touch"]["sizes"]) >= TOUCHABLE


def test_a_map_has_the_colours_of_the_page(looks: Any) -> None:
    """It is light or dark as the page was told to be."""
    assert looks["colours"] == ["rgb(255, 255, 255)", "rgb(18, 18, 18)"]


def test_a_drawing_with_a_script_is_refused(looks: Any) -> None:
    """Nothing of it becomes part of the page, and it is said why."""
    assert looks["hostile"]["drawn"] == 0
    assert looks["hostile"]["title"] != "stolen"
    assert "<script>" in looks["hostile"]["fault"]


def test_odds_are_shown_before_acting(looks: Any) -> None:
    """Quick changes of the form ask once; each chance is a bar, a number, and opens to its terms."""
    odds = looks["odds"]
    assert odds["asked"] == 1
    assert len(odds["chances"]) == len(odds["shares"]) > 1
    assert all(0 < each < 1 for each in odds["shares"])
    assert odds["terms"]
    assert odds["how"].startswith("Exact")


def test_the_whole_fight_is_told(looks: Any) -> None:
    """Who wins, how long it takes, who survives, what decides it, each with how it is known; and one is watched."""
    fight = looks["fight"]
    assert len(fight["wins"]) >= 2
    assert all("about" in each or "exactly" in each for each in fight["wins"])
    assert set(fight["tags"]) <= {"sampled", "exact", "within bounds"}
    assert fight["method"].startswith(("Sampled", "Exact", "Every"))
    assert len(fight["figures"]) >= 2
    assert fight["bars"] > 0
    assert fight["watched"] > 1
    assert all("now " in each for each in fight["worth"])


@long
def test_a_campaign_fills_its_heat_map(looks: Any) -> None:
    """Each combination of values has a cell with its number, cells fill one by one, and each can be opened."""
    campaign = looks["campaign"]
    assert [each.partition(":")[0] for each in campaign["cells"]] == ["1, 1", "1, 2", "2, 1", "2, 2", "3, 1", "3, 2"]
    assert all("%" in each and "fights" in each for each in campaign["cells"])
    assert campaign["counts"] == sorted(campaign["counts"])
    assert campaign["opened"].endswith(": 3, 1")


@long
def test_a_campaign_is_taken_up_again(looks: Any) -> None:
    """A page that is loaded anew while a campaign is played shows it, goes on filling it, and can cancel it."""
    ended = looks["ended"]
    assert ended["again"]["cells"] == ended["cells"] > 0
    assert ended["again"]["heads"][:2] == looks["campaign"]["heads"][:2]
    assert ended["status"].lower().startswith(("cancelled", "done"))
