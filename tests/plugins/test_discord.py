"""The bot for Discord, installed as its README says, between a stand-in of Discord and a real service.

Nothing of Discord is asked: the stand-in signs interactions as Discord does, takes the answers, and holds them to the
limits that Discord's documentation gives.
"""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from time import monotonic
from typing import Any

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.clients.python.installing import ran
from tests.patience import PATIENCE
from tests.plugins.conftest import CLIENTS, Guarded
from tests.release.packed import pack_python_client

BOT = CLIENTS / "discord"
APPLICATION, ASH, ORC = "100", "201", "202"
FIRST_ANSWER = 3
"""Seconds that Discord waits for the first answer."""
LONGEST_BOT = 300


@dataclass
class Discord:
    """Discord as the bot sees it: it takes commands, edits of the acknowledged message, and messages to the channel."""

    key: Ed25519PrivateKey
    server: ThreadingHTTPServer
    bot: str = ""
    told: Queue[tuple[str, str, Any, bytes | None]] = field(default_factory=Queue)
    commands: list[dict[str, Any]] = field(default_factory=list)
    asked: int = 0

    def send(self, body: dict[str, Any], *, sign: bool = True) -> httpx2.Response:
        """Send an interaction to the bot, signed: it answers within the time that Discord waits."""
        content, stamp = json.dumps(body).encode(), "1700000000"
        signature = self.key.sign(stamp.encode() + content).hex() if sign else "00" * 64
        headers = {"x-signature-ed25519": signature, "x-signature-timestamp": stamp, "content-type": "application/json"}
        start = monotonic()
        answer = httpx2.post(self.bot, content=content, headers=headers, timeout=PATIENCE)
        assert monotonic() - start < FIRST_ANSWER
        return answer

    def use(self, data: dict[str, Any], user: str, kind: int, deferred: dict[str, Any], channel: str = "1") -> Any:
        """Let somebody use a command or a component; return what the bot writes into the acknowledged message."""
        self.asked += 1
        body = {"type": kind, "token": f"t{self.asked}", "channel_id": channel, "data": data}
        answer = self.send({**body, "member": {"user": {"id": user}}})
        assert (answer.status_code, answer.json()) == (200, deferred)
        method, path, message, picture = self.told.get(timeout=PATIENCE)
        assert (method, path) == ("PATCH", f"/webhooks/{APPLICATION}/t{self.asked}/messages/@original")
        within_limits(message)
        return {**message, "picture": picture}

    def command(self, name: str, user: str = ASH, channel: str = "1", **options: str) -> Any:
        """Use a slash command."""
        data = {"name": name, "options": [{"name": each, "value": value} for each, value in options.items()]}
        deferred = {"type": 5, "data": {"flags": 64}} if name == "act" else {"type": 5}
        return self.use(data, user, 2, deferred, channel)

    def press(self, component: dict[str, Any], user: str, channel: str = "1") -> Any:
        """Choose the first of a list, or press a button."""
        values = [component["options"][0]["value"]] if "options" in component else []
        return self.use({"custom_id": component["custom_id"], "values": values}, user, 3, {"type": 6}, channel)

    def public(self) -> str:
        """Return what the bot told the whole channel."""
        method, path, message, _ = self.told.get(timeout=PATIENCE)
        assert (method, path) == ("POST", f"/webhooks/{APPLICATION}/t{self.asked}")
        within_limits(message)
        return str(message["content"])


def within_limits(message: dict[str, Any]) -> None:
    """A message keeps what Discord allows."""
    assert len(message["content"]) <= 2000
    rows = message.get("components", [])
    assert len(rows) <= 5
    for (component,) in [row["components"] for row in rows]:
        assert len(component["custom_id"]) <= 100
        assert len(component.get("label", "")) <= 80
        assert len(component.get("options", [])) <= 25
        assert all(0 < len(each["label"]) <= 100 and len(each["value"]) <= 100 for each in component.get("options", []))


class Taking(BaseHTTPRequestHandler):
    """Takes what the bot sends."""

    told: Queue[tuple[str, str, Any, bytes | None]]

    def take(self) -> None:
        """Take whatever is sent."""
        body = self.rfile.read(int(self.headers["content-length"]))
        kind, picture = self.headers["content-type"], None
        if kind.startswith("multipart/"):
            parts = message_from_bytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body, policy=HTTP)
            told, file = [each.get_payload(decode=True) for each in parts.iter_parts()]
            body, picture = bytes(told), bytes(file)
        self.told.put((self.command, self.path, json.loads(body), picture))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


METHODS = dict.fromkeys(("do_PUT", "do_PATCH", "do_POST"), Taking.take)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as the README makes it."""
    folder = tmp_path_factory.mktemp("bot")
    uv = Path(sys.executable).parent / "uv"
    ran(uv, "venv", "--quiet", folder / "own", folder=folder)
    (wheel,) = [each for each in pack_python_client(folder) if each.suffix == ".whl"]
    install = (uv, "pip", "install", "--quiet", "--system-certs", "--python", folder / "own" / "bin" / "python")
    ran(*install, wheel, "--requirement", BOT / "requirements.txt", folder=folder)
    return folder / "own" / "bin" / "python"


@pytest.fixture(scope="module")
def discord(python: Path, guarded: Guarded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Discord]:
    """Discord, with a bot that has registered its commands and listens."""
    told: Queue[tuple[str, str, Any, bytes | None]] = Queue()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Taking,), {"told": told, **METHODS}))
    Thread(target=server.serve_forever, daemon=True).start()
    key = Ed25519PrivateKey.generate()
    settings = {
        "DISCORD_API": f"http://127.0.0.1:{server.server_port}",
        "DISCORD_APPLICATION_ID": APPLICATION,
        "DISCORD_PUBLIC_KEY": key.public_key().public_bytes_raw().hex(),
        "DISCORD_TOKEN": "secret",
        "UMPIRE_URL": guarded.address,
        "UMPIRE_KEY": guarded.key,
        "BOT_PORT": "0",
        "PYTHONPATH": str(BOT),
    }
    folder = tmp_path_factory.mktemp("table")
    bot = [str(python), "-m", "umpire_bot"]
    subprocess.run([*bot, "register"], check=True, timeout=PATIENCE, cwd=folder, env=settings)
    serve = [*bot, "serve"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, cwd=folder, env=settings) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"\d+", process.stdout.readline())
            assert found
            method, path, commands, _ = told.get(timeout=PATIENCE)
            assert (method, path) == ("PUT", f"/applications/{APPLICATION}/commands")
            yield Discord(key, server, f"http://127.0.0.1:{found[0]}", told, commands)
        finally:
            process.send_signal(signal.SIGTERM)
            server.shutdown()
            server.server_close()
    kept = folder / "fights.json"
    assert not kept.exists() or kept.stat().st_mode & 0o77 == 0


def test_the_commands_fit(discord: Discord) -> None:
    """The four commands are registered within the limits of names, descriptions and choices."""
    commands = discord.commands
    assert [each["name"] for each in commands] == ["fight", "act", "odds", "story"]
    for each in [*commands, *commands[0]["options"]]:
        assert re.fullmatch(r"[a-z]{1,32}", each["name"])
        assert 0 < len(each["description"]) <= 100


def test_only_discord_is_answered(discord: Discord) -> None:
    """A ping is answered, and what is not signed is refused, as Discord tries before it takes the address."""
    assert discord.send({"type": 1}).json() == {"type": 1}
    assert discord.send({"type": 1}, sign=False).status_code == 401


def test_a_duel_is_played_to_its_end(discord: Discord) -> None:
    """Two people play a duel by what is offered, each for the own figure; everybody reads what happens."""
    begun = discord.command("fight", sides="knight vs goblin", first=ASH, second=ORC)
    assert f"red: <@{ASH}>, blue: <@{ORC}>" in begun["content"]
    told: list[str] = []
    offer: dict[str, Any] = {"content": ""}
    for _ in range(60):
        for user in (ASH, ORC):
            offer = discord.command("act", user)
            if offer["content"] == "Done.":
                told.append(discord.public())
            elif offer["components"]:
                lists = [row["components"][0] for row in offer["components"]]
                if "options" in lists[0]:
                    assert lists[0]["options"][0]["label"].endswith("suggested")
                    assert discord.press(lists[0], user)["content"] == "Done."
                    told.append(discord.public())
        if "over" in offer["content"]:
            break
    assert "over" in offer["content"]
    assert any("Knight" in each for each in told)
    story = discord.command("story")
    assert told[-1].splitlines()[0] in story["content"]
    assert story["picture"] is None
    assert "over" in discord.command("odds")["content"]


def test_nobody_plays_for_others(discord: Discord) -> None:
    """Who is not next is told so, and so is who presses what is out of date."""
    discord.command("fight", channel="2", sides="knight vs goblin*2", rules="tactical", first=ASH, second=ORC)
    offer = discord.command("act", ASH, "2")
    chooser, button = [row["components"][0] for row in offer["components"]]
    assert "not your turn" in discord.command("act", ORC, "2")["content"].lower()
    assert "somebody else" in discord.press(chooser, ORC, "2")["content"]
    assert discord.press(button, ASH, "2")["content"] == "Done."
    discord.public()
    assert "gone on" in discord.press(chooser, ASH, "2")["content"]


def test_odds_and_the_story_with_the_map(discord: Discord) -> None:
    """The odds are bars for each side; the story has the map as a picture, if the rules have one."""
    discord.command("fight", channel="3", sides="knights vs orc-warband", rules="mass")
    assert re.search(r"`█+ *` \d+%.* red\n`", discord.command("odds", channel="3")["content"])
    story = discord.command("story", channel="3")
    assert story["picture"].startswith(b"\x89PNG")


def test_a_round_is_played_by_who_began(discord: Discord) -> None:
    """Orders before the dice wait until who began plays the round; the service orders for the others."""
    discord.command("fight", ASH, "4", sides="knight vs orc*2", rules="heroic", second=ORC)
    theirs = [row["components"][0] for row in discord.command("act", ORC, "4")["components"]]
    assert len(theirs) == 3
    assert f"<@{ASH}> says so" in discord.press(theirs[0], ORC, "4")["content"]
    assert f"<@{ASH}> plays" in discord.press(theirs[-1], ORC, "4")["content"]
    ours = discord.command("act", ASH, "4")["components"]
    assert discord.press(ours[-1]["components"][0], ASH, "4")["content"] == "Done."
    assert "Round 2" in discord.public() or "over" in discord.command("act", ASH, "4")["content"]


def test_refusals_are_the_services_words(discord: Discord) -> None:
    """What cannot be lined up, and a channel without a fight, are answered with sentences."""
    assert "Did you mean" in discord.command("fight", channel="5", sides="knigt vs goblin")["content"]
    assert "no fight in this channel" in discord.command("odds", channel="5")["content"]


def test_the_bot_is_short() -> None:
    """A group can read it in one sitting."""
    programs = [each.read_text(encoding="utf-8") for each in (BOT / "umpire_bot").glob("*.py")]
    assert sum(len(each.splitlines()) for each in programs) <= LONGEST_BOT
