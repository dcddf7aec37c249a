"""Who may do what with tools: referees and players, with secrets, tokens and keys; and what they cost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.rules.examples import examples_of
from service.store.private.server import PrivateStore
from tests.access.apps import holder
from tests.api.test_cli import run
from tests.assistants.assistant import SECRET, over_http, over_stdio
from tests.encounters.live import Service, serving

STATE = examples_of("opposed/legal-moves")[0].request["input"]["state"]
PLAYERS = {
    "figures",
    "log",
    "odds_of_fight",
    "roll",
    "rule",
    "search_rules",
    "situation",
    "table",
    "what_decides",
}
GAME, ROLLER = holder("game"), holder("roller", "resolve")


@pytest.fixture(scope="module")
def guarded(private_store: PrivateStore) -> Iterator[Service]:
    """A service that asks for keys."""
    keys = f"{GAME.line}\n{ROLLER.line}"
    with serving(private_store.url, UMPIRE_MCP="true", UMPIRE_API_KEYS=keys, UMPIRE_ANONYMOUS="none") as running:
        yield running


async def test_players_read_what_viewers_see(tools: str, service: Service) -> None:
    """At /mcp/player are the tools that read; with the viewer's token they show no numbers, and nothing is played."""
    seat = await service.seat(reveal="outcomes", state=STATE)
    async with over_http(f"{tools}/player", authorization=f"Bearer {seat.viewer}") as player:
        assert {each["name"] for each in await player.listed()} == PLAYERS
        seen = await player.ask("situation", fight=seat.id)
        assert "18" not in seen.splitlines()[1]
        assert "The fight begins" in await player.ask("log", fight=seat.id)
        assert (await player.refused("act", fight=seat.id, procedure="resolve-round")).startswith(
            "There is no tool 'act'"
        )
    async with over_http(tools, authorization=f"Bearer {seat.viewer}") as player:
        for tool in ("act", "undo", "legal_moves"):
            asked = {"moves": {"Ash": "pass"}} if tool == "act" else {}
            told = await player.refused(tool, fight=seat.id, **asked)
            assert "this needs the referee token" in told
    async with over_http(tools, authorization=f"Bearer {seat.referee}") as referee:
        assert "Ash may, by key:" in await referee.ask("legal_moves", fight=seat.id)


async def test_the_referee_lets_players_watch(tools: str, private_store: PrivateStore, tmp_path: Path) -> None:
    """`umpire mcp --tokens` prints the viewer's token of a fight for a person, with which a player's server reads."""
    file = tmp_path / "secret"
    file.write_text(SECRET)
    async with over_http(tools, authorization=f"Bearer {SECRET}") as referee:
        await referee.ask("start_fight", family="opposed", name="watched", state=STATE)
    lines = run("mcp", "--secret", str(file), "--tokens", "watched")[1].decode().split()
    (word, id_, token) = lines[3:]
    assert word == "viewer"
    viewer = tmp_path / "viewer"
    viewer.write_text(token)
    async with over_stdio(private_store.url, viewer, "--player") as player:
        assert {each["name"] for each in await player.listed()} == PLAYERS
        assert "Ash is next" in await player.ask("situation", fight=id_)


async def test_other_secrets_find_nothing(tools: str) -> None:
    """A fight is found by its name only with the secret that it was begun with, and its name is taken only there."""
    other = f"Bearer {SECRET[::-1]}"
    async with over_http(tools, authorization=f"Bearer {SECRET}") as one, over_http(tools, authorization=other) as two:
        await one.ask("start_fight", family="opposed", name="mine", state=STATE)
        told = await two.refused("situation", fight="mine")
        assert told == "There is no fight 'mine' under this secret; `fights` lists those that there are."
        assert "There are no fights yet" in await two.ask("fights")
        await two.ask("start_fight", family="opposed", name="mine", state=STATE)
        again = await one.refused("start_fight", family="opposed", name="mine", state=STATE)
        assert again.startswith("There is a fight called mine already")


@pytest.mark.parametrize(
    ("headers", "told"),
    [({}, "none was sent"), ({"authorization": "Bearer short"}, "has 5 characters; it needs 32")],
)
async def test_fights_need_a_secret(tools: str, headers: dict[str, str], told: str) -> None:
    """Without a secret, or with a short one, no fight is begun, and the reason is a sentence; dice are rolled."""
    async with over_http(tools, **headers) as assistant:
        assert told in await assistant.refused("start_fight", family="opposed", state=STATE)
        assert "Total: " in await assistant.ask("roll", notation="2d6")


async def test_keys_and_scopes(guarded: Service) -> None:
    """An API key is sent in its header, and is the secret if no other is; its scopes and those without a key count."""
    address = f"http://127.0.0.1:{guarded.port}/mcp"
    async with over_http(address, authorization=f"Bearer {SECRET}") as nobody:
        told = await nobody.refused("start_fight", family="opposed", state=STATE)
        assert told.startswith("This needs an API key with the scope `encounters`")
        assert "Core Mechanics" in await nobody.ask("rule", id="opposed/attack/sequence")
    async with over_http(address, x_api_key=ROLLER.key) as roller:
        assert "Total: " in await roller.ask("roll", notation="2d6")
        assert "the key has resolve" in await roller.refused("start_fight", family="opposed", state=STATE)
    for mode in ("legacy", "auto"):
        async with over_http(address, mode=mode, x_api_key=GAME.key) as game:
            await game.ask("start_fight", family="opposed", name=mode, state=STATE)
            assert f"{mode}: opposed, going on" in await game.ask("fights")


async def test_tools_cost_what_their_operations_cost(private_store: PrivateStore) -> None:
    """Each operation of a tool counts against the caller's rate limit, besides the request itself."""
    with serving(private_store.url, UMPIRE_MCP="true", UMPIRE_RATE_LIMIT="1000/day") as service:
        async with over_http(f"http://127.0.0.1:{service.port}/mcp") as assistant:
            await assistant.ask("roll", notation="d6")  # the client lists the tools once
            before = await remaining(service)
            await assistant.ask("roll", notation="d6")
            assert before - await remaining(service) == 3  # the request, its operation, and this question


async def remaining(service: Service) -> int:
    """How many requests are left."""
    answer = await service.ask("GET", "/v1/families")
    return int(answer.headers["ratelimit"].partition("r=")[2].partition(";")[0])


async def test_pages_of_other_origins_are_refused(private_store: PrivateStore) -> None:
    """Where the operator names the origins of web pages, no other page may use the tools of its visitor."""
    with serving(private_store.url, UMPIRE_MCP="true", UMPIRE_CORS_ORIGINS="https://table.example") as service:
        told = await service.ask("POST", "/mcp", {}, origin="https://elsewhere.example")
        assert (told.status_code, told.json()["type"]) == (403, "/problems/origin-refused")
        assert (await service.ask("POST", "/mcp", {}, origin="https://table.example")).status_code == 400


async def test_tools_are_asked_by_post(service: Service) -> None:
    """No stream is opened by GET, which anybody could hold open; pages may send the headers of clients."""
    for method in ("GET", "DELETE"):
        told = await service.ask(method, "/mcp", accept="text/event-stream")
        assert (told.status_code, told.headers["allow"]) == (405, "POST, OPTIONS")
    assert (await service.ask("OPTIONS", "/mcp")).status_code == 204
    asked = {"access_control_request_method": "POST", "access_control_request_headers": "mcp-protocol-version"}
    told = await service.ask("OPTIONS", "/mcp", origin="https://table.example", **asked)
    assert told.status_code == 200


async def test_off_unless_set(private_store: PrivateStore) -> None:
    """Without UMPIRE_MCP there is nothing at /mcp."""
    with serving(private_store.url) as service:
        assert (await service.ask("POST", "/mcp", {})).status_code == 404
