"""The printed tables, cell by cell: Success Quality (57.4) and the modifiers (57.1, 57.2)."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.rules.opposed.attack.attack import compute_chances
from service.rules.opposed.attack.quality import grading_of, quality_of
from service.rules.opposed.book.options import OpposedNaturalOne, OpposedRulings
from service.rules.opposed.book.words import Quality
from service.rules.opposed.figures.models import OpposedAttack
from service.wire import to_json
from tests.pins import pins

PRINTED = Path(__file__).parent / "printed" / "success_quality.csv"
TEXT, TABLE = OpposedNaturalOne
ROW_ONE = {(1, 1), (1, 2), (1, 3), (1, 4)}
"""The (roll, chance) pairs where the text of a natural 01 is stronger than its printed row."""


def printed_row(cells: dict[str, str]) -> Iterator[tuple[int, Quality]]:
    """Every chance that a row of the printed table grades, with its quality."""
    for quality in Quality:
        cell = cells.get(quality.value, "")
        if cell.endswith("+"):
            yield from ((chance, quality) for chance in range(int(cell[:-1]), 1001))
        elif cell not in {"", "-"}:
            low, _, high = cell.partition("-")
            yield from ((chance, quality) for chance in range(int(low), int(high or low) + 1))


def printed_table() -> dict[int, dict[int, Quality]]:
    """The printed table: roll, chance, quality."""
    with PRINTED.open(encoding="utf-8") as file:
        return {int(cells["roll"]): dict(printed_row(cells)) for cells in csv.DictReader(file)}


TABLE_57_4 = printed_table()


@pins("table-footer")
def test_the_printed_table_has_all_rolls() -> None:
    """A row for each face, of which the last grades nothing: its footer is no data row."""
    assert list(TABLE_57_4) == list(range(1, 101))
    assert TABLE_57_4[100] == {}


@pytest.mark.parametrize("roll", range(1, 101))
def test_printed_row(roll: int) -> None:
    """The formula grades every printed cell alike, save four of row 1, where the text of a natural 01 wins."""
    printed = TABLE_57_4[roll]
    differing = {chance for chance, quality in printed.items() if quality_of(roll, chance, 0, TEXT) is not quality}
    assert {(roll, chance) for chance in differing} == {pair for pair in ROW_ONE if pair[0] == roll}
    assert [chance for chance, quality in printed.items() if quality_of(roll, chance, 0, TABLE) is not quality] == []


@pytest.mark.parametrize("roll", range(1, 101))
def test_below_the_printed_row(roll: int) -> None:
    """A chance lower than the row's first printed one is Poor, unless the roll is a natural 01."""
    lowest = min(TABLE_57_4[roll], default=1001)
    graded = {quality_of(roll, chance, 0, TEXT) for chance in range(-20, min(lowest, 1001))}
    assert graded == ({Quality.DECISIVE} if roll == 1 else {Quality.POOR})


@pytest.mark.parametrize("natural_01", OpposedNaturalOne)
def test_rows_are_graded_alike_in_bands(natural_01: OpposedNaturalOne) -> None:
    """Grading a strike or defence die by bands of faces is grading each face by the formula."""
    for chance in range(-50, 420):
        for modifier in (-20, -5, 0, 3):
            grading = grading_of(chance, modifier, natural_01)
            for roll in range(1, 101):
                assert grading.of(roll).quality is quality_of(roll, chance, modifier, natural_01)


CHECKPOINTS = {  # roll: the lowest chance of each printed quality, Average onward
    2: (2, 3, 6, 11, 111, 211),
    3: (3, 6, 11, 21, 121, 221),
    10: (10, 23, 46, 91, 191, 291),
    11: (11, 26, 51, 101, 201),
    20: (20, 48, 96, 191, 291),
    21: (21, 51, 101, 201),
    30: (30, 73, 146, 291),
    31: (31, 76, 151),
    50: (50, 123, 246),
    51: (51, 126, 251),
    60: (60, 148, 296),
    61: (61, 151),
    75: (75, 186),
    99: (99, 246),
}


@pytest.mark.parametrize(("roll", "lowest"), CHECKPOINTS.items())
def test_checkpoints(roll: int, lowest: tuple[int, ...]) -> None:
    """Each printed quality begins at its lowest chance, and one less gives the quality below it."""
    for rank, chance in enumerate(lowest, 1):
        assert quality_of(roll, chance, 0, TEXT) is Quality.at(rank)
        assert quality_of(roll, chance - 1, 0, TEXT) is Quality.at(rank - 1)
    assert tuple(sorted(lowest)) == tuple(
        min(chance for chance, graded in TABLE_57_4[roll].items() if graded is quality)
        for quality in list(Quality)[1 : len(lowest) + 1]
    )


def lowest_chances(roll: int) -> tuple[int, ...]:
    """The closed forms: the lowest chance of at least each quality on a roll, Average onward."""
    return (
        roll,
        5 * (roll - 1) // 2 + 1,
        5 * (roll - 1) + 1,
        10 * (roll - 1) + 1,
        10 * (roll - 1) + 101,
        10 * (roll - 1) + 201,
    )


@pytest.mark.parametrize("roll", range(2, 100))
def test_closed_forms(roll: int) -> None:
    """For rolls 2 to 99 the closed forms give the best quality at every chance, also where the table prints a dash."""
    forms = lowest_chances(roll)
    for chance in range(-20, 1200):
        best = max((rank for rank, lowest in enumerate(forms, 1) if chance >= lowest), default=0)
        assert quality_of(roll, chance, 0, TEXT) is Quality.at(best)


# 57.1 and 57.2: what each condition changes against the same strike without it

SWORD = {"base_chance": 45, "rank": 6, "damage_modifier": 4, "weapon_class": "B"}
ASH = {"manual_dexterity": 18, "agility": 15, "perception": 12, "fatigue": 20, "weapon": SWORD}
ORC = {"agility": 16, "perception": 11, "shield_defence": 8, "fatigue": 18, "weapon": {"base_chance": 40, "rank": 4}}
MISSILE, THROWN = {"flight": "missile"}, {"flight": "thrown"}

STRIKE_DELTAS = [
    pytest.param("close", {"attacker": {"physical_strength": 17}}, 17, id="close-strength (PS 17)"),
    pytest.param("close", {"attacker": {"fatigue": 0}}, -20, id="close-no-fatigue"),
    pytest.param("melee", {"attacker": {"fatigue": 0}}, -10, id="melee-no-fatigue"),
    pytest.param("melee", {"situation": {"withdrawal": "offensive"}}, -20, id="offensive-withdrawal"),
    pytest.param(
        "melee", {"situation": {"charging": True}, "attacker": {"weapon": SWORD | {"pole": True}}}, 20, id="pole"
    ),
    pytest.param(
        "melee", {"situation": {"charging": True}, "attacker": {"weapon": SWORD | {"shield": True}}}, 20, id="shield"
    ),
    pytest.param("melee", {"situation": {"charging": True}}, -15, id="charge-other"),
    pytest.param("melee", {"situation": {"attack_hex": "flank"}}, 10, id="melee-flank"),
    pytest.param("melee", {"situation": {"attack_hex": "rear"}}, 30, id="melee-rear"),
    pytest.param("melee", {"defender": {"posture": "prone"}}, 20, id="melee-low-defender, prone"),
    pytest.param("melee", {"defender": {"posture": "kneeling"}}, 20, id="melee-low-defender, kneeling"),
    pytest.param("ranged", {"situation": {"attack_hex": "flank"}}, 10, id="ranged-flank"),
    pytest.param("ranged", {"situation": {"attack_hex": "rear"}}, 20, id="ranged-rear"),
    pytest.param("ranged", {"attacker": {"posture": "kneeling"}}, 10, id="ranged-kneeling"),
    pytest.param("ranged", {"situation": {"aim": True}}, 20, id="aim"),
    pytest.param("ranged", {"situation": {"snapshot": True}}, -15, id="snapshot"),
    pytest.param("ranged", {"situation": {**THROWN, "distance_hexes": 7}}, -21, id="thrown-distance (7 hexes)"),
    *[
        pytest.param("ranged", {"situation": {"distance_hexes": hexes}}, delta, id=f"missile-distance ({hexes} hexes)")
        for hexes, delta in ((0, 0), (1, 0), (5, 0), (6, -3), (10, -3), (11, -6), (15, -6), (16, -9))
    ],
    *[
        pytest.param(mode, {"situation": {"visibility": visibility}}, delta, id=f"visibility-{visibility}, {mode}")
        for mode in ("close", "melee", "ranged")
        for visibility, delta in (
            ("normal", 0),
            ("starry_or_shadowy", -10),
            ("cloudy_night", -20),
            ("unlit_interior", -30),
            ("pitch_black", -40),
        )
    ],
    pytest.param("melee", {"situation": {"defender_unseen": True}}, -50, id="visibility-unseen"),
    pytest.param("melee", {"situation": {"secondary_hand": True}}, -20, id="secondary-hand"),
    pytest.param("melee", {"situation": {"multiple_strike": True}}, -10, id="multiple-strike"),
    pytest.param("melee", {"situation": {"multi_hex_strike": True}}, -20, id="multi-hex-strike"),
    pytest.param("melee", {"attacker": {"airborne": True}}, -10, id="airborne-attacker"),
    # rows that do not belong to the mode
    pytest.param("ranged", {"attacker": {"fatigue": 0}}, 0, id="no Fatigue changes nothing at range"),
    pytest.param("melee", {"attacker": {"physical_strength": 17}}, 0, id="Strength counts in close combat only"),
    pytest.param("close", {"situation": {"attack_hex": "rear"}}, 0, id="no hex row in close combat"),
    pytest.param("ranged", {"defender": {"posture": "prone"}}, 0, id="a low target is no easier at range"),
    pytest.param("melee", {"attacker": {"posture": "kneeling"}}, 0, id="kneeling helps at range only"),
]

DEFENCE_DELTAS = [
    pytest.param("close", {"physical_strength": 14}, 14, id="close-strength (PS 14)"),
    pytest.param("close", {"fatigue": 0}, -20, id="close-no-fatigue"),
    pytest.param("melee", {"fatigue": 0}, -10, id="melee-no-fatigue"),
    pytest.param("melee", {"withdrawal": "defensive"}, 20, id="defensive-withdrawal"),
    pytest.param("melee", {"evading": True}, 26, id="melee-evading + melee-evading-rank (Rank 4)"),
    pytest.param("ranged", {"moving": True}, 5, id="ranged-moving"),
    pytest.param("ranged", {"posture": "prone"}, 10, id="ranged-low, prone"),
    pytest.param("ranged", {"posture": "kneeling"}, 10, id="ranged-low, kneeling"),
    pytest.param("ranged", {"evading": True}, 20, id="ranged-evading"),
    pytest.param("ranged", {"sheltered": True}, 20, id="ranged-sheltered"),
    *[pytest.param(mode, {"airborne": True}, 20, id=f"airborne, {mode}") for mode in ("close", "melee", "ranged")],
    pytest.param("close", {"stunned": True}, -55, id="close-stunned (AG 16, PC 11, shield 8 lost)"),
    pytest.param("melee", {"stunned": True}, -50, id="melee-stunned (same loss)"),
    pytest.param("ranged", {"stunned": True}, -45, id="ranged-stunned (same loss)"),
    # rows that do not belong to the mode
    pytest.param("ranged", {"fatigue": 0}, 0, id="no Fatigue changes nothing at range"),
    pytest.param("melee", {"posture": "prone"}, 0, id="a low figure defends no better in melee"),
    pytest.param("close", {"evading": True}, 0, id="evading counts in melee and at range"),
    pytest.param("melee", {"moving": True, "sheltered": True}, 0, id="movement and shelter count at range only"),
    pytest.param("ranged", {"withdrawal": "defensive"}, 0, id="withdrawal counts in melee only"),
]


def chances(mode: str, changes: dict[str, Any]) -> tuple[int, int]:
    """Strike Chance and Defence of Ash against Orc under these conditions."""
    weapon = SWORD | {"two_handed": True}
    document = {
        "mode": mode,
        "attacker": ASH | {"weapon": weapon} | changes.get("attacker", {}),
        "defender": ORC | changes.get("defender", {}),
        "situation": (MISSILE if mode == "ranged" else {}) | changes.get("situation", {}),
    }
    computed = compute_chances(OpposedAttack.model_validate_json(to_json(document)), OpposedRulings())
    return computed.strike_chance, computed.defence


@pytest.mark.parametrize(("mode", "changes", "delta"), STRIKE_DELTAS)
def test_strike_modifier(mode: str, changes: dict[str, Any], delta: int) -> None:
    """Each row of 57.1 adds what is printed, in its own mode only, and leaves the Defence alone."""
    plain_strike, plain_defence = chances(mode, {})
    strike, defence = chances(mode, changes)
    assert strike - plain_strike == delta
    if not {"defender", "attack_hex"} & {*changes, *changes.get("situation", {})}:
        assert defence == plain_defence


@pytest.mark.parametrize(("mode", "changes", "delta"), DEFENCE_DELTAS)
def test_defence_modifier(mode: str, changes: dict[str, Any], delta: int) -> None:
    """Each row of 57.2 adds what is printed, in its own mode only."""
    _, plain = chances(mode, {})
    _, defence = chances(mode, {"defender": changes})
    assert defence - plain == delta
