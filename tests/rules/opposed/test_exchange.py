"""Evading: the parry, what it takes from the attacker, and the riposte, die by die."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.book.words import OpposedCondition, OpposedParryResult, OpposedStatus, Quality
from tests.pins import pins
from tests.rules.opposed.stories import strike

EVADING = {"evading": True}
"""Orc's Defence is then 35 + 10 + 16 = 61."""
BEATEN = (80, 6)
"""Average against Decisive: margin -3."""
RESOLVE = {"consequences": "resolve"}
PARRIED, DISARM, RIPOSTE = OpposedParryResult


@pins("evade-trigger", "parry-rank", "must-pass")
@pytest.mark.parametrize(
    ("face", "total", "result", "text"),
    [
        pytest.param(
            5, 3, PARRIED, "Orc rolled 3 (5 - 2 difference of Ranks): parried and owed a Pass.", id="3 or less"
        ),
        pytest.param(6, 4, DISARM, "Orc rolled 4 (6 - 2 difference of Ranks): parried and disarmed.", id="4 to 7"),
        pytest.param(9, 7, DISARM, "Orc rolled 7 (9 - 2 difference of Ranks): parried and disarmed.", id="still 7"),
        pytest.param(
            10,
            8,
            RIPOSTE,
            "Orc rolled 8 (10 - 2 difference of Ranks): parried, disarmed and might riposte.",
            id="8 or more",
        ),
    ],
)
def test_parry(face: int, total: int, result: OpposedParryResult, text: str) -> None:
    """A defence better by two lets an evading figure roll a d10, its Rank 4 against the attacker's 6."""
    told = strike(*BEATEN, face, defender=EVADING)
    parry = told.outcome.parry
    assert parry is not None
    assert (parry.total, parry.result, told.steps[3].text) == (total, result, text)
    assert parry.attacker_disarmed == (result is not PARRIED)
    assert parry.en_damage == (result is not PARRIED)
    assert parry.riposte_available == (result is RIPOSTE)
    assert parry.evader_must_pass == told.outcome.defender.must_pass_next == (result is PARRIED)
    assert told.outcome.verdict.parry is result
    assert told.outcome.defender.evading


@pins("unarmed-after-disarm", "parry-disarm-automatic")
def test_disarmed() -> None:
    """A parry that disarms takes the weapon and one Endurance, whatever the armour."""
    told = strike(*BEATEN, 6, attacker={"armour_en": 9}, defender=EVADING)
    after = told.outcome.attacker
    assert (after.endurance, after.weapon.base_chance, after.conditions) == (17, 0, (OpposedCondition.DISARMED,))
    assert told.texts[-1] == "Ash lost the weapon and 1 Endurance."


@pins("evade-modes")
@pytest.mark.parametrize(
    ("faces", "changes"),
    [
        pytest.param((80, 20), {}, id="better by one only"),
        pytest.param(BEATEN, {"parry": False}, id="not taken"),
        pytest.param(BEATEN, {"mode": "close"}, id="in close combat"),
        pytest.param(BEATEN, {"mode": "ranged", "situation": {"flight": "thrown"}}, id="at range"),
        pytest.param((96, 1), {"defender": {"status": "unconscious"}}, id="unconscious"),
        pytest.param((80, 6), {"defender": {"evading": False}}, id="not evading"),
    ],
)
def test_no_parry(faces: tuple[int, ...], changes: dict[str, Any]) -> None:
    """Without the margin, the stance, melee or the wish there is no parry and no die for it."""
    changes = changes | {"defender": EVADING | changes.get("defender", {})}
    assert strike(*faces, **changes).outcome.parry is None


@pins("parry-endurance-damage")
@pytest.mark.parametrize(
    ("to", "armed", "disarmed", "lost", "text"),
    [
        pytest.param("attacker", True, True, 1, "Ash lost the weapon and 1 Endurance.", id="always"),
        pytest.param("attacker", False, False, 1, "Ash lost 1 Endurance.", id="an unarmed attacker too"),
        pytest.param("attacker_if_unarmed", True, True, 0, "Ash lost the weapon.", id="not in place of a weapon"),
        pytest.param("attacker_if_unarmed", False, False, 1, "Ash lost 1 Endurance.", id="but of none"),
        pytest.param("none", True, True, 0, "Ash lost the weapon.", id="never"),
        pytest.param("none", False, False, 0, "Ash lost nothing: there was no weapon to drop.", id="nothing at all"),
    ],
)
def test_endurance_of_a_parry(to: str, armed: bool, disarmed: bool, lost: int, text: str) -> None:
    """Who takes the one Endurance of a disarming parry is an option."""
    ash = {} if armed else {"weapon": {}, "manual_dexterity": 60}
    told = strike(60, 6, 7, attacker=ash, defender=EVADING, options={"parry_en_damage_to": to})
    parry = told.outcome.parry
    assert parry is not None
    assert (parry.attacker_disarmed, parry.en_damage, told.texts[-1]) == (disarmed, lost, text)
    assert told.outcome.attacker.endurance == 18 - lost


def test_disarmed_before() -> None:
    """A figure that was disarmed has no weapon to lose."""
    told = strike(*BEATEN, 9, attacker={"conditions": ["disarmed"]}, defender=EVADING)
    assert told.outcome.parry is not None
    assert not told.outcome.parry.attacker_disarmed


def test_riposte_reported() -> None:
    """By default a riposte is only said to be possible."""
    told = strike(*BEATEN, 10, defender=EVADING)
    assert told.outcome.parry is not None
    assert told.outcome.parry.riposte_available
    assert (told.outcome.riposte, told.outcome.verdict.riposte) == (None, None)


@pins("riposte-scope")
def test_riposte() -> None:
    """A riposte is the evading figure's melee strike at the attacker's front: 40 + 15 + 16 against 15 + 12."""
    told = strike(96, 20, 10, 40, 70, 4, defender=EVADING, riposte="resolve")
    riposte = told.outcome.riposte
    assert riposte is not None
    assert (riposte.strike_chance, riposte.defence, riposte.result_quality) == (71, 27, Quality.AVERAGE)
    assert (riposte.damage.pool, riposte.damage.applied, riposte.defender_fatigue) == ("fatigue", 4, 16)
    assert told.texts[4:] == [
        "Ash lost the weapon and 1 Endurance.",
        "Orc riposted.",
        "Orc struck and rolled 40 against 71: Average.",
        "Ash defended and rolled 70 against 27: Poor.",
        "Orc hit Ash: Average.",
        "Orc wounded Ash: 4 Fatigue (4 damage, armour 0).",
    ]
    verdict = told.outcome.verdict
    assert (verdict.riposte, verdict.riposte_damage) == (AttackResult.HIT, 4)
    assert (told.outcome.attacker.fatigue, told.outcome.attacker.endurance) == (16, 17)
    assert told.outcome.defender.evading
    assert {"evade/parry-riposte", "ruling/riposte-scope"} <= told.cited


def test_nameless_riposte() -> None:
    """In a riposte nameless figures keep their names."""
    told = strike(96, 20, 10, 80, 70, attacker={"id": None}, defender=EVADING | {"id": None}, riposte="resolve")
    assert told.texts[-1] == "Defender missed Attacker."


def test_riposte_situation() -> None:
    """A riposte may have circumstances of its own."""
    told = strike(96, 20, 10, 100, 70, defender=EVADING, riposte="resolve", riposte_situation={"attack_hex": "rear"})
    assert told.outcome.riposte is not None
    assert (told.outcome.riposte.strike_chance, told.outcome.riposte.defence) == (101, 15)


def test_nothing_answers_a_riposte() -> None:
    """An attacker that was evading strikes without that stance, so its defence earns it no parry."""
    told = strike(96, 20, 10, 96, 1, attacker=EVADING, defender=EVADING, riposte="resolve")
    assert told.outcome.riposte is not None
    assert told.outcome.riposte.margin == -4


def test_riposte_at_the_fallen() -> None:
    """An attacker that the parry fells is not struck again."""
    told = strike(*BEATEN, 10, attacker={"endurance": 1}, defender=EVADING, riposte="resolve", options=RESOLVE)
    assert told.outcome.attacker.status is told.outcome.verdict.attacker_status is OpposedStatus.INCAPACITATED
    assert told.outcome.riposte is None
    assert not told.outcome.attacker_consciousness_check_required


@pytest.mark.parametrize(
    ("faces", "options", "conscious", "status"),
    [
        pytest.param((), {}, None, OpposedStatus.ACTIVE, id="reported"),
        pytest.param((41,), RESOLVE, True, OpposedStatus.ACTIVE, id="under 3 times 14"),
        pytest.param((42,), RESOLVE, False, OpposedStatus.UNCONSCIOUS, id="42 is not"),
    ],
)
def test_attacker_stays_conscious(
    faces: tuple[int, ...], options: dict[str, Any], conscious: bool | None, status: OpposedStatus
) -> None:
    """The Endurance a parry takes may leave the attacker rolling to stay conscious."""
    told = strike(*BEATEN, 9, *faces, attacker={"endurance": 4}, defender=EVADING, options=options)
    assert told.outcome.attacker_consciousness_check_required
    assert told.outcome.attacker_conscious is conscious
    assert told.outcome.attacker.status is status


def test_order_of_consciousness() -> None:
    """The attacker's roll for the parry comes last: after the riposte and the roll for its wound."""
    given: dict[str, Any] = {"attacker": {"endurance": 4, "endurance_max": 30}, "defender": EVADING}
    told = strike(96, 6, 10, 14, 90, 1, 5, 5, riposte="resolve", options=RESOLVE, **given)
    assert told.outcome.riposte is not None
    assert (told.outcome.riposte.conscious, told.outcome.attacker_conscious) == (True, True)
    assert [step.target.total for step in told.steps[-2:] if step.target] == [28, 28]
    felled = strike(96, 6, 10, 14, 90, 1, 50, riposte="resolve", options=RESOLVE, **given)
    assert felled.outcome.attacker.status is OpposedStatus.UNCONSCIOUS
    assert not felled.outcome.attacker_consciousness_check_required


def test_a_parry_does_not_stun() -> None:
    """Only a strike stuns: one Endurance of one is much, but a parry took it."""
    told = strike(*BEATEN, 9, attacker={"endurance": 5, "endurance_max": 2}, defender=EVADING)
    assert not told.outcome.attacker.stunned
