"""The chances of moves: what the odds of the same attack say, for the referee alone."""

from fractions import Fraction
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import PLAYS, begun

ATTACKS: Final = {
    "heroic": ("strike", "shoot"),
    "laurels": ("attack",),
    "opposed": ("attack",),
    "tactical": ("attack", "all_out_attack"),
}
"""By family: the kinds of moves that are an attack and nothing else."""


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
    """The chance of a move is that of the event `outcome=hit` in its odds, which tell what harm it may do, too."""
    table = await chosen(app, family)
    moves = [each for each in await listed(table, "chances=true") if not each["needs"]]
    alone = [each for each in moves if each["kind"] in ATTACKS[family] and each["chance"] is not None]
    assert len(alone) > 1
    assert all(each["odds"] is not None for each in alone if family != "heroic")
    attacks = [each for each in moves if each["odds"] is not None]
    assert {each["kind"] for each in attacks} >= {ATTACKS[family][0]}
    for move in attacks:
        asked = move["odds"]
        path = f"{table.path}/{asked['procedure']}/odds"
        told = await table.referee.ask("POST", path, {"input": asked["input"]})
        assert told.status == 200, (move["key"], told.body)
        odds = told.json["odds"]
        [hit] = [each["chance"]["decimal"] for each in odds["events"] if each["event"] == "outcome=hit"]
        assert move["chance"] == pytest.approx(hit, abs=0.0001), move["key"]
        check_harm(odds)


def check_harm(odds: Any) -> None:
    """The amounts of harm are those of the verdicts, and so is the chance that the target falls."""
    harm, name = odds["harm"], odds["harm"]["number"]
    counted: dict[int, Fraction] = {}
    falls = Fraction(0)
    for each in odds["outcomes"]:
        verdict, chance = (
            each["verdict"],
            Fraction(int(each["chance"]["numerator"]), int(each["chance"]["denominator"])),
        )
        counted[verdict[name]] = counted.get(verdict[name], Fraction(0)) + chance
        falls += chance * (verdict["target_status"] not in ("active", "exhausted", None))
    told = [(each["amount"], each["chance"]["numerator"], each["chance"]["denominator"]) for each in harm["amounts"]]
    assert told == [(amount, str(each.numerator), str(each.denominator)) for amount, each in sorted(counted.items())]
    assert (harm["falls"]["numerator"], harm["falls"]["denominator"]) == (str(falls.numerator), str(falls.denominator))


@pytest.mark.parametrize("family", PLAYS)
async def test_they_are_asked_for(app: Asgi, family: str) -> None:
    """Without being asked for, and in what is listed for players, no chance is told; nothing else is different."""
    table = await chosen(app, family)
    with_chances = await listed(table, "chances=true")
    without = await listed(table, "")
    assert without == [{**each, "chance": None, "odds": None} for each in with_chances]
    shown = await listed(table, "chances=true&audience=players")
    assert all(each["chance"] is None and each["odds"] is None for each in shown)
    assert any(each["chance"] is not None for each in with_chances) is (family in ATTACKS)


async def test_what_is_suggested_has_its_chance(app: Asgi) -> None:
    """The move that is suggested has the chance that it has in the list."""
    table = await chosen(app, "opposed")
    told = await table.referee.ask("GET", f"{table.path}/suggest?chances=true")
    suggested = [move for each in told.json["figures"] for move in each["moves"]]
    assert suggested == [each for each in await listed(table, "chances=true") if each["suggested"]]
    assert all(0 < each["chance"] < 1 for each in suggested)
