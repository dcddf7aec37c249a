"""The extension for Owlbear Rodeo: the real SDK in a real Chromium, in a stand-in for a room, on a real service.

The stand-in answers the SDK's messages. What a real room allows, and how fast it is, is not tested here.
"""

import re
from math import sqrt
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml

from service.rules.examples import examples_of
from tests.node.tools import NodeTools
from tests.plugins.conftest import CLIENTS, Guarded, numbers_in

UNITS = {each["id"]: each for each in examples_of("encounters/mass/create")[0].request["state"]["units"]}
DPI, START = 150, (20, 10)


@pytest.fixture(scope="module")
def told(guarded: Guarded, extension: Path, node_tools: NodeTools) -> Any:
    """What a referee and a player saw and did."""
    return node_tools.ask("plugins/play_owlbear.mjs", guarded.address, str(extension), guarded.key)


def point(q: int, r: int) -> dict[str, Any]:
    """Where the centre of a hex is in the room: flat-top, a cell is as high as the grid's dots."""
    side = DPI / sqrt(3)
    return {"x": pytest.approx(START[0] + side * 1.5 * q), "y": pytest.approx(START[1] + DPI * (r + q / 2))}


def test_what_is_hosted(extension: Path) -> None:
    """The manifest names files that are there, and says nothing too long for the room's list."""
    manifest = orjson.loads((extension / "manifest.json").read_bytes())
    for path in (
        manifest["icon"],
        manifest["action"]["icon"],
        manifest["action"]["popover"],
        "/umpire.js",
        "/page.css",
    ):
        assert (extension / path.removeprefix("/")).is_file(), path
    assert manifest["author"]
    assert len(manifest["name"]) <= 45
    assert len(manifest["description"]) <= 128
    assert "<script>" not in (extension / "index.html").read_text()
    licences = (extension / "LICENSES.txt").read_text()
    assert [name for name in ("@owlbear-rodeo/sdk 3", "eventsource-parser 4", "immer 1") if name not in licences] == []


def test_the_file_of_the_store() -> None:
    """Its head has what the store reads: a title, texts, addresses, and tags that it knows."""
    _, head, text = (CLIENTS / "owlbear" / "store.md").read_text(encoding="utf-8").split("---\n", 2)
    told = yaml.safe_load(head)
    assert told.keys() == {"title", "description", "author", "image", "icon", "tags", "manifest", "learn-more"}
    assert set(told["tags"]) <= {
        "dice",
        "fog",
        "tool",
        "content-pack",
        "drawing",
        "audio",
        "combat",
        "automation",
        "other",
    }
    assert told["manifest"].endswith("/manifest.json")
    assert all(told[name].startswith("https://") for name in ("image", "icon", "manifest", "learn-more"))
    assert text.strip().startswith("# ")


def test_tokens_become_figures(told: Any) -> None:
    """Each token of the scene plays the figure of its name or the one that was chosen, where it stands."""
    assert told["cast"] == {
        "rows": ["Knights", "pikes", '<img src=x onerror="alert(1)">'],
        "chosen": ["knights", "pikes", "archers"],
    }
    state = {each["id"]: each for each in told["state"]}
    assert [(state[name]["hex"], state[name]["facing"]) for name in ("knights", "pikes", "archers")] == [
        ([0, 0], 2),
        ([5, 0], UNITS["pikes"]["facing"]),
        ([1, 3], UNITS["archers"]["facing"]),
    ]
    assert (state["knights"]["name"], state["knights"]["meta"]) == ("Knights", {"token": "t-knights"})
    assert (state["archers"]["hidden"], state["knights"]["hidden"]) == (True, False)
    assert state["levy"]["hex"] == UNITS["levy"]["hex"]
    assert [each["position"] for each in told["placed"]] == [point(0, 0), point(5, 0), point(1, 3)]
    assert told["placed"][0]["rotation"] == 90


def test_tokens_follow_the_feed(told: Any) -> None:
    """The knights advance where the rules let them: their token stands on the hex, turned as much as they turned."""
    advanced = told["advanced"]
    assert advanced["hex"] != [0, 0]
    assert advanced["item"]["position"] == point(*advanced["hex"])
    assert advanced["item"]["rotation"] == (90 + 60 * (advanced["facing"] - 2)) % 360


def test_a_token_moved_by_hand(told: Any) -> None:
    """It is put back to where its figure is, or the fight is told where it stands now."""
    assert told["told_hex"] == [6, 1]


def test_where_the_map_begins(told: Any) -> None:
    """Hex [0, 0] can be laid anywhere: the tokens keep to their hexes, counted from there."""
    laid, (q, r) = told["laid"], told["told_hex"]
    side = DPI / sqrt(3)
    there = laid["there"]
    assert laid["knights"] == pytest.approx(there)
    assert laid["pikes"] == pytest.approx({"x": there["x"] + side * 1.5 * q, "y": there["y"] + DPI * (r + q / 2)})


def test_tokens_are_like_figures_of_the_catalogue(told: Any) -> None:
    """A figure is proposed by the token's name; what is chosen is kept with the token, and lined up by the service."""
    duel = told["duel"]
    assert duel["proposed"] == ["knight", ""]
    assert dict(duel["figures"]) == {
        "t-knights": {"family": "opposed", "figure": "knight", "side": "friends"},
        "t-pikes": {"family": "opposed", "figure": "orc", "side": "foes"},
        "t-ghosts": None,
        "map": None,
    }
    assert [each["side"] for each in duel["situation"]["order"]] in (["friends", "foes"], ["foes", "friends"])


def test_the_rooms_tracker_has_the_order(told: Any) -> None:
    """Tokens of those who take turns are in the room's own tracker of initiative: the order, and who is next."""
    duel = told["duel"]
    tracker = dict(duel["tracker"])
    figures = {"knight-1": tracker["t-knights"], "orc-2": tracker["t-pikes"]}
    order = [each["id"] for each in duel["situation"]["order"]]
    assert sorted(figures, key=lambda each: -float(figures[each]["count"])) == order
    active = [name for name, each in figures.items() if each["active"]]
    assert active == duel["situation"]["next"][:1]
    assert tracker["t-ghosts"] is None


def test_what_may_be_done_is_listed(told: Any) -> None:
    """The suggested move is chosen; chances come on request; reasons are told; a selected foe is aimed at."""
    listed = told["duel"]["listed"]
    moves = {each["key"]: each for each in listed["moves"]}
    assert moves[listed["chosen"]]["suggested"]
    assert listed["plain"][0] == f"{moves[listed['chosen']]['label']} · suggested"
    assert not any("%" in each for each in listed["plain"])
    chance = f"{moves[listed['chosen']]['chance']:.0%}".replace("%", " %")
    assert chance in listed["chances"][0]
    assert "It is not the turn of" in listed["reason"]
    assert moves[listed["mine"]]["kind"] == "pass"
    assert moves[listed["aimed"]]["target"] == "orc-2"
    assert told["duel"]["entry"]["operation"] == "opposed/resolve-turn"


def test_a_place_is_chosen_from_a_list(told: Any) -> None:
    """On hexes each place has its direction and its cost, and the token arrives at the one that was chosen."""
    walked = told["walked"]
    q, r = walked["hex"]
    assert walked["value"] == f"move/place/{q},{r}"
    assert re.fullmatch(
        rf"Move (north|south|east|west|-)+ to \[{q}, {r}\](, beside .+)? · \d+(\.\d+)? points", walked["text"]
    )


def test_where_the_selected_token_may_go_is_lit(told: Any) -> None:
    """Select a token on its turn: each place of its list is lit on the referee's own map, as a hex of the grid."""
    lit, origin = told["walked"]["lit"], told["walked"]["origin"]
    assert lit["places"] == len(lit["drawn"]) > 10
    assert lit["player"] == 0
    for each in lit["drawn"]:
        q, r = each["hex"]
        middle = [origin["x"] + DPI / sqrt(3) * 1.5 * q, origin["y"] + DPI * (r + q / 2)]
        assert each["middle"] == pytest.approx(middle)
        assert each["wide"] == pytest.approx(2 * DPI / sqrt(3))  # flat-top: the corners are to the left and right


def test_a_token_that_is_dragged_on_its_turn_goes_by_the_rules(told: Any) -> None:
    """Dragged to a hex that it can reach, it plays its move; dragged out of reach, it is refused and put back."""
    gone = told["walked"]["gone"]
    assert (gone["kind"], gone["hex"]) == ("act", told["walked"]["hex"])
    assert gone["said"].startswith("The rules do not let it go there now.")


def test_tokens_have_what_viewers_see_of_their_figures(told: Any) -> None:
    """Tokens have the words of the viewer's answer and no number; of hidden figures and a fight left, nothing."""
    for seen in (told["seen"]["state"], told["duel"]["kept_state"]):
        assert [seen["t-ghosts"], seen["map"]] == [None, None]
        for token in ("t-knights", "t-pikes"):
            assert {"side", "turn", "state", "pools"} == seen[token].keys()
            assert seen[token]["pools"] == []
            assert numbers_in(seen[token]) == []
    assert told["seen"]["state"] == told["seen"]["wanted"] | {"t-ghosts": None, "map": None}
    assert {told["duel"]["kept_state"][each]["turn"] for each in ("t-knights", "t-pikes")} & {
        "next",
        "waiting",
        "acted",
    }
    assert set(map(str, told["duel"]["left"].values())) == {"None"}


def test_dice_are_typed(told: Any) -> None:
    """The service says what for and which die; what no die shows is refused; the log has the faces that were typed."""
    assert told["labels"] == ["pairs 1 1", "pairs 1 2"]
    assert told["selected"] == ["pikes", "knights"]
    asked = told["typed"]["asked"]
    assert asked
    assert "does not show 99" in told["typed"]["wrong"][0]
    assert told["entry"]["dice"]["kind"] == "supplied"
    assert told["entry"]["dice"]["faces"] == [4] * len(told["entry"]["dice"]["faces"])
    assert len(told["entry"]["dice"]["faces"]) >= len(asked)


def test_cards(told: Any) -> None:
    """The referee's card has every sentence, terms and links to rules; the player's only the dice."""
    for step in told["entry"]["steps"]:
        assert step["label"] in told["referee_card"]
    assert "/docs/families/mass/rules/" in told["referee_card"]
    assert "umpire-die" in told["viewer_card"]
    assert told["entry"]["summary"] in told["viewer_card"]
    duel = told["duel"]
    targets = [step["target"] for step in duel["entry"]["steps"] if step["target"]]
    assert (duel["terms"], duel["player"]) == (len(targets), 0)
    first = [term["label"] for term in targets[0]["terms"]]
    assert first
    assert all(label in duel["first"] for label in first)
    assert f"= {targets[0]['total']}" in duel["first"]


def test_notifications(told: Any) -> None:
    """Everybody is notified of each change once, and of nothing that was before."""
    assert {user for user, _ in told["notes"]} == {"gm", "player"}
    for user in ("gm", "player"):
        texts = [text for each, text in told["notes"] if each == user]
        assert len(texts) == 4
        assert texts[-1] == told["entry"]["summary"]


def test_the_referees_token_stays_with_the_referee(told: Any) -> None:
    """Nothing that reaches a player has it, and nothing that is sent to the room; the viewer's token is there."""
    assert told["secret"]["long"] > 20
    assert (told["secret"]["player"], told["secret"]["room"], told["secret"]["viewer"]) == (False, False, True)
    assert told["player_buttons"] == 0


def test_the_api_key_goes_with_each_request_of_the_referee(told: Any, guarded: Guarded) -> None:
    """Also after a reload and in the next fight; the player's browser sends none, and the room never has it."""
    keys = told["keys"]
    assert (keys["gm"]["keys"], keys["player"]["keys"]) == ([guarded.key], [None])
    assert keys["gm"]["requests"] > keys["player"]["requests"] > 3
    assert (keys["reached"], keys["given"]) == (False, False)


def test_a_referee_comes_back(told: Any) -> None:
    """After a reload the seat and the whole log are there."""
    assert told["cards_again"] == 5


def test_refusals_are_the_services_words(told: Any) -> None:
    """What the rules forbid is said as the service says it."""
    assert "knights" in told["refused"].lower()


def test_a_service_that_is_not_there(told: Any) -> None:
    """The page says that it was not reached, and what may be the reason."""
    assert told["unreached"].startswith("The service at http://127.0.0.1:1 could not be reached.")
    assert told["origin"] in told["unreached"]


def test_everyone_can_use_the_page(told: Any) -> None:
    """No violation in light and dark, nothing wider than the popover, no error on the console."""
    assert told["pages"] == [{"violations": [], "sideways": False}] * 4
    refused = "Failed to load resource: the server responded with a status of 409 (Conflict)"  # Chromium says so itself
    assert told["errors"] == [refused]
