"""Odds of rounds: the same turns, with battles that are alike counted together."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.exact import every_path
from service.errors import OddsTooLarge
from service.rules.opposed.battle.models import OpposedRound
from service.rules.opposed.rounds.round import resolve_round, round_odds
from tests.rules.opposed.fights import ASH, BOW, IMP, ORC, attack, duel, engaged, fight, order, seeded
from tests.rules.opposed.figures import rulings

CHARGE = attack("orc", "ash", mode="close", situation={"charging": True})


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(duel(attack("ash", "orc")), id="one strike"),
        pytest.param(duel(order("restrain", "ash", target="orc"), ash={"stunned": True}), id="a recovery"),
        pytest.param(
            duel(order("withdraw", "ash", kind="close"), order("restrain", "orc", target="ash")), id="leaving"
        ),
        pytest.param(fight([ASH, ORC], order("restrain", "orc", target="ash")), id="unengaged"),
        pytest.param(fight([ASH, {**ORC, "status": "fled"}, IMP]), id="nothing happens"),
        pytest.param(
            duel(attack("ash", "orc"), ash={"endurance": 1}, orc={"evading": True, "endurance": 3}),
            id="either may fall",
        ),
    ],
)
def test_odds_are_what_is_played(given: OpposedRound) -> None:
    """Playing every path of the dice gives the odds that are worked out turn by turn."""
    played: dict[Any, Fraction] = {}
    for chance, verdict in every_path(lambda dice: resolve_round(given, rulings(), dice).verdict):
        played[verdict] = played.get(verdict, Fraction(0)) + chance
    assert round_odds(given, rulings()).chances == played


def test_a_duel() -> None:
    """Two figures trading blows have exact odds, and what is rolled is among them, about as often."""
    given = duel(attack("ash", "orc"), attack("orc", "ash"), orc={"endurance": 8, "fatigue": 2})
    odds = round_odds(given, rulings()).chances
    assert sum(odds.values()) == 1
    outcomes = [resolve_round(given, rulings(), seeded(seed)).verdict for seed in range(500)]
    assert {verdict for verdict in outcomes if verdict not in odds} == set()
    expected = float(sum(chance for verdict, chance in odds.items() if verdict.winner == "red"))
    assert abs(sum(verdict.winner == "red" for verdict in outcomes) / 500 - expected) < 0.07


def test_a_battle_is_too_much() -> None:
    """Where one turn has too many paths the odds are refused, naming the rule that branched last."""
    figures = [*engaged(ASH, ORC), *engaged(BOW, IMP)]
    orders = [attack("ash", "orc"), attack("orc", "ash"), attack("bow", "imp"), attack("imp", "bow")]
    with pytest.raises(OddsTooLarge):
        round_odds(fight(figures, *orders), rulings())
