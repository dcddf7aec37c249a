"""Summaries: what a player reads of an answer at the table."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.maneuver import resolve_maneuver
from service.rules.opposed.attack.quality import grade_success
from service.rules.opposed.book.words import OpposedParryResult
from service.rules.opposed.figures.models import OpposedFumbleCheck, OpposedSuccess
from tests.rules.opposed.stories import strike, tell

RESOLVE = {"consequences": "resolve"}
EVADING = {"evading": True}


@pytest.mark.parametrize(
    ("faces", "given", "summary"),
    [
        pytest.param((88, 36), {}, "Ash missed Orc.", id="a miss"),
        pytest.param((60, 20), {}, "Orc blocked Ash.", id="a block"),
        pytest.param((60, 60, 1), {}, "Ash hit Orc without a wound.", id="armour"),
        pytest.param((15, 60, 9), {}, "Ash hit Orc for 10 Endurance; Orc was stunned.", id="a stun"),
        pytest.param((99, 60), {}, "Ash missed Orc. Ash may have fumbled.", id="a fumble to be checked"),
        pytest.param(
            (99, 60, 50, 71), {"options": RESOLVE}, "Ash missed Orc; Ash fumbled.", id="a fumble that was checked"
        ),
        pytest.param(
            (9, 60, 2),
            {},
            "Ash hit Orc for 3 Endurance. A grievous injury of Orc is possible.",
            id="an injury to be rolled",
        ),
        pytest.param(
            (9, 60, 2),
            {"defender": {"endurance": 5}},
            ("Ash hit Orc for 3 Endurance. A grievous injury of Orc is possible. Orc is to roll to stay conscious."),
            id="an injury and a roll to come",
        ),
        pytest.param(
            (9, 60, 2, 41),
            {"options": {"grievous_roll": True}},
            "Ash hit Orc for 3 Endurance. A grievous injury of Orc is possible (rolled 41).",
            id="an injury to be looked up",
        ),
        pytest.param(
            (9, 60, 2, 41),
            {
                "options": {"grievous_roll": True},
                "grievous_table": [{"lowest": 1, "highest": 100, "label": "deep cut", "conditions": ["prone"]}],
            },
            "Ash hit Orc for 3 Endurance; Orc fell prone. The injury is grievous: deep cut.",
            id="an injury by the table",
        ),
        pytest.param(
            (15, 60, 5),
            {"defender": {"endurance": 8}},
            "Ash hit Orc for 6 Endurance. Orc is to roll to stay conscious.",
            id="a roll to come",
        ),
        pytest.param(
            (60, 60, 7, 49),
            {"maneuver": "trip", "defender": {"status": "unconscious"}, "faces": 3},
            "Ash tried to trip Orc; Ash hit Orc for 1 Fatigue; Orc fell prone.",
            id="one who is down already",
        ),
        pytest.param(
            (60, 60, 7, 30),
            {"maneuver": "trip"},
            ("Ash tried to trip Orc; Ash hit Orc for 1 Fatigue; Orc did not fall."),
            id="avoided",
        ),
        pytest.param(
            (60, 60, 10, 30),
            {"maneuver": "trip", "defender": {"endurance": 1, "fatigue": 1}},
            "Ash tried to trip Orc; Ash hit Orc for 4 Fatigue; Orc was incapacitated.",
            id="avoided by one who falls anyhow",
        ),
        pytest.param(
            (60, 60),
            {"maneuver": "knockout"},
            "Ash tried to knock Orc out; Ash hit Orc; Orc was not knocked out.",
            id="a weak blow to knock out",
        ),
        pytest.param(
            (88, 10, 10),
            {"defender": EVADING},
            "Orc parried Ash and disarmed. Orc may riposte.",
            id="a riposte to be made",
        ),
        pytest.param(
            (88, 10, 10, 99, 90),
            {"defender": EVADING, "riposte": "resolve"},
            "Orc parried Ash and disarmed; in return Orc missed Ash. Orc may have fumbled.",
            id="a riposte that may be fumbled",
        ),
        pytest.param(
            (88, 10, 10),
            {"defender": EVADING, "attacker": {"endurance": 4}},
            "Orc parried Ash and disarmed. Orc may riposte. Ash is to roll to stay conscious.",
            id="an attacker to roll",
        ),
        pytest.param(
            (88, 10, 10),
            {"defender": EVADING, "attacker": {"endurance": 1}},
            "Orc parried Ash and disarmed; Ash was incapacitated.",
            id="an attacker that falls",
        ),
        pytest.param(
            (88, 36),
            {"attacker": {"id": None}, "defender": {"id": None}},
            "Attacker missed Defender.",
            id="figures without id",
        ),
    ],
)
def test_attack(faces: tuple[int, ...], given: dict[str, Any], summary: str) -> None:
    """An attack's summary says what came of it, whom it felled, and what is left to roll."""
    changes = dict(given)
    assert strike(*faces[: changes.pop("faces", None)], **changes).outcome.summary == summary


def test_parried() -> None:
    """A strike that an evading defender parries is parried, whether the attacker missed or was blocked."""
    missed, blocked = strike(88, 10, 1, defender=EVADING), strike(60, 10, 1, defender=EVADING)
    for told in (missed, blocked):
        assert told.outcome.verdict.outcome is AttackResult.PARRIED
        assert told.outcome.verdict.parry is OpposedParryResult.PARRIED
        assert told.outcome.verdict.hits == 0
    assert missed.outcome.summary == "Orc parried Ash and owed a Pass."
    assert blocked.outcome.summary == "Orc parried Ash and owed a Pass."
    declined = strike(60, 10, defender=EVADING, parry=False).outcome.verdict
    assert (declined.outcome, declined.parry) == (AttackResult.BLOCKED, None)


def test_quality() -> None:
    """A graded roll says what was rolled against what."""
    given = OpposedSuccess(natural=25, chance=55, dice_modifier=-3)
    assert tell(grade_success, given).outcome.summary == "25 - 3 against 55 was Better."


@pytest.mark.parametrize(
    ("faces", "options", "summary"),
    [
        pytest.param((5,), {}, "The strike ended without a mishap.", id="avoided"),
        pytest.param((50,), {}, "The strike was fumbled. Read the fumble table.", id="to be read"),
        pytest.param((50, 71), RESOLVE, "The strike was fumbled. Read the fumble table at 71.", id="rolled"),
    ],
)
def test_fumble(faces: tuple[int, ...], options: dict[str, Any], summary: str) -> None:
    """A fumble check says where to read the fumble table."""
    given = OpposedFumbleCheck(kind="fumble", initiative=33)
    assert tell(resolve_maneuver, given, *faces, options=options).outcome.summary == summary
