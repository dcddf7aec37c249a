"""The table of tools: few, short, marked by what they change; their answers begin with sentences and are never long."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from importlib import util
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.documents.site.guides.assistants_guide import ON_THIS_MACHINE, OVER_HTTP, assistants_page
from service.api.documents.site.library import Library
from service.api.mcp.fight_tools import FightTools
from service.api.mcp.lookup_tools import LookupTools
from service.api.mcp.named_fights import Holder, Seat
from service.api.mcp.operation_calls import Operations
from service.api.mcp.tool_answers import LIMIT, answered
from service.api.mcp.toolbox import tools_of
from service.api.server import assistants
from service.app import FAMILIES, registry
from service.operations.registry import Registry
from service.rules.examples import examples_of
from tests.api.test_cli import run
from tests.architecture.source import ROOT
from tests.assistants.assistant import SECRET, TOKEN, Assistant, over_http
from tests.patience import PATIENCE
from tests.shell import unset

STATE = examples_of("opposed/legal-moves")[0].request["input"]["state"]
STRIKE = {"attacker": "Ash", "defender": "Orc"}
LISTED = 12_000
NO_OPERATIONS = Operations(Registry(()))
READS = {
    "figures",
    "fights",
    "legal_moves",
    "log",
    "odds",
    "odds_of_fight",
    "preview",
    "roll",
    "rule",
    "search_rules",
    "situation",
    "table",
    "what_decides",
}
TAKES_BACK = {"undo", "correct", "end_fight"}
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=900)


@pytest.fixture
async def assistant(tools: str) -> AsyncIterator[Assistant]:
    """An assistant of a referee."""
    async with over_http(tools, authorization=f"Bearer {SECRET}-toolbox") as made:
        yield made


@pytest.mark.parametrize("seat", ["", "/player"])
async def test_the_list_is_short(tools: str, seat: str) -> None:
    """For referees and for players there are 20 tools at most, in less than 12 kB, and each says what it takes."""
    async with over_http(f"{tools}{seat}", authorization=f"Bearer {SECRET}") as made:
        listed = await made.listed()
    assert 0 < len(listed) <= 20
    assert len(orjson.dumps(listed)) <= LISTED
    assert [each["name"] for each in listed if each["inputSchema"]["type"] != "object" or not each["description"]] == []


async def test_tools_say_what_they_change(assistant: Assistant) -> None:
    """Those that only read and those that take something back are marked, and none reaches beyond the service."""
    hints = {each["name"]: each["annotations"] for each in await assistant.listed()}
    assert {name for name, each in hints.items() if each["readOnlyHint"]} == READS
    assert {name for name, each in hints.items() if each["destructiveHint"]} == TAKES_BACK
    assert not any(each["openWorldHint"] for each in hints.values())


async def test_a_fight_is_led(assistant: Assistant) -> None:
    """Begun, looked at, tried, played, taken back, corrected and ended: each tool says what it did in sentences."""
    begun = await assistant.ask("start_fight", family="opposed", name="duel", state=STATE)
    assert begun.startswith("The fight is called duel.\nAsh (red, next): 18 of 18 endurance")
    moves = await assistant.ask("legal_moves", fight="duel", figure="Ash", kind="attack")
    assert "  attack/Orc/melee : Strike Orc (suggested, 70 % to hit)" in moves.splitlines()
    shown = await assistant.ask("legal_moves", fight="duel", figure="Ash", key="attack/Orc/melee")
    assert shown.startswith("Strike Orc: resolve-turn")
    assert "blocked: " in await assistant.ask("odds", fight="duel", procedure="resolve-attack", input=STRIKE)
    await assistant.ask("preview", fight="duel", moves={"Ash": "attack/Orc/melee"})
    waits = await assistant.ask("act", fight="duel", procedure="resolve-attack", input=STRIKE, faces=[15])
    assert waits.splitlines()[-1] == '{"fight":"duel","needs_dice":true}'
    assert "Orc rolls d100 for: Defence" in waits
    acted = await assistant.ask("act", fight="duel", procedure="resolve-attack", input=STRIKE, faces=[15, 60, 8])
    assert acted.startswith("Ash struck and rolled 15 against 87: Crucial.")
    assert '"version":2' in acted
    assert '"version":3' in await assistant.ask("undo", fight="duel")
    await assistant.ask("redo", fight="duel")
    change = {"pointer": "/participants/0/fatigue", "value": 3}
    await assistant.ask("correct", fight="duel", changes=[change])
    assert "3 of 20 fatigue" in await assistant.ask("situation", fight="duel")
    assert "wins in" in await assistant.ask("odds_of_fight", fight="duel")
    assert (await assistant.ask("log", fight="duel", last=2)).startswith("4. ")
    assert (await assistant.ask("end_fight", fight="duel")).startswith("The log has ended")


async def test_no_text_has_a_token(assistant: Assistant) -> None:
    """Whatever each tool is asked, its answer, its refusal and its description have neither a token nor the secret."""
    await assistant.ask("start_fight", family="opposed", name="told", state=STATE)
    listed = await assistant.listed()
    strike: dict[str, Any] = {"moves": {"Ash": "attack/Orc/melee"}}
    asked: dict[str, dict[str, Any]] = {
        "act": strike,
        "preview": strike,
        "odds": {"procedure": "resolve-attack", "input": STRIKE},
        "correct": {"changes": [{"pointer": "/participants/0/fatigue", "value": 3}]},
        "roll": {"notation": "d6"},
    }
    family = {"family": "opposed", "words": "strike", "id": "opposed/attack/sequence"}
    closing = sorted(listed, key=lambda each: str(each["name"]) == "end_fight")
    for tool in closing:
        name, known = tool["name"], tool["inputSchema"].get("properties", {}).keys()
        usual: dict[str, Any] = {
            field: value for field, value in ({"fight": "told"} | family).items() if field in known
        }
        for arguments in ({}, {"fight": "nobody"}, {"fight": 7}, usual, usual | asked.get(name, {})):
            await assistant.use(name, **arguments)
    held = [Holder(f"{SECRET}-toolbox", seat).access("told").token for seat in Seat]
    texts = [*assistant.texts, orjson.dumps(listed).decode(), str(assistant.client.instructions)]
    assert assistant.used == {each["name"] for each in listed}
    assert [text for text in texts if any(token in text for token in (f"{SECRET}-toolbox", *held))] == []
    assert [found for text in texts for found in TOKEN.findall(text)] == []


async def test_ready_figures_fight(assistant: Assistant) -> None:
    """Figures are found by words, shown with their numbers, given odds, and lined up by text and by sides."""
    assert "knight: Knight (human, hero, soldier), power " in await assistant.ask("figures", family="opposed")
    found = await assistant.ask("figures", family="tactical", search="missile")
    assert "longbowman: " in found
    assert "knight: " not in found
    assert (await assistant.ask("figures", family="mass", id="knights")).startswith("Knights (knights), power ")
    sides = {"watch": ["town-guard*2"], "gang": ["bandit", {"figure": "bandit-archer", "id": "Wick"}]}
    begun = await assistant.ask("start_fight", family="opposed", name="sides", sides=sides)
    assert "Wick (gang, next): " in begun
    duel = "knight@law vs orc@crime"
    assert "orc (crime, waiting): " in await assistant.ask("start_fight", family="tactical", name="text", sides=duel)
    told = await assistant.ask("odds_of_fight", family="heroic", sides=duel)
    assert told.startswith("law wins in ")
    decides = await assistant.ask("what_decides", family="mass", sides="knights vs levy", side="red")
    assert decides.startswith("red wins in ")
    wrong = await assistant.refused("start_fight", family="opposed", name="nobody", sides="gobblin vs orc")
    assert "Did you mean goblin?" in wrong


async def test_who_is_not_named_does_what_is_suggested(assistant: Assistant) -> None:
    """Where all declare together and one commander is given orders, the other's unit marches and is not idle."""
    await assistant.ask("start_fight", family="mass", name="others", sides="knights@law vs levy@crime")
    told = await assistant.ask("act", fight="others", moves={"law-commander": "pass"})
    assert "Peasant levy marched" in told


async def test_problems_in_their_own_words(assistant: Assistant) -> None:
    """A refusal is the problem's sentences, with the place and the rule, and says what may be meant."""
    await assistant.ask("start_fight", family="opposed", name="wrong", state=STATE)
    ork = {"attacker": "Ash", "defender": "Ork"}
    for tool, arguments, told in (
        (
            "act",
            {"fight": "wrong", "procedure": "resolve-attack", "input": ork},
            "Did you mean Orc? (/input/defender, ",
        ),
        ("act", {"fight": "wrong", "moves": {"Ash": "atack/Orc/melee"}}, "Did you mean attack/Orc/melee?"),
        ("act", {"fight": "wrong", "moves": {"Ash": "stand_up"}}, "It is standing already."),
        ("act", {"fight": "wrong"}, "Say what to do"),
        ("roll", {"notation": "cheese"}, "/notation"),
        ("rule", {"id": "opposed/atack/sequence"}, "Did you mean attack/sequence?"),
        ("figures", {"family": "oposed"}, "Did you mean opposed?"),
        ("table", {"family": "opposed", "name": "none"}, "has no table 'none'"),
        ("start_fight", {"family": "opposed"}, "Say who fights"),
        ("start_fight", {"family": "opposed", "state": {}}, "/state"),
        ("odds_of_fight", {}, "Say which fight"),
        ("situation", {"fight": "No!"}, "is a name of lower-case letters"),
        ("situation", {"figth": "wrong"}, "did you mean fight?"),
        ("situations", {}, "Did you mean situation?"),
    ):
        said = await assistant.refused(tool, **arguments)
        assert told in said, (tool, said)


def test_the_guides_show_settings_that_work() -> None:
    """Both guides show the settings of a client for each transport, and the page in /docs lists every tool."""
    text = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
    settings = [
        orjson.loads(each)["mcpServers"]["umpire"] for each in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    ]
    assert [sorted(each) for each in settings] == [["args", "command"], ["headers", "url"]]
    assert [orjson.loads(each)["mcpServers"].keys() for each in (ON_THIS_MACHINE, OVER_HTTP)] == [{"umpire"}] * 2
    tools = {each.name for each in tools_of(FightTools(NO_OPERATIONS), LookupTools(NO_OPERATIONS))}
    assert tools == READS | TAKES_BACK | {"act", "play", "redo", "start_fight"}
    page = assistants_page(Library(registry, FAMILIES)).body
    assert [name for name in tools if f"<code>{name.replace('_', '_<wbr>')}</code>" not in page] == []


@given(st.lists(TEXTS, max_size=60), st.lists(TEXTS, max_size=2), TEXTS)
def test_no_answer_is_long(lines: list[str], closing: list[str], name: str) -> None:
    """However much there is to say, an answer has 2 000 bytes at most, and its last line is the facts."""
    text = answered(lines, {"fight": name[:40], "version": 7, "winner": None}, closing=closing, more="; ask log.")
    assert len(text.encode()) <= LIMIT


def test_what_is_left_out_is_counted() -> None:
    """An answer that was cut says how many lines are missing, and keeps the end of what happened."""
    text = answered(["a" * 100] * 50, {"fight": "duel"}, closing=["Ash wins."], more="; ask log.")
    assert text.splitlines()[-3:] == ["… 32 more lines; ask log.", "Ash wins.", '{"fight":"duel"}']


def test_the_sdk_is_imported_only_for_tools() -> None:
    """Neither the service without UMPIRE_MCP nor other commands import it, so that they need not have it."""
    tools = "service.api.mcp.toolbox"
    program = f"import sys, service.app; service.app.create_app(); print({{'mcp', '{tools}'}} & set(sys.modules))"
    env = {**unset(), "UMPIRE_REDIS_URL": "redis://127.0.0.1:1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(("words", "setting"), [(["mcp"], ""), (["serve", "--port", "0"], "true")])
def test_without_the_sdk_it_says_what_to_install(
    words: list[str], setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`umpire mcp`, and a service with UMPIRE_MCP, end with a sentence if the extra is not installed."""
    monkeypatch.setattr(assistants, "find_spec", lambda name: None if name == "mcp" else util.find_spec(name))
    monkeypatch.setenv("UMPIRE_MCP", setting)
    status, _, err = run(*words)
    assert status == 1
    assert b"install umpire-referee[mcp]" in err
