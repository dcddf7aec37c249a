"""Chances: what an attack would be rolled with, and how often it hits, without a die."""

from fractions import Fraction
from typing import Any

from service.rules.heroic.attack.odds import HeroicChances, HeroicFraction, attack_odds, compute_chances
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document, attack, rulings

THRUST: Document = {"mode": "sword_thrust"}
JAVELINS: Document = {"mode": "stone_javelin", "shots_each": 2, "fast_draw": True}


def chances(attacker: Document, target: Document, choice: Document, **situation: Any) -> HeroicChances:
    """What an attack would be rolled with."""
    return compute_chances(attack(attacker, target, choice, **situation), rulings())


def exact(number: HeroicFraction) -> Fraction:
    """A fraction as it is meant."""
    return Fraction(int(number.numerator), int(number.denominator))


def test_melee() -> None:
    """A thrust: both numbers, who counts, the Speed Factor, and what one hit does on the average."""
    found = chances(BANDIT, SWORDSMAN, THRUST, attacker_tactic="offensive")
    assert (found.skill.total, found.defense.value and found.defense.value.total) == (16, 12)
    assert (found.skill_if_drawn, found.shots, found.shots_if_drawn) == (None, None, None)
    assert (found.numbers.engaged, found.numbers.multiplier, found.speed_factor) == (1, 1.0, 4)
    (blow,) = found.blows
    assert (blow.mode, blow.dr, blow.wounding) == ("sword_thrust", 4, 2.0)
    # 1d+2 of imp against DR 4: 0, 0, 2, 4, 6, 8 of 3 ... 8
    assert exact(blow.injury_per_hit) == Fraction(20, 6)
    assert blow.injury_per_hit.decimal == float(Fraction(20, 6))
    assert "heroic/attack/steps" in found.cites
    assert len(set(found.cites)) == len(found.cites)


def test_hits_are_those_of_the_odds() -> None:
    """The chances of hits and the mean injury are those of the odds, in ascending order."""
    asked = attack(TROGLODYTES, OGRES, {"mode": "stone_axe"})
    found = compute_chances(asked, rulings())
    odds = attack_odds(asked, rulings()).chances
    assert [each.hits for each in found.hits] == sorted({verdict.hits for verdict in odds})
    for each in found.hits:
        assert exact(each.chance) == sum(chance for verdict, chance in odds.items() if verdict.hits == each.hits)
    assert exact(found.mean_injury) == sum(verdict.injury * chance for verdict, chance in odds.items())


def test_fast_draw() -> None:
    """With a Fast-Draw both salvos are told: with the shot it adds and without."""
    modes = TROGLODYTES["attack_modes"]
    quick = TROGLODYTES | {"attack_modes": [modes[0], modes[1] | {"fast_draw": 12}]}
    found = chances(quick, OGRES, JAVELINS, distance=10, attacker_tactic="offensive")
    assert found.shots
    assert found.shots_if_drawn
    assert (found.shots.fast_draw, found.shots.shots, found.shots_if_drawn.shots) == (False, 20, 30)
    assert found.skill_if_drawn == found.skill
    assert max(each.hits for each in found.hits) > 20
    assert sum(exact(each.chance) for each in found.hits) == 1
