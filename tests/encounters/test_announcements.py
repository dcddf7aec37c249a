"""Announcements: what will be played is fixed before values are taken, and only that, or its withdrawal, follows."""

from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.trust.draws import commit_of, seed_of
from service.encounters.trust.seats import SeatValue
from service.encounters.verifier.verify import check
from service.store.attempts import KeyedAttempts, set_attempts
from tests.api.calls import Reply
from tests.encounters.client import DUEL, UNSEEDED, Client, Table
from tests.encounters.test_graphql import run
from tests.verifier.tables import LEFT_OVER, SEATS, SeatedTable, announce, end, proof, with_seats, withdraw

CREATE: Final = """
mutation ($state: JSON!) {
  encountersCreate(family: "opposed", state: $state, dicePolicy: {announce: true}) {
  ... on EncounterCreated { id referee dicePolicy { announce } } ... on Problem { type detail } } }
"""
ANNOUNCE: Final = """
mutation ($id: String!, $token: String, $version: Int, $input: JSON) {
  encountersAnnounce(id: $id, token: $token, version: $version, procedure: "resolve-attack", input: $input) {
    ... on ActAnnounced { status version operation head } ... on Problem { type } } }
"""
WITHDRAW: Final = """
mutation ($id: String!, $token: String, $version: Int) {
  encountersWithdraw(id: $id, token: $token, version: $version) {
    ... on ActWithdrawn { status version draw { n } } ... on Problem { type } } }
"""
POLICY: Final[Any] = {"seats": list(SEATS), "announce": True}
STRIKE: Final[Any] = UNSEEDED["input"]
BACK: Final[Any] = {"attacker": "Orc", "defender": "Ash"}


async def at_a_table(app: Asgi, **changes: Any) -> SeatedTable:
    """Create an encounter whose acts are announced, with both seats taken."""
    seated = await with_seats(app, **{"dice_policy": POLICY, "reveal": "all", **changes})
    for player in seated.players.values():
        assert (await player.join()).status == 200
    return seated


async def verified(table: Table) -> None:
    """Require that the service and the verifier find nothing wrong with the log, as referee and viewers have it."""
    found = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert found["status"] == "verified", found
    entries = await table.log()
    found = (await table.stranger.ask("POST", "/v1/encounters/verify", {"entries": entries})).json
    assert found["status"] == "verified", found
    for who in (table.referee, table.viewer):
        checked = check(await proof(table, who))
        assert checked["verdict"] == "holds", checked


async def test_announced_and_played(app: Asgi) -> None:
    """An act is announced, players contribute, and it is rolled from all values; everybody reads what was announced."""
    seated = await at_a_table(app)
    table, ann, bor = seated.table, seated.players["ann"], seated.players["bor"]
    bound_to = (await table.get())["commitment"]["commit"]
    told = (await announce(table, "resolve-attack", STRIKE)).json
    assert (told["status"], told["version"], told["operation"]) == ("announced", 4, "opposed/resolve-attack")
    assert (await table.get())["announced"] == 4
    for player in (bor, ann):
        assert (await player.give()).json["draw"] == 1
    act = (await table.act("resolve-attack", UNSEEDED, version=4)).json
    values = [SeatValue(seat=each.seat, value=each.made[0]) for each in (ann, bor)]
    assert commit_of(table.id, 1, act["draw"]["opening"]) == bound_to
    assert act["dice"]["seed"] == seed_of(table.id, 1, act["draw"]["opening"], values)
    assert (await table.get())["announced"] is None
    seen = (await table.log(table.viewer))[3]
    assert (seen["kind"], seen["operation"], seen["input"]) == ("announce", "opposed/resolve-attack", STRIKE)
    assert (seen["covert"], seen["summary"]) == (False, "An act is announced: resolve-attack.")
    await verified(table)
    assert check(await proof(table))["announced"] == 1


async def test_nothing_but_values_between(app: Asgi) -> None:
    """Between an announcement and its act every other change is refused, and none is written."""
    seated = await at_a_table(app)
    table, bor = seated.table, seated.players["bor"]
    await announce(table, "resolve-attack", STRIKE)
    await table.act("resolve-attack", UNSEEDED)
    invited = (await table.referee.ask("POST", f"{table.path}/seats/bor/invitation")).json
    bor.invitation = Client(app, invited["invitation"])
    assert (await announce(table, "resolve-attack", STRIKE)).status == 200
    version = (await table.get())["version"]
    tried: dict[str, Reply] = {
        "correct": await table.correct(reveal="faces"),
        "a secret correction": await table.correct(secret=True),
        "undo": await table.change("undo"),
        "end": await end(table, "dice"),
        "announce": await announce(table, "resolve-attack", STRIKE),
        "join": await bor.join(),
        "another procedure": await table.act("resolve-round"),
        "another input": await table.act("resolve-attack", {"input": BACK}),
        "in secret": await table.act("resolve-attack", {**UNSEEDED, "secret": True}),
    }
    refused = {name: (reply.status, reply.problem) for name, reply in tried.items()}
    assert refused == dict.fromkeys(tried, (409, "announcement-binds"))
    assert all("`dice_policy.announce`" in reply.json["detail"] for reply in tried.values())
    assert tried["another input"].json["errors"][0]["pointer"] == "/input"
    assert tried["in secret"].json["errors"][0]["pointer"] == "/secret"
    assert (await table.get())["version"] == version
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["n"] == 2


async def test_redo_between(app: Asgi) -> None:
    """What was undone cannot be redone between an announcement and its act."""
    table = (await at_a_table(app)).table
    await announce(table, "resolve-attack", STRIKE)
    await table.act("resolve-attack", UNSEEDED)
    await table.change("undo")
    await announce(table, "resolve-attack", STRIKE)
    assert (await table.change("redo")).problem == "announcement-binds"
    assert (await withdraw(table)).status == 200
    assert (await table.change("redo")).status == 200
    await verified(table)


async def test_without_an_announcement(app: Asgi) -> None:
    """No act, no value and no withdrawal without an announcement; where the policy asks for none, there is none."""
    seated = await at_a_table(app)
    table, ann = seated.table, seated.players["ann"]
    missing = [await ann.give(), await table.act("resolve-attack", UNSEEDED), await withdraw(table)]
    assert [(each.status, each.problem) for each in missing] == [(409, "announcement-missing")] * 3
    plain = (await with_seats(app)).table
    refused = await announce(plain, "resolve-attack", STRIKE)
    assert (refused.status, refused.problem) == (409, "dice-policy-refuses")
    assert "`dice_policy.announce`" in refused.json["detail"]
    assert (await withdraw(plain)).problem == "announcement-missing"


@pytest.mark.parametrize(
    ("procedure", "asked", "problem"),
    [("no-such", STRIKE, "unknown-procedure"), ("resolve-attack", {"attacker": 7}, "unfit-request")],
)
async def test_what_cannot_be_played(app: Asgi, procedure: str, asked: Any, problem: str) -> None:
    """What could not be asked for is not announced: it would bind everybody to nothing."""
    table = (await at_a_table(app)).table
    assert (await announce(table, procedure, asked)).problem == problem
    assert (await table.get())["announced"] is None


async def test_who_may_announce(app: Asgi) -> None:
    """The referee alone announces and withdraws, and names the version."""
    table = (await at_a_table(app)).table
    for how in ("resolve-attack/announce", "withdraw"):
        body = {"input": STRIKE} if "announce" in how else {}
        assert (await table.viewer.ask("POST", f"{table.path}/{how}", body, version=3)).problem == "token-too-weak"
        assert (await table.stranger.ask("POST", f"{table.path}/{how}", body, version=3)).problem == "token-missing"
        assert (await table.referee.ask("POST", f"{table.path}/{how}", body)).problem == "version-missing"
        assert (await table.referee.ask("POST", f"{table.path}/{how}", body, version=9)).problem == "version-stale"


async def test_withdrawn(app: Asgi) -> None:
    """Who withdraws has taken the draw with its values, in everybody's sight; the next draw is another one."""
    seated = await at_a_table(app)
    table, ann = seated.table, seated.players["ann"]
    before = (await table.get())["commitment"]
    await announce(table, "resolve-attack", STRIKE)
    await ann.give()
    told = (await withdraw(table, version=4)).json
    assert (told["status"], told["draw"]["n"], told["draw"]["absent"]) == ("withdrawn", 1, ["bor"])
    assert [each["seat"] for each in told["draw"]["values"]] == ["ann"]
    assert commit_of(table.id, 1, told["draw"]["opening"]) == before["commit"]
    assert told["commitment"] == (await table.get())["commitment"] != before
    void, seen = (await table.log())[-1], (await table.log(table.viewer))[-1]
    assert (void["kind"], void["problem"], void["input"]) == ("void", "withdrawn", STRIKE)
    assert {name for name, each in seen.items() if each} == {
        "version", "kind", "reveal", "summary", "head", "situation", "problem"
    }  # fmt: skip
    assert (await ann.give()).problem == "announcement-missing"
    ann.made.pop()
    assert (await table.correct(reveal="faces")).status == 200
    await announce(table, "resolve-attack", {**BACK})
    assert (await ann.give()).json["draw"] == 2
    assert (await table.act("resolve-attack", {"input": BACK})).json["draw"]["n"] == 2
    await verified(table)


async def test_a_refusal_after_rolling(app: Asgi) -> None:
    """An announced act that is refused after rolling has taken the draw, and the announcement is over."""
    table = (await at_a_table(app)).table
    await announce(table, "resolve-attack", STRIKE)
    assert (await table.act("resolve-attack", LEFT_OVER)).problem == "dice-supply-left-over"
    assert (await table.get())["announced"] is None
    assert (await table.act("resolve-attack", UNSEEDED)).problem == "announcement-missing"
    await verified(table)


async def test_missing_dice_leave_it_announced(app: Asgi) -> None:
    """Who is asked for dice still has to play what was announced."""
    table = (await at_a_table(app)).table
    await announce(table, "resolve-attack", STRIKE)
    asked = {**UNSEEDED, "dice": {"kind": "supplied", "faces": [15]}}
    assert (await table.act("resolve-attack", asked)).json["status"] == "needs_dice"
    assert (await table.get())["announced"] == 4


async def test_waiting_for_everybody(app: Asgi) -> None:
    """Where an act waits for everybody, its withdrawal waits for nobody: else one player could stop the game."""
    seated = await at_a_table(app, dice_policy={**POLICY, "wait_for": "everybody"})
    table = seated.table
    await announce(table, "resolve-attack", STRIKE)
    assert (await table.act("resolve-attack", UNSEEDED)).problem == "seats-awaited"
    await seated.players["ann"].give()
    assert (await withdraw(table)).status == 200
    await announce(table, "resolve-attack", STRIKE)
    for player in seated.players.values():
        assert (await player.give()).status == 200
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["absent"] == []
    await verified(table)


@pytest.mark.parametrize("plays", [True, False])
async def test_in_secret(app: Asgi, *, plays: bool) -> None:
    """Of a secret act viewers see that something is announced, and then that something happened: not even which."""
    seated = await at_a_table(app)
    table = seated.table
    await announce(table, "resolve-attack", STRIKE, secret=True)
    seen = (await table.log(table.viewer))[-1]
    shown = {name for name, each in seen.items() if each}
    assert shown == {"version", "kind", "reveal", "summary", "covert", "head", "situation"}
    assert seen["summary"] == "A secret act is announced."
    assert (await seated.players["ann"].give()).status == 200
    openly = await table.act("resolve-attack", UNSEEDED)
    assert openly.problem == "announcement-binds"
    reply = await table.act("resolve-attack", {**UNSEEDED, "secret": True}) if plays else await withdraw(table)
    assert reply.status == 200
    assert (await table.log(table.viewer))[-1]["kind"] == "hidden"
    await verified(table)


async def test_hidden_figures(app: Asgi) -> None:
    """What is announced of a hidden figure names it to nobody, as its act does not."""
    table = (await at_a_table(app)).table
    state = (await table.get())["state"]
    place = next(index for index, each in enumerate(state["participants"]) if each["id"] == "Orc")
    changes = [{"pointer": f"/participants/{place}/hidden", "value": True}]
    assert (await table.correct(changes=changes)).status == 200
    await announce(table, "resolve-attack", BACK)
    seen = (await table.log(table.viewer))[-1]
    assert "Orc" not in str(seen)
    assert (await table.act("resolve-attack", {"input": BACK})).status == 200
    await verified(table)


@pytest.mark.parametrize("reveal", ["outcomes", "faces", "all"])
async def test_under_every_policy(app: Asgi, reveal: str) -> None:
    """Whatever viewers see, the verifier checks that what was announced is what was played."""
    table = (await at_a_table(app, reveal=reveal)).table
    await announce(table, "resolve-attack", STRIKE)
    await table.act("resolve-attack", UNSEEDED)
    await verified(table)


@pytest.mark.parametrize("how", ["announce", "withdraw"])
async def test_keyed_retries(app: Asgi, how: str) -> None:
    """A retry of what was written but not answered answers it, past values that came meanwhile."""
    seated = await at_a_table(app)
    table, ann = seated.table, seated.players["ann"]
    if how == "withdraw":
        await announce(table, "resolve-attack", STRIKE)
    version = (await table.get())["version"]
    answers = []
    for _ in range(2):
        set_attempts(KeyedAttempts(b"key", b"secret"))
        asked = announce(table, "resolve-attack", STRIKE, version=version) if how == "announce" else None
        answers.append((await (asked or withdraw(table, version=version))).json)
        set_attempts(None)
        if how == "announce":
            await ann.give()
            ann.made = ann.made[:2]
    assert answers[0] == answers[1]
    assert [each["kind"] for each in await table.log()].count("announce") == 1


async def test_forks(app: Asgi) -> None:
    """A fork has the policy, and nothing that was announced."""
    table = (await at_a_table(app)).table
    await announce(table, "resolve-attack", STRIKE)
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    copy = Table(fork["id"], Client(app, fork["referee"]), Client(app, fork["viewer"]), Client(app))
    assert fork["dice_policy"]["announce"] is True
    assert (await copy.get())["announced"] is None
    assert (await copy.act("resolve-attack", UNSEEDED)).problem == "announcement-missing"


async def test_forged_announcements(app: Asgi) -> None:
    """The service names a log in which something else was announced, or nothing, or something came in between."""
    seated = await at_a_table(app)
    table = seated.table
    await announce(table, "resolve-attack", STRIKE)
    await seated.players["ann"].give()
    await table.act("resolve-attack", UNSEEDED)
    create, joined, also, announced, given, act = await table.log()
    other = {**announced, "input": BACK}
    early = [{**given, "version": 4}, {**announced, "version": 5}]
    cases = {
        "another input": ([create, joined, also, other, given, act], 6, "/input"),
        "another procedure": (
            [create, joined, also, {**announced, "operation": "opposed/resolve-round"}, given, act],
            4,
            "/summary",
        ),
        "in secret": ([create, joined, also, {**announced, "covert": True}, given, act], 4, "/summary"),
        "no announcement": ([create, joined, also, {**act, "version": 4}], 4, "/kind"),
        "a value before it": ([create, joined, also, *early, act], 4, "/kind"),
        "two of them": ([create, joined, also, announced, {**announced, "version": 5}], 5, "/kind"),
        "no operation of the family": (
            [create, joined, also, {**announced, "operation": "heroic/resolve-attack"}],
            4,
            "/operation",
        ),
        "no input": ([create, joined, also, {**announced, "input": None}], 4, "/input"),
    }
    for name, (entries, version, pointer) in cases.items():
        found = (await Client(app).ask("POST", "/v1/encounters/verify", {"entries": entries})).json
        assert (found["status"], found.get("version"), found.get("pointer")) == ("diverged", version, pointer), (
            name,
            found,
        )


async def test_forged_withdrawals(app: Asgi) -> None:
    """A void act of another log cannot be called withdrawn."""
    table = (await with_seats(app)).table
    assert (await table.act("resolve-attack", LEFT_OVER)).status == 409
    create, void = await table.log()
    entries = [create, {**void, "problem": "withdrawn"}]
    found = (await Client(app).ask("POST", "/v1/encounters/verify", {"entries": entries})).json
    assert (found["status"], found["pointer"]) == ("diverged", "/problem")


async def test_over_graphql(both: Asgi) -> None:
    """Over GraphQL an act is announced and withdrawn as over REST, with the same problems."""
    created = await run(both, CREATE, state=DUEL["state"])
    assert created["dicePolicy"] == {"announce": True}
    who = {"id": created["id"], "token": created["referee"]}
    told = await run(both, ANNOUNCE, **who, version=1, input=STRIKE)
    assert (told["status"], told["version"], told["operation"]) == ("announced", 2, "opposed/resolve-attack")
    assert (await run(both, ANNOUNCE, **who, version=2, input=STRIKE))["type"].endswith("/announcement-binds")
    assert await run(both, WITHDRAW, **who, version=2) == {"status": "withdrawn", "version": 3, "draw": {"n": 1}}
    assert (await run(both, WITHDRAW, **who, version=3))["type"].endswith("/announcement-missing")


async def test_luck(app: Asgi) -> None:
    """The luck of a log with announcements is told of its acts alone."""
    table = (await at_a_table(app)).table
    await announce(table, "resolve-attack", STRIKE)
    await table.act("resolve-attack", UNSEEDED)
    await announce(table, "resolve-attack", STRIKE)
    await withdraw(table)
    told = await table.referee.ask("GET", f"{table.path}/luck?max_replays=10")
    assert told.status == 200, told.body
    assert told.json["acts"] == 1
