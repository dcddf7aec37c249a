"""A referee and a viewer play at the console in a real Chromium, each with a browser of their own."""

import re
from typing import Any

from tests.encounters.live import Shared

DIRECTIVES = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
}
UNPROCESSABLE = re.compile(r"status of 4\d\d")


def says(text: str, card: str) -> bool:
    """Return whether a text has all lines of a card, which begin with capital letters."""
    return all(line.lower() in text.lower() for line in card.split("\n"))


def test_the_first_act_takes_three_clicks_at_most(fight: Any) -> None:
    """Begin and Act are enough; what happens is told in a sentence."""
    assert len(fight["clicks"]) <= 3
    assert len(fight["first"]) == 2
    assert all(fight["first"])


def test_the_odds_are_told_before_the_act(fight: Any) -> None:
    """Bars with chances stand in the form before anything is rolled."""
    assert re.search(r"\d\s?%", fight["odds"])


def test_a_step_opens_to_its_number_and_rules(fight: Any) -> None:
    """A step says what was rolled and against what; its rule is a link that leads to the rule."""
    assert "Rule:" in fight["because"]
    assert re.search(r"\dd\d|d\d", fight["because"])
    assert "/rules" in fight["landed"]["address"]
    assert fight["landed"]["found"]


def test_the_link_of_a_viewer_is_taken_out_of_the_address(fight: Any) -> None:
    """The token is in the part after #, which is gone as soon as the page has read it."""
    assert re.search(r"/play#watch=[0-9a-f]{32}\.\S+$", fight["link"])
    assert fight["copied"] == fight["link"]
    assert fight["watching"]["address"].endswith("/play")
    assert len(fight["watching"]["first"]) == 1
    assert fight["watching"]["orders"] == 0


def test_dice_of_the_table(fight: Any) -> None:
    """They are asked for by name and checked against the die; Escape puts them back; viewers see what comes of them."""
    own = fight["own"]
    assert re.search(r"roll", own["asked"])
    assert own["putBack"] == {"version": 1, "said": "The dice are put back. Nothing has happened."}
    assert "shows 1 to" in own["wrong"]
    assert own["faces"]
    assert len(own["seen"]) == 2


def test_undo_says_what_it_takes_back(fight: Any) -> None:
    """It names the newest act before it is pressed; redo brings that act again."""
    assert says(fight["back"], fight["newest"])
    assert says(fight["forth"], fight["newest"])
    assert fight["forth"].startswith("Redo")


def test_a_reload_keeps_the_seat(fight: Any) -> None:
    """The referee goes on where it was, with the whole log and without a token in the address."""
    assert fight["reloaded"]["address"].endswith("/play")
    assert fight["reloaded"]["entries"] == 4
    assert says(fight["reloaded"]["history"], fight["newest"])


def test_a_refusal_is_told_at_its_field(fight: Any) -> None:
    """Text that is no JSON is refused at once; what the service refuses is said as an alert and at the field."""
    refused = fight["refused"]
    assert refused["broken"].startswith("This is not JSON")
    assert "nobody at all" in refused["alert"]
    assert refused["field"] == f"input-{fight['field']}"


def test_the_later_of_two_referees_is_told(fight: Any) -> None:
    """Its page says that another was quicker, shows what that one did, and keeps the order, to be played then."""
    referees = fight["referees"]
    refused = referees["refused"]
    assert refused["said"].startswith("Somebody else was quicker.")
    assert f"version {referees['version'] + 1}" in refused["said"]
    assert "Nothing of this order was played" in refused["said"]
    assert (refused["version"], refused["kept"]) == (referees["version"] + 1, True)
    assert referees["alerts"] == 0


def test_a_lost_connection_is_told_and_taken_up_again(fight: Any) -> None:
    """The page says that it tries again, goes on by itself, and then has every entry once."""
    referees = fight["referees"]
    assert referees["lost"] == "connection lost, trying again"
    assert referees["caughtUp"] == {"live": "live", "same": True}


def test_earlier_entries_are_shown_when_asked_for(fight: Any) -> None:
    """Of a long fight the newest entries are shown, and the others by a button, until there are none."""
    assert fight["referees"]["history"] == {"shown": 30, "all": 34, "buttons": 0}


def test_everyone_can_use_it(fight: Any) -> None:
    """In light and dark, on a phone and on a wide screen, after each of these: no violation, nothing too wide."""
    assert fight["violations"] == []


def test_no_error_and_no_stranger(fight: Any) -> None:
    """No console has an error but the one of the refused request, and no other host is asked."""
    assert fight["errors"] == []
    assert [each for each in fight["later"] if not UNPROCESSABLE.search(each)] == []
    assert fight["strangers"] == []


def test_the_page_may_load_its_own_files_alone(fight: Any) -> None:
    """The policy allows scripts, styles and requests of this service, nothing inline, and no frame."""
    assert set(fight["policy"]["content-security-policy"].split("; ")) == DIRECTIVES
    assert fight["policy"]["referrer-policy"] == "no-referrer"


def test_no_token_is_in_the_log(fight: Any, shared: Shared) -> None:
    """Neither the referee's token nor the viewer's is in what the service said."""
    tokens = re.findall(r'"(?:token|viewer)":"([^"]+)"', fight["tokens"])
    assert len(tokens) == 2
    said = shared.log.read_text(encoding="utf-8")
    assert not [each for each in tokens if each in said]
    assert fight["link"].rpartition(".")[2] in tokens
