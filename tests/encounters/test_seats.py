"""Seats: players put values into draws, and can neither choose the dice nor be left out unseen."""

from typing import Any, Final

import anyio
import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.trust.draws import commit_of, seed_of
from service.encounters.trust.seats import SeatValue, seat_commit_of
from service.encounters.verifier.verify import check
from tests.encounters.client import UNSEEDED, Client
from tests.verifier.tables import SEATS, proof, with_seats

OTHER: Final = "5" * 64


async def test_values_join_the_seed(app: Asgi) -> None:
    """The seed of an act follows from the service's opening and all values, in the order of the seats."""
    seated = await with_seats(app, reveal="all")
    table, players = seated.table, [seated.players[seat] for seat in SEATS]
    before = (await table.get())["commitment"]
    for player in players:
        assert (await player.join()).status == 200
    for player in reversed(players):
        assert (await player.give()).json["draw"] == 1
    act = (await table.act("resolve-attack", UNSEEDED)).json
    draw, values = act["draw"], [SeatValue(seat=each.seat, value=each.made[0]) for each in players]
    assert draw["values"] == [{"seat": each.seat, "value": each.value} for each in values]
    assert commit_of(table.id, 1, draw["opening"]) == before["commit"]
    assert draw["seed"] == act["dice"]["seed"] == seed_of(table.id, 1, draw["opening"], values)
    assert (act["dice"]["seed_by"], draw["absent"]) == ("table", [])
    verified = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert verified["status"] == "verified", verified
    entries = await table.log()
    assert (await Client(app).ask("POST", "/v1/encounters/verify", {"entries": entries})).json["status"] == "verified"


async def test_absent_seats(app: Asgi) -> None:
    """Whoever holds a seat and contributes nothing is named in the draw, and everybody sees who has contributed."""
    seated = await with_seats(app, reveal="all")
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    await ann.join()
    await bor.join()
    await ann.give()
    seen = (await table.viewer.ask("GET", table.path)).json["seats"]
    assert seen == [
        {"seat": "ann", "taken": True, "contributed": True},
        {"seat": "bor", "taken": True, "contributed": False},
    ]
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["absent"] == ["bor"]
    assert [each["contributed"] for each in (await table.get())["seats"]] == [False, False]
    assert (await bor.give()).status == 200  # the commitment was told before the draw, so it still counts


async def test_contributions_spoil_no_version(app: Asgi) -> None:
    """The referee's `If-Match` stays good when players join or contribute; other changes make it stale."""
    seated = await with_seats(app)
    table, ann = seated.table, seated.players["ann"]
    await ann.join()
    await ann.give()
    assert (await table.act("resolve-attack", UNSEEDED, version=1)).json["version"] == 4
    assert (await table.act("resolve-attack", UNSEEDED, version=3)).status == 412


async def test_retries_past_contributions(app: Asgi) -> None:
    """A keyed retry finds the act that was written after contributions."""
    seated = await with_seats(app)
    table, ann = seated.table, seated.players["ann"]
    await ann.join()
    await ann.give()
    first, again = await table.act_twice("resolve-attack", UNSEEDED, version=1)
    assert first == again
    assert [entry["kind"] for entry in await table.log()] == ["create", "join", "contribute", "act"]


async def test_racing_seats(app: Asgi) -> None:
    """Players and referee act at once: every value is written once, and the act comes in between somewhere."""
    seated = await with_seats(app)
    table, players = seated.table, list(seated.players.values())
    for player in players:
        await player.join()
    replies: list[Any] = []

    async def give(position: int) -> None:
        replies.append(await players[position].give())

    async def act() -> None:
        replies.append(await table.act("resolve-attack", UNSEEDED, version=1))

    async with anyio.create_task_group() as group:
        group.start_soon(give, 0)
        group.start_soon(act)
        group.start_soon(give, 1)
    assert [each.status for each in replies] == [200] * 3
    assert sorted([each["kind"] for each in await table.log()]) == ["act", *["contribute"] * 2, "create", *["join"] * 2]


async def test_invitations(app: Asgi) -> None:
    """An invitation works once; a new one lets somebody take the seat anew, which everybody sees."""
    seated = await with_seats(app)
    table, ann = seated.table, seated.players["ann"]
    assert (await ann.join()).status == 200
    assert (await ann.join()).problem == "token-unknown"
    invited = (await table.referee.ask("POST", f"{table.path}/seats/ann/invitation")).json
    old, ann.invitation = ann.client, Client(app, invited["invitation"])
    assert (await ann.join()).status == 200
    assert old is not None
    assert (await old.ask("POST", f"{table.path}/values", {"value": OTHER, "commit": OTHER})).problem == "token-unknown"
    assert [each["kind"] for each in await table.log(table.viewer)] == ["create", "join", "join"]
    unknown = await table.referee.ask("POST", f"{table.path}/seats/cid/invitation")
    assert (unknown.status, unknown.problem) == (404, "unknown-seat")


async def test_a_seat_that_is_taken_anew_keeps_its_value(app: Asgi) -> None:
    """Who takes a seat anew in the middle of a draw cannot take back what was put into it."""
    seated = await with_seats(app)
    table, ann = seated.table, seated.players["ann"]
    await ann.join()
    await ann.give()
    invited = (await table.referee.ask("POST", f"{table.path}/seats/ann/invitation")).json
    value, ann.invitation = ann.made[0], Client(app, invited["invitation"])
    assert (await ann.join()).status == 200
    draw = (await table.act("resolve-attack", UNSEEDED)).json["draw"]
    assert (draw["values"], draw["absent"]) == ([{"seat": "ann", "value": value}], [])


async def test_refusals(app: Asgi) -> None:
    """A value opens the commitment before it, once in a draw, and no commitment comes twice."""
    seated = await with_seats(app)
    ann, bor = seated.players["ann"], seated.players["bor"]
    await ann.join()
    await bor.join()
    assert (await ann.give(value=OTHER)).json["errors"][0]["pointer"] == "/value"
    ann.made.pop()
    first = seat_commit_of(seated.table.id, "ann", ann.made[0])
    assert (await ann.give(commit=first)).problem == "value-refused"
    ann.made.pop()
    assert (await ann.give()).status == 200
    assert (await ann.give()).problem == "value-refused"
    assert (await seated.table.get())["version"] == 4


async def test_a_commitment_that_comes_late(app: Asgi) -> None:
    """Who commits after the first value of a draw could have chosen with the service: it counts from the next draw."""
    seated = await with_seats(app)
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    await ann.join()
    await ann.give()
    await bor.join()
    late = await bor.give()
    assert (late.problem, "next draw" in late.json["detail"]) == ("value-refused", True)
    bor.made.pop()
    await table.act("resolve-attack", UNSEEDED)
    assert (await bor.give()).status == 200


@pytest.mark.parametrize(("wait_for", "needed"), [("anybody", 1), ("everybody", 2)])
async def test_waiting(app: Asgi, wait_for: str, needed: int) -> None:
    """An act is refused, and takes no draw, until those have contributed whom the policy waits for."""
    policy = {"seats": list(SEATS), "wait_for": wait_for}
    seated = await with_seats(app, dice_policy=policy)
    table = seated.table
    for player in seated.players.values():
        await player.join()
    for seat in SEATS[:needed]:
        refused = await table.act("resolve-attack", UNSEEDED)
        assert (refused.status, refused.problem) == (409, "seats-awaited")
        await seated.players[seat].give()
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["n"] == 1
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


async def test_waiting_for_who_comes_late(app: Asgi) -> None:
    """Where acts wait for everybody, values do, too; who takes a seat anew after the first is not awaited."""
    seated = await with_seats(app, dice_policy={"seats": list(SEATS), "wait_for": "everybody"})
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    await ann.join()
    assert (await ann.give()).problem == "seats-awaited"
    ann.made.pop()
    await bor.join()
    assert (await ann.give()).status == 200
    assert (await table.act("resolve-attack", UNSEEDED)).problem == "seats-awaited"
    invited = (await table.referee.ask("POST", f"{table.path}/seats/bor/invitation")).json
    bor.invitation = Client(app, invited["invitation"])
    await bor.join()
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["absent"] == ["bor"]
    verified = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert verified["status"] == "verified", verified
    found = check(await proof(table))
    assert found["verdict"] == "holds", found


async def test_forged_values(app: Asgi) -> None:
    """An exported log in which a value, a commitment or a seat is another is named as such by the service."""
    seated = await with_seats(app)
    for player in seated.players.values():
        await player.join()
        await player.give()
    await seated.table.act("resolve-attack", UNSEEDED)
    entries = await seated.table.log()
    for name, value in (("value", OTHER), ("commit", entries[1]["commit"]), ("seat", "cid")):
        forged = [*entries[:2], {**entries[2], name: value}, *entries[3:]]
        found = (await Client(app).ask("POST", "/v1/encounters/verify", {"entries": forged})).json
        assert (found["status"], found["version"]) == ("diverged", 3), (name, found)
