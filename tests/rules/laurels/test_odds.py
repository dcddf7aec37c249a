"""Odds are exact to a stated depth: brute force, hand-worked fractions, closed forms and seeded rolls agree."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice, DicePool, Explosion, Rule, Spans
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.ways import EXPLOSIONS_FOLLOWED
from service.operations.answering.odds import RESIDUAL
from service.operations.procedure import bound_procedures_of, operations_of
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.check import check_skill
from service.rules.laurels.attack.outcomes import LaurelsAttackVerdict
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.battle.initiative import roll_initiative
from service.rules.laurels.battle.outcomes import LaurelsRoundVerdict
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.family import FAMILY
from service.rules.laurels.figures.models import LaurelsAttack, LaurelsCheck, LaurelsInitiative
from service.rules.laurels.pursuit.pursuit import pursue, pursuit_odds
from service.rules.laurels.rounds.round import resolve_round, round_odds
from service.wire import to_json
from tests.rules.laurels.figures import (
    ARCHER,
    CEDRYK,
    GIANT,
    ORC,
    TOMBRIL,
    Document,
    attack,
    fight,
    order,
    parrying,
    pursuit,
    rulings,
    sneak_attack,
)

DEFAULT = rulings()
FEEBLE: Document = {"level": 1, "strength": 0, "weapon": {"die": "d4"}}
K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def verdicts(attack: LaurelsAttack, options: LaurelsRulings = DEFAULT) -> Distribution[LaurelsAttackVerdict]:
    """The odds of an attack."""
    return Distribution.of(lambda dice: resolve_attack(attack, options, dice).verdict)


class WithoutSpans(ExactDice):
    """Exact dice that are not told which sums and explosions grade alike."""

    __slots__ = ()

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: Spans | None = None,
    ) -> Explosion:
        return super().explode(rule, pool, again=again, limit=limit, actor=actor)


def without_spans(procedure: Callable[[Dice], V]) -> Distribution[V]:
    """Enumerate with dice that take no advice."""

    def follow(dice: ExactDice) -> V:
        dice.__class__ = WithoutSpans
        return procedure(dice)

    return Distribution.of(follow)


def marginal(distribution: Distribution[V], key: Callable[[V], K]) -> dict[K, Fraction]:
    """Sum the chances of results that share something."""
    totals: dict[K, Fraction] = {}
    for result, chance in distribution.chances.items():
        totals[key(result)] = totals.get(key(result), Fraction(0)) + chance
    return totals


PARRIES: list[tuple[str, Document, Document]] = [
    ("weapon", {"equipment": "weapon"}, {}),
    ("magic weapon", {"equipment": "weapon", "weapon_magic_bonus": 2, "explosions_so_far": 1}, {}),
    ("attack by attack", {"equipment": "weapon", "explosions_so_far": 9}, {"parry_explosion_count": "per_attack"}),
    ("overdue weapon", {"equipment": "weapon", "explosions_so_far": 9}, {}),
    ("shattered", {"equipment": "weapon", "weapon_shattered": True}, {}),
    ("shield", {"equipment": "shield", "shield_durability": 9}, {}),
    ("shield before the defenses", {"equipment": "shield", "shield_durability": 9}, {"parry_basis": "gross"}),
    ("both", {"equipment": "both", "shield_durability": 9}, {}),
    ("both, shield first", {"equipment": "both", "shield_durability": 9}, {"parry_both_order": "shield_first"}),
    ("both, weapon gone", {"equipment": "both", "shield_durability": 9, "weapon_shattered": True}, {}),
]
CASES: dict[str, tuple[LaurelsAttack, LaurelsRulings]] = {
    "melee": (attack(CEDRYK, ORC), DEFAULT),
    "overflow": (attack(CEDRYK, ORC | {"stamina": 3}), DEFAULT),
    "overflow lost": (attack(CEDRYK, ORC | {"stamina": 3}), rulings(overflow="discard")),
    "exhausted": (attack(CEDRYK, ORC | {"stamina": 0}), rulings(overflow="discard")),
    "no slots": (attack(CEDRYK, GIANT | {"stamina": 9}), DEFAULT),
    "a shot, no slots": (attack(ARCHER | {"stamina": 2}, GIANT | {"stamina": 9}, mode="ranged"), DEFAULT),
    "a shot": (attack(ARCHER, ORC, mode="ranged"), DEFAULT),
    "armor stops nearly all": (attack(CEDRYK, ORC | {"armor_points": 30}), DEFAULT),
    "not a single slot": (attack(CEDRYK, ORC | {"stamina": 3, "injury_slots": 0}), DEFAULT),
    "a clumsy target behind a shield": (
        attack(
            CEDRYK,
            ORC
            | {
                "dexterity": -9,
                "stamina": 0,
                "injury_slots": 1,
                "parry": {"equipment": "shield", "shield_durability": 13},
            },
        ),
        rulings(parry_basis="gross"),
    ),
    "negative": (attack(CEDRYK | {"strength": -9, "weapon": {}}, ORC | {"dexterity": -9}), DEFAULT),
} | {
    f"{title}, {dexterity}": (
        attack(CEDRYK, ORC | {"stamina": 6, "dexterity": dexterity, "parry": stance}),
        rulings(**options),
    )
    for title, stance, options in PARRIES
    for dexterity in (2, -5)
}
ATTACKS = [pytest.param(*case, id=title) for title, case in CASES.items()]


@pytest.mark.parametrize(("attack", "options"), ATTACKS)
def test_spans_are_honest(attack: LaurelsAttack, options: LaurelsRulings) -> None:
    """Telling the dice which sums and explosions matter changes no chance of an attack or of what comes after it."""
    odds = Distribution.of(lambda dice: resolve_attack(attack, options, dice).target_next)
    assert odds == without_spans(lambda dice: resolve_attack(attack, options, dice).target_next)
    assert sum(odds.chances.values()) + odds.residual == 1


def test_one_die_by_hand() -> None:
    """A single d4 against an unarmored orc of 24 stamina: each explosion costs a quarter."""
    odds = verdicts(attack(FEEBLE, ORC | {"armor_points": 0, "dexterity": 0}))
    lost = marginal(odds, lambda verdict: verdict.stamina_lost)
    assert lost[1] == lost[2] == lost[3] == Fraction(1, 4)
    assert lost[5] == Fraction(1, 16)
    assert 4 not in lost
    # 24 points or more are six explosions or more, and what follows them: 25 to 27 after six, and all beyond.
    assert lost[24] + odds.residual == Fraction(1, 4**6)
    assert odds.residual == Fraction(1, 4 ** (EXPLOSIONS_FOLLOWED + 1))


def test_two_dice_by_hand() -> None:
    """Two d6 that must not explode: sums 2 to 10 of two dice with five faces each, in 36."""
    odds = verdicts(attack({"level": 3, "strength": 0, "weapon": {"die": "d6"}}, {"stamina": 500}))
    lost = marginal(odds, lambda verdict: verdict.stamina_lost)
    # 7 = 2 + 5 = 3 + 4 = 4 + 3 = 5 + 2: no die has exploded.
    assert lost[7] == Fraction(4, 36)
    # 8 = 3 + 5 twice, 4 + 4; or one six among the two, 1 + 1 beside it: 2 * 1/36 * 1/6.
    assert lost[8] == Fraction(3, 36) + Fraction(2, 216)


@pytest.mark.parametrize("die", ["d4", "d6", "d8", "d10"])
@pytest.mark.parametrize("level", [1, 4, 9, 20])
@pytest.mark.parametrize("power", [False, True])
def test_the_mean_is_the_closed_form(die: str, level: int, power: bool) -> None:
    """Where nothing is capped the mean damage is that of exploding dice, to the residual."""
    given_attack = attack(
        {"level": level, "strength": 0, "weapon": {"die": die, "magic_bonus": 1}}, {"stamina": 1000}, power_attack=power
    )
    odds = verdicts(given_attack)
    mean = sum(verdict.stamina_lost * chance for verdict, chance in odds.chances.items())
    sides, count = int(die[1:]), (level + 1) // 2 * (2 if power else 1)
    closed = count * (Fraction(sides * (sides + 1), 2 * (sides - 1)) + 1)
    assert sum(odds.chances.values()) + odds.residual == 1
    # What is left out adds at least 31 explosions a time, and hardly more than a hundred points beyond them.
    assert odds.residual * 31 * sides < closed - mean < odds.residual * (31 * sides + 400)


def test_the_limit_of_a_request_bounds_its_odds() -> None:
    """What a request would refuse to roll is residual in its odds."""
    assert verdicts(attack(FEEBLE), rulings(max_explosions=1)).residual == Fraction(1, 16)


def test_sneak_attacks_by_hand() -> None:
    """Cedryk needs a 14 to stay unnoticed with 4: 11 of 20; then a 13 with 4: 12 of 20."""
    odds = Distribution.of(
        lambda dice: resolve_sneak_attack(sneak_attack(sneak={"stealth_dc": 14}), DEFAULT, dice).verdict
    )
    assert marginal(odds, lambda verdict: verdict.foiled)[True] == Fraction(9, 20)
    precise = marginal(odds, lambda verdict: verdict.precise)[True]
    assert Fraction(11, 20) * Fraction(12, 20) - precise == odds.residual * Fraction(12, 20)


def test_checks_by_hand() -> None:
    """9 or more on a d20 is 12 in 20; what cannot fail or cannot succeed is certain."""
    for bonus, dc, chance in ((4, 13, Fraction(12, 20)), (0, 21, Fraction(0)), (9, 10, Fraction(1))):
        odds = Distribution.of(partial(check_skill, LaurelsCheck(bonus=bonus, dc=dc), DEFAULT))
        assert marginal(odds, lambda outcome: outcome.success).get(True, Fraction(0)) == chance


def test_initiative_by_hand() -> None:
    """Two sides that run into each other: each surprises the other one time in six."""
    odds = Distribution.of(lambda dice: roll_initiative(LaurelsInitiative(), DEFAULT, dice).verdict)
    assert marginal(odds, lambda verdict: verdict.surprised) == {
        None: Fraction(4, 6),
        "party": Fraction(1, 6),
        "opponents": Fraction(1, 6),
    }


def test_a_round_is_what_its_attacks_are() -> None:
    """Where one side only parries, the odds are half those of an attack on a parry, half those on an open target."""
    odds = round_odds(fight([CEDRYK, ORC], order("cedryk", "orc"), parrying("orc", "weapon")), DEFAULT)
    open_blow = verdicts(attack(CEDRYK, ORC))
    lost = marginal(odds, lambda verdict: verdict.stamina_lost)
    expected = marginal(open_blow, lambda verdict: verdict.stamina_lost)
    assert {points: 2 * chance for points, chance in lost.items() if points} == {
        points: chance for points, chance in expected.items() if points
    }
    assert sum(odds.chances.values()) + odds.residual == 1


def fate(verdict: LaurelsRoundVerdict) -> tuple[str, str | None, bool]:
    """What is counted of a round: who acted first, who was surprised, and whether much stamina was lost."""
    return verdict.first, verdict.surprised, verdict.stamina_lost > 12


def test_chances_are_seen_in_many_rolls() -> None:
    """Seeded rounds fall as their odds say, within five standard deviations."""
    given_round = fight([CEDRYK, ORC], order("orc", "cedryk"), order("cedryk", "orc"), round=1, surprise="party_ambush")
    odds = marginal(round_odds(given_round, DEFAULT), fate)
    times = 1000
    rolled = [resolve_round(given_round, DEFAULT, SeededDice(f"sha256ctr1:{n}")).verdict for n in range(times)]
    seen = Counter(map(fate, rolled))
    assert set(seen) <= set(odds)
    for verdict, chance in odds.items():
        deviation = (times * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(seen[verdict] - times * float(chance)) <= 5 * deviation + 1


FOX: Document = {"id": "fox", "dexterity": 2, "armor_points": 1, "stamina": 3, "injury_slots": 2}
DOG: Document = {"id": "dog", "move_ft": 40, "awareness": 3, "strength": 2, "stamina": 3, "weapon": {"die": "d6"}}


def test_a_pursuit_by_hand() -> None:
    """One round of fresh runners: 3 in 6 for each edge, 13 - 2 + 2 on a d20 to break away, and nobody is struck."""
    fresh = {"stamina": 30}
    odds = pursuit_odds(pursuit([FOX | fresh], [DOG | fresh], max_rounds=1, free_strike=False), DEFAULT)
    # With the edge the fox has escaped in any case after the last round; without it, it is caught on 1 to 12.
    assert marginal(odds, lambda verdict: verdict.caught) == {0: Fraction(1, 2) + Fraction(8, 40), 1: Fraction(12, 40)}


def test_stamina_to_spare_still_counts() -> None:
    """A runner with stamina for all rounds is struck with what the exertion leaves, and dies of what reaches it."""
    runner = {"id": "runner", "dexterity": 4, "stamina": 5, "injury_slots": 1}
    chaser = {"id": "chaser", "stamina": 50, "weapon": {"die": "d10"}}
    odds = pursuit_odds(pursuit([runner], [chaser], max_rounds=1), DEFAULT)
    # Caught by 5 or more with 1 in 20. Of 40 pairs of d4 and d10 there are 6, 7, 8 and 9 that reach what is left.
    struck, fells = Fraction(1, 2) * Fraction(1, 20), Fraction(6 + 7 + 8 + 9, 40)
    assert struck * fells == Fraction("0.01875")
    assert struck * fells - marginal(odds, lambda verdict: verdict.casualties)[1] == odds.residual


def test_many_runners_with_stamina_to_spare() -> None:
    """Exertions that nothing depends on but a strike are put off until it, so ten rounds of six have odds."""
    fleeing = [FOX | {"id": f"fox {n}", "stamina": 50} for n in range(2)]
    pursuers = [DOG | {"id": f"dog {n}", "stamina": 50} for n in range(4)]
    odds = pursuit_odds(pursuit(fleeing, pursuers, max_rounds=10), DEFAULT)
    assert sum(odds.chances.values()) + odds.residual == 1


@pytest.mark.parametrize(
    ("fleeing", "pursuers", "rounds"),
    [
        ([FOX], [DOG], 2),
        ([FOX], [DOG, DOG | {"id": "wolf", "stamina": 9}], 1),
        ([FOX, FOX | {"id": "cub"}], [DOG], 1),
        ([FOX], [], 2),
    ],
)
def test_a_pursuit_is_its_paths(fleeing: list[Document], pursuers: list[Document], rounds: int) -> None:
    """Merging equal states gives what following every path gives, but for how much of the free strikes is followed."""
    given_pursuit = pursuit(fleeing, pursuers, max_rounds=rounds)
    merged = pursuit_odds(given_pursuit, DEFAULT)
    along_paths = Distribution.of(lambda dice: pursue(given_pursuit, DEFAULT, dice).verdict, 200_000)
    assert merged == along_paths


@given(st.data())
def test_verdicts_are_in_the_odds(data: st.DataObject) -> None:
    """Whatever is rolled, its verdict has a chance."""
    given_attack, options = data.draw(st.sampled_from(list(CASES.values())))
    verdict = resolve_attack(
        given_attack, options, SeededDice(f"sha256ctr1:{data.draw(st.integers(0, 10**6))}")
    ).verdict
    assert verdict in verdicts(given_attack, options).chances


@pytest.mark.parametrize(
    "name", ["resolve-attack", "resolve-sneak-attack", "resolve-round", "pursue", "skill-check", "roll-initiative"]
)
@pytest.mark.anyio
async def test_odds_travel_with_their_residual(name: str) -> None:
    """Every odds answer states what was not followed, as a chance."""
    operations = {each.name: each for each in operations_of(bound_procedures_of(FAMILY))}
    operation = operations[f"laurels/{name}/odds"]
    answer: Any = await operation.run(operation.request.model_validate_json(to_json(operation.examples[0].request)))
    residual = Fraction(int(answer.residual.numerator), int(answer.residual.denominator))
    total = sum(Fraction(int(each.chance.numerator), int(each.chance.denominator)) for each in answer.outcomes)
    assert total + residual == 1
    assert residual < Fraction(1, 10**9)
    assert float(residual) == answer.residual.decimal
    assert f"{EXPLOSIONS_FOLLOWED} added dice" in RESIDUAL


def test_typical_odds_are_small() -> None:
    """Ten level dice against a hero are a few dozen outcomes, not thousands of paths."""
    assert len(verdicts(attack(GIANT | {"level": 20}, TOMBRIL)).chances) < 100


@pytest.mark.parametrize(
    ("equipment", "durability", "outcomes"),
    [
        pytest.param("weapon", 0, {AttackResult.PARRIED}, id="a weapon"),
        pytest.param("shield", 3, {AttackResult.PARRIED, AttackResult.HIT}, id="a shield"),
        pytest.param("shield", 0, {AttackResult.DEFENDED, AttackResult.HIT}, id="nothing left"),
    ],
)
@pytest.mark.parametrize("basis", ["net", "gross"])
def test_results_are_told_apart(equipment: str, durability: int, outcomes: set[AttackResult], basis: str) -> None:
    """A blow that does no harm is parried where it met a parry, and defended against where it did not."""
    stance = {"equipment": equipment, "shield_durability": durability}
    target = ORC | {"parry": stance, "armor_points": 2, "dexterity": 0, "shield_durability": None}
    given_attack = attack({"level": 1, "strength": 0, "weapon": {"die": "d4"}}, target)
    odds = verdicts(given_attack, rulings(parry_basis=basis))
    assert {verdict.outcome for verdict in odds.chances} == outcomes
    for face in (1, 2, 3):
        told = resolve_attack(given_attack, rulings(parry_basis=basis), SuppliedDice((face,), (), WhenExhausted.REFUSE))
        assert told.verdict in odds.chances
        assert (told.verdict.outcome is AttackResult.HIT) == (told.applied > 0) == (told.verdict.hits == 1)
