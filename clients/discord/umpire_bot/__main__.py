"""A bot with which a channel of Discord plays its fights by an Umpire service: `python -m umpire_bot`.

`register` tells Discord the commands, once; `serve` answers them. Discord gives three seconds for the first answer. So
each command is acknowledged at once, and its answer is written into the acknowledged message later.
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import httpx
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from umpire_bot.table import Answer, Message, Said, Table, cut
from umpire_client import Umpire, UmpireProblem, UmpireUnreachable

API: Final = os.environ.get("DISCORD_API", "https://discord.com/api/v10")
APPLICATION: Final = os.environ["DISCORD_APPLICATION_ID"]
PING, COMMAND, COMPONENT, PONG, LATER, LATER_HERE = 1, 2, 3, 1, 5, 6
ONLY_YOU, LONGEST = 64, 2000


def answered(table: Table, asked: Message) -> Answer:
    """Do what an interaction asks for; whatever cannot be done is said in words."""
    channel, data = asked["channel_id"], asked["data"]
    user = (asked.get("member") or asked)["user"]["id"]
    options = {each["name"]: each["value"] for each in data.get("options", [])}
    try:
        with table.locks[channel]:
            if asked["type"] == COMPONENT:
                return table.chosen(channel, user, data["custom_id"], data.get("values", []))
            if data["name"] in ("odds", "story"):
                return table.odds(channel) if data["name"] == "odds" else table.story(channel)
            return table.begin(channel, user, options) if data["name"] == "fight" else table.act(channel, user)
    except Said as said:
        return Answer(str(said))
    except UmpireProblem as problem:
        return Answer(" ".join(dict.fromkeys([problem.detail, *[each["message"] for each in problem.errors]])))
    except UmpireUnreachable as error:
        return Answer(f"The referee does not answer: {error}")


def finished(table: Table, asked: Message) -> None:
    """Write the answer into the message that was acknowledged, and tell the channel what everybody may know."""
    answer = answered(table, asked)
    hook = f"{API}/webhooks/{APPLICATION}/{asked['token']}"
    quiet = {"allowed_mentions": {"parse": ["users"]}}
    body = {"content": cut(answer.content, LONGEST), "components": answer.components, **quiet}
    told: Message = {"json": body}
    if answer.picture:
        files = {"files[0]": ("map.png", answer.picture, "image/png")}
        told = {"data": {"payload_json": json.dumps(body)}, "files": files}
    httpx.patch(f"{hook}/messages/@original", **told, timeout=30).raise_for_status()
    if answer.public:
        httpx.post(hook, json={"content": cut(answer.public, LONGEST), **quiet}, timeout=30).raise_for_status()


def serve() -> None:
    """Answer Discord's requests, which are signed; others are refused."""
    key = VerifyKey(bytes.fromhex(os.environ["DISCORD_PUBLIC_KEY"]))
    table = Table(Umpire(os.environ.get("UMPIRE_URL", "http://127.0.0.1:8000"), api_key=os.environ.get("UMPIRE_KEY")))

    class Endpoint(BaseHTTPRequestHandler):
        """The interactions endpoint."""

        def do_POST(self) -> None:
            """Acknowledge an interaction, and answer it meanwhile."""
            body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 1_000_000))
            try:
                signature = bytes.fromhex(self.headers.get("x-signature-ed25519", ""))
                key.verify(self.headers.get("x-signature-timestamp", "").encode() + body, signature)
            except (BadSignatureError, ValueError):
                return self.say(401, {"error": "This was not signed by Discord."})
            asked = json.loads(body)
            if asked["type"] == PING:
                return self.say(200, {"type": PONG})
            is_private = asked["type"] == COMMAND and asked["data"]["name"] == "act"
            data = {"data": {"flags": ONLY_YOU}} if is_private else {}
            self.say(200, {"type": LATER_HERE} if asked["type"] == COMPONENT else {"type": LATER, **data})
            Thread(target=finished, args=(table, asked)).start()
            return None

        def say(self, status: int, told: Message) -> None:
            """Answer with JSON."""
            body = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing: addresses have tokens in them."""

    place = os.environ.get("BOT_HOST", "127.0.0.1"), int(os.environ.get("BOT_PORT", "8080"))
    server = ThreadingHTTPServer(place, Endpoint)
    sys.stdout.write(f"The bot listens on port {server.server_port}.\n")
    sys.stdout.flush()
    server.serve_forever()


def register() -> None:
    """Tell Discord the commands; they replace those of before."""
    commands = json.loads(Path(__file__).with_name("commands.json").read_text(encoding="utf-8"))
    told = {"authorization": f"Bot {os.environ['DISCORD_TOKEN']}"}
    httpx.put(f"{API}/applications/{APPLICATION}/commands", json=commands, headers=told, timeout=30).raise_for_status()


if __name__ == "__main__":
    {"register": register, "serve": serve}[sys.argv[1] if len(sys.argv) > 1 else "serve"]()
