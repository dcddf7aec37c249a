"""The module for Foundry, in a stand-in for the parts of its API that it calls, on a real service.

Nothing of Foundry is run: the stand-in was made by hand from its public documentation, and shows only that the module
does what it means to do.
"""

import re
from html import escape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import orjson
import pytest

from tests.node.tools import NodeTools
from tests.plugins.conftest import CLIENTS, Guarded

LONGEST_ADAPTER = 150
TURNED = {"HEXODDR": 150, "HEXEVENR": 150, "HEXODDQ": 180, "HEXEVENQ": 180}
"""The rotation of a token that faces 0, by grid: rows have their points up."""


@pytest.fixture(scope="module")
def told(guarded: Guarded, module: Path, node_tools: NodeTools) -> Any:
    """What happened to a game master and a player."""
    return node_tools.ask("plugins/play_foundry.mjs", guarded.address, str(module / "umpire"), guarded.key)


def test_the_zip_has_what_the_manifest_names(module: Path) -> None:
    """The manifest lies at the root, every file that it names is there, and it claims no version as verified."""
    with ZipFile(module / "umpire.zip") as packed:
        assert packed.testzip() is None
        names = set(packed.namelist())
        manifest = orjson.loads(packed.read("module.json"))
        assert b"eventsource-parser" in packed.read("LICENSES.txt")
        assert packed.read("umpire.js") == (module / "umpire" / "umpire.js").read_bytes()
    named = [*manifest["esmodules"], *manifest["styles"], manifest["license"], manifest["readme"]]
    named += [each["path"] for each in manifest["languages"]]
    assert [each for each in named if each not in names] == []
    assert {"id", "title", "version", "description", "compatibility", "socket"} <= manifest.keys()
    assert manifest["compatibility"] == {"minimum": "13"}
    assert "stand-in" in manifest["description"]


def test_the_zip_is_the_same_each_time(module: Path, node_tools: NodeTools, tmp_path: Path) -> None:
    """The same sources give the same bytes."""
    node_tools.run(
        CLIENTS / "foundry" / "build.mjs", tmp_path, more={"NODE_PATH": str(Path(node_tools.bin("esbuild")).parents[2])}
    )
    assert (tmp_path / "umpire.zip").read_bytes() == (module / "umpire.zip").read_bytes()


def test_the_adapter_is_thin() -> None:
    """No file of what knows Foundry has more than 150 lines."""
    long = {path.name: len(path.read_text().splitlines()) for path in (CLIENTS / "foundry" / "src").iterdir()}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_ADAPTER} == {}


def test_every_text_is_there() -> None:
    """Each key that the module asks for has its words."""
    words = orjson.loads((CLIENTS / "foundry" / "public" / "lang" / "en.json").read_bytes())
    sources = "".join(path.read_text() for path in (CLIENTS / "foundry" / "src").glob("*.js"))
    unused = [key for key in words if key.removeprefix("UMPIRE.").removesuffix("Hint") not in sources]
    assert unused == []


@pytest.mark.parametrize("kind", TURNED)
def test_hexes_and_rotations(node_tools: NodeTools, kind: str) -> None:
    """On each of the four grids a token stands on its hex, is seen there, and is turned to where its facing leads."""
    for each in node_tools.ask("plugins/foundry_hexes.mjs")[kind]:
        assert each["seen"] == {"hex": each["from"], "facing": each["facing"]}
        assert each["rotation"] == (60 * each["facing"] + TURNED[kind]) % 360
        assert (each["rotation"] - each["way"]) % 360 == pytest.approx(180, abs=1.5)


def test_actors_become_figures(told: Any) -> None:
    """The mapping of the settings makes figures of tokens and actors."""
    ash, orc = told["begun"]
    assert (ash["side"], orc["side"], ash["manual_dexterity"], ash["endurance_max"]) == ("friends", "foes", 18, 18)
    assert (ash["weapon"]["base_chance"], ash["weapon"]["rank"], ash["weapon"]["weapon_class"]) == (45, 6, "B")
    assert orc["name"] == "Orc"


def test_foundrys_dice_are_used(told: Any) -> None:
    """The game master's faces are those of the log; the rolls go with the card; the actor is told what changed."""
    assert told["struck"]["dice"]["faces"] == [15, 60, 8]
    assert told["struck"]["dice"]["kind"] == "supplied"
    card = next(each for each in told["messages"] if each["flags"] == {"umpire": {"version": 3}})
    assert card["rolls"] == 3
    assert told["written"] == [{"system.endurance.value": told["struck"]["outcome"]["defender_endurance"]}]


def test_each_side_has_its_card(told: Any) -> None:
    """The card of an attack says what viewers see of it: who strikes whom, each die and the rules, no hidden number."""
    assert len(told["sides"]) == len(told["acts"]) == 3
    for card, act in zip(told["sides"], told["acts"], strict=True):
        assert escape(act["summary"]) in card["content"]
        assert [label for label in act["labels"] if escape(label) not in card["content"]] == []
        assert re.findall(r'umpire-die">(\d+)<', card["content"]) == [str(face) for face in act["faces"]]
        assert "/docs/families/opposed/rules/" in card["content"]
        assert "umpire-terms" not in card["content"]
    assert [card["rolls"] for card in told["sides"]] == [*[len(act["faces"]) for act in told["acts"][:2]], 0]
    theirs, ours, _ = (card["content"].partition("</p>")[0] for card in told["sides"])
    assert ours.index("Ash") < ours.index("Orc")
    assert theirs.index("Orc") < theirs.index("Ash")


def test_players_ask_the_game_master(told: Any) -> None:
    """A player acts with an own token and rolls; with another one the player is refused; only a game master undoes."""
    assert told["asked"]["faces"][:2] == [87, 50]
    assert told["asked"]["master"] == 0
    assert told["early"] == [["warn", "UMPIRE.NoFight"]]
    assert told["refused"] == [["warn", "UMPIRE.NotYours"]]
    assert told["player_undo"] == [["warn", "UMPIRE.NotReferee"]]
    assert "takes back" in told["undone"]


def test_only_the_active_game_master_writes(told: Any) -> None:
    """Every card is posted once, by the game master, and no card twice."""
    assert {each["by"] for each in told["messages"]} == {"gm0000000000000a"}
    versions = [each["flags"]["umpire"]["version"] for each in told["messages"]]
    assert versions[:6] == [1, 2, 3, 4, 5, 1]


def test_tokens_move_as_the_service_says(told: Any) -> None:
    """Places and facings are read from tokens, and written to them; who is hidden in the fight is hidden on the map."""
    ash, orc = told["units"]
    assert (ash["hex"], ash["facing"]) == ([2, 1], 2)
    assert (ash["side"], orc["side"]) == ("red", "blue")
    moved = told["moved"]
    assert (abs(moved["dx"]), abs(moved["dy"])) == (pytest.approx(0, abs=1), pytest.approx(0, abs=1))
    assert moved["rotation"] == (60 * 3 + 180) % 360
    assert all(each["options"]["constrainOptions"]["ignoreWalls"] for each in moved["moves"])
    assert told["opposed_moves"] == 0


def test_the_fight_is_told_of_tokens_moved_by_hand(told: Any) -> None:
    """Where a token is put and how it is turned is corrected in the fight; where the rules forbid it, it goes back."""
    assert (told["dragged"]["hex"], told["dragged"]["facing"]) == ([6, -1], 1)
    assert [kind for kind, _ in told["put_back"]["said"]] == ["error"]
    assert told["put_back"]["hex"] == [6, -1]


def test_names_are_text_in_the_chat(told: Any) -> None:
    """A token's name that looks like markup is escaped in every card."""
    text = "".join(each["content"] for each in told["messages"])
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
    assert told["said"] == [[], []]
