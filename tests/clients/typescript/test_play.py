"""Everything that the client offers, once, against the service."""

from copy import deepcopy
from typing import Any

import pytest

from service.rules.examples import examples_of
from tests.clients.typescript.packed import Packed, told
from tests.encounters.client import DUEL

SENTENCES = [
    "Ash struck and rolled 15 against 87: Crucial.",
    "Orc defended and rolled 60 against 21: Poor.",
    "Ash hit Orc: Crucial.",
    "Ash wounded Orc: 11 Endurance (8 + 4 damage, armour 1).",
    "Orc lost 11 Endurance at once and was stunned: more than 6 stuns.",
]


@pytest.fixture(scope="module")
def played(packed: Packed, address: str) -> Any:
    """What the program says that has used everything."""
    (example,) = (each for each in examples_of("mass/resolve-round") if "cards drawn" in each.title)
    round_without_dice = {"input": example.request["input"]}
    state = deepcopy(DUEL["state"])
    state["participants"][1]["perception"] -= 1  # so that no dice decide who is first
    return packed.ask("play", address, told({**DUEL, "state": state, "reveal": "faces"}), told(round_without_dice))


def test_service_rolls(played: Any) -> None:
    """Without dice the service rolls, and its faces give the same when they are sent."""
    assert played["rolled"] == {"status": "resolved", "seed": "service", "same": True}


def test_own_dice(played: Any) -> None:
    """A callback is asked for each roll, knows what happened so far, and all rolls that certainly come next."""
    assert [steps for _, steps, _ in played["own"]["heard"]] == [0, 1, 3]
    assert (played["own"]["damage"], played["own"]["texts"]) == (11, SENTENCES)
    assert played["atOnce"] == [15, 60, 8]


def test_missing_dice(played: Any) -> None:
    """Too few dice and nobody to ask are a problem that says which are missing."""
    missing = played["missing"]
    assert (missing["name"], missing["status"]) == ("UmpireProblem", 200)
    assert missing["needs"][0]["dice"] == "d100"
    assert missing["message"] == missing["needs"][0]["text"]


def test_wrong_face(played: Any) -> None:
    """A face that is not on the die is refused by the service."""
    assert (played["refused"]["status"], played["refused"]["kind"]) == (409, "face-out-of-range")


def test_callback_that_throws(played: Any) -> None:
    """Its error is what the caller gets."""
    assert played["left"]["message"] == "Escape"


def test_cards(played: Any) -> None:
    """A callback answers with cards, too."""
    assert played["drawn"] == {"cards": ["9C", "KD", "4S", "7H"], "left": 0}


def test_odds(played: Any) -> None:
    """Odds are those that the service enumerates, and those of an encounter are of its version."""
    assert played["hit"]["decimal"] == 0.7383
    assert played["odds"] == 6


def test_chosen_fields(played: Any) -> None:
    """`post` sends what the contract has and `resolve` has not."""
    assert played["chosen"]["status"] == "selected"


def test_own_key(played: Any) -> None:
    """The same request with the same key gets the same encounter and answer; another request is refused."""
    assert played["twin"] is True
    assert played["acted"]["same"] is True
    assert (played["reused"]["status"], played["reused"]["kind"]) == (409, "key-reused")


def test_preview(played: Any) -> None:
    """A preview takes dice, and changes nothing."""
    assert played["preview"] == {"status": "previewed", "face": 99, "version": 1}


def test_versions(played: Any) -> None:
    """A stale version is refused at once; without one the newest that was seen is sent, and without any nothing."""
    assert (played["stale"]["status"], played["stale"]["kind"]) == (412, "version-stale")
    assert played["unread"]["name"] == "TypeError"
    assert played["turns"] == [1, 4, "all", 6, 6]


def test_rights(played: Any) -> None:
    """A viewer may not act, and sees of a secret that there was one."""
    assert (played["viewed"]["status"], played["viewed"]["kind"]) == (403, "token-too-weak")
    assert played["entries"] == ["create", "act", "undo", "redo", "correct", "hidden"]


def test_the_rest(played: Any) -> None:
    """Verifying, forking, tokens, maps, reading any path and deleting reach the service."""
    assert played["verified"] == "verified"
    assert set(played["luck"]) == {"red", "blue"}
    assert played["copy"] == [1, None, True]
    assert played["map"]["status"] == 404
    assert played["play"] is True
    assert played["check"] is True
    assert played["deleted"] == "deleted"


def test_moves(played: Any) -> None:
    """Moves that are offered, joined for all who are next, play a fight to the end that the situation tells."""
    assert played["led"] == [True, True, True, 0]
    assert played["read"] is True
    assert played["narrow"] == ["attack Orc", "restrain Orc"]
    assert played["suggested"][:2] == [1, 2]


def test_a_hex_is_gone_to(played: Any) -> None:
    """Each hex that is listed as a place is a move with its way; played, the figure stands there."""
    is_complete, at, wanted = played["walked"]
    assert is_complete
    assert at == wanted


def test_moves_that_cannot_be_played(played: Any) -> None:
    """Without a move, with moves of two procedures, and before a situation was seen there is an error in words."""
    assert played["ended"] == {"name": "TypeError", "message": "There is no move to play."}
    assert "of resolve-turn and pursue" in played["mixed"]["message"]
    assert played["unknown"]["message"].startswith("No situation")
