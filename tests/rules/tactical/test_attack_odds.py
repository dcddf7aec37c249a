"""Exact odds of attacks: equal to unmerged enumeration, and small enough for ordinary attacks of any damage."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import orjson
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from service.dice.exact import Distribution
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.exchange import exchange
from service.rules.tactical.attack.exchange.struck import Struck
from service.rules.tactical.attack.odds import AttackOdds, Odds, attack_odds
from service.rules.tactical.attack.records import TacticalAttackInput, TacticalAttackVerdict
from service.rules.tactical.book.options import TacticalRulings
from tests.rings import long, many
from tests.rules.enumeration import Document, Enumerated, Loads, Proof, enumerated, loaded
from tests.rules.tactical.attack_proofs import ONE_ATTACK, ONE_OF_SEVERAL, TWO_ATTACKS
from tests.rules.tactical.scenes import OPEN, bow, figure, foe, sword
from tests.rules.tactical.strikes import asked

EXHAUSTIVE: Final = Fraction(0)


def read(body: Document) -> tuple[TacticalAttackInput, TacticalRulings]:
    """The input and the rulings of a request."""
    one = TacticalAttackInput.model_validate_json(orjson.dumps(body["input"]))
    return one, TacticalRulings.model_validate_json(orjson.dumps(body["rulings"]))


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(ONE_ATTACK, id="one", marks=pytest.mark.untraced),
        pytest.param(TWO_ATTACKS, id="two"),
        pytest.param(ONE_OF_SEVERAL, id="several", marks=(pytest.mark.untraced, long)),
    ],
)
def test_odds_are_those_of_every_fall_of_the_dice(proof: Proof) -> None:
    """The odds of small random attacks are what playing each fall of the dice by itself gives."""
    compared: list[Enumerated[Any]] = []

    @settings(
        max_examples=many(proof.examples),
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        derandomize=True,
        database=None,
    )
    @given(proof.bodies, proof.loads)
    def prove(body: Document, loads: Loads) -> None:
        one, rulings = read(body)
        with loaded(loads):
            try:
                odds = attack_odds(one, rulings)
            except RulesRefuse:
                return
            played = enumerated(lambda dice: resolve_attack(one, rulings, dice).verdict, loads, EXHAUSTIVE)
        assert sum(odds.chances.values()) == 1
        assert odds.chances == played.chances
        compared.append(played)

    prove()
    assert len(compared) > many(proof.examples) // 2


def odds_of(weapon: Document, hands: str, distance: int, **facts: Any) -> Distribution[TacticalAttackVerdict]:
    """The odds of an attack with a weapon on somebody so many hexes away."""
    attacker = figure(weapons=[weapon], ready={hands: weapon["id"]})
    return attack_odds(asked([attacker, foe(hex=[0, -distance])], **({"defense": None} | facts)), OPEN)


def test_a_feint_leaves_less_defense() -> None:
    """Of All-Out Attacks on somebody who dodges, one with a feint hits more often than one with stronger blows."""
    dodging = {"defense": {"preferences": [{"kind": "dodge"}]}, "maneuver": "all_out_attack"}
    feint, strong = (odds_of(sword(level=15), "right", 1, **dodging, option=option) for option in ("feint", "strong"))
    hits = [
        sum(chance for verdict, chance in odds.chances.items() if verdict.outcome is AttackResult.HIT)
        for odds in (feint, strong)
    ]
    assert hits[0] > hits[1]


@pytest.mark.untraced
@pytest.mark.parametrize("damage", ["1d", "3d+2", "6d"])
@pytest.mark.parametrize("random", [False, True])
def test_ordinary_attacks_have_odds(damage: str, random: bool) -> None:
    """A plain melee or ranged attack with any location, a defense and several dice of damage is not too large."""
    for made, hands, distance in ((sword, "right", 1), (bow, "both", 5)):
        plain = made()
        weapon = made(level=15, modes=[plain["modes"][0] | {"damage": damage}])
        odds = odds_of(weapon, hands, distance, random_location=random)
        assert sum(odds.chances.values()) == 1
        assert odds.residual == 0
        assert len({each.outcome for each in odds.chances}) >= 2


@pytest.mark.parametrize("weapon", [sword(level=12), bow(level=12)], ids=["blow", "shot"])
def test_stages_that_are_not_due_change_nothing(weapon: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds are the same if each stage is played in each state, whether it is due or not."""
    distance, hands = (5, "both") if weapon["id"] == "bow" else (1, "right")
    facts = {"random_location": True, "defense": {"preferences": [{"kind": "dodge"}]}}
    due = odds_of(weapon, hands, distance, **facts)
    staged = AttackOdds._staged

    def always(self: AttackOdds, odds: Odds, stage: exchange.Stage, is_due: Callable[[Struck], bool]) -> Odds:
        repeats = stage not in (*exchange.LANDING, *exchange.HITTING)
        return staged(self, odds, stage, is_due if repeats else lambda _: True)

    monkeypatch.setattr(AttackOdds, "_staged", always)
    played = odds_of(weapon, hands, distance, **facts)
    assert list(due.chances.items()) == list(played.chances.items())
    assert {each.outcome for each in due.chances} >= {AttackResult.HIT, AttackResult.MISS, AttackResult.DODGED}
