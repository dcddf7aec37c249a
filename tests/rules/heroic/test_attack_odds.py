"""Odds are exact: all dice of the same function, hand-worked fractions, and many merged paths agree."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from service.dice.exact import Distribution
from service.dice.model import THREE_D6 as THREE_DICE
from service.dice.ways import sums_of
from service.errors import OddsTooLarge
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.models import HeroicAttack
from service.rules.heroic.attack.odds import attack_odds
from service.rules.heroic.attack.outcomes import HeroicAttackVerdict
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.grapple.grapple import grapple_odds, resolve_grapple
from service.rules.kernel.verdict import AttackResult
from service.wire import to_json
from tests.rings import many
from tests.rules.enumeration import THREE_D6, Loads, enumerated, loaded, loads_of
from tests.rules.heroic.odds_inputs import stray_shots
from tests.rules.heroic.stat_blocks import (
    BANDIT,
    OGRES,
    SWORDSMAN,
    TROGLODYTES,
    WRESTLER,
    Document,
    armed,
    attack,
    changed,
    grapple,
    rulings,
)
from tests.rules.heroic.test_grapple import LYING, NECK, PIN, TAKEDOWN, spend
from tests.rules.heroic.test_melee import TWO_SWORDS
from tests.rules.heroic.test_ranged import ARCHER, BOW, LOCKED
from tests.rules.heroic.test_stray import ALLY

THRUST: Document = {"mode": "sword_thrust"}
ASLEEP: Document = {"conditions": ["unconscious"]}
HARD: Document = {"extra_modifiers": [{"label": "Slippery", "value": -10}]}
SURE: Document = {"extra_modifiers": [{"label": "Bound", "value": -6}]}


def straight(given: Any, options: Document) -> dict[HeroicAttackVerdict, Fraction]:
    """All dice of an attack, one path after another."""
    return Distribution.of(lambda dice: resolve_attack(given, rulings(**options), dice).verdict, budget=400_000).chances


@pytest.mark.parametrize(
    ("attacker", "target", "choice", "situation", "options"),
    [
        pytest.param(SWORDSMAN, BANDIT, THRUST, {"settle": False}, {}, id="melee"),
        pytest.param(SWORDSMAN, changed(BANDIT, **ASLEEP), THRUST, {}, {}, id="settled"),
        pytest.param(
            SWORDSMAN, changed(BANDIT, **ASLEEP), THRUST | SURE, {}, {"damage_rolls": "per_hit"}, id="damage per hit"
        ),
        pytest.param(SWORDSMAN, BANDIT, THRUST, {"settle": False}, {"criticals": "on"}, id="criticals"),
        pytest.param(SWORDSMAN, BANDIT, THRUST | SURE, {"settle": False}, {"contest_tie": "attacker"}, id="ties"),
        pytest.param(
            TROGLODYTES, changed(OGRES, **ASLEEP), {"mode": "stone_axe"}, {}, {"assignment": "spread"}, id="groups"
        ),
        pytest.param(
            ARCHER, changed(SWORDSMAN, **ASLEEP), BOW | {"fast_draw": True}, {"distance": 10}, {}, id="Fast-Draw"
        ),
        pytest.param(
            BANDIT,
            changed(SWORDSMAN, **ASLEEP),
            {"mode": "sword_swing", "hit_modes": ["sword_swing", "sword_thrust"]},
            {"settle": False},
            {},
            id="two modes",
        ),
        pytest.param(
            TWO_SWORDS,
            changed(BANDIT, **ASLEEP),
            {"modes": [{"mode": "sword_swing"}, {"mode": "knife"}]} | SURE,
            {"settle": False},
            {},
            id="several attacks",
        ),
        pytest.param(
            SWORDSMAN,
            BANDIT,
            THRUST | {"extra_modifiers": [{"label": "Drunk", "value": -12}]},
            {},
            {},
            id="not tried",
        ),
    ],
)
def test_odds(attacker: Document, target: Document, choice: Document, situation: Document, options: Document) -> None:
    """Merged odds are those of all dice of the same function."""
    given = attack(attacker, target, choice, **situation)
    assert attack_odds(given, rulings(**options)).chances == straight(given, options)


@pytest.mark.parametrize(
    ("others", "options"),
    [
        ([{"unit": changed(ALLY, **ASLEEP)}], {}),
        ([{"unit": changed(ALLY, **ASLEEP)}], {"stray_hits": "full"}),
        ([{"unit": changed(ALLY, sm=-12)}], {}),
    ],
)
def test_stray_odds(others: list[Document], options: Document) -> None:
    """Odds of a stray shot are those of all dice, where one bystander alone can be hit."""
    archer = armed(ARCHER, damage="1d", skill=18)
    awake = [each | {"unit": each["unit"] | {"conditions": []}} for each in others]
    target = changed(SWORDSMAN, defenses={"dodge": 40})
    given = attack(archer, target, BOW | {"shots_each": 3}, others=awake, settle=False, **LOCKED)
    odds = attack_odds(given, rulings(**options)).chances
    assert sum(odds.values()) == 1
    missed = sum(chance for verdict, chance in odds.items() if not verdict.stray_hits)
    assert (missed == 1) is (others[0]["unit"].get("sm", 0) == -12)


def test_stray_odds_by_hand() -> None:
    """A stray shot at 9 or less, 81 of 216, at skill 6 against -9, fails only with 18 against 3, 1 of 46 656."""
    target = changed(SWORDSMAN, defenses={"dodge": 40})
    ally = changed(ALLY, defenses={"dodge": -9})
    given = attack(armed(ARCHER, skill=13), target, BOW, others=[{"unit": ally}], settle=False, **LOCKED)
    odds = attack_odds(given, rulings())
    stray = sum(chance for verdict, chance in odds.chances.items() if verdict.stray_hits)
    assert stray == Fraction(81, 216) * Fraction(46_655, 46_656)


@pytest.mark.untraced
def test_stray_odds_equal_play() -> None:
    """Odds of shots into a melee of several are those of all falls of the dice, none merged with another."""
    endangered: set[tuple[bool, AttackResult]] = set()

    @settings(max_examples=many(15), phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    @given(stray_shots(), loads_of({THREE_D6: 0}))
    def prove(body: Document, loads: Loads) -> None:
        asked = HeroicAttack.model_validate_json(to_json(body["input"]))
        decided = rulings(**body["rulings"])
        with loaded(loads):
            odds = attack_odds(asked, decided).chances
            played = enumerated(lambda dice: resolve_attack(asked, decided, dice).verdict, loads, Fraction(0))
        assert odds == played.chances
        endangered.update({(verdict.stray_hits > 0, verdict.outcome) for verdict in odds})

    prove()
    assert endangered > {(stray, word) for stray in (True, False) for word in (AttackResult.MISS, AttackResult.DODGED)}


def test_stray_odds_of_several() -> None:
    """Each member of the melee is equally likely: eight ogres are endangered eight times as often as one ally."""
    others = [{"unit": ALLY}, {"unit": changed(OGRES, side="law", sm=0, defenses={"dodge": 9, "block": 12})}]
    locks = [{"one": "swordsman", "other": "ally"}, {"one": "ally", "other": "ogres"}]
    given = attack(armed(ARCHER, skill=25), SWORDSMAN, BOW, others=others, locks=locks, distance=10)
    odds = attack_odds(given, rulings())
    assert sum(odds.chances.values()) == 1
    assert any(verdict.stray_casualties for verdict in odds.chances)


def test_odds_by_hand() -> None:
    """Against nobody who defends, a skill of 4 hits with 3 or 4 of three dice, 4 of 216, and does 3 - 3 or 1 more."""
    target = changed(BANDIT, **ASLEEP)
    given = attack(SWORDSMAN, target, THRUST | {"extra_modifiers": [{"label": "Drunk", "value": -10}]}, settle=False)
    odds = attack_odds(given, rulings())
    hit = {verdict.injury: chance for verdict, chance in odds.chances.items() if verdict.hits}
    assert hit == {
        0: Fraction(4, 216) * Fraction(2, 6),
        2: Fraction(4, 216) * Fraction(1, 6),
        4: Fraction(4, 216) * Fraction(1, 6),
        6: Fraction(4, 216) * Fraction(1, 6),
        8: Fraction(4, 216) * Fraction(1, 6),
    }


@pytest.mark.parametrize(
    ("defenses", "word"),
    [
        ({"dodge": 9}, AttackResult.DODGED),
        ({"dodge": 3, "parries": [{"name": "sword", "value": 9}]}, AttackResult.PARRIED),
        ({"dodge": 3, "block": 9}, AttackResult.BLOCKED),
    ],
)
def test_outcomes_by_hand(defenses: Document, word: AttackResult) -> None:
    """A defence stops only what would have hit without it: an attack roll of 14 or less whose margin is not higher."""
    target = changed(BANDIT, defenses=defenses)
    odds = attack_odds(attack(SWORDSMAN, target, THRUST, settle=False), rulings()).chances
    ways = dict(enumerate(sums_of(THREE_DICE), start=3))
    expected = dict.fromkeys((AttackResult.HIT, AttackResult.MISS, word), Fraction(0))
    for roll, often in ways.items():
        for against, again in ways.items():
            stopped = word if roll <= 14 else AttackResult.MISS
            expected[AttackResult.HIT if 14 - roll > 9 - against else stopped] += Fraction(often * again, 216**2)
    found = dict.fromkeys(expected, Fraction(0))
    for verdict, chance in odds.items():
        found[verdict.outcome] += chance
    assert found == expected
    assert {verdict.outcome is AttackResult.HIT for verdict in odds if verdict.hits} == {True}
    assert {verdict.outcome is AttackResult.HIT for verdict in odds if not verdict.hits} == {False}


def test_group_odds() -> None:
    """Ten against eight with twelve hits possible: exact and complete."""
    given = attack(TROGLODYTES, OGRES, {"mode": "stone_axe"}, attacker_tactic="offensive")
    odds = attack_odds(given, rulings())
    assert sum(odds.chances.values()) == 1
    assert {verdict.hits for verdict in odds.chances} >= {4, 8, 12}
    assert {verdict.target_status for verdict in odds.chances} == {HeroicStatus.ACTIVE, HeroicStatus.INCAPACITATED}


def test_odds_too_large() -> None:
    """Too many different sums of damage are refused, naming the damage roll."""
    cannon = armed(ARCHER, damage="100d", rof=1000, propulsion="beam", projectiles_per_shot=100)
    given = attack(cannon, SWORDSMAN, BOW | {"shots_each": 1000}, distance=10)
    with pytest.raises(OddsTooLarge) as refusal:
        attack_odds(given, rulings(damage_rolls="per_hit"))
    assert refusal.value.faults[0].rule == "heroic/injury/damage-once"


@pytest.mark.parametrize(
    ("choice", "target", "settle"),
    [
        pytest.param({}, SWORDSMAN, False, id="only a hold"),
        pytest.param(spend(PIN), changed(LYING, **ASLEEP), True, id="a pin"),
        pytest.param(spend({"type": "choke", "hits": 2}, **NECK), changed(SWORDSMAN, **ASLEEP), True, id="a choke"),
        pytest.param(spend({"type": "choke_hold"}, **NECK), changed(SWORDSMAN, **ASLEEP), False, id="a choke hold"),
        pytest.param(spend({"type": "arm_lock"}, location="arm"), changed(SWORDSMAN, **ASLEEP), True, id="an arm lock"),
        pytest.param(spend(TAKEDOWN), BANDIT | {"side": "law"} | ASLEEP, False, id="a takedown"),
    ],
)
def test_grapple_odds(choice: Document, target: Document, settle: bool) -> None:
    """Odds with merged grips are those of all dice of the same function."""
    given = grapple(changed(WRESTLER, arms=4), target, choice | HARD, settle=settle)
    straight = Distribution.of(lambda dice: resolve_grapple(given, rulings(), dice).verdict, budget=200_000)
    assert grapple_odds(given, rulings()).chances == straight.chances


def test_long_chain_odds() -> None:
    """A chain of follow-ups, some of which may be impossible, keeps its odds exact."""
    choice = spend(TAKEDOWN, PIN, {"type": "neck_snap"}, **NECK)
    odds = grapple_odds(grapple(WRESTLER, SWORDSMAN, choice), rulings())
    assert sum(odds.chances.values()) == 1
    assert any(verdict.prone and verdict.pinned and verdict.injury for verdict in odds.chances)
