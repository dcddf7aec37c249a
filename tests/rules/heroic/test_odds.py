"""The family's odds as a whole: worked by hand, counted in seeded rolls, quick, and on every example."""

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from service.app import registry
from service.dice.model import THREE_D6
from service.dice.seeded import SeededDice
from service.dice.ways import sums_of
from service.errors import OddsTooLarge
from service.operations.registry import Operation
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.models import HeroicAttack
from service.rules.heroic.attack.odds import attack_odds
from service.rules.heroic.attack.outcomes import HeroicAttackVerdict
from tests.golden.faces import in_process
from tests.rings import many
from tests.rules.heroic.stat_blocks import (
    BANDIT,
    OGRES,
    SWORDSMAN,
    TROGLODYTES,
    Document,
    armed,
    attack,
    changed,
    rulings,
)

ROLLS = 50_000
SIGMAS = 3.291
"""Of a thousand normal values, one is farther from the mean."""
WAYS = dict(enumerate(sums_of(THREE_D6), start=3))

RANKS: HeroicAttack = attack(TROGLODYTES, OGRES, {"mode": "stone_axe"}, attacker_tactic="offensive")
"""Ten against eight: 12 and 2 for the tactic and 2 for numbers against 8; each base hit counts four times."""
VOLLEY: HeroicAttack = attack(
    TROGLODYTES,
    OGRES,
    {"mode": "stone_javelin", "shots_each": 2, "attackers": 6},
    attacker_tactic="offensive",
    distance=10,
    has_initiative=True,
)
"""Six throw two javelins each at eight: 14, 3 less for range, 2, 1 and 1 more; 15 against 8, 12 can hit."""


def hits_in(chances: dict[HeroicAttackVerdict, Fraction]) -> dict[int, Fraction]:
    """The chance of each number of hits, in ways that two times three dice can fall."""
    hits: dict[int, Fraction] = {}
    for verdict, chance in chances.items():
        hits[verdict.hits] = hits.get(verdict.hits, Fraction(0)) + chance * 216**2
    return hits


def by_hand(difference: int, each: int, most: int) -> dict[int, Fraction]:
    """The same, when the first number is higher by so much and each base hit counts so often."""
    hits: dict[int, Fraction] = {}
    for roll, ways in WAYS.items():
        for defense, others in WAYS.items():
            margin = difference + defense - roll
            won = min((1 + margin // 4) * each, most) if margin > 0 else 0
            hits[won] = hits.get(won, Fraction(0)) + ways * others
    return hits


def test_ranks_by_hand() -> None:
    """Ten against eight hand to hand hit 4, 8, 12 ... times, exactly as often as their dice fall so."""
    assert hits_in(attack_odds(RANKS, rulings()).chances) == by_hand(8, 4, 1000)


def test_volley_by_hand() -> None:
    """Twelve javelins hit 5, 10 or 12 times: every base hit counts five times, but no more hit than are thrown."""
    assert hits_in(attack_odds(VOLLEY, rulings()).chances) == by_hand(7, 5, 12)


def facts(chances: dict[HeroicAttackVerdict, Any], name: str) -> dict[Any, Any]:
    """What is true of some verdicts, added up by one of their facts."""
    added: dict[Any, Any] = {}
    for verdict, weight in chances.items():
        value = getattr(verdict, name)
        added[value] = added.get(value, 0) + weight
    return added


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("asked", "rolls"),
    [pytest.param(RANKS, many(ROLLS), id="ranks"), pytest.param(VOLLEY, many(ROLLS // 5), id="volley")],
)
def test_seeded_rolls_agree(asked: HeroicAttack, rolls: int) -> None:
    """Thousands of seeded attacks of a group have the hits and the status that the odds give, within 99.9 %."""
    decided, dice = rulings(), SeededDice("sha256ctr1:heroic")
    chances = attack_odds(asked, decided).chances
    seen: dict[HeroicAttackVerdict, int] = {}
    for _ in range(rolls):
        dice.faces.clear()
        dice.steps.clear()
        verdict = resolve_attack(asked, decided, dice).verdict
        seen[verdict] = seen.get(verdict, 0) + 1
    assert seen.keys() <= chances.keys()
    for fact in ("hits", "target_status"):
        counted = facts(seen, fact)
        for value, chance in facts(chances, fact).items():
            spread = sqrt(rolls * chance * (1 - chance))
            assert abs(counted.get(value, 0) - rolls * chance) <= SIGMAS * spread + 1, (fact, value)
    mean = sum(verdict.injury * chance for verdict, chance in chances.items())
    variance = sum(verdict.injury**2 * chance for verdict, chance in chances.items()) - mean**2
    average = sum(verdict.injury * many for verdict, many in seen.items()) / rolls
    assert abs(average - mean) <= SIGMAS * sqrt(variance / rolls)


BLADES = [
    {"id": f"blade {number}", "kind": "melee", "skill": 60, "hands": 0, "damage": "9d", "type": "cutting"}
    for number in range(20)
]
JUGGLER = changed(SWORDSMAN, extra_attack=5, attack_modes=BLADES)
CROWD = [changed(BANDIT, id=f"bandit {number}", side="law", defenses={"dodge": -10}) for number in range(200)]
CANNON = armed(SWORDSMAN, id="cannon", kind="ranged", damage="100d", rof=1000, propulsion="beam")
INTO_THE_CROWD: Document = {
    "distance": 10,
    "others": [{"unit": each} for each in CROWD[1:]],
    "locks": [{"one": "bandit", "other": each["id"]} for each in CROWD[1:]],
}


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        pytest.param(
            attack(JUGGLER, BANDIT, {"modes": [{"mode": each["id"]} for each in BLADES]}),
            "multi/random-mode",
            id="twenty attacks as one",
        ),
        pytest.param(
            attack(changed(CANNON, side="sea"), BANDIT, {"mode": "cannon", "shots_each": 1000}, **INTO_THE_CROWD),
            "ranged/stray",
            id="a broadside into a crowd",
        ),
    ],
)
def test_too_much_to_add_up(asked: HeroicAttack, rule: str) -> None:
    """Odds that would take minutes are refused within a second or two, naming the rule that added last."""
    with pytest.raises(OddsTooLarge) as refusal:
        attack_odds(asked, rulings())
    assert refusal.value.faults[0].rule == f"heroic/{rule}"


def named(name: str) -> Operation:
    """An operation."""
    found = registry().get(name)
    assert found
    return found


@pytest.mark.parametrize(
    "name",
    [f"heroic/{each}/odds" for each in ("resolve-attack", "resolve-grapple", "break-free", "resolve-injury")]
    + [f"heroic/{each}/odds" for each in ("roll-initiative", "check-morale", "pursue")],
)
def test_chances_add_up(name: str) -> None:
    """The odds of every example are exact fractions that add up to 1, the likeliest first."""
    for shown in named(name).examples:
        status, answer = in_process(name, shown.request)
        assert status == 200
        chances = [
            Fraction(int(each["chance"]["numerator"]), int(each["chance"]["denominator"]))
            for each in answer["outcomes"]
        ]
        assert sum(chances) == 1
        assert chances == sorted(chances, reverse=True)
