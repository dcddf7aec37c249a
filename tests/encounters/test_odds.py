"""Odds of encounters: those of the stored state, for the referee alone, without a trace."""

from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.app import registry
from service.dice.seeded import preview_seed_of
from tests.encounters.client import STRIKE, Client, Table, seated
from tests.encounters.plays import PLAYS, begun, example_of

FEW: Final = {"method": "sampled", "max_fights": 2}
COMPUTED: Final = [
    (family, move.procedure)
    for family, play in PLAYS.items()
    for move in play.moves
    if registry().get(f"{family}/{move.procedure}/odds") is not None
]
STATE: Final = begun("opposed")["state"]
FIGHT: Final = {"sides": STATE["sides"], "participants": STATE["participants"]}


async def odds(table: Table, procedure: str, **body: Any) -> Any:
    """Ask for odds as the referee."""
    return await table.referee.ask("POST", f"{table.path}/{procedure}/odds", body)


@pytest.mark.parametrize(("family", "procedure"), COMPUTED)
async def test_every_move_with_odds(app: Asgi, family: str, procedure: str) -> None:
    """Every move whose procedure has odds has them in encounters; the body is that of the act."""
    table = await seated(app, **begun(family))
    told = await odds(table, procedure, **example_of(family, procedure), forecast=FEW)
    if told.status == 409:  # the move's example needs something that happened before
        acted = await table.act(procedure, example_of(family, procedure))
        assert (acted.status, acted.problem) == (409, told.problem), told.body
        return
    assert (told.status, told.json["status"], told.json["version"]) == (200, "computed", 1), told.body
    assert told.json["operation"] == f"{family}/{procedure}/odds"
    assert told.json["odds"]["status"] == "computed"


def test_which_moves_have_odds() -> None:
    """Attacks and skirmishes have odds in the encounters of every family."""
    both = {(family, procedure) for family in PLAYS for procedure in ("resolve-attack", "resolve-skirmish")}
    assert both <= set(COMPUTED)


async def test_the_odds_of_a_strike_are_the_stateless_ones(app: Asgi) -> None:
    """Figures come from the state, whatever it is by now."""
    table = await seated(app)
    await table.correct(changes=[{"pointer": "/participants/1/agility", "value": 20}])
    orc = STATE["participants"][1] | {"agility": 20}
    stateless = {"input": {"attacker": STATE["participants"][0], "defender": orc}}
    expected = await Client(app).ask("POST", "/v1/opposed/resolve-attack/odds", stateless)
    told = (await odds(table, "resolve-attack", **STRIKE)).json
    assert (told["odds"], told["version"]) == (expected.json, 2)


async def test_the_odds_of_a_fight_are_the_stateless_ones(app: Asgi) -> None:
    """A fight is played as the stateless operation plays it, from a seed that no act takes."""
    table = await seated(app)
    told = (await odds(table, "resolve-skirmish", forecast={**FEW, "seed": "sha256ctr1:x"})).json["odds"]
    seed = preview_seed_of("sha256ctr1:x")
    stateless = {"input": FIGHT, "forecast": {**FEW, "seed": seed}}
    expected = (await Client(app).ask("POST", "/v1/opposed/resolve-skirmish/odds", stateless)).json
    shown = ("examples",)  # how they write the figures is another matter
    assert {name: part for name, part in told.items() if name not in shown} == {
        name: part for name, part in expected.items() if name not in shown
    }
    example = told["examples"]["typical"]["request"]
    assert example["dice"]["seed"].startswith(seed)
    watched = await Client(app).ask("POST", "/v1/opposed/resolve-skirmish", example)
    assert watched.json["outcome"]["verdict"]["winner"] == told["examples"]["typical"]["winner"]
    refused = await table.act("resolve-skirmish", {"dice": example["dice"]})
    assert (refused.status, refused.json["errors"][0]["pointer"]) == (409, "/dice/seed")


async def test_odds_leave_no_trace(app: Asgi) -> None:
    """Asking for odds changes neither the encounter nor its log, and whoever asks again is told the same."""
    table = await seated(app)
    before = await table.get()
    first, second = [await odds(table, "resolve-skirmish", forecast=FEW) for _ in range(2)]
    assert first.body == second.body
    assert (await table.get(), len(await table.log())) == (before, 1)


async def test_odds_of_an_earlier_version(app: Asgi) -> None:
    """A fight that went on has the odds of its beginning still, and after an undo those of the state that it led to."""
    table = await seated(app)
    first = (await odds(table, "resolve-attack", **STRIKE)).json
    await table.correct(changes=[{"pointer": "/participants/1/agility", "value": 20}])
    second = (await odds(table, "resolve-attack", **STRIKE)).json
    await table.change("undo")
    assert (first["odds"] != second["odds"], second["version"]) == (True, 2)
    for version, expected in ((1, first), (2, second), (3, first)):
        told = (await odds(table, "resolve-attack", **STRIKE, at_version=version)).json
        assert (told["odds"], told["version"]) == (expected["odds"], version)
    refused = await odds(table, "resolve-attack", **STRIKE, at_version=4)
    assert (refused.status, refused.problem) == (404, "unknown-version")
    assert refused.json["errors"][0]["pointer"] == "/at_version"


async def test_viewers_have_no_odds(app: Asgi) -> None:
    """Odds betray numbers: the viewer's token is too weak, whatever the policy reveals."""
    table = await seated(app, reveal="all")
    refused = await table.viewer.ask("POST", f"{table.path}/resolve-attack/odds", STRIKE)
    assert (refused.status, refused.problem) == (403, "token-too-weak")


@pytest.mark.parametrize(
    ("procedure", "body", "problem", "pointer", "quoted"),
    [
        ("resolve-atack", {}, "unknown-procedure", "/procedure", "resolve-attack"),
        ("resolve-attack", {"input": {"attacker": "Ash"}}, "unfit-request", "/input/defender", "defender"),
        (
            "resolve-attack",
            {"input": {"attacker": "Ash", "defender": "Bo"}},
            "unknown-participant",
            "/input/defender",
            "'Bo'",
        ),
        ("resolve-attack", {**STRIKE, "forecast": {"level": 1}}, "does-not-fit", "/forecast/level", "1"),
        ("resolve-attack", {**STRIKE, "fields": ["odds.outcome"]}, "does-not-fit", "/fields/0", "odds.outcomes"),
        ("resolve-skirmish", {"input": {"max_rounds": 10**4}}, "unfit-request", "/input/max_rounds", "10000"),
    ],
)
async def test_what_is_refused(app: Asgi, procedure: str, body: Any, problem: str, pointer: str, quoted: str) -> None:
    """What has no odds, or does not fit, is refused as an act is, and the part of the body that is wrong is named."""
    told = await odds(await seated(app), procedure, **body)
    assert (told.problem, told.json["errors"][0]["pointer"]) == (problem, pointer), told.body
    assert quoted in told.json["detail"] + told.json["errors"][0]["message"]


async def test_a_move_without_odds(app: Asgi) -> None:
    """A move whose procedure has no odds is told apart from one that there is not."""
    table = await seated(app, **begun("heroic"))
    refused = await odds(table, "resolve-move", **example_of("heroic", "resolve-move"))
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == ("unknown-procedure", "/procedure")
    assert (
        "'resolve-move' has no odds in encounters of heroic; these have: roll-initiative, resolve-attack"
        in refused.json["detail"]
    )


async def test_chosen_fields(app: Asgi) -> None:
    """A client may choose parts of the odds."""
    told = await odds(await seated(app), "resolve-skirmish", forecast=FEW, fields=["odds.winner.chance.low", "version"])
    assert (told.json["status"], told.json["version"]) == ("selected", 1)
    assert [list(each["chance"]) for each in told.json["odds"]["winner"]] == [["low"], ["low"]]


async def test_over_graphql(both: Asgi) -> None:
    """Over GraphQL odds are a query, with the same answer."""
    table = await seated(both)
    expected = (await odds(table, "resolve-skirmish", forecast=FEW)).json
    query = """query ($id: String!, $token: String!) { encountersOdds(id: $id, token: $token,
      procedure: "resolve-skirmish", forecast: {method: SAMPLED, maxFights: 2}) {
      ... on EncounterOdds { version operation odds } ... on Problem { detail } } }"""
    variables = {"id": table.id, "token": table.referee.token}
    told = await Client(both).ask("POST", "/graphql", {"query": query, "variables": variables})
    assert told.json["data"]["encountersOdds"] == {name: expected[name] for name in ("version", "operation", "odds")}
