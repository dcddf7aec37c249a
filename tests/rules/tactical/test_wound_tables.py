"""The tables of critical hits and misses, hit locations, wounding and crippling, and those of modifiers."""

from collections.abc import Iterable

import pytest

from service.rules.kernel.tally import Modifier
from service.rules.roll_under.words import DamageType, Posture
from service.rules.tactical.book import modifiers, wound_tables
from service.rules.tactical.book.modifiers import TacticalFact
from service.rules.tactical.book.published import TABLES
from service.rules.tactical.book.words import TacticalLocation

HITS = {
    "triple": {3, 18},
    "half_armor": {4, 17},
    "double": {5, 16},
    "maximum": {6, 15},
    "major": {7, 13, 14},
    "crippling": {8},
    "nothing": {9, 10, 11},
    "drops": {12},
}
HEAD_HITS = {
    "maximum_through_armor": {3},
    "half_armor_major": {4, 5},
    "eye": {6, 7},
    "dazed": {8},
    "nothing": {9, 10, 11},
    "scarred": {12, 13},
    "drops": {14},
    "maximum": {15},
    "double": {16},
    "half_armor": {17},
    "triple": {18},
}
MISSES = {
    "breaks": {3, 4, 17, 18},
    "hits_self": {5},
    "hits_self_half": {6},
    "loses_balance": {7, 13},
    "unready": {8, 12},
    "drops": {9, 10, 11},
    "flies": {14},
    "strains_arm": {15},
    "falls": {16},
}
UNARMED_MISSES = {
    "knocked_out": {3, 18},
    "strains_limb": {4, 17},
    "hits_solid": {5, 16},
    "hits_solid_half": {6},
    "stumbles": {7, 14},
    "falls": {8},
    "loses_balance": {9, 10, 11},
    "trips": {12},
    "exposed": {13},
    "hurts_limb": {15},
}


@pytest.mark.parametrize(
    ("rows", "printed"),
    [
        (wound_tables.CRITICAL_HITS, HITS),
        (wound_tables.CRITICAL_HEAD_HITS, HEAD_HITS),
        (wound_tables.CRITICAL_MISSES, MISSES),
        (wound_tables.UNARMED_MISSES, UNARMED_MISSES),
    ],
    ids=["hits", "head", "misses", "unarmed"],
)
def test_criticals(rows: tuple[wound_tables.CriticalHitRow, ...], printed: dict[str, set[int]]) -> None:
    """Every total of three dice does what is printed for it, and rows neither overlap nor leave a gap."""
    found: dict[str, set[int]] = {}
    for total in range(3, 19):
        row = wound_tables.row_of(rows, total)
        assert row.lowest <= total <= row.highest
        found.setdefault(row.effect.value, set()).add(total)
    assert found == printed


RANDOM = {
    "skull": {3, 4},
    "face": {5},
    "right_leg": {6, 7},
    "right_arm": {8},
    "torso": {9, 10},
    "groin": {11},
    "left_arm": {12},
    "left_leg": {13, 14},
    "right_hand": {15},
    "right_foot": {16},
    "neck": {17, 18},
}


def test_random_locations() -> None:
    """Three dice hit this part; a further die tells the right hand or foot from the left."""
    found: dict[str, set[int]] = {}
    for row in wound_tables.RANDOM_LOCATIONS:
        found.setdefault(row.right.value, set()).update(range(row.lowest, row.highest + 1))
        sided = row.right in {TacticalLocation.RIGHT_HAND, TacticalLocation.RIGHT_FOOT}
        assert row.left.value == (row.right.value.replace("right", "left") if sided else row.right.value)
    assert found == RANDOM


AIMS = """
    torso      0   0   0
    vitals    -3  -3  -3
    groin     -3  -3  -3
    right_arm -2  -2  -4
    left_arm  -2  -2  -4
    right_leg -2  -2  -2
    left_leg  -2  -2  -2
    right_hand -4 -4  -8
    left_hand  -4 -4  -8
    right_foot -4 -4  -4
    left_foot  -4 -4  -4
    neck      -5  -5  -5
    face      -5  -7  -5
    skull     -7  -5  -7
    eye       -9  -9  -9
"""


@pytest.mark.parametrize("line", AIMS.split("\n")[1:-1])
def test_locations(line: str) -> None:
    """A part of the body is so hard to hit, from behind, and where it holds a shield."""
    name, *numbers = line.split()
    location = TacticalLocation(name)
    plain, behind, shield = map(int, numbers)
    assert wound_tables.location_modifier(location) == plain
    assert wound_tables.location_modifier(location, from_behind=True) == behind
    assert wound_tables.location_modifier(location, with_shield=True) == shield


TORSO = {
    "small_piercing": 1,
    "burning": 2,
    "tight_beam": 2,
    "corrosion": 2,
    "crushing": 2,
    "fatigue": 2,
    "piercing": 2,
    "toxic": 2,
    "cutting": 3,
    "large_piercing": 3,
    "impaling": 4,
    "huge_piercing": 4,
}
PIERCING = ("impaling", "small_piercing", "piercing", "large_piercing", "huge_piercing")
LIMBS = [f"{side}_{part}" for side in ("right", "left") for part in ("arm", "leg", "hand", "foot")]
ELSEWHERE = {
    **{("vitals", kind): 6 for kind in PIERCING},
    ("vitals", "tight_beam"): 4,
    **{(head, kind): 8 for head in ("skull", "eye") for kind in TORSO if kind != "toxic"},
    ("neck", "crushing"): 3,
    ("neck", "cutting"): 4,
    **{(limb, kind): 2 for limb in LIMBS for kind in ("impaling", "large_piercing", "huge_piercing")},
}


@pytest.mark.parametrize("location", TacticalLocation)
def test_wounding(location: TacticalLocation) -> None:
    """Penetrating damage is multiplied by its type, and at some locations by another number."""
    for kind, halves in TORSO.items():
        expected = ELSEWHERE.get((location.value, kind), halves)
        assert wound_tables.wounding_halves(DamageType(kind), location) == expected


def test_wounding_elsewhere_is_published() -> None:
    """The published table lists exactly the locations and types that differ from the torso."""
    rows = {(row[0], row[1]): row[2] for row in TABLES["wounding-elsewhere"].rows}
    assert rows == {at: halves / 2 for at, halves in ELSEWHERE.items() if halves != TORSO[at[1]]}


def test_crippling() -> None:
    """Arms and legs are crippled above half of the hit points, hands and feet above a third."""
    printed = {each: 3 if each.endswith(("hand", "foot")) else 2 for each in LIMBS}
    assert {location.value: divisor for location, divisor in wound_tables.CRIPPLED_ABOVE.items()} == printed


def cells(rows: Iterable[Modifier]) -> dict[str, int]:
    """What each fact of some rows adds."""
    return {row.fact.value: row.value for row in rows}


def test_attack_modifiers() -> None:
    """Circumstances change the skill of melee and ranged attacks by these numbers."""
    assert cells(modifiers.MELEE_MODIFIERS) == {
        "posture": 1,
        "grappled": -4,
        "off_hand": -4,
        "weak": -1,
        "bad_footing": -2,
        "large_shield": -2,
        "evaluated": 1,
        "determined": 4,
        "into_close": -2,
        "target_posture": 1,
        "through_foe": -4,
        "through_pair": -4,
        "deceptive": -2,
        "rapid_strike": -6,
        "clumsy": -2,
        "close_shield": -1,
    }
    assert cells(modifiers.RANGED_MODIFIERS) == {
        "grappled": -4,
        "off_hand": -4,
        "weak": -1,
        "determined_shot": 1,
        "into_close": -2,
        "target_posture": 1,
        "in_the_way": -4,
        "pair_in_the_way": -4,
        "watched": 1,
        "watched_line": -2,
        "discriminating": -2,
        "popup": -2,
        "shots": 1,
        "close_shield": -1,
    }
    worst = {"move_and_strike": -4, "move_and_shoot": -2, "wild": -5, "blind": -10}
    assert cells(modifiers.WORST_MODIFIERS) == worst
    assert modifiers.CAP == 9


def test_defense_modifiers() -> None:
    """Circumstances change a defence by these numbers."""
    assert cells(modifiers.DEFENSE_MODIFIERS) == {
        "shield": 1,
        "shield_in_close": 1,
        "combat_reflexes": 1,
        "increased_dodge": 2,
        "increased_defense": 2,
        "retreats": 1,
        "retreats_well": 3,
        "drops": 3,
        "deceived": -1,
        "feinted": -1,
        "low": 1,
        "from_side": -2,
        "runaround": -2,
        "from_back": -2,
        "parries_back": -2,
        "stunned": -4,
        "off_balance": -2,
        "parried": -4,
        "fenced": -2,
        "thrown": -1,
        "small_thrown": -2,
        "empty_hand": -3,
    }


@pytest.mark.parametrize(
    ("posture", "value"),
    [("standing", -5), ("crouching", -5), ("kneeling", -2), ("sitting", -2), ("crawling", 5), ("lying", 5)],
)
def test_evades(posture: str, value: int) -> None:
    """The posture of a foe, and the side it is approached from, change an evade by these numbers."""
    printed = cells(modifiers.EVADE_MODIFIERS)
    assert printed[modifiers.EVADED[Posture(posture)].value] == value
    assert (printed["foe_side"], printed["foe_back"]) == (2, 5)


def test_other_modifiers() -> None:
    """Grapples, knockdown, falls and consciousness have these modifiers."""
    assert cells(modifiers.GRAB_MODIFIERS) == {"size_above": 1}
    assert cells(modifiers.PIN_MODIFIERS) == {"pin_size": 3, "free_hands": 3}
    assert cells(modifiers.HOLD_MODIFIERS) == {"hands": 1, "pinned": 1}
    printed = {"head_wound": -10, "face_wound": -5, "high_pain": 3, "low_pain": -4}
    assert cells(modifiers.KNOCKDOWN_MODIFIERS) == printed
    assert cells(modifiers.FALL_MODIFIERS) == {"yards_back": -1}
    assert cells(modifiers.CONSCIOUSNESS_MODIFIERS) == {"hp_below": -1}
    assert cells(modifiers.DX_MODIFIERS) == {"dx_shield": -1}


def test_every_fact_is_published() -> None:
    """Every fact stands in a published table of modifiers."""
    tables = [table for table in TABLES.values() if table.columns == ("rule", "label", "value", "when")]
    assert {row[3] for table in tables for row in table.rows} == {fact.says for fact in TacticalFact}
