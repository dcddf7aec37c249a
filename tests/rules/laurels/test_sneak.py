"""Sneak attacks: the checks before them, weak spots in armor, and damage straight to the injuries."""

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from tests.rules.laurels.figures import ARCHER, ORC, Document, attack, sneak_attack
from tests.rules.laurels.stories import tell, there

BEHIND_CRATES = {"target_distracted": True, "distraction": "melee", "leaves_concealment": True, "distance_ft": 15}
CLUB = {"weapon": {"die": "d4"}}
SPEAR = {"weapon": {"die": "d4", "kind": "reach", "reach_ft": 10, "finesse": True, "magic_bonus": 1}}


def test_a_sneak_attack_is_told() -> None:
    """The ambush in the warehouse, step by step."""
    told = tell(resolve_sneak_attack, sneak_attack(sneak=BEHIND_CRATES), 9, 4, 2, 2)
    assert told.texts == [
        "Cedryk was concealed from orc and orc was distracted by a melee.",
        "Cedryk rolled 9 + 4 Awareness = 13 against 13: success.",
        "Cedryk found a weak spot: armor did not count.",
        "Cedryk rolled 6 on 2d4.",
        "1 die exploded: 2 more.",
        "Cedryk dealt orc 12 (8 + 4 Dexterity).",
        "Orc took 12 injuries: 12 of 15 slots.",
    ]
    assert {"ruling/precision-tie", "sneak/approach-distance", "sneak/concealment-forms"} <= told.cited
    assert (told.outcome.verdict.precise, told.outcome.verdict.foiled) == (True, False)


def test_a_missed_weak_spot() -> None:
    """Armor counts after a failed check, and the damage is direct all the same."""
    told = tell(resolve_sneak_attack, sneak_attack(), 8, 4, 2, 2)
    assert (told.outcome.defense_points, told.outcome.target.injuries) == (3, 9)
    assert {"sneak/precision-failure", "ruling/sneak-success-word", "sneak/dex-never"} <= told.cited
    assert not told.outcome.verdict.precise


def test_power_weapons_find_no_weak_spot() -> None:
    """Without finesse there is no check, and armor counts."""
    told = tell(resolve_sneak_attack, sneak_attack(CLUB), 1, 2)
    assert (told.outcome.precision, told.outcome.defense_points, told.outcome.net) == (None, 3, 1)
    assert "ruling/sneak-with-power" in told.cited


def test_a_shot_from_hiding_has_no_approach() -> None:
    """Half the Move counts only for who leaves concealment; at range the check and the bonus are Awareness."""
    given = sneak_attack(ARCHER, mode="ranged", distance_ft=400)
    told = tell(resolve_sneak_attack, given, 9, 5, 2)
    assert (there(told.outcome.precision).success, told.outcome.ability_bonus, told.outcome.stamina_cost) == (
        True,
        4,
        2,
    )
    assert "sneak/approach-distance" not in told.cited


def test_reach_weapons_sneak_as_in_melee() -> None:
    """A spear with finesse looks for a weak spot from 10 feet."""
    told = tell(resolve_sneak_attack, sneak_attack(SPEAR, mode="reach", distance_ft=10), 9, 1, 2)
    assert (told.outcome.gross, told.outcome.net) == (9, 9)
    assert "ruling/sneak-reach" in told.cited


@pytest.mark.parametrize(("counts", "magic"), [(True, 2), (False, 0)])
def test_magic_in_sneak_attacks(counts: bool, magic: int) -> None:
    """The magic bonus counts, unless the request says otherwise."""
    given = sneak_attack(SPEAR, mode="reach")
    told = tell(resolve_sneak_attack, given, 9, 1, 2, options={"sneak_magic_bonus": counts})
    assert told.outcome.magic_bonus == magic


def test_spells_find_no_weak_spot() -> None:
    """A spell from hiding is direct, and armor counts."""
    given = sneak_attack({"weapon": {"die": "d4", "kind": "spell", "finesse": True}}, mode="spell")
    told = tell(resolve_sneak_attack, given, 3, 3)
    assert told.texts[1] == "With a spell cedryk found no weak spot: armor counted."
    assert (told.outcome.precision, told.outcome.net, told.outcome.damage_type.value) == (None, 3, "direct")


def test_stealth_first() -> None:
    """A stealth check that succeeds comes before the precision check."""
    told = tell(resolve_sneak_attack, sneak_attack(sneak={"stealth_dc": 14}), 10, 9, 1, 2)
    assert (there(told.outcome.stealth).total, there(told.outcome.stealth).success) == (14, True)
    assert {"sneak/stealth-check", "check/skill-check", "ruling/stealth-checks"} <= told.cited


def test_noticed() -> None:
    """A stealth check that fails foils the attack: nothing else is rolled, and nothing changes."""
    told = tell(resolve_sneak_attack, sneak_attack(sneak={"stealth_dc": 14}), 9)
    outcome = told.outcome
    assert (
        outcome.verdict.outcome is AttackResult.MISS,
        outcome.dice,
        outcome.rolled,
        outcome.net,
        outcome.precision,
    ) == (True, 0, 0, 0, None)
    assert (outcome.target.stamina, outcome.target.injuries, outcome.verdict.target_status.value) == (24, 0, "active")
    assert (outcome.verdict.foiled, outcome.verdict.precise, outcome.ability_bonus) == (True, False, 0)
    assert told.texts[-1] == "Orc noticed cedryk: nothing came of the sneak attack."


def test_bows_look_for_weak_spots() -> None:
    """Without a mode a bow is shot from hiding, after an Awareness check."""
    told = tell(resolve_sneak_attack, sneak_attack(ARCHER), 9, 3, 2)
    assert (there(told.outcome.precision).success, told.outcome.ability_bonus, told.outcome.stamina_cost) == (
        True,
        4,
        2,
    )


@pytest.mark.parametrize(
    ("target", "options", "injuries"),
    [
        pytest.param({}, {}, 0, id="a parry works"),
        pytest.param({}, {"parry_covers_sneak": False}, 12, id="unless the request says otherwise"),
        pytest.param({"dexterity": 9}, {"parry_covers_sneak": False}, 12, id="Dexterity never counts"),
    ],
)
def test_sneaking_up_on_a_parry(target: Document, options: Document, injuries: int) -> None:
    """A parry works against sneak attacks as against others."""
    given = sneak_attack(target=target | {"parry": {"equipment": "weapon", "weapon_magic_bonus": 1}})
    assert tell(resolve_sneak_attack, given, 9, 4, 2, 2, options=options).outcome.target.injuries == injuries


def test_distraction_without_concealment() -> None:
    """A target that is distracted can be attacked from the open."""
    told = tell(resolve_sneak_attack, sneak_attack(CLUB, sneak={"concealed": False, "target_distracted": True}), 1, 2)
    assert told.texts[0] == "Orc was distracted."
    assert "sneak/concealment-forms" not in told.cited


def test_distraction_without_effect() -> None:
    """A distraction of a target that is not distracted is warned of."""
    told = tell(resolve_sneak_attack, sneak_attack(CLUB, sneak={"distraction": "absorbed"}), 1, 2)
    assert told.warnings == ["distraction is 'absorbed' but target_distracted is false: it has no effect."]


def test_denied_dexterity() -> None:
    """An ordinary attack may ignore Dexterity too, if the caller says so."""
    told = tell(resolve_attack, attack(None, ORC | {"id": "other"}, target_dexterity_denied=True), 1, 2)
    assert told.outcome.defense_points == 3
    assert {"damage/dex-denied", "ruling/dex-when"} <= told.cited
