"""Both clients against a real service: attacks, own dice, encounters, problems, campaigns."""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from service.rules.examples import examples_of
from tests.clients.python.either import ATTACK, BLOCKED, CLIENTS, FACES, STRIKE, duel, items, made
from umpire_client import AsyncUmpire, Compatibility, Umpire, UmpireProblem, moves_of
from umpire_client.types import Need, Step


@pytest.fixture(params=CLIENTS)
async def umpire(request: pytest.FixtureRequest, address: str) -> AsyncIterator[Any]:
    """A client of either kind."""
    client: Umpire | AsyncUmpire = request.param(address)
    yield client
    await made(client.close())


class Table:
    """Gives faces as they are asked for, and remembers what was asked."""

    def __init__(self, *faces: int | str) -> None:
        self.asked: list[str] = []
        self.before: list[int] = []
        self._faces = iter(faces)

    def __call__(self, need: Need, steps: list[Step]) -> Iterator[int | str]:
        """Roll."""
        self.asked.append(need["text"])
        self.before.append(len(steps))
        return (next(self._faces) for _ in range(need["missing"]))


async def test_supplied_dice(umpire: Any) -> None:
    """An attack with the dice of the README has its sentences."""
    answer = await made(
        umpire.resolve("opposed/resolve-attack", {**ATTACK, "dice": {"kind": "supplied", "faces": FACES}})
    )
    assert answer["steps"][0]["text"] == "Ash struck and rolled 15 against 87: Crucial."
    assert answer["outcome"]["verdict"]["damage"] == 11


async def test_a_callback_gives_the_dice(umpire: Any) -> None:
    """The callback is asked for each roll in its order, and is told what has happened so far."""
    table = Table(*FACES)
    answer = await made(umpire.resolve("opposed/resolve-attack", ATTACK, dice=table))
    assert answer["dice"]["faces"] == list(FACES)
    assert [said.split()[0] for said in table.asked] == ["Ash", "Orc", "Ash"]
    assert table.before == sorted(table.before)
    assert table.before[0] == 0 < table.before[-1]


async def test_a_callback_goes_on_with_dice_that_were_sent(umpire: Any) -> None:
    """Dice in the body come first, and the callback gives the rest."""
    table = Table(*FACES[1:])
    body = {**ATTACK, "dice": {"kind": "supplied", "faces": FACES[:1]}}
    answer = await made(umpire.resolve("opposed/resolve-attack", body, dice=table, key="a-key-of-a-caller"))
    assert answer["dice"]["faces"] == list(FACES)
    assert len(table.asked) == 2


async def test_a_callback_gives_cards(umpire: Any) -> None:
    """Cards are texts, and faces are numbers."""
    request = examples_of("mass/resolve-round")[1].request
    hand = iter(request["dice"]["cards"])

    def draw(need: Need, steps: list[Step]) -> list[int | str]:
        is_dice = re.fullmatch(r"\d*d\d+", need["dice"])
        return [1 if is_dice else next(hand) for _ in range(need["missing"])]

    answer = await made(umpire.resolve("mass/resolve-round", {"input": request["input"]}, dice=draw))
    assert answer["dice"]["cards"] == request["dice"]["cards"]
    assert set(answer["dice"]["faces"]) <= {1}


async def first_state(umpire: Any, family: str) -> Any:
    """Return the state of a family that its page begins with."""
    play = await made(umpire.get("/v1/families/{family}/play", family=family))
    return play["begins"]["state"]


async def test_missing_dice_without_a_callback(umpire: Any) -> None:
    """Dice that are missing are a problem that says what is needed."""
    body = {**ATTACK, "dice": {"kind": "supplied", "faces": FACES[:1]}}
    with pytest.raises(UmpireProblem) as caught:
        await made(umpire.resolve("opposed/resolve-attack", body))
    assert caught.value.needs is not None
    assert caught.value.needs[0]["actor"] == "Orc"
    assert (caught.value.status, str(caught.value)) == (200, caught.value.needs[0]["text"])


@pytest.mark.parametrize("body", [{**ATTACK, "dice": {"kind": "seeded", "seed": "sha256ctr1:table-7"}}])
async def test_a_callback_and_a_seed(umpire: Any, body: Any) -> None:
    """Dice have one source."""
    with pytest.raises(ValueError, match="not both"):
        await made(umpire.resolve("opposed/resolve-attack", body, dice=Table()))


async def test_a_callback_that_gives_nothing(umpire: Any) -> None:
    """A callback without dice is not asked for ever."""
    with pytest.raises(ValueError, match="gave no dice"):
        await made(umpire.resolve("opposed/resolve-attack", ATTACK, dice=lambda need, steps: []))


async def test_a_coroutine_gives_the_dice(address: str) -> None:
    """Whoever awaits may wait for the table."""

    async def roll(need: Need, steps: list[Step]) -> list[int]:
        return [1] * need["missing"]

    async with AsyncUmpire(address) as umpire:
        answer = await umpire.resolve("opposed/resolve-attack", ATTACK, dice=roll)
    assert set(answer["dice"]["faces"]) == {1}


async def test_odds(umpire: Any) -> None:
    """The odds take the same body."""
    answer = await made(umpire.odds("opposed/resolve-attack", ATTACK))
    hits = [each for each in answer["outcomes"] if each["verdict"]["outcome"] == "hit"]
    assert sum(each["chance"]["decimal"] for each in hits) == pytest.approx(0.7383)


async def test_problems_are_typed(umpire: Any) -> None:
    """What the service refuses has the members of its problem document."""
    wrong = {"input": {**ATTACK["input"], "attacker": {"id": "Ash", "manual_dextrity": 18}}}
    with pytest.raises(UmpireProblem) as caught:
        await made(umpire.resolve("opposed/resolve-attack", wrong))
    problem = caught.value
    assert (problem.status, problem.kind) == (422, "does-not-fit")
    assert problem.instance == "/v1/opposed/resolve-attack"
    assert [error["pointer"] for error in problem.errors] == ["/input/attacker/manual_dextrity"]
    assert problem.type.startswith("/") or problem.type.startswith("http")
    assert problem.title
    assert str(problem) == problem.detail


async def test_reading_by_path(umpire: Any) -> None:
    """Placeholders are filled in, the query is named, and files are texts."""
    rule = "opposed/attack/sequence"
    found = await made(umpire.get("/v1/families/{family}/rules/{rule}", family="opposed", rule=rule))
    assert found["id"] == rule
    assert await made(umpire.get("/v1/families/opposed/rules/attack/sequence")) == found
    fight = await made(umpire.create({"family": "mass", "state": await first_state(umpire, "mass")}))
    drawn = await made(umpire.get("/v1/encounters/{id}/map.svg", id=fight.id, token=fight.token))
    assert drawn.startswith("<svg")
    with pytest.raises(ValueError, match="needs family"):
        await made(umpire.get("/v1/families/{family}"))


async def test_a_fight(umpire: Any) -> None:
    """Act, undo, redo and verify apply to the version that was seen last; preview and odds store nothing."""
    fight = await made(umpire.create(duel()))
    assert (await made(fight.preview("resolve-attack", STRIKE, dice=Table(*FACES))))["status"] == "previewed"
    assert (await made(fight.odds("resolve-attack", STRIKE)))["version"] == 1
    forecast = await made(fight.odds("resolve-skirmish", {}, forecast={"max_fights": 4}))
    assert "winner" in forecast["odds"]
    table = Table(*FACES)
    acted = await made(fight.act("resolve-attack", STRIKE, dice=table, key="a-key-that-nobody-can-guess"))
    assert (acted["version"], fight.version, acted["dice"]["faces"]) == (2, 2, list(FACES))
    undone = await made(fight.undo())
    assert (undone["version"], undone["after"]) == (3, acted["before"])
    assert (await made(fight.redo()))["after"] == acted["after"]
    assert (await made(fight.read()))["version"] == fight.version == 4
    assert (await made(fight.odds("resolve-attack", STRIKE, at_version=1)))["version"] == 1
    assert (await made(fight.verify()))["status"] == "verified"
    assert {each["side"] for each in (await made(fight.luck()))["sides"]} == {"red", "blue"}
    log = await made(fight.log())
    assert [entry["kind"] for entry in log] == ["create", "act", "undo", "redo"]


async def test_a_long_log(umpire: Any) -> None:
    """The log is read with all its pages."""
    fight = await made(umpire.create(duel()))
    for number in range(102):
        await made(fight.correct({"reveal": ("faces", "all")[number % 2]}))
    assert [entry["version"] for entry in await made(fight.log())] == list(range(1, 104))


@pytest.mark.parametrize("family", ["opposed", "laurels", "mass", "heroic", "tactical"])
async def test_a_fight_is_played_by_its_moves(umpire: Any, family: str) -> None:
    """Who plays moves that are offered, for all who are next at once, comes to the end that the situation tells."""
    fight = await made(umpire.create({"family": family, "state": await first_state(umpire, family)}))
    assert fight.situation is fight.created["situation"]
    for _ in range(200):
        listed = await made(fight.moves())
        assert [each["figure"] for each in listed] == fight.situation["next"]
        rolled = not listed
        wanted = [next((one for one in each["moves"] if one["suggested"]), each["moves"][0]) for each in listed]
        acted = await made(fight.play(*wanted))
        assert fight.situation is acted["situation"]
        somebody = fight.situation["order"][0]["id"]
        assert (await made(fight.moves(somebody)))["figure"] == somebody
        assert rolled is (not wanted)
        if fight.situation["over"]:
            break
    assert fight.situation["over"]
    assert fight.situation["text"].startswith("The fight is over")
    assert await made(fight.moves()) == []
    with pytest.raises(ValueError, match="no move to play"):
        await made(fight.play(await made(fight.suggest())))


async def test_what_is_suggested_is_played(umpire: Any) -> None:
    """What is suggested is played, with dice of one's own; one figure's suggestion has its reason."""
    fight = await made(umpire.create(duel()))
    one = await made(fight.suggest("Ash"))
    assert [each["figure"] for each in one["figures"]] == ["Ash"]
    assert one["figures"][0]["why"]
    assert one["ahead"] == []
    assert [each["figure"] for each in (await made(fight.suggest(ahead=True)))["ahead"]] == ["Orc"]
    table = Table(*[1 + number % 10 for number in range(40)])
    acted = await made(fight.play(await made(fight.suggest()), dice=table))
    assert acted["dice"]["faces"][:2] == [1, 2]
    assert {order["actor"] for order in (await made(fight.log()))[-1]["input"]["orders"]} == {"Ash"}


async def test_which_moves_are_listed(umpire: Any) -> None:
    """Kinds and a target narrow the list; what is listed for players is what they see."""
    fight = await made(umpire.create(duel()))
    listed = await made(fight.moves("Ash", kinds=["attack", "restrain"], target="Orc"))
    assert {(each["kind"], each["target"]) for each in listed["moves"]} == {("attack", "Orc"), ("restrain", "Orc")}
    assert [each["figure"] for each in await made(fight.moves(kinds=["evade"], audience="players"))] == ["Ash"]
    assert (await made(fight.suggest("Ash", audience="players")))["audience"] == "players"


async def test_a_hex_is_gone_to(umpire: Any) -> None:
    """Each hex that is listed as a place is a move with its way; played, the figure stands there."""
    fight = await made(umpire.create({"family": "tactical", "state": await first_state(umpire, "tactical")}))
    listed = (await made(fight.moves()))[0]
    moves = moves_of(listed)
    assert len(moves) == len(listed["moves"]) + sum(len(each["hexes"]) for each in listed["places"])
    assert "path" not in listed["places"][0]["input"]["intent"]
    wanted = moves[-1]
    acted = await made(fight.play(wanted))
    assert wanted["hex"] is not None
    assert {each["id"]: each["hex"] for each in acted["state"]["figures"]}[listed["figure"]] == wanted["hex"]


async def test_moves_that_are_not_played_at_once(umpire: Any) -> None:
    """Moves of two procedures, or with two values where one is asked for, are refused before anything is sent."""
    fight = await made(umpire.create(duel()))
    move = (await made(fight.moves("Ash")))["moves"][0]
    for other, says in (
        ({**move, "procedure": "pursue"}, "they are of resolve-turn and pursue"),
        ({**move, "input": {**move["input"], "range": 3}}, "different values of range"),
    ):
        with pytest.raises(ValueError, match=says):
            await made(fight.play({**move, "input": {**move["input"], "range": 4}}, other))
    assert fight.version == 1


async def test_a_situation_that_was_not_seen(umpire: Any) -> None:
    """Whoever finds an encounter reads it first; later answers bring the situation of their version."""
    fight = await made(umpire.create(duel()))
    found = umpire.encounter(fight.id, fight.token)
    with pytest.raises(ValueError, match="No situation"):
        _ = found.situation
    await made(found.read())
    assert found.situation == fight.situation
    await made(found.correct({"changes": [{"pointer": "/participants/1/status", "value": "incapacitated"}]}))
    assert found.situation["winner"] == "red"
    assert (await made(found.undo()))["situation"] is found.situation
    assert found.situation == fight.situation


async def test_dice_from_a_source(umpire: Any) -> None:
    """Instead of a callback, dice may be what a body says."""
    fight = await made(umpire.create(duel()))
    supplied = {"kind": "supplied", "faces": FACES}
    assert (await made(fight.act("resolve-attack", STRIKE, dice=supplied)))["dice"]["faces"] == list(FACES)
    seeded = {"kind": "seeded", "seed": "sha256ctr1:table-7"}
    answers = [await made(umpire.resolve("opposed/resolve-attack", ATTACK, dice=seeded)) for _ in range(2)]
    assert answers[0] == answers[1]


async def test_the_rest_of_an_encounter(umpire: Any) -> None:
    """An encounter is drawn, copied, given other tokens and deleted."""
    state = await first_state(umpire, "tactical")
    fight = await made(umpire.create({"family": "tactical", "state": state}))
    assert (await made(fight.map())).startswith("<svg")
    assert "<title" in await made(fight.map({"title": "A yard"}))
    copy = await made(fight.fork())
    assert copy.id != fight.id
    assert (await made(copy.read()))["state"] == (await made(fight.read()))["state"]
    told = await made(copy.tokens({"viewer": "rotate"}))
    assert told["viewer"] != copy.viewer
    assert (await made(copy.delete()))["status"] == "deleted"
    with pytest.raises(UmpireProblem) as caught:
        await made(copy.read())
    assert caught.value.status == 404


async def test_a_viewer(umpire: Any) -> None:
    """A viewer has seen no version, reads, and may change nothing."""
    fight = await made(umpire.create(duel()))
    viewer = umpire.encounter(fight.id, fight.viewer)
    assert (viewer.id, viewer.version, viewer.token) == (fight.id, None, fight.viewer)
    assert (fight.token, fight.version) == (fight.referee, 1)
    with pytest.raises(ValueError, match="No version"):
        await made(viewer.act("resolve-attack", STRIKE))
    assert (await made(viewer.read()))["role"] == "viewer"
    with pytest.raises(UmpireProblem, match="referee") as caught:
        await made(viewer.act("resolve-attack", STRIKE))
    assert caught.value.status == 403


async def test_somebody_was_quicker(umpire: Any) -> None:
    """A change to a version that is no longer the present one is refused, and is not sent again."""
    fight = await made(umpire.create(duel()))
    other = umpire.encounter(fight.id, fight.token)
    await made(other.read())
    await made(other.act("resolve-attack", STRIKE, dice=BLOCKED, secret=True))
    with pytest.raises(UmpireProblem) as caught:
        await made(fight.act("resolve-attack", STRIKE))
    assert (caught.value.status, caught.value.kind) == (412, "version-stale")
    assert (await made(fight.read()))["version"] == 2
    assert (await made(fight.act("resolve-attack", STRIKE, dice=BLOCKED)))["version"] == 3


async def test_the_same_key_acts_once(umpire: Any) -> None:
    """A program that sends its key again after a crash gets the answer of what was done."""
    key = f"creation-of-{type(umpire).__name__}"
    fight = await made(umpire.create(duel(), key=key))
    again = await made(umpire.create(duel(), key=key))
    assert (again.id, again.token) == (fight.id, fight.token)
    first = await made(fight.act("resolve-attack", STRIKE, key="k"))
    assert await made(again.act("resolve-attack", STRIKE, version=1, key="k")) == first


async def test_anything_else(umpire: Any) -> None:
    """What has no method of its own is sent by its path."""
    listing = await made(umpire.post("/v1/listings", {}))
    fight = await made(umpire.create({**duel(), "listing": listing["token"]}))
    listed = await made(umpire.get("/v1/encounters", token=listing["token"], limit=5))
    assert [each["id"] for each in listed["encounters"]] == [fight.id]
    path = f"/v1/encounters/{fight.id}"
    changed = await made(umpire.call("PATCH", path, {"reveal": "outcomes"}, token=fight.token, version=1))
    assert changed["reveal"] == "outcomes"
    assert (await made(umpire.call("GET", path, token=fight.token)))["version"] == 2


async def test_the_service_fits(umpire: Any) -> None:
    """The client compares the contract that it was made from with the service."""
    found = await made(umpire.check())
    assert found.compatible
    assert found.service["version"] in found.text
    other = Compatibility.of(found.service | {"version": "99.0.0"})
    assert not other.compatible
    assert "another major version" in other.text


async def test_a_campaign(umpire: Any) -> None:
    """A campaign is started, followed to its end, read by cells, found again and cancelled."""
    play = await made(umpire.get("/v1/families/{family}/play", family="opposed"))
    campaign = await made(
        umpire.campaign(
            {
                "operation": "opposed/resolve-skirmish",
                "request": {"input": play["begins"]["state"]},
                "axes": [{"pointer": "/input/participants/0/endurance", "values": [10, 20]}],
                "max_fights": 4,
            }
        )
    )
    feed = campaign.follow()
    states = [state async for state in items(feed)]
    assert (states[-1]["status"], states[-1]["share"], feed.ended["reason"]) == ("done", 1, "finished")
    again = umpire.campaign_by_id(campaign.started["id"], token=campaign.token)
    assert again.id == campaign.id
    shown = await made(again.fight(2, cell=1))
    assert (await made(umpire.post(f"/v1/{shown['operation']}", shown["request"])))["status"] == "resolved"
    assert (await made(again.chart(side=states[-1]["results"][0]["winner"][0]["side"]))).startswith("<svg")
    assert [cell["fights"] for cell in (await made(again.read()))["results"]] == [4, 4]
    assert [cell["cell"] for cell in (await made(again.read(cell=1)))["results"]] == [1]
    assert (await made(again.cell(1)))["labels"] == ["20"]
    with pytest.raises(UmpireProblem, match="send the token from the answer to its start"):
        await made(umpire.campaign_by_id(campaign.id).cancel())
    assert (await made(again.cancel()))["status"] == "cancelled"
