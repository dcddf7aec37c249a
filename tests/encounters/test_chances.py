"""The chances of moves: what the odds of the same attack say, for the referee alone."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import PLAYS, begun

Move = Mapping[str, Any]


def of_heroic(move: Move) -> Any:
    """The attack of a blow from where the unit stands."""
    [order] = move["input"]["orders"]
    [blow] = order["melee"]
    target, attack = blow["target"], {name: value for name, value in blow.items() if name != "target"}
    tactics = {"attacker_tactic": order["tactic"], "charge_target": order.get("charge_target")}
    return {"attacker": order["unit"], "target": target, "attack": attack, **tactics}


def of_laurels(move: Move) -> Any:
    """The attack of an order."""
    [order] = move["input"]["orders"]
    kept = ("target", "power_attack", "mode")
    return {"attacker": order["actor"], **{name: order[name] for name in kept if name in order}}


def of_opposed(move: Move) -> Any:
    """The strike of an order."""
    [order] = move["input"]["orders"]
    kept = ("mode", "maneuver", "situation")
    named = {"attacker": order["actor"], "defender": order["target"]}
    return {**named, **{name: order[name] for name in kept if name in order}}


def of_tactical(move: Move) -> Any:
    """The attack of an order without a movement."""
    intent = move["input"]["intent"]
    kept = ("maneuver", "option")
    return {"attacker": intent["figure"], **{name: intent[name] for name in kept if name in intent}, **intent["attack"]}


ATTACKS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Move], Any]]]] = {
    "heroic": (("strike",), of_heroic),
    "laurels": (("attack",), of_laurels),
    "opposed": (("attack",), of_opposed),
    "tactical": (("attack", "all_out_attack"), of_tactical),
}
"""By family: the kinds of moves that are an attack and nothing else, and the attack that each is."""


async def chosen(app: Asgi, family: str) -> Table:
    """Return the example of a fight of a family as soon as somebody chooses: dice may decide who does."""
    table = await seated(app, **begun(family))
    told = (await table.referee.ask("GET", f"{table.path}/suggest")).json
    if not told["figures"]:
        acted = await table.act(told["procedure"], {"input": told["input"]}, told["version"])
        assert acted.status == 200, acted.body
    return table


async def listed(table: Table, query: str) -> list[Any]:
    """Return the moves that an encounter lists."""
    told = await table.referee.ask("GET", f"{table.path}/legal-moves?{query}")
    assert told.status == 200, told.body
    return [move for each in told.json["figures"] for move in each["moves"]]


@pytest.mark.parametrize("family", ATTACKS)
async def test_they_are_those_of_the_odds(app: Asgi, family: str) -> None:
    """The chance of a move is that of the event `outcome=hit` in the odds of the same attack."""
    table = await chosen(app, family)
    kinds, attack_of = ATTACKS[family]
    moves = [each for each in await listed(table, "chances=true") if each["kind"] in kinds and not each["needs"]]
    attacks = [each for each in moves if each["chance"] is not None]
    assert len(attacks) > 1
    assert all("grab" in each["key"] for each in moves if each["chance"] is None)
    for move in attacks:
        told = await table.referee.ask("POST", f"{table.path}/resolve-attack/odds", {"input": attack_of(move)})
        assert told.status == 200, (move["key"], told.body)
        [hit] = [each["chance"]["decimal"] for each in told.json["odds"]["events"] if each["event"] == "outcome=hit"]
        assert move["chance"] == pytest.approx(hit, abs=0.0001), move["key"]


@pytest.mark.parametrize("family", PLAYS)
async def test_they_are_asked_for(app: Asgi, family: str) -> None:
    """Without being asked for, and in what is listed for players, no chance is told; nothing else is different."""
    table = await chosen(app, family)
    with_chances = await listed(table, "chances=true")
    without = await listed(table, "")
    assert without == [{**each, "chance": None} for each in with_chances]
    assert all(each["chance"] is None for each in await listed(table, "chances=true&audience=players"))
    assert any(each["chance"] is not None for each in with_chances) is (family in ATTACKS)


async def test_what_is_suggested_has_its_chance(app: Asgi) -> None:
    """The move that is suggested has the chance that it has in the list."""
    table = await chosen(app, "opposed")
    told = await table.referee.ask("GET", f"{table.path}/suggest?chances=true")
    suggested = [move for each in told.json["figures"] for move in each["moves"]]
    assert suggested == [each for each in await listed(table, "chances=true") if each["suggested"]]
    assert all(0 < each["chance"] < 1 for each in suggested)
