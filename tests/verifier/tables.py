"""Tables with seats, whose logs are exported: players who keep their values, and one game with everything in it."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from service.api.http.problem_documents import Asgi
from service.dice.generators import GENERATORS
from service.encounters.trust.seats import seat_commit_of
from tests.api.calls import Reply
from tests.encounters.client import DUEL, UNSEEDED, Client, Table

SEATS: Final = ("ann", "bor")
POLICY: Final[Any] = {"seats": list(SEATS)}
LEFT_OVER: Final[Any] = {**UNSEEDED, "dice": {"kind": "supplied", "cards": ["QH"], "when_exhausted": "roll"}}
"""The service rolls all faces, and then a card is left over: the act is refused after rolling."""
BROUGHT: Final[Any] = {**UNSEEDED, "dice": {"kind": "supplied", "faces": [15, 60, 8]}}


@dataclass
class Player:
    """Who holds a seat: the client with its token, and the values that it has made so far."""

    table: Table
    seat: str
    invitation: Client
    client: Client | None = None
    made: list[str] = field(default_factory=list)

    def commit(self) -> str:
        """Make a new value, and return the commitment to it."""
        value = sha256(f"{self.table.id} {self.seat} {len(self.made)}".encode()).hexdigest()
        self.made.append(value)
        return seat_commit_of(self.table.id, self.seat, value)

    async def join(self) -> Reply:
        """Take the seat."""
        body = {"commit": self.commit()}
        reply = await self.invitation.ask("POST", f"{self.table.path}/seats/{self.seat}", body)
        if reply.status == 200:
            self.client = Client(self.invitation.app, reply.json["token"])
        return reply

    async def give(self, **changes: Any) -> Reply:
        """Contribute to the next draw."""
        assert self.client is not None
        body = {"value": self.made[-1], "commit": self.commit(), **changes}
        return await self.client.ask("POST", f"{self.table.path}/values", body)


@dataclass
class SeatedTable:
    """An encounter with seats, and its players by seat."""

    table: Table
    players: dict[str, Player]


async def with_seats(app: Asgi, **changes: Any) -> SeatedTable:
    """Create an encounter with two seats, which are not taken yet."""
    client = Client(app)
    reply = await client.ask("POST", "/v1/encounters", {**DUEL, "dice_policy": POLICY, **changes})
    assert reply.status == 201, reply.body
    made = reply.json
    table = Table(made["id"], Client(app, made["referee"]), Client(app, made["viewer"]), client)
    invited = {each["seat"]: Client(app, each["invitation"]) for each in made["invitations"]}
    return SeatedTable(table, {seat: Player(table, seat, invited[seat]) for seat in SEATS})


async def announce(table: Table, procedure: str, asked: Any, *, secret: bool = False, version: int = 0) -> Reply:
    """Announce an act on the present version, or on another."""
    at = version or (await table.get())["version"]
    body = {"input": asked, "secret": secret}
    return await table.referee.ask("POST", f"{table.path}/{procedure}/announce", body, version=at)


async def withdraw(table: Table, version: int = 0) -> Reply:
    """Withdraw what was announced."""
    at = version or (await table.get())["version"]
    return await table.referee.ask("POST", f"{table.path}/withdraw", version=at)


async def end(table: Table, opened: str) -> Reply:
    """End the log."""
    version = (await table.get())["version"]
    return await table.referee.ask("POST", f"{table.path}/end", {"open": opened}, version=version)


async def proof(table: Table, who: Client | None = None, after: str = "") -> list[str]:
    """Export the log, as lines."""
    reply = await (who or table.referee).ask("GET", f"{table.path}/proof{after}")
    assert reply.status == 200, reply.body
    assert reply.header("content-type") == "application/jsonl; charset=utf-8"
    return reply.body.decode().splitlines()


async def play_everything(app: Asgi, **changes: Any) -> Table:
    """Play a log with an entry of every kind but the end: each act is undone, so that the next one is possible."""
    seated = await with_seats(app, reveal="all", **changes)
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    replies = [await ann.join(), await bor.join(), await bor.give(), await ann.give()]
    replies += [await table.act("resolve-attack", UNSEEDED), await table.change("undo"), await ann.give()]
    replies += [await table.act("resolve-attack", UNSEEDED), await table.change("undo"), await table.change("redo")]
    replies += [await table.change("undo"), await table.act("resolve-attack", BROUGHT), await table.change("undo")]
    assert [each.status for each in replies] == [200] * len(replies), [each.body for each in replies]
    assert (await table.act("resolve-attack", LEFT_OVER)).status == 409
    replies = [await table.correct(secret=True), await table.correct(reveal="all")]
    replies += [await table.act("resolve-attack", UNSEEDED), await table.change("undo")]
    assert [each.status for each in replies] == [200] * len(replies), [each.body for each in replies]
    return table


async def play_announced(app: Asgi) -> Table:
    """Play a log whose acts are announced: one is played, one withdrawn, one secret, and one refused after rolling."""
    policy = {"seats": list(SEATS), "announce": True}
    seated = await with_seats(app, reveal="all", dice_policy=policy)
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    asked = UNSEEDED["input"]
    replies = [await ann.join(), await bor.join(), await announce(table, "resolve-attack", asked)]
    replies += [await ann.give(), await bor.give(), await table.act("resolve-attack", UNSEEDED)]
    replies += [await table.change("undo"), await announce(table, "resolve-attack", asked), await ann.give()]
    replies += [await withdraw(table), await announce(table, "resolve-attack", asked, secret=True)]
    replies += [await table.act("resolve-attack", {**UNSEEDED, "secret": True}), await table.change("undo")]
    replies += [await table.correct(reveal="all"), await announce(table, "resolve-attack", asked)]
    assert [each.status for each in replies] == [200] * len(replies), [each.body for each in replies]
    assert (await table.act("resolve-attack", LEFT_OVER)).status == 409
    assert (await end(table, "dice")).status == 200
    return table


async def play_named(app: Asgi) -> Table:
    """Play a log in which the referee names the seeds of whole fights, of each generator."""
    client = Client(app)
    asked = {**DUEL, "reveal": "all", "dice_policy": {"seeds": "referee"}}
    made = (await client.ask("POST", "/v1/encounters", asked)).json
    table = Table(made["id"], Client(app, made["referee"]), Client(app, made["viewer"]), client)
    replies = []
    for name in GENERATORS:
        dice = {"kind": "seeded", "seed": f"{name}:table-7"}
        replies += [await table.act("resolve-skirmish", {"input": {}, "dice": dice}), await table.change("undo")]
    assert [each.status for each in replies] == [200] * len(replies), [each.body for each in replies]
    assert (await end(table, "dice")).status == 200
    return table


def read(line: str) -> Any:
    """The entry of a line, or what viewers were shown of it."""
    told = json.loads(line)
    return json.loads(told.get("entry") or told["shown"])
