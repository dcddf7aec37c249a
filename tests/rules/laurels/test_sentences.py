"""Summaries: what a player reads of an answer at the table."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.check import check_skill
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.battle.initiative import roll_initiative
from service.rules.laurels.figures.models import LaurelsCheck, LaurelsInitiative
from tests.rules.laurels.figures import attack, sneak_attack
from tests.rules.laurels.stories import tell

CLUB: dict[str, Any] = {"id": "ogre", "level": 1, "strength": 0, "weapon": {"die": "d6"}}
MARK: dict[str, Any] = {"id": "elf", "dexterity": 0, "armor_points": 1, "stamina": 4, "injury_slots": 3, "injuries": 0}


@pytest.mark.parametrize(
    ("faces", "attacker", "target", "changes", "summary", "result"),
    [
        pytest.param((3,), {}, {}, {}, "Ogre hit elf for 2 damage.", "hit", id="a hit"),
        pytest.param((1,), {}, {}, {}, "Ogre did not get through to elf.", "defended", id="armor"),
        pytest.param((5,), {}, {}, {}, "Ogre hit elf for 4 damage; elf was exhausted.", "hit", id="exhausted"),
        pytest.param((6, 5), {}, {}, {}, "Ogre hit elf for 7 damage; elf died.", "hit", id="dead"),
        pytest.param(
            (3, 1),
            {},
            {},
            {"power_attack": True},
            "Ogre hit elf for 3 damage; the weapon of ogre broke.",
            "hit",
            id="power",
        ),
        pytest.param(
            (6, 1),
            {},
            {"parry": {"equipment": "weapon"}},
            {},
            "Elf parried ogre; the weapon of elf shattered.",
            "parried",
            id="shattered",
        ),
        pytest.param(
            (5,),
            {},
            {"parry": {"equipment": "shield", "shield_durability": 2}},
            {},
            "Ogre hit elf for 3 damage in spite of a parry; the shield of elf was destroyed.",
            "hit",
            id="destroyed",
        ),
        pytest.param(
            (1,),
            {},
            {"parry": {"equipment": "shield", "shield_durability": 0}},
            {},
            "Ogre did not get through to elf.",
            "defended",
            id="nothing to parry with",
        ),
        pytest.param(
            (3, 4),
            {"stamina": 1, "injury_slots": 3},
            {},
            {"mode": "ranged"},
            "Ogre hit elf for 2 damage; ogre was exhausted.",
            "hit",
            id="exertion",
        ),
        pytest.param(
            (3, 4),
            {"stamina": 1, "injury_slots": None},
            {},
            {"mode": "ranged"},
            "Ogre hit elf for 2 damage; ogre was exhausted.",
            "hit",
            id="exertion without slots",
        ),
    ],
)
def test_attack(
    faces: tuple[int, ...],
    attacker: dict[str, Any],
    target: dict[str, Any],
    changes: dict[str, Any],
    summary: str,
    result: str,
) -> None:
    """An attack's summary says what it did and what it cost; its verdict says whether it hit, and what took effect."""
    outcome = tell(resolve_attack, attack(CLUB | attacker, MARK | target, **changes), *faces).outcome
    verdict = outcome.verdict
    assert (outcome.summary, verdict.outcome) == (summary, AttackResult(result))
    assert verdict.hits == (result == "hit")
    assert verdict.damage == verdict.stamina_lost + verdict.injuries_gained


def test_sneak_attack() -> None:
    """A sneak attack that is noticed misses, and says so."""
    told = tell(resolve_sneak_attack, sneak_attack(sneak={"concealed": True, "stealth_dc": 30}), 1).outcome
    assert told.summary.endswith(", and nothing came of the sneak attack.")
    verdict = told.verdict
    assert (verdict.outcome, verdict.hits, verdict.damage, verdict.foiled) == (AttackResult.MISS, 0, 0, True)


def test_checks() -> None:
    """A check says its total and what it had to reach; initiative says who acts first and who is surprised."""
    assert tell(check_skill, LaurelsCheck(bonus=3, dc=15), 12).outcome.summary == (
        "The check succeeded: 15 against 15."
    )
    assert tell(check_skill, LaurelsCheck(bonus=3, dc=15), 11).outcome.summary == ("The check failed: 14 against 15.")
    told = tell(roll_initiative, LaurelsInitiative(), 6).outcome
    assert told.summary == "The party won the initiative, and the opponents were surprised."
