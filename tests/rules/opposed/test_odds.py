"""Odds are exact: brute force, printed tables, hand-worked fractions and many seeded rolls agree with them."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

import pytest

from service.dice.exact import Distribution, every_path
from service.dice.model import Dice, DiceNeeded
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.kernel.verdict import AttackResult, PursuitResult
from service.rules.opposed.attack.attack import attack_odds, resolve_attack
from service.rules.opposed.attack.maneuver import resolve_maneuver
from service.rules.opposed.attack.outcomes import OpposedAttackVerdict
from service.rules.opposed.attack.quality import grade_success
from service.rules.opposed.battle.initiative import roll_initiative
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRound, OpposedUnengagedInitiative
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.rulebook import REPULSE_CHARGE, WITHDRAW_CLOSE_COMBAT
from service.rules.opposed.book.words import (
    OpposedAttackHex,
    OpposedParryResult,
    OpposedRiposte,
    OpposedStatus,
    Quality,
)
from service.rules.opposed.figures.models import OpposedAttack, OpposedParry, OpposedSuccess
from service.rules.opposed.pursuit.pursuit import pursue, pursuit_odds
from service.rules.opposed.rounds.round import round_odds
from service.wire import to_json
from tests.rings import long, many, thinned
from tests.rules.opposed.figures import ASH, ORC, attack, rulings
from tests.rules.opposed.test_maneuver import MANEUVER
from tests.rules.opposed.test_tables import TABLE_57_4
from tests.rules.opposed.unbanded import Unbanded

DEFAULT = rulings()
RESOLVE = rulings(consequences="resolve")
EVADING = {"evading": True}
FEEBLE = {"weapon": {"base_chance": 5, "ranked": False}}

V = TypeVar("V", bound=Hashable)
K = TypeVar("K", bound=Hashable)


def verdict_of(strike: OpposedAttack, options: OpposedRulings) -> Callable[[Dice], OpposedAttackVerdict]:
    """An attack as a function of its dice."""
    return lambda dice: resolve_attack(strike, options, dice).verdict


@pytest.mark.parametrize("options", [DEFAULT, RESOLVE], ids=["reported", "resolved"])
@pytest.mark.parametrize("riposte", [each.value for each in OpposedRiposte])
@pytest.mark.parametrize("stance", [EVADING, {}], ids=["evading", "standing"])
def test_a_strike_and_its_riposte_are_two_phases(stance: dict[str, Any], riposte: str, options: OpposedRulings) -> None:
    """The odds of a strike, then of what it draws, are those of the whole attack, run along each path of its dice."""
    strike = attack({"endurance": 5, "evading": True}, stance, riposte=riposte)
    assert attack_odds(strike, options).chances == Distribution.of(verdict_of(strike, options)).chances


def brute_force(procedure: Callable[[Dice], Hashable]) -> dict[Hashable, Fraction]:
    """Every way the dice can fall, one run for each, asking for the next die where a run stops."""
    chances: dict[Hashable, Fraction] = {}
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        faces, chance = pending.pop()
        try:
            verdict = procedure(SuppliedDice(faces, (), WhenExhausted.ASK))
        except DiceNeeded as lack:
            sides = int(lack.dice.partition("d")[2])
            pending += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
        else:
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance
    return chances


ATTACKS = [
    pytest.param(attack(), DEFAULT, id="melee", marks=long),
    pytest.param(attack(), RESOLVE, id="melee with consequences"),
    pytest.param(attack(defender={"fatigue": 3, "endurance": 9}), RESOLVE, id="a wounded defender"),
    pytest.param(attack({"endurance": 4}, EVADING), RESOLVE, id="evading, with a parry that may fell the attacker"),
    pytest.param(attack(FEEBLE, EVADING | FEEBLE, riposte="resolve"), DEFAULT, id="evading, with a riposte"),
    pytest.param(attack({"strike_magic": 150}), rulings(grievous_roll=True), id="a Strike Chance above 200"),
    pytest.param(
        attack(
            {"assassin_rank": 7},
            situation={"assassin": "surprise"},
            grievous_table=[
                {"lowest": 1, "highest": 40, "label": "scratch"},
                {"lowest": 30, "highest": 60, "weapon_class": "B", "label": "cut", "extra_endurance": 7},
                {"lowest": 61, "highest": 99, "weapon_class": "A", "label": "hole"},
            ],
        ),
        rulings(grievous_roll=True),
        id="an assassin with a grievous table",
    ),
    pytest.param(attack(maneuver="trip"), RESOLVE, id="trip"),
    pytest.param(attack(maneuver="disarm"), rulings(disarm_deals_damage=True), id="disarm"),
    pytest.param(attack(maneuver="knockout"), DEFAULT, id="knockout"),
    pytest.param(attack({"weapon": {"base_chance": 3, "ranked": False}}), rulings(natural_01="table"), id="row one"),
    pytest.param(attack(defender={"stunned": True}), rulings(fumble_from=50), id="fumbles from 50"),
]
RULES = (
    "opposed/attack/sequence",
    "opposed/attack/defender-always-rolls",
    "opposed/fumble/check",
    "opposed/damage/roll",
    "opposed/grievous/roll",
    "opposed/maneuver/avoid-roll",
    "opposed/consciousness/check",
    "opposed/evade/parry-roll",
)


@pytest.mark.untraced
@pytest.mark.parametrize("rule", thinned(RULES, 3))
@pytest.mark.parametrize(("strike", "options"), ATTACKS)
def test_bands_are_honest(strike: OpposedAttack, options: OpposedRulings, rule: str) -> None:
    """Enumerating every face of any one die of a strike changes no chance, and the chances add up to 1."""
    procedure = verdict_of(strike, options)
    banded = Distribution.of(procedure)
    assert Distribution.of(lambda dice: procedure(Unbanded(dice, rule)), budget=400_000) == banded
    assert sum(banded.chances.values()) == 1


ONE_DIE: Any = [
    *[{"kind": "withdraw_close", "friendly_strength": [9], "hostile_strength": [each]} for each in range(8, 20)],
    *[{"kind": "repulse", "weapon_rank": rank} for rank in range(11)],
]
"""Manoeuvres that one die decides, from those that always succeed to those that never do."""


@pytest.mark.parametrize("given", ONE_DIE, ids=str)
def test_bands_of_a_die_that_decides_are_honest(given: dict[str, Any]) -> None:
    """Enumerating every face of the die that decides a manoeuvre changes no chance."""
    asked = MANEUVER.validate_json(to_json(given))
    rule = {"withdraw_close": WITHDRAW_CLOSE_COMBAT, "repulse": REPULSE_CHARGE}[given["kind"]].id
    every = Distribution.of(lambda dice: resolve_maneuver(asked, DEFAULT, Unbanded(dice, rule)).verdict)
    assert every == Distribution.of(lambda dice: resolve_maneuver(asked, DEFAULT, dice).verdict)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("strike", "options"),
    [
        pytest.param(attack({"weapon": {"base_chance": 25, "ranked": False}}), DEFAULT, id="melee"),
        pytest.param(
            attack(FEEBLE, EVADING, maneuver="disarm"), DEFAULT, id="a disarm against an evading defender", marks=long
        ),
    ],
)
def test_odds_are_brute_force(strike: OpposedAttack, options: OpposedRulings) -> None:
    """Running an attack for all 10 000 pairs of d100, with every face of what follows, gives the same fractions."""
    assert Distribution.of(verdict_of(strike, options)).chances == brute_force(verdict_of(strike, options))


def test_a_typical_attack_has_few_paths() -> None:
    """Thanks to the bands a strike with all its consequences has at most 300 paths, and a riposte at most 3000."""
    assert len(list(every_path(verdict_of(attack(), RESOLVE)))) <= 300
    riposte = attack({"endurance": 4}, EVADING, riposte="resolve")
    assert len(list(every_path(verdict_of(riposte, RESOLVE)))) <= 3000


def share(verdicts: Distribution[V], fact: Callable[[V], bool]) -> Fraction:
    """The chance that a verdict has a fact."""
    return shares(verdicts, fact).get(True, Fraction(0))


def shares(verdicts: Distribution[V], part: Callable[[V], K]) -> dict[K, Fraction]:
    """The chances of one part of the verdict."""
    chances: dict[K, Fraction] = {}
    for verdict, chance in verdicts.chances.items():
        chances[part(verdict)] = chances.get(part(verdict), Fraction(0)) + chance
    return chances


def test_hand_worked_strike() -> None:
    """Ash's 87 against Orc's 35, worked out by hand."""
    odds = Distribution.of(verdict_of(attack(), DEFAULT))
    # Faces of 87: Decisive 1-9 (9), Crucial 10-18 (9), Better 19-35 (17), Average 36-87 (52), Poor 88-100 (13).
    # Faces of 35: Decisive 1-4 (4), Crucial 5-7 (3), Better 8-14 (7), Average 15-35 (21), Poor 36-100 (65).
    # A hit is a better attack: 9 * 96 + 9 * 93 + 17 * 86 + 52 * 65 = 864 + 837 + 1462 + 3380 = 6543.
    assert share(odds, lambda it: it.outcome is AttackResult.HIT) == Fraction(6543, 10_000)
    # A miss is a Poor attack, whatever the defence: 13 * 100; all else is blocked: 10000 - 6543 - 1300 = 2157.
    assert share(odds, lambda it: it.outcome is AttackResult.MISS) == Fraction(13, 100)
    assert share(odds, lambda it: it.outcome is AttackResult.BLOCKED) == Fraction(2157, 10_000)
    # Result Decisive: 9 * 65 = 585. Result Crucial: 9 * 65 + 9 * 21 = 774.
    assert share(odds, lambda it: it.result_quality is Quality.DECISIVE) == Fraction(585, 10_000)
    assert share(odds, lambda it: it.result_quality is Quality.CRUCIAL) == Fraction(774, 10_000)
    # Stunned by 7 or more of 20 Endurance: d10 + 4 - 3 >= 7 on 6 to 10, half of 585 + 774 = 1359.
    assert share(odds, lambda it: it.stunned) == Fraction(1359, 20_000)
    # A fumble candidate is a 99 or 00.
    assert share(odds, lambda it: it.fumble_candidate) == Fraction(2, 100)


def test_hand_worked_parry() -> None:
    """Orc evades at 61 and parries what it beats by two."""
    odds = Distribution.of(verdict_of(attack(defender=EVADING), DEFAULT))
    # Faces of 61: Decisive 1-7 (7), Crucial 8-13 (6), Better 14-25 (12), Average 26-61 (36), Poor 62-100 (39).
    # Beaten by two: Better 17 * 7 + Average 52 * 13 + Poor 13 * 25 = 119 + 676 + 325 = 1120 of 10000.
    # d10 + 4 - 6: 1 to 5 parry, 6 to 9 disarm, 10 ripostes.
    parried = shares(odds, lambda it: it.parry)
    assert parried == {
        None: Fraction(8880, 10_000),
        OpposedParryResult.PARRIED: Fraction(1120, 10_000) * Fraction(5, 10),
        OpposedParryResult.DISARM: Fraction(1120, 10_000) * Fraction(4, 10),
        OpposedParryResult.DISARM_AND_RIPOSTE: Fraction(1120, 10_000) * Fraction(1, 10),
    }
    results = shares(odds, lambda it: it.outcome)
    assert results[AttackResult.PARRIED] == Fraction(1120, 10_000)
    assert shares(odds, lambda it: it.hits) == {
        1: results[AttackResult.HIT],
        0: 1 - results[AttackResult.HIT],
    }


def faces_of(chance: int) -> Counter[Quality]:
    """How many faces the printed table gives each quality at a chance."""
    return Counter(TABLE_57_4[face].get(chance, Quality.POOR) for face in range(1, 101))


@pytest.mark.parametrize(("strike_chance", "defence"), [(87, 35), (5, 61), (100, 100), (140, 20), (230, 90)])
def test_results_follow_the_printed_table(strike_chance: int, defence: int) -> None:
    """The chance of each result quality is what counting faces of the printed table gives."""
    strike = attack({"weapon": {"base_chance": 0, "ranked": False}}, {"agility": 0, "perception": 0})
    raised = {"custom_strike": strike_chance, "custom_defence": defence - 8}
    if strike_chance > 200:
        raised["custom_strike"] = 200
        strike = attack(
            {"weapon": {"base_chance": strike_chance - 200, "ranked": False}}, {"agility": 0, "perception": 0}
        )
    strike = strike.model_copy(update={"situation": strike.situation.model_copy(update=raised)})
    expected: Counter[Quality] = Counter()
    for (hit, often), (block, rarely) in product(faces_of(strike_chance).items(), faces_of(defence).items()):
        expected[Quality.at(max(0, hit.rank - block.rank))] += often * rarely
    odds = Distribution.of(verdict_of(strike, DEFAULT))
    found = shares(odds, lambda it: it.result_quality)
    assert found == {quality: Fraction(often, 10_000) for quality, often in expected.items()}


def upper_quantile(degrees: int) -> float:
    """What a chi-square of so many degrees of freedom exceeds once in a thousand times (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + 3.09 * spread**0.5) ** 3)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("strike", "options"),
    [
        pytest.param(attack(), RESOLVE, id="melee"),
        pytest.param(attack(defender=EVADING, maneuver="trip"), DEFAULT, id="a trip against an evading defender"),
    ],
)
def test_seeded_rolls_fit_the_odds(strike: OpposedAttack, options: OpposedRulings) -> None:
    """Thousands of attacks with the dice of numbered seeds are spread over the verdicts as the odds say."""
    procedure, times = verdict_of(strike, options), many(20_000)
    seen = Counter(procedure(SeededDice(f"sha256ctr1:{number}")) for number in range(times))
    expected = {verdict: float(chance) * times for verdict, chance in Distribution.of(procedure).chances.items()}
    assert set(seen) <= set(expected)
    common = {verdict: often for verdict, often in expected.items() if often >= 5}
    rest = times - sum(common.values())
    deviations = [(seen[verdict] - often) ** 2 / often for verdict, often in common.items()]
    if rest >= 5:
        rarely = times - sum(seen[verdict] for verdict in common)
        deviations.append((rarely - rest) ** 2 / rest)
    assert sum(deviations) < upper_quantile(len(deviations) - 1)


# Other procedures


def test_success_odds() -> None:
    """A d100 against 55: 6 faces Decisive, 5 Crucial, 11 Better, 33 Average, 45 Poor."""
    wanted = OpposedSuccess(chance=55)
    odds = Distribution.of(lambda dice: grade_success(wanted, DEFAULT, dice).verdict.quality)
    counts = dict(zip(Quality, (45, 33, 11, 5, 6), strict=False))
    assert odds.chances == {quality: Fraction(faces, 100) for quality, faces in counts.items()}


def test_parry_odds() -> None:
    """d10 + 6 - 4: a 1 parries, 2 to 5 disarm, 6 to 10 riposte."""
    parry = OpposedParry(kind="parry", evader_rank=6, attacker_rank=4)
    odds = Distribution.of(lambda dice: resolve_maneuver(parry, DEFAULT, dice).result)
    assert odds.chances == {
        OpposedParryResult.PARRIED: Fraction(1, 10),
        OpposedParryResult.DISARM: Fraction(4, 10),
        OpposedParryResult.DISARM_AND_RIPOSTE: Fraction(5, 10),
    }


def test_initiative_odds() -> None:
    """d10 + 12 against d10 + 18: red needs 7 more, 6 pairs of 100; 6 more is a tie, 4 pairs, which blue wins."""
    document = {
        "kind": "unengaged",
        "sides": [
            {"id": "red", "perception": 12},
            {"id": "blue", "perception": 14, "military_scientist_rank": 2},
        ],
    }
    sides = OpposedUnengagedInitiative.model_validate_json(to_json(document))
    odds = Distribution.of(lambda dice: roll_initiative(sides, DEFAULT, dice).verdict)
    found = {(verdict.first, verdict.tied): chance for verdict, chance in odds.chances.items()}
    assert found == {
        ("red", False): Fraction(6, 100),
        ("blue", True): Fraction(4, 100),
        ("blue", False): Fraction(9, 10),
    }


def pursuit(**changes: Any) -> OpposedPursuit:
    """A dog (54) after a fox (45)."""
    document = {
        "fleeing": {"id": "fox", "agility": 15, "fatigue": 5, "endurance": 8, "endurance_max": 15},
        "pursuers": [{"id": "dog", "agility": 18, "fatigue": 5, "weapon": ASH["weapon"], "manual_dexterity": 12}],
    } | changes
    return OpposedPursuit.model_validate_json(to_json(document))


def test_one_round_of_pursuit_is_brute_force() -> None:
    """A round without a strike, for all 10 000 pairs of d100."""
    chase = pursuit(free_strike=False, max_rounds=1)
    assert pursuit_odds(chase, DEFAULT).chances == brute_force(lambda dice: pursue(chase, DEFAULT, dice).verdict)


def test_hand_worked_pursuit() -> None:
    """One round of 54 against 45, counted by hand; level rounds are played again, three in all."""
    one = pursuit_odds(pursuit(free_strike=False, max_rounds=1), DEFAULT)
    # Faces of 54: Decisive 6, Crucial 5, Better 11, Average 32, Poor 46.
    # Faces of 45: Decisive 5, Crucial 4, Better 9, Average 27, Poor 55.
    # Caught by a margin of 1 or more: 6 * 95 + 5 * 91 + 11 * 82 + 32 * 55 = 570 + 455 + 902 + 1760 = 3687.
    caught = Fraction(3687, 10_000)
    # Escaped by 2 or more: Better 11 * 5 + Average 32 * 9 + Poor 46 * 18 = 55 + 288 + 828 = 1171.
    escaped = Fraction(1171, 10_000)
    level = 1 - caught - escaped
    assert share(one, lambda it: it.outcome is PursuitResult.CAUGHT) == caught
    assert share(one, lambda it: it.outcome is PursuitResult.ESCAPED) == escaped + level
    three = pursuit_odds(pursuit(free_strike=False), DEFAULT)
    assert share(three, lambda it: it.outcome is PursuitResult.CAUGHT) == caught * (1 + level + level**2)
    assert share(three, lambda it: it.rounds == 3 and it.outcome is PursuitResult.ESCAPED) == level**2 * (
        escaped + level
    )


def test_casualties_of_pursuit() -> None:
    """Caught by three or more, the fox falls as often as a strike into its rear hex brings it down."""
    odds = pursuit_odds(pursuit(max_rounds=1), DEFAULT)
    chase = pursuit()
    (dog,) = chase.pursuers
    strike = attack().model_copy(update={"attacker": dog, "defender": chase.fleeing})
    strike = strike.model_copy(
        update={"situation": strike.situation.model_copy(update={"attack_hex": OpposedAttackHex.REAR})}
    )
    struck = Distribution.of(verdict_of(strike, RESOLVE))
    falls = share(struck, lambda it: it.target_status is not OpposedStatus.ACTIVE)
    # Decisive against Average or Poor, Crucial against Poor: 6 * (27 + 55) + 5 * 55 = 767.
    assert share(odds, lambda it: it.from_behind) == Fraction(767, 10_000)
    assert share(odds, lambda it: it.casualties == 1) == Fraction(767, 10_000) * falls
    assert 0 < falls < 1


def test_two_pursuers_are_brute_force() -> None:
    """The best of two pursuers counts, the first of equals: one round with dice that have few bands."""
    chase = pursuit(
        free_strike=False,
        max_rounds=1,
        pursuers=[{"id": "cur", "agility": 10}, {"id": "dog", "agility": 18}],
    )
    odds = pursuit_odds(chase, DEFAULT)
    cur, dog, fox = (faces_of(chance) for chance in (30, 54, 45))
    expected: dict[tuple[PursuitResult, str | None], Fraction] = {}
    for (first, one), (second, two), (evasion, three) in product(cur.items(), dog.items(), fox.items()):
        best, by = (second, "dog") if second.rank > first.rank else (first, "cur")
        caught = best.rank > evasion.rank
        key = (PursuitResult.CAUGHT if caught else PursuitResult.ESCAPED, by if caught else None)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(one * two * three, 1_000_000)
    assert {(verdict.outcome, verdict.by): chance for verdict, chance in odds.chances.items()} == expected


def test_a_round_of_one_strike_has_its_odds() -> None:
    """Orc passes, so a round brings it down as often as Ash's strike does."""
    frail = {"endurance": 5, "fatigue": 4}
    strike = attack(defender=frail)
    document = {
        "sides": [{"id": "red", "leader": "Ash"}, {"id": "blue", "leader": "Orc"}],
        "participants": [
            ASH | {"side": "red", "engaged_with": ["Orc"]},
            ORC | frail | {"side": "blue", "engaged_with": ["Ash"]},
        ],
        "orders": [{"action": "attack", "actor": "Ash", "target": "Orc"}, {"action": "pass", "actor": "Orc"}],
    }
    fight = OpposedRound.model_validate_json(to_json(document))
    struck = Distribution.of(verdict_of(strike, RESOLVE))
    assert shares(round_odds(fight, DEFAULT), lambda it: it.fallen) == shares(
        struck, lambda it: int(it.target_status is not OpposedStatus.ACTIVE)
    )
