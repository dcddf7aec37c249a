"""Single attacks, die by die: wounds, grievous injuries, manoeuvres, fumbles and what follows."""

from typing import Any

import pytest

from service.dice.exact import every_path
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.attack import resolve_attack
from service.rules.opposed.book.words import (
    OpposedCondition,
    OpposedEffect,
    OpposedPool,
    OpposedPosture,
    OpposedStatus,
    OpposedWeaponClass,
    Quality,
)
from service.rules.opposed.figures.models import OpposedFigure
from service.wire import to_json
from tests.pins import pins
from tests.rules.opposed.figures import ORC, SWORD, attack, rulings
from tests.rules.opposed.stories import strike

AVERAGE, BETTER, CRUCIAL, DECISIVE, NATURAL_01 = 80, 30, 15, 9, 1
"""Faces of Ash's strike die, against 87."""
POOR = 60
"""A face of Orc's defence die, against 35."""
EXCELLENT, FANTASTIC = {"strike_magic": 100}, {"strike_magic": 200}
"""What makes a 9 of Ash's so good."""
RESOLVE = {"consequences": "resolve"}
GRIEVOUS = {"grievous_roll": True}
SHIELD = {"base_chance": 40, "rank": 3, "damage_modifier": -2, "shield": True}


def test_told() -> None:
    """A crucial strike is told roll by roll, and the defender is stunned by ten Endurance at once."""
    told = strike(CRUCIAL, POOR, 9)
    assert told.texts == [
        "Ash struck and rolled 15 against 87: Crucial.",
        "Orc defended and rolled 60 against 35: Poor.",
        "Ash hit Orc: Crucial.",
        "Ash wounded Orc: 10 Endurance (9 + 4 damage, armour 3).",
        "Orc lost 10 Endurance at once and was stunned: more than 6 stuns.",
    ]
    assert [step.actor for step in told.steps] == ["Ash", "Orc", "Ash", "Ash", "Orc"]
    verdict = told.outcome.verdict
    assert (verdict.outcome, verdict.pool, verdict.damage) == (AttackResult.HIT, OpposedPool.ENDURANCE, 10)
    assert (verdict.endurance_lost, verdict.stunned, verdict.target_status) == (10, True, OpposedStatus.ACTIVE)
    assert verdict.hits == 1
    assert told.outcome.defender.endurance == told.outcome.defender_endurance == 10
    assert told.outcome.defender.stunned


def test_nameless_figures() -> None:
    """Figures without id are called by their parts."""
    told = strike(95, 90, attacker={"id": None}, defender={"id": None})
    assert told.texts[2] == "Attacker missed Defender."


@pins(
    "damage-reduction-scope",
    "ft-en-double-meaning",
    "maximum-damage",
    "enhanced-fatigue-name",
    "plus-ten-order",
    "minimum-damage",
)
@pytest.mark.parametrize(
    ("faces", "attacker", "quality", "pool", "raw", "armour", "applied"),
    [
        pytest.param((AVERAGE, POOR, 7), {}, Quality.AVERAGE, "fatigue", 11, 6, 5, id="A: rolled, fatigue armour"),
        pytest.param((BETTER, POOR), {}, Quality.BETTER, "fatigue", 14, 6, 8, id="B: maximum, no die"),
        pytest.param((CRUCIAL, POOR, 9), {}, Quality.CRUCIAL, "endurance", 13, 3, 10, id="C: rolled, endurance armour"),
        pytest.param((DECISIVE, POOR, 2), {}, Quality.DECISIVE, "endurance", 6, 3, 3, id="D: the same"),
        pytest.param((9, POOR), EXCELLENT, Quality.EXCELLENT, "endurance", 14, 1, 13, id="E: maximum, no armour"),
        pytest.param((9, POOR), FANTASTIC, Quality.FANTASTIC, "endurance", 24, 1, 23, id="F: and ten more"),
        pytest.param((AVERAGE, POOR, 1), {}, Quality.AVERAGE, "fatigue", 5, 6, 0, id="armour keeps it all out"),
        pytest.param(
            (AVERAGE, POOR, 3, 4),
            {"weapon": SWORD | {"damage_dice": 2}},
            Quality.AVERAGE,
            "fatigue",
            11,
            6,
            5,
            id="2d10",
        ),
    ],
)
def test_wounds(
    faces: tuple[int, ...],
    attacker: dict[str, Any],
    quality: Quality,
    pool: str,
    raw: int,
    armour: int,
    applied: int,
) -> None:
    """The row of Table 2 at the result quality says what is rolled, which armour counts and which points go."""
    told = strike(*faces, attacker=attacker)
    damage = told.outcome.damage
    assert told.outcome.verdict.result_quality is quality
    assert (damage.pool, damage.raw, damage.armour, damage.applied) == (pool, raw, armour, applied)
    assert told.outcome.verdict.possible_specific_grievous == (quality.rank >= Quality.DECISIVE.rank)


@pytest.mark.parametrize(
    ("faces", "attacker", "text"),
    [
        ((BETTER, POOR), {}, "Ash wounded Orc: 8 Fatigue (maximum 10 + 4 damage, armour 6)."),
        ((AVERAGE, POOR, 1), {}, "Ash did not get through to Orc (1 + 4 damage, armour 6)."),
        ((40, POOR, 9), {"weapon": {"base_chance": 40}}, "Ash wounded Orc: 3 Fatigue (9 damage, armour 6)."),
        ((60, POOR, 9), {"weapon": SHIELD}, "Ash wounded Orc: 1 Fatigue (9 - 2 damage, armour 6)."),
    ],
)
def test_damage_is_explained(faces: tuple[int, ...], attacker: dict[str, Any], text: str) -> None:
    """The sentence of the damage has the dice, the modifier and the armour in it."""
    assert strike(*faces, attacker=attacker).texts[3] == text


@pins("negative-result-quality")
@pytest.mark.parametrize(
    ("faces", "outcome", "margin", "text"),
    [
        pytest.param(
            (60, 20), AttackResult.BLOCKED, 0, "Orc blocked Ash: Average against Average.", id="as good as each other"
        ),
        pytest.param(
            (NATURAL_01, NATURAL_01),
            AttackResult.BLOCKED,
            0,
            "Orc blocked Ash: Decisive against Decisive.",
            id="both 01",
        ),
        pytest.param(
            (80, 7), AttackResult.BLOCKED, -2, "Orc blocked Ash: Average against Crucial.", id="defence better by two"
        ),
        pytest.param((95, 90), AttackResult.MISS, 0, "Ash missed Orc.", id="both fail"),
        pytest.param((95, 4), AttackResult.MISS, -4, "Ash missed Orc.", id="the attack fails"),
    ],
)
def test_no_wound(faces: tuple[int, ...], outcome: AttackResult, margin: int, text: str) -> None:
    """A strike that is not better than the defence does nothing, and the figures are returned as they were."""
    told = strike(*faces)
    assert (told.outcome.verdict.outcome, told.outcome.margin, told.texts[-1]) == (outcome, margin, text)
    assert told.outcome.verdict.result_quality is Quality.POOR
    assert (told.outcome.damage.pool, told.outcome.damage.applied) == (OpposedPool.NONE, 0)
    assert told.outcome.defender == OpposedFigure.model_validate_json(to_json(ORC))
    assert ("ruling/negative-result-quality" in told.cited) == (margin < 0)


@pins("table-two-lookup")
def test_lowered_by_defence() -> None:
    """A defence that succeeds lowers the result, quality by quality."""
    told = strike(DECISIVE, 20, 9)
    assert told.outcome.verdict.result_quality is Quality.CRUCIAL
    assert "ruling/table-two-lookup" in told.cited


@pins("fatigue-overflow")
@pytest.mark.parametrize(
    ("defender", "options", "fatigue", "endurance", "lost"),
    [
        pytest.param({"fatigue": 3}, {}, 0, 15, 5, id="what Fatigue cannot take goes to Endurance"),
        pytest.param({"fatigue": 3}, {"fatigue_overflow": "discard"}, 0, 20, 0, id="or is lost"),
        pytest.param({"fatigue": 8}, {}, 0, 20, 0, id="the last point of Fatigue"),
        pytest.param({"fatigue": None}, {}, None, 20, 0, id="Fatigue not given"),
        pytest.param(
            {"fatigue": 3, "endurance": None, "endurance_max": None}, {}, 0, None, 0, id="Endurance not given"
        ),
    ],
)
def test_fatigue_damage(
    defender: dict[str, Any], options: dict[str, Any], fatigue: int | None, endurance: int | None, lost: int
) -> None:
    """Eight points of fatigue damage are taken from Fatigue first."""
    told = strike(BETTER, POOR, defender=defender, options=options)
    assert (told.outcome.defender_fatigue, told.outcome.defender_endurance) == (fatigue, endurance)
    assert told.outcome.verdict.endurance_lost == lost
    assert ("Orc had no Fatigue left: 5 points went to Endurance." in told.texts) == (lost == 5 or endurance is None)


def test_full_values_are_kept() -> None:
    """The first wound writes down what Fatigue and Endurance were full, for the wounds to come."""
    told = strike(CRUCIAL, POOR, 5, defender={"endurance_max": None})
    after = told.outcome.defender
    assert (after.fatigue, after.fatigue_max, after.endurance, after.endurance_max) == (18, 18, 14, 20)
    assert not after.stunned
    again = strike(CRUCIAL, POOR, 7, defender=after.model_dump(mode="json"))
    assert again.outcome.defender_endurance == 6
    assert again.outcome.verdict.stunned


@pins("stun-trigger")
@pytest.mark.parametrize(
    ("face", "defender", "options", "stunned"),
    [
        pytest.param(5, {}, {}, False, id="six of twenty are bearable"),
        pytest.param(6, {}, {}, True, id="seven are not"),
        pytest.param(6, {}, {"stun_fraction": 2}, False, id="half of them are, if so ruled"),
        pytest.param(10, {}, {"stun_fraction": None}, False, id="or any"),
        pytest.param(6, {"stunned": True}, {}, True, id="a stunned figure stays stunned"),
        pytest.param(6, {"endurance": None, "endurance_max": None}, {}, False, id="Endurance not given"),
    ],
)
def test_stun(face: int, defender: dict[str, Any], options: dict[str, Any], stunned: bool) -> None:
    """More than a third of full Endurance lost to one strike stuns."""
    assert strike(CRUCIAL, POOR, face, defender=defender, options=options).outcome.verdict.stunned == stunned


def test_stun_ends_evading() -> None:
    """A figure that is stunned no longer evades; a lighter wound does not end the stance."""
    assert not strike(CRUCIAL, 90, 9, defender={"evading": True}).outcome.defender.evading
    assert strike(CRUCIAL, 90, 1, defender={"evading": True}).outcome.defender.evading


@pins("roll-under-strict", "consciousness-timing")
@pytest.mark.parametrize(
    ("face", "options", "required", "conscious", "status"),
    [
        pytest.param((), {}, True, None, OpposedStatus.ACTIVE, id="reported"),
        pytest.param((27,), RESOLVE, True, True, OpposedStatus.ACTIVE, id="under 2 times 14"),
        pytest.param((28,), RESOLVE, True, False, OpposedStatus.UNCONSCIOUS, id="28 is not under 28"),
        pytest.param((28,), RESOLVE | {"roll_under": "inclusive"}, True, True, OpposedStatus.ACTIVE, id="or is it"),
    ],
)
def test_stay_conscious(
    face: tuple[int, ...], options: dict[str, Any], required: bool, conscious: bool | None, status: OpposedStatus
) -> None:
    """A wound that leaves Endurance at 2 asks for a roll under twice Willpower."""
    told = strike(CRUCIAL, POOR, 5, *face, defender={"endurance": 8}, options=options)
    assert told.outcome.verdict.consciousness_check_required == required
    assert (told.outcome.conscious, told.outcome.verdict.target_status) == (conscious, status)
    assert told.outcome.defender.status is status


def test_stay_conscious_by_a_natural_face() -> None:
    """Without Willpower only a 01 keeps a figure awake; with much of it a 00 still does not."""
    dull, stern = {"endurance": 8, "willpower": 0}, {"endurance": 9, "willpower": 60}
    assert strike(CRUCIAL, POOR, 5, 1, defender=dull, options=RESOLVE).outcome.conscious
    told = strike(CRUCIAL, POOR, 5, 100, defender=stern, options=RESOLVE)
    assert told.outcome.conscious is False
    assert "dice/percentile" in told.cited


@pins("death")
def test_falling() -> None:
    """At 0 Endurance or less a figure is incapacitated without a roll, and Endurance is recorded down to -200."""
    told = strike(9, POOR, attacker=FANTASTIC, options=RESOLVE)
    assert (told.outcome.defender_endurance, told.outcome.verdict.target_status) == (-3, OpposedStatus.INCAPACITATED)
    assert told.texts[-1] == "Orc was incapacitated at -3 Endurance."
    assert not told.outcome.verdict.consciousness_check_required
    assert strike(9, POOR, attacker=FANTASTIC, defender={"endurance": -199}).outcome.defender_endurance == -200


def test_wounding_the_unconscious() -> None:
    """A figure that is unconscious already needs no roll to stay awake."""
    told = strike(CRUCIAL, POOR, 5, defender={"endurance": 8, "status": "unconscious"}, options=RESOLVE)
    assert not told.outcome.verdict.consciousness_check_required
    assert told.outcome.verdict.target_status is OpposedStatus.UNCONSCIOUS


TABLE = [
    {"lowest": 1, "highest": 40, "label": "scratch"},
    {"lowest": 41, "highest": 60, "weapon_class": "A", "label": "puncture", "extra_endurance": 9},
    {
        "lowest": 41,
        "highest": 60,
        "weapon_class": "B",
        "label": "deep cut",
        "extra_endurance": 7,
        "conditions": ["prone", "disarmed"],
    },
]


def test_grievous_reported() -> None:
    """From Decisive on a grievous injury is possible; by default that is only said, and a table is not read."""
    told = strike(DECISIVE, POOR, 2, grievous_table=TABLE)
    assert told.outcome.verdict.possible_specific_grievous
    assert (told.outcome.grievous_roll, told.outcome.grievous) == (None, None)
    assert told.warnings == ["grievous_table is not read, because the option grievous_roll is false."]


@pins("missing-links")
def test_grievous_rolled() -> None:
    """With the option a d100 is rolled for the game master's own table."""
    told = strike(DECISIVE, POOR, 2, 41, options=GRIEVOUS)
    assert (told.outcome.grievous_roll, told.outcome.grievous, told.warnings) == (41, None, [])
    assert told.texts[-1] == "Ash rolled 41 for a grievous injury."
    assert told.outcome.verdict.grievous is None


@pins("grievous-table")
def test_grievous_table() -> None:
    """The first row that fits face and weapon counts; its Endurance passes all armour and its conditions follow."""
    told = strike(DECISIVE, POOR, 2, 41, grievous_table=TABLE, options=GRIEVOUS)
    injury, after = told.outcome.grievous, told.outcome.defender
    assert injury is not None
    assert (injury.label, injury.extra_endurance) == ("deep cut", 7)
    assert (told.outcome.damage.applied, told.outcome.verdict.endurance_lost) == (3, 10)
    assert (after.endurance, after.stunned) == (10, True)
    assert told.outcome.verdict.defender_conditions == (OpposedEffect.PRONE, OpposedEffect.DISARMED)
    assert (after.posture, after.conditions) == (OpposedPosture.PRONE, (OpposedCondition.DISARMED,))
    assert after.weapon.base_chance == 0
    assert told.outcome.verdict.grievous == "deep cut"
    assert "armour/grievous-bypass" in told.cited


@pytest.mark.parametrize(
    ("face", "weapon_class", "label"), [(40, "B", "scratch"), (60, "A", "puncture"), (60, "C", None), (61, "B", None)]
)
def test_grievous_rows(face: int, weapon_class: str, label: str | None) -> None:
    """A row is for all weapons or for one class; a face beyond the table hits none."""
    ash = {"weapon": SWORD | {"weapon_class": OpposedWeaponClass(weapon_class)}}
    told = strike(DECISIVE, POOR, 2, face, attacker=ash, grievous_table=TABLE, options=GRIEVOUS)
    assert told.outcome.verdict.grievous == label


@pins("fumble-trigger", "consequence-dice")
@pytest.mark.parametrize(
    ("faces", "options", "candidate", "table", "roll"),
    [
        pytest.param((98, POOR), {}, False, False, None, id="98 is a mere miss"),
        pytest.param((99, POOR), {}, True, False, None, id="99 is reported"),
        pytest.param((99, POOR), {"fumble_from": None}, False, False, None, id="unless nothing is a fumble"),
        pytest.param((99, POOR, 22), RESOLVE, True, False, None, id="22 is under 23"),
        pytest.param((99, POOR, 23, 71), RESOLVE, True, True, 71, id="23 is not"),
        pytest.param((96, POOR, 23, 71), RESOLVE | {"fumble_from": 96}, True, True, 71, id="96, if so ruled"),
    ],
)
def test_fumble(
    faces: tuple[int, ...], options: dict[str, Any], candidate: bool, table: bool, roll: int | None
) -> None:
    """A natural 99 or 00 may be a fumble: roll under the initiative of 33 lowered by ten."""
    told = strike(*faces, options=options)
    assert (told.outcome.verdict.fumble_candidate, told.outcome.verdict.fumble_table_required) == (candidate, table)
    assert (told.outcome.fumble.fumble_roll if told.outcome.fumble else None) == roll
    assert ("Ash may have fumbled." in told.texts) == candidate


@pins("defence-fumble")
def test_defence_does_not_fumble() -> None:
    """A 99 on the defence die is no fumble."""
    told = strike(95, 99)
    assert not told.outcome.verdict.fumble_candidate
    assert "ruling/defence-fumble" in told.cited


def test_fumbled_hit() -> None:
    """A 99 can hit and fumble; the check comes before the damage."""
    told = strike(99, POOR, 50, 12, 8, attacker={"strike_magic": 20}, options=RESOLVE)
    assert told.outcome.verdict.outcome is AttackResult.HIT
    assert [step.rule for step in told.steps if step.faces] == [
        "opposed/attack/sequence",
        "opposed/attack/defender-always-rolls",
        "opposed/fumble/check",
        "opposed/fumble/table-hook",
        "opposed/damage/roll",
    ]


def test_attacking_ends_evading() -> None:
    """A figure that attacks no longer evades."""
    told = strike(95, 90, attacker={"evading": True})
    assert told.texts[0] == "Ash stopped evading to attack."
    assert not told.outcome.attacker.evading


def test_next_attack() -> None:
    """The figures of an answer are the figures of the next request."""
    first = strike(CRUCIAL, POOR, 5).outcome
    second = strike(
        BETTER,
        POOR,
        attacker=first.attacker.model_dump(mode="json"),
        defender=first.defender.model_dump(mode="json"),
    )
    assert (second.outcome.defender_fatigue, second.outcome.defender_endurance) == (10, 14)


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        pytest.param({}, {}, id="a melee strike"),
        pytest.param({}, RESOLVE, id="with consequences"),
        pytest.param({"defender": {"endurance": 9}}, RESOLVE, id="a wounded defender"),
        pytest.param({"maneuver": "disarm"}, {}, id="a manoeuvre"),
    ],
)
def test_few_paths(changes: dict[str, Any], options: dict[str, Any]) -> None:
    """The odds of a typical attack have at most 300 paths, and they add up to 1."""
    given, decided = attack(**changes), rulings(**options)
    paths = list(every_path(lambda dice: resolve_attack(given, decided, dice).verdict))
    assert len(paths) <= 300
    assert sum(chance for chance, _ in paths) == 1
    assert len({verdict for _, verdict in paths}) > 10
