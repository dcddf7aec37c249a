"""The luck of encounters: each act is played again with other dice; viewers hear it once the log is open."""

from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.app import FAMILIES, bound_procedures
from service.dice.exact import Distribution
from service.dice.model import Dice
from service.dice.seeded import SeededDice, preview_seed_of
from service.dice.silent import UnrecordedDice, WordStream
from service.encounters.encounter import canonical
from service.forecasts.luck import DiceBy, Luck, Score, gains_of
from service.operations.encounters.luck.log_luck import LoggedAct
from service.operations.encounters.move_index import BoundMove, FilledMove, MoveIndex
from service.wire import to_json
from tests.api.calls import Reply
from tests.encounters.client import DUEL, STRIKE, UNSEEDED, Client, Table, seated
from tests.encounters.plays import PLAYS, PREPARED, begun, moves, value_at

MOVES: Final = MoveIndex(FAMILIES, bound_procedures())
BROUGHT: Final = {**STRIKE, "dice": {"kind": "supplied", "faces": [15, 60, 8]}}
"""A strike that hits."""
FEW: Final = "max_replays=64&max_seconds=null"


async def luck(table: Table, query: str = FEW, who: Client | None = None) -> Reply:
    """Ask for the luck of an encounter, by default as the referee."""
    return await (who or table.referee).ask("GET", f"{table.path}/luck?{query}")


async def told(table: Table, query: str = FEW) -> Any:
    """Return the luck of an encounter."""
    reply = await luck(table, query)
    assert (reply.status, reply.json["status"]) == (200, "computed"), reply.body
    return reply.json


def of(sides: Any, side: str) -> Any:
    """The luck of a side."""
    return next(each for each in sides if each["side"] == side)


def filled(family: str, state: Any, body: Mapping[str, Any], procedure: str) -> tuple[BoundMove, Any, FilledMove]:
    """Return a move on a state."""
    rulings = MOVES.rulings_of(family, {})
    bound_move = MOVES.bound_move(family, procedure)
    known = MOVES.state_of(family, state, rulings, "/state")
    return bound_move, known, bound_move.filled(known, to_json(rulings), body.get("input", {}))


def act_of(move: tuple[BoundMove, Any, FilledMove], after: Any, version: int = 2) -> LoggedAct:
    """Return an act as luck reads it from a log."""
    bound_move, state, given = move
    before = tuple(bound_move.play.strength(state, given.rulings))
    gains = gains_of(before, bound_move.play.strength(after, given.rulings))
    return LoggedAct(version, bound_move.name, "", DiceBy.SERVICE, gains, bound_move, state, given, before)


def gain_of(act: LoggedAct, side: str, dice: Dice) -> Score:
    """Play an act with other dice, and return what a side gains."""
    return act.again(dice)[side]


@pytest.mark.parametrize(
    ("family", "procedure"), [(family, each) for family in sorted(PLAYS) for each in moves(family)]
)
def test_silent_dice_play_every_move_as_told_ones_do(family: str, procedure: str) -> None:
    """With the same faces every move of every family leads to the same state, whether anybody reads of it or not."""
    state = begun(family)["state"]
    for change in PREPARED.get((family, procedure), []):
        *path, last = change["pointer"].split("/")[1:]
        value_at(state, tuple([int(each) if each.isdecimal() else each for each in path]))[last] = change["value"]
    bound_move, known, asked = filled(family, state, moves(family)[procedure], procedure)
    loud = [bound_move.outcome(asked, SeededDice(f"sha256ctr1:{number}")) for number in range(6)]
    for number, outcome in enumerate(loud):
        silent = bound_move.outcome(asked, UnrecordedDice(WordStream(f"sha256ctr1:{number}")))
        states = [canonical(bound_move.state_after(known, asked, each)) for each in (outcome, silent)]
        assert states[0] == states[1]


def test_the_percentile_of_a_strike_is_that_of_enumeration() -> None:
    """What replays say of one strike agrees with the exact chances of what it costs, within bounds of 99.99 %."""
    move = filled("opposed", begun("opposed")["state"], STRIKE, "resolve-attack")
    bound_move, state, asked = move
    for seed in ("hit", "16", "other"):
        outcome = bound_move.outcome(asked, SeededDice(f"sha256ctr1:{seed}"))
        act = act_of(move, bound_move.state_after(state, asked, outcome))
        side, played = next(iter(act.gains.items()))
        exact: Distribution[Any] = Distribution.of(partial(gain_of, act, side))
        chances = exact.chances
        rank = sum([chance for score, chance in chances.items() if score < played], Fraction(0)) + chances[played] / 2
        replayed = Luck([act], "sha256ctr1:luck")
        for _ in range(600):
            replayed.replay()
        bounds = replayed.of_all[side].interval(0.9999)
        assert bounds.low <= rank <= bounds.high
        assert replayed.of_all[side].same <= 600 * float(chances[played]) + 4 * 600**0.5


def test_luck_is_uniform_over_honestly_rolled_fights() -> None:
    """Three strikes in a row, each on what the last has left: no percentile is more likely than any other."""
    chance, ranks = Random(7), list[float]()
    start = begun("opposed")["state"]
    for figure in start["participants"]:
        figure |= {"endurance": 60, "endurance_max": 60, "fatigue": 60, "fatigue_max": 60}
    for number in range(120):
        acts, state = [], deepcopy(start)
        for version in (2, 3, 4):
            move = filled("opposed", state, STRIKE, "resolve-attack")
            bound_move, known, asked = move
            outcome = bound_move.outcome(asked, SeededDice(f"sha256ctr1:honest/{number}/{version}"))
            after = bound_move.state_after(known, asked, outcome)
            acts.append(act_of(move, after, version))
            state = after.model_dump(mode="json")
        replayed = Luck(acts, f"sha256ctr1:luck/{number}")
        for _ in range(24):
            replayed.replay()
        compared = next(iter(replayed.of_all.values()))
        ranks.append((compared.less + chance.randrange(compared.same + 1) + chance.random()) / 25)
    fifths = [len([each for each in ranks if place <= 5 * each < place + 1]) for place in range(5)]
    assert sum((each - 24) ** 2 / 24 for each in fifths) < 13.28  # chi-square of 4 degrees of freedom, 1 %


async def test_what_counts(app: Asgi) -> None:
    """Acts that led to the present state count; what was undone, corrections and acts without dice are told apart."""
    table = await seated(app)
    assert (await told(table))["stopped"] == "no_dice"
    assert (await told(table))["sides"] == []
    assert (await table.act("resolve-attack", BROUGHT)).status == 200
    assert (await table.act("resolve-attack", STRIKE)).status == 200
    assert (await table.act("resolve-attack", UNSEEDED)).status == 200
    await table.change("undo")
    assert (await table.correct(changes=[{"pointer": "/participants/0/endurance", "value": 7}])).status == 200
    nobody = {"input": {"orders": [{"action": "pass", "actor": each} for each in ("Ash", "Orc")]}}
    passed = await table.act("resolve-round", nobody)
    assert passed.status == 200, passed.body
    answer = await told(table)
    rolled = len(passed.json["dice"]["faces"]) > 0
    assert (answer["acts"], answer["without_dice"]) == ((3, 0) if rolled else (2, 1))
    assert (answer["version"], answer["undone"], answer["corrections"]) == (7, 1, 1)
    assert [each["version"] for each in answer["history"]][:2] == [2, 3]
    assert [each["dice_by"] for each in answer["history"]][:2] == ["supplied", "caller"]
    assert {each["dice_by"]: each["acts"] for each in answer["by_dice"]}["supplied"] == 1
    assert "brought" in answer["not_counted"]
    hit = of(answer["history"][0]["sides"], DUEL["state"]["sides"][0]["id"])
    assert hit["points"] > hit["expected_points"]
    assert hit["percentile"]["low"] < hit["percentile"]["value"] <= hit["percentile"]["high"]
    assert hit["worse"] + hit["same"] + hit["better"] == pytest.approx(1)
    foe = of(answer["history"][0]["sides"], DUEL["state"]["sides"][1]["id"])
    assert (foe["points"], foe["percentile"]["value"]) == (-hit["points"], 100 - hit["percentile"]["value"])
    await table.change("undo")
    later = await told(table, f"after=3&{FEW}")
    assert (later["acts"], later["undone"], later["corrections"], later["sides"]) == (0, 2, 1, [])


async def test_redone_acts_count_and_forks_begin_anew(app: Asgi) -> None:
    """What was redone is played; a fork's log has no acts."""
    table = await seated(app)
    await table.act("resolve-attack", BROUGHT)
    before = await told(table)
    await table.change("undo")
    assert ((await told(table))["acts"], (await told(table))["undone"]) == (0, 1)
    await table.change("redo")
    after = await told(table)
    assert (after["sides"], after["undone"]) == (before["sides"], 0)
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    answer = await told(Table(fork["id"], Client(app, fork["referee"]), Client(app), Client(app)))
    assert (answer["acts"], answer["version"]) == (0, 1)


async def test_it_leaves_no_trace_and_can_be_repeated(app: Asgi) -> None:
    """The same request has the same answer; another seed has another; no act can be made with the dice of a replay."""
    table = await seated(app)
    await table.act("resolve-attack", BROUGHT)
    before = await table.get()
    first, second = [await luck(table, f"{FEW}&seed=sha256ctr1:mine") for _ in range(2)]
    assert first.body == second.body
    assert first.json["seed"] == preview_seed_of("sha256ctr1:mine")
    assert (await told(table))["sides"] != first.json["sides"]
    assert (await table.get(), len(await table.log())) == (before, 2)
    stolen = {**STRIKE, "dice": {"kind": "seeded", "seed": f"{first.json['seed']}/2/0"}}
    refused = await table.act("resolve-attack", stolen)
    assert (refused.status, refused.json["errors"][0]["pointer"]) == (409, "/dice/seed")


async def test_how_well_it_is_known(app: Asgi) -> None:
    """The query says how wide intervals may be, at what level, and how much is played."""
    table = await seated(app)
    await table.act("resolve-attack", BROUGHT)
    wide = await told(table, "half_width=2e-1&level=0.5&max_seconds=null")
    assert (wide["stopped"], wide["replays"], wide["level"]) == ("half_width", 64, 0.5)
    assert (await told(table, "max_replays=5&max_seconds=10"))["replays"] == 5


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ("half_width=2", "0.5"),
        ("half_width=1e999", "0.5"),
        ("half_width=much", "much"),
        ("level=null", "level"),
        ("after=-1", "-1"),
        ("speed=1", "speed"),
    ],
)
async def test_what_is_refused(app: Asgi, query: str, quoted: str) -> None:
    """A query that does not fit is refused, and the part that is wrong is named."""
    reply = await luck(await seated(app), query)
    assert (reply.status, reply.problem, reply.json["errors"][0]["place"]) == (422, "does-not-fit", "query"), reply.body
    assert quoted in reply.json["detail"] + reply.json["errors"][0]["message"]


@pytest.mark.parametrize("reveal", ["all", "faces", "outcomes"])
async def test_viewers(app: Asgi, reveal: str) -> None:
    """Luck is the referee's under every policy, until the log is ended with `open` all."""
    table = await seated(app, reveal=reveal)
    await table.act("resolve-attack", BROUGHT)
    refused = await luck(table, who=table.viewer)
    assert (refused.problem, refused.status) == ("token-too-weak", 403)
    assert (await luck(table, who=table.stranger)).problem == "token-missing"
    assert (await table.referee.ask("POST", f"{table.path}/end", {"open": "all"}, version=2)).status == 200
    assert (await luck(table, who=table.viewer)).json == await told(table)


async def test_viewers_of_secrets(app: Asgi) -> None:
    """A secret change or a hidden figure changes nothing of what a viewer is refused."""
    table = await seated(app, reveal="all")
    await table.act("resolve-attack", {**BROUGHT, "secret": True})
    assert (await told(table))["acts"] == 1
    state = deepcopy(DUEL["state"])
    state["participants"][1]["hidden"] = True
    hiding = await seated(app, reveal="all", state=state)
    await hiding.act("resolve-attack", BROUGHT)
    refused = [(await luck(each, who=each.viewer)).json["detail"] for each in (table, hiding)]
    assert refused[0] == refused[1]
    assert (await told(hiding))["acts"] == 1


async def test_exported_logs(app: Asgi) -> None:
    """A log has the luck of its encounter, wherever it is asked for; one that does not follow is told where."""
    table = await seated(app)
    await table.act("resolve-attack", BROUGHT)
    await table.act("resolve-attack", STRIKE)
    expected = await told(table)
    entries = await table.log()
    asked = {"max_replays": 64, "max_seconds": None}
    reply = await Client(app).ask("POST", "/v1/encounters/luck", {"entries": entries, **asked})
    assert (reply.status, reply.json) == (200, expected)
    entries[1]["dice"]["faces"][0] = 99
    forged = await Client(app).ask("POST", "/v1/encounters/luck", {"entries": entries, **asked})
    assert (forged.json["status"], forged.json["version"]) == ("diverged", 2)


async def test_over_graphql(both: Asgi) -> None:
    """Over GraphQL luck is a query, with the same answer."""
    table = await seated(both)
    await table.act("resolve-attack", BROUGHT)
    expected = await told(table)
    query = """query ($id: String!, $token: String!) {
      encountersLuck(id: $id, token: $token, maxReplays: 64, maxSeconds: null) {
        ... on EncounterLuck { acts replays sides { side percentile { value low high } } }
        ... on Problem { detail } } }"""
    variables = {"id": table.id, "token": table.referee.token}
    answer = (await Client(both).ask("POST", "/graphql", {"query": query, "variables": variables})).json
    sides = [{name: each[name] for name in ("side", "percentile")} for each in expected["sides"]]
    assert answer["data"]["encountersLuck"] == {"acts": 1, "replays": 64, "sides": sides}


@pytest.mark.parametrize("family", sorted(PLAYS))
async def test_every_family(app: Asgi, family: str) -> None:
    """A whole fight of every family is lucky for one side as it is unlucky for the other."""
    table = await seated(app, **begun(family))
    acted = await table.act("resolve-skirmish", {"dice": {"kind": "seeded", "seed": "sha256ctr1:1"}})
    if acted.status != 200:
        acted = await table.act("resolve-round", {"dice": {"kind": "seeded", "seed": "sha256ctr1:1"}})
    assert acted.status == 200, acted.body
    answer = await told(table, "max_replays=4&max_seconds=null")
    assert (answer["acts"], answer["replays"], answer["family"]) == (1, 4, family)
    ranks = [each["percentile"]["value"] for each in answer["sides"]]
    assert len(ranks) == 2
    assert sum(ranks) == pytest.approx(100)
