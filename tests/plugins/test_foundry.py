"""The module for Foundry, in a stand-in for the parts of its API that it calls, on a real service.

Nothing of Foundry is run: the stand-in was made by hand from its public documentation, and shows only that the module
does what it means to do. It has the rules of two generations, and every test of play is run for both.
"""

import re
from html import escape, unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import orjson
import pytest

from tests.node.tools import NodeTools
from tests.plugins.conftest import CLIENTS, Guarded, built

LONGEST_ADAPTER = 150
TURNED = {"HEXODDR": 150, "HEXEVENR": 150, "HEXODDQ": 180, "HEXEVENQ": 180}
"""The rotation of a token that faces 0, by grid: rows have their points up."""
SHEETS = [
    CLIENTS.parent / "tests" / "catalogue" / "sheets" / f"{name}.gga.json" for name in ("duellist", "reaver", "wolf")
]
ASH, ORC, ODD = "ash0000000000000", "orc0000000000000", "odd0000000000000"


@pytest.fixture(scope="module", params=["13", "14"])
def generation(request: pytest.FixtureRequest) -> str:
    """A generation of Foundry."""
    return str(request.param)


@pytest.fixture(scope="module")
def told(guarded: Guarded, module: Path, node_tools: NodeTools, generation: str) -> Any:
    """What happened to a game master and a player."""
    return node_tools.ask("plugins/play_foundry.mjs", guarded.address, str(module / "umpire"), guarded.key, generation)


@pytest.fixture(scope="module")
def converted(guarded: Guarded, module: Path, node_tools: NodeTools, generation: str) -> Any:
    """Fights of actors of Game Aid, by family."""
    script, folder = "plugins/convert_foundry.mjs", str(module / "umpire")
    fights = node_tools.ask(script, guarded.address, folder, guarded.key, generation, *map(str, SHEETS))
    return {each["family"]: each for each in fights}


def test_the_zip_has_what_the_manifest_names(module: Path) -> None:
    """The manifest lies at the root and beside the zip, names files that are there, and no version as verified."""
    with ZipFile(module / "umpire.zip") as packed:
        assert packed.testzip() is None
        names = set(packed.namelist())
        manifest = orjson.loads(packed.read("module.json"))
        assert packed.read("module.json") == (module / "module.json").read_bytes()
        assert b"eventsource-parser" in packed.read("LICENSES.txt")
        assert packed.read("umpire.js") == (module / "umpire" / "umpire.js").read_bytes()
    named = [
        *manifest["esmodules"],
        *manifest["styles"],
        manifest["license"],
        manifest["readme"],
        manifest["changelog"],
    ]
    named += [each["path"] for each in manifest["languages"]]
    assert [each for each in named if each not in names] == []
    assert {"id", "title", "version", "description", "compatibility", "socket"} <= manifest.keys()
    assert manifest["compatibility"] == {"minimum": "13", "maximum": "14"}
    assert "stand-in" in manifest["description"]


def test_a_release_can_be_installed_by_its_address(node_tools: NodeTools, tmp_path: Path) -> None:
    """With the address of the project the manifest has what installing and updating need."""
    told = {"PROJECT_URL": "https://code.example/umpire/", "FOUNDRY_VERIFIED": "14.366"}
    manifest = orjson.loads((built(node_tools, "foundry", tmp_path, **told) / "module.json").read_bytes())
    version = manifest["version"]
    assert {name: manifest[name] for name in ("url", "bugs", "manifest", "download")} == {
        "url": "https://code.example/umpire",
        "bugs": "https://code.example/umpire/issues",
        "manifest": "https://code.example/umpire/releases/latest/download/module.json",
        "download": f"https://code.example/umpire/releases/download/v{version}/umpire.zip",
    }
    assert manifest["compatibility"]["verified"] == "14.366"


def test_the_zip_is_the_same_each_time(module: Path, node_tools: NodeTools, tmp_path: Path) -> None:
    """The same sources give the same bytes."""
    built(node_tools, "foundry", tmp_path)
    assert (tmp_path / "umpire.zip").read_bytes() == (module / "umpire.zip").read_bytes()


def test_the_adapter_is_thin() -> None:
    """No program of what knows Foundry has more than 150 lines."""
    long = {path.name: len(path.read_text().splitlines()) for path in (CLIENTS / "foundry" / "src").glob("*.js")}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_ADAPTER} == {}


def test_every_text_is_there(told: Any) -> None:
    """Each key that the module asks for has its words, and no others are kept."""
    words = {
        key.removeprefix("UMPIRE.") for key in orjson.loads((CLIENTS / "foundry/public/lang/en.json").read_bytes())
    }
    sources = "".join(path.read_text() for path in (CLIENTS / "foundry" / "src").glob("*.js"))
    asked = set(re.findall(r'text\("([\w.]+)"\)', sources)) | set(re.findall(r"UMPIRE\.([\w.]+)", sources))
    asked |= set(re.findall(r"UMPIRE\.([\w.]+)", orjson.dumps(told).decode()))
    assert {key.rstrip(".") for key in asked} - {"Button", "Choice", "Set", "Hint"} <= words
    ends = {key.rpartition(".")[2] for key in words}
    assert [end for end in ends if not re.search(rf"\b{end}\b", sources)] == []


@pytest.mark.parametrize("kind", TURNED)
def test_hexes_and_rotations(node_tools: NodeTools, kind: str) -> None:
    """On each of the four grids a token stands on its hex, is seen there, and is turned to where its facing leads."""
    for each in node_tools.ask("plugins/foundry_hexes.mjs")[kind]:
        assert each["seen"] == {"hex": each["from"], "facing": each["facing"]}
        assert each["rotation"] == (60 * each["facing"] + TURNED[kind]) % 360
        assert (each["rotation"] - each["way"]) % 360 == pytest.approx(180, abs=1.5)


def test_the_window_of_the_settings(told: Any) -> None:
    """It lists the families of the service, tries an address, and keeps what is set unless it is no JSON."""
    assert told["set"]["isClosed"]
    assert told["set"]["families"] == ["heroic", "laurels", "mass", "opposed", "tactical"]
    assert {name: told["set"]["settings"][name] for name in ("family", "reveal", "dice", "chances")} == {
        "family": "opposed",
        "reveal": "faces",
        "dice": "foundry",
        "chances": "everyone",
    }
    assert not told["set"]["settings"]["service"].endswith("/")
    assert [kind for kind, _ in told["reached"]] == ["info"]
    assert (told["wrong"]["isClosed"], told["wrong"]["kept"]) == (False, False)
    assert told["wrong"]["said"][0][0] == "error"


def test_actors_get_a_likeness(told: Any) -> None:
    """The module proposes by name, shows numbers before they are taken, asks once a name, and keeps it on the actor."""
    first, looked = told["left"]["windows"]
    assert re.findall(r'<option value="([\w-]+)" selected="">', first) == ["knight", "orc"]
    assert "endurance max" in looked
    assert (told["left"]["fight"], told["left"]["flags"]) == (False, {})
    assert told["unchosen"] == [["warn", "UMPIRE.NoFigure"]]
    assert [each["id"] for each in told["kept"]] == ["knight", "orc", "goblin"]
    assert told["one_side"] == [["warn", "UMPIRE.OneSide"]]
    ash, orc, odd = told["begun"]
    assert (ash["side"], orc["side"], odd["side"]) == ("friends", "foes", "foes")
    assert orc["name"] == "Orc"


def test_bars_are_shares(told: Any) -> None:
    """Who is half dead begins so, and the first bar is written back as the share that is left."""
    orc = told["begun"][1]
    assert orc["endurance"] == (orc["endurance_max"] + 1) // 2
    assert told["begun"][0]["endurance"] == told["begun"][0]["endurance_max"]
    assert any(each["share"] < 1 for each in told["bars"])
    assert [each["max"] for each in told["bars"]] == [40] * 3


def test_the_tracker_is_the_situation(told: Any) -> None:
    """After each act the one tracker has the order, who is next, who is defeated and the round of the situation."""
    assert len(told["acts"]) > 2
    assert len(told["tracked"]) == 20
    assert told["combats"] == 1
    out = {token for token, statuses in told["fallen"] if "dead" in statuses}
    assert out == set(told["acts"][-1]["out"])
    assert out


def test_the_tracker_plays(told: Any) -> None:
    """Next turn lets the service choose, a step back changes nothing, and who ends the tracker leaves the fight."""
    assert told["next_turn"]["kind"] == "act"
    assert told["back"] == [["info", "UMPIRE.TrackerFollows"]]
    assert told["ended"] == {}


def test_who_is_next_chooses(told: Any) -> None:
    """The owner, or else the game master, sees what a token may do now, the suggested move first with its chance."""
    for window in (told["windows"]["guest"][0], told["windows"]["master"][0]):
        options = re.findall(r"<option [^>]*>(.*?)</option>", window["content"])
        assert options[0].endswith("suggested")
        assert re.search(r" · \d+ % · suggested$", options[0])
    assert told["windows"]["guest"][0]["actions"] == ["choose"]
    assert told["windows"]["master"][0]["actions"] == ["play", "service"]
    assert {entry["kind"] for entry in told["log"][1:]} == {"act"}


def test_all_order_at_once(told: Any) -> None:
    """A player's order waits for the game master, who sees it; commanders are in the tracker by name."""
    assert told["waits"]
    assert (told["orders"]["operation"], told["round"]["operation"]) == ("heroic/resolve-round", "mass/resolve-round")
    assert told["orders"]["guest"].count("<fieldset>") == 1
    assert told["orders"]["master"].count("<fieldset>") == 3
    assert 'selected=""' in told["orders"]["master"]
    assert [name for _, name in told["commanders"]] == ["Commander of friends", "Commander of foes"]
    assert told["hidden"] == [ODD]


def test_cards_of_a_real_deck(told: Any) -> None:
    """Where Foundry rolls, a card is asked for by its name."""
    assert told["round"]["cards"] == ["QH", "2S"]
    assert "draws a card from the deck" in told["round"]["windows"][1]


def test_foundrys_dice_are_used(told: Any) -> None:
    """The faces are those of Foundry's rolls; rolls of the game master go with the card."""
    acts = list(zip(told["cards"][1:], told["log"][1:], strict=True))
    assert [entry["dice"] for _, entry in acts if entry["faces"]] == ["supplied"] * len(acts)
    assert all(card["rolls"] <= len(entry["faces"]) for card, entry in acts)
    assert sum(card["rolls"] for card, _ in acts) > 2


def test_each_entry_has_its_card(told: Any) -> None:
    """The card says what viewers see of it: who strikes whom, each die and the rules, no hidden number."""
    assert len(told["cards"]) == len(told["log"])
    for card, entry in zip(told["cards"], told["log"], strict=True):
        assert escape(entry["summary"]) in card["content"].replace("&#39;", "&#x27;")
        assert [label for label in entry["labels"] if label not in unescape(card["content"])] == []
        shown = [int(face) for face in re.findall(r'umpire-die">(\d+)<', card["content"])]
        assert shown == (entry["faces"] or [])
        assert "umpire-terms" not in card["content"]
        assert ("data-umpire" in card["content"]) == (entry["kind"] == "act")
    assert "/docs/families/opposed/rules/" in "".join(card["content"] for card in told["cards"])


def test_buttons_of_cards(told: Any) -> None:
    """Game masters take the last act back or play the same order again; others see no buttons."""
    assert told["guest_presses"] is False
    assert told["not_last"] == [["error", "UMPIRE.NotLast"]]
    undone, again = told["again"]
    assert (undone["kind"], again["kind"]) == ("undo", "act")
    assert again["input"] == told["before_again"]
    assert told["card_undone"] == "undo"


def test_players_ask_the_game_master(told: Any) -> None:
    """A player chooses for own tokens only, and cannot undo."""
    assert told["early"] == [["warn", "UMPIRE.NoFight"]]
    assert told["refused"] == [["warn", "UMPIRE.NotYours"]]
    assert told["player_undo"] == [["warn", "UMPIRE.NotReferee"]]


def test_only_the_active_game_master_writes(told: Any) -> None:
    """Every card is posted once, by the game master, and no card twice."""
    assert {each["by"] for each in told["messages"]} == {"gm0000000000000a"}
    posted = [(each["flags"]["umpire"]["fight"], each["flags"]["umpire"]["version"]) for each in told["messages"]]
    assert len(posted) == len(set(posted))


def test_tokens_arrive_through_walls(told: Any) -> None:
    """Places and facings are read from tokens and written to them; no wall stops a token that the fight moves."""
    ash, orc = told["units"]
    assert (ash["hex"], ash["facing"]) == ([2, 1], 2)
    assert (ash["side"], orc["side"]) == ("friends", "foes")
    moved = told["moved"]
    assert (abs(moved["dx"]), abs(moved["dy"])) == (pytest.approx(0, abs=1), pytest.approx(0, abs=1))
    assert moved["rotation"] == (60 * 3 + 180) % 360
    assert moved["stopped"] == []
    assert told["opposed_moves"] == 0


def test_options_of_a_move_are_those_of_the_generation(told: Any) -> None:
    """Version 14 has them for the whole update, version 13 for each token that moves."""
    options = next(each["options"] for each in told["moved"]["moves"] if any("x" in one for one in each["updates"]))
    free = {"ignoreWalls": True, "ignoreCost": True}
    if told["generation"] >= 14:
        assert options["constrainOptions"] == free
        assert "movement" not in options
    else:
        assert {each["constrainOptions"]["ignoreWalls"] for each in options["movement"].values()} == {True}
        assert "constrainOptions" not in options


def test_the_fight_is_told_of_tokens_moved_by_hand(told: Any) -> None:
    """Where a token is put and how it is turned is corrected in the fight; where the rules forbid it, it goes back."""
    assert (told["dragged"]["hex"], told["dragged"]["facing"]) == ([6, -1], 1)
    assert [kind for kind, _ in told["put_back"]["said"]] == ["error"]
    assert told["put_back"]["hex"] == [6, -1]


def test_numbers_of_homebrew_actors(told: Any) -> None:
    """They go over those of the likeness, and back."""
    assert [unit["speed"] for unit in told["units"]] == [3, 3]
    assert told["morale"] == told["units"][0]["most"]


def test_pixels_are_yards(told: Any) -> None:
    """Where figures stand in yards, the scene's grid says how long a pixel is: here a cell of 100 is three feet."""
    assert [(each["unit"], each["x"]) for each in told["yards"]] == [(ASH, 1.5), (ORC, 4.5), (ODD, 7.5)]


@pytest.mark.parametrize("family", ["tactical", "heroic"])
def test_sheets_of_game_aid_need_no_mapping(converted: Any, family: str) -> None:
    """The sheets begin a fight of either family without a question, and the sheets have what the fight left."""
    fight = converted[family]
    assert fight["said"] == []
    assert [each["name"] for each in fight["state"]] == ["Ser Ivo", "Kettil", "Grey Wolf"]
    assert fight["left"] == fight["actors"]
    assert list(fight["actors"].values())[1][0] == -2
    assert fight["stopped"] == []


def test_a_place_is_chosen_from_a_list(converted: Any) -> None:
    """On hexes the window lists each place with its direction and cost; the token arrives where it was sent."""
    walked = converted["tactical"]["walked"]
    q, r = walked["hex"]
    assert walked["places"] > 10
    assert walked["key"] == f"move/place/{q},{r}"
    assert re.fullmatch(
        rf"Move (north|south|east|west|-)+ to \[{q}, {r}\](, beside .+)? · \d+(\.\d+)? points", walked["text"]
    )


def test_where_the_selected_token_may_go_is_lit(converted: Any) -> None:
    """Select a token on its turn: each place of its list is lit, also for its player, and for nobody else."""
    lit, walked = converted["tactical"]["lit"], converted["tactical"]["walked"]
    assert lit["master"] == lit["guest"] == sorted(set(walked["keys"]))
    assert lit["stranger"] == {"hexes": [], "answers": 0}


def test_sheets_are_sent_without_pictures_and_notes(converted: Any) -> None:
    """A sheet of some kilobytes has no picture, no effects and no notes of the game master in it."""
    for body in converted["tactical"]["sent"]:
        source = orjson.loads(body)["source"]
        assert source.keys() == {"name", "type", "system"}
        assert "What the game master wrote" not in body
        assert len(body) < 10_000


def test_actors_of_a_d20_game_are_approximate(converted: Any) -> None:
    """Their sheets begin a fight of `laurels` without a question, with what the game master has set."""
    fight = converted["laurels"]
    assert fight["said"] == []
    brida, wat = fight["state"]
    assert (brida["armor_points"], wat["armor_points"]) == (9, 6)
    assert (wat["strength"], wat["level"], wat["stamina"], wat["weapon"]["die"]) == (3, 3, 20, "d8")
    for body in fight["sent"]:
        assert "What the game master wrote" not in body


def test_the_sheet_shows_its_figure(converted: Any) -> None:
    """Both forms of sheets have the entry; the window shows the converted figure, and offers the catalogue."""
    assert converted["tactical"]["headers"] == 2
    window = converted["tactical"]["window"]
    assert "UMPIRE.AsSheet" in window
    assert "basic speed" in window
    assert '<option value="knight">' in window


def test_there_is_ground_around_everybody(converted: Any) -> None:
    """The bounds of the map reach around the tokens, wherever these stand."""
    bounds = converted["tactical"]["bounds"]
    for each in converted["tactical"]["state"]:
        q, r = each["hex"]
        assert bounds["q_min"] < q < bounds["q_max"]
        assert bounds["r_min"] < r < bounds["r_max"]


def test_names_are_text_in_the_chat(told: Any) -> None:
    """A token's name that looks like markup is escaped in every card and window."""
    text = "".join(
        each["content"] for each in [*told["messages"], *told["windows"]["master"], *told["windows"]["guest"]]
    )
    assert "&lt;img src=x" in text
    assert "<img" not in text


def test_the_api_key_goes_with_each_request_of_the_game_master(told: Any, guarded: Guarded) -> None:
    """Without it nothing begins; with it each request has it; it reaches no other client."""
    assert [kind for kind, _ in told["keyless"]["said"]] == ["error"]
    assert "key" in told["keyless"]["said"][0][1].lower()
    assert set(told["keyless"]["keys"]) == {None}
    assert told["keys"] == {
        "referee": [guarded.key],
        "requests": told["keys"]["requests"],
        "players": [],
        "reached": False,
    }
    assert told["keys"]["requests"] > 20


def test_the_referees_token_stays_in_its_client(told: Any) -> None:
    """Settings of the world, sockets, chat, flags and the player's client never have it; the viewer's is shared."""
    assert told["secret"] == {"referee": False, "viewer": True, "long": told["secret"]["long"]}
    assert told["secret"]["long"] > 20
    assert told["said"][0] == []
