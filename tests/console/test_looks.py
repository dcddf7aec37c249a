"""The map, odds, the whole fight and campaigns in a real browser: by keyboard, pointer and touch, and for everyone."""

from typing import Any

import pytest

from service.app import FAMILIES
from service.rules.kernel.family import Board
from tests.console.pictures import folder_of_pictures
from tests.encounters.live import Shared
from tests.node.tools import NodeTools
from tests.rings import long

MAPPED = next(each.name for each in FAMILIES if each.play and each.play.board is Board.HEXES)
PLAIN = next(each.name for each in reversed(FAMILIES) if each.play and each.play.board is Board.LINES)
WALKED = "tactical"
"""Its figures choose among all hexes that they reach."""
TOUCHABLE = 44


@pytest.fixture(scope="module")
def looks(shared: Shared, node_tools: NodeTools) -> Any:
    """What a player saw who tried the map of one family, and the odds of another."""
    return node_tools.ask("look_at_parts.mjs", shared.address, MAPPED, PLAIN, WALKED, **folder_of_pictures())


@long
def test_everyone_can_use_the_parts(looks: Any) -> None:
    """In light and dark, on a phone and on a wide screen: no violation, no error, no other host, nothing too wide."""
    assert looks["violations"] == []
    assert (looks["errors"], looks["strangers"]) == ([], [])


def test_a_board_is_walked_by_keyboard(looks: Any) -> None:
    """Tab reaches a figure, arrows lead to others, each has a sentence, and Enter aims at a figure or goes to a hex."""
    keyboard = looks["map"]["keyboard"]
    assert keyboard["reach"] >= 0
    assert len({each["figure"] for each in keyboard["walk"]}) > 1
    assert all(each["name"].endswith(".") for each in keyboard["walk"] if each["figure"])
    assert {each["role"] for each in keyboard["walk"]} == {"button"}
    assert keyboard["aimed"] in keyboard["answer"]
    assert keyboard["goals"] > 1
    assert keyboard["hex"]["name"].startswith("Go to hex ")
    assert keyboard["chosen"] == keyboard["hex"]["hex"]


def test_a_board_is_zoomed_and_moved(looks: Any) -> None:
    """Buttons bring it nearer, a pointer moves it, and one button shows all figures again; lines have none of them."""
    pointer = looks["map"]["pointer"]
    start, nearer = pointer["apart"]
    assert nearer > start * 1.2
    assert [round(each) for each in pointer["moved"]] == [60, -40]
    assert abs(pointer["back"] - start) < 1
    assert looks["maps"] == 0


def test_a_board_is_used_by_touch(looks: Any) -> None:
    """Two fingers zoom, and buttons are as large as a finger."""
    assert looks["touch"]["after"] > looks["touch"]["before"]
    assert min(looks["touch"]["sizes"]) >= TOUCHABLE


def test_who_acts_is_sent_to_a_hex(looks: Any) -> None:
    """A tap on any hex within reach chooses it, as does a figure dragged there; elsewhere it is said why not."""
    sent = looks["sent"]
    assert (sent["tapped"], sent["dragged"]) == (sent["lit"][3], sent["lit"][7])
    assert sent["refused"]["hint"].endswith("has no move that leads there.")
    assert sent["refused"]["chosen"] == sent["dragged"]


def test_sides_play_by_themselves(looks: Any) -> None:
    """The turns of a side that is left to the service are played one after the other, to the end of the fight."""
    alone = looks["sent"]["alone"]
    assert len(alone["sides"]) == 2
    assert alone["winner"].startswith("The fight is over: ")
    assert alone["version"] > looks["sent"]["version"] + 2


def test_a_board_has_the_colours_of_the_page(looks: Any) -> None:
    """It is light or dark as the page was told to be."""
    assert looks["colours"] == ["rgb(239, 234, 222)", "rgb(22, 27, 24)"]


def test_nothing_of_a_drawing_becomes_part_of_the_page(looks: Any) -> None:
    """The ground is read out of the service's drawing: a script or an address in it does nothing."""
    assert looks["hostile"] == {"taken": 0, "title": "Play – Umpire"}


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
