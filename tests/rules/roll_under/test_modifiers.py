"""The printed modifiers of the base game, cell by cell, and what load and fatigue do."""

from collections.abc import Sequence
from dataclasses import astuple

import pytest

from service.dice.model import Rule
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.roll_under import defenses, modifiers
from service.rules.roll_under.defenses import AGAINST_MISSILES, BLOCK, DODGE, EVERY_DEFENSE, PARRY, is_swung
from service.rules.roll_under.exertion import (
    ENCUMBRANCES,
    FIGHT_FATIGUE,
    LOAD_FATIGUE,
    SUFFOCATION_FP,
    fatigue_after,
    half_up,
    is_weak,
)
from service.rules.roll_under.modifiers import COVERS, LOWERED, POSTURES, SITUATIONS, VISIBILITIES, WATCHES, worth
from service.rules.roll_under.rolls import roll_will
from service.rules.roll_under.words import DamageType, HitLocation, Posture
from tests.rules.roll_under.printing import printed


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("postures", [astuple(row) for row in POSTURES]),
        ("situations", [astuple(row) for row in SITUATIONS]),
        ("visibilities", [astuple(row) for row in VISIBILITIES]),
        ("covers", list(COVERS.items())),
        ("encumbrances", [astuple(row) for row in ENCUMBRANCES]),
    ],
)
def test_printed_rows(name: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Every row has its printed words and numbers, in the printed order."""
    assert [tuple(str(cell) for cell in row) for row in rows] == [tuple(row.values()) for row in printed(name)]


def test_postures_by_rank() -> None:
    """The row of a posture stands at its rank."""
    assert [row.posture for row in POSTURES] == list(Posture)
    assert [POSTURES[posture.rank].posture for posture in Posture] == list(Posture)


def test_lowered_locations() -> None:
    """The posture of a target hinders shots at torso, groin and legs."""
    assert {HitLocation.TORSO, HitLocation.GROIN, HitLocation.LEG} == LOWERED


@pytest.mark.parametrize("row", printed("watches"), ids=lambda row: row["yards"])
def test_watched_ground(row: dict[str, str]) -> None:
    """The more yards are watched, the worse the shot; from 11 on it gets no worse."""
    assert worth(WATCHES, int(row["yards"])) == int(row["modifier"])


def test_numbers_of_attacks_and_defences() -> None:
    """Holds, darkness and the off hand hinder attacks; holds, stun, blindness and throws hinder defences."""
    assert (modifiers.GRAPPLED, modifiers.OFF_HAND, modifiers.BLIND) == (-4, -4, -10)
    assert (modifiers.WATCHED_LINE, modifiers.DISCRIMINATING) == (-2, -2)
    assert (defenses.GRAPPLED, defenses.STUNNED, defenses.UNSEEING) == (-2, -4, -4)
    assert (defenses.THROWN_WEAPON, defenses.BARE_HANDS) == (-1, -3)


@pytest.mark.parametrize("row", printed("defenses"), ids=lambda row: row["propulsion"])
def test_defences_against_missiles(row: dict[str, str]) -> None:
    """Thrown weapons meet every defence, arrows and bolts no parry, and anything faster only a dodge."""
    legal = AGAINST_MISSILES[row["propulsion"]]
    assert legal == {kind for kind in (DODGE, PARRY, BLOCK) if row[kind] == "yes"}
    assert legal <= EVERY_DEFENSE


@pytest.mark.parametrize(
    ("weapon", "damage", "swung"),
    [
        ("axe", DamageType.CUTTING, True),
        ("spear", DamageType.IMPALING, False),
        (None, DamageType.CRUSHING, False),
        ("net", None, True),
    ],
)
def test_swung_weapons(weapon: str | None, damage: DamageType | None, swung: bool) -> None:
    """A weapon is swung unless it impales; fists and teeth are no weapons."""
    assert is_swung(weapon, damage) is swung


def test_fatigue_of_a_fight() -> None:
    """A fight costs one fatigue point, and one more for each level of encumbrance; ten seconds without air cost ten."""
    assert (FIGHT_FATIGUE, SUFFOCATION_FP) == (1, 10)
    assert LOAD_FATIGUE == {"none": 0, "light": 1, "medium": 2, "heavy": 3, "x_heavy": 4}


@pytest.mark.parametrize(("left", "full", "weak"), [(4, 12, False), (3, 12, True), (3, 10, True), (4, 10, False)])
def test_weakness(left: int, full: int, weak: bool) -> None:
    """Less than a third of the points makes weak; a third does not."""
    assert is_weak(left, full) is weak


@pytest.mark.parametrize(("value", "half"), [(0, 0), (1, 1), (5, 3), (8, 4)])
def test_halves(value: int, half: int) -> None:
    """Move and Dodge are halved rounding up."""
    assert half_up(value) == half


@pytest.mark.parametrize(
    ("left", "lost", "after"), [(10, 3, 7), (3, 10, -7), (-5, 10, -10), (-10, 1, -10), (-12, 1, -12)]
)
def test_fatigue_has_a_floor(left: int, lost: int, after: int) -> None:
    """Fatigue points stop at the full score below 0; who is lower already stays there."""
    assert fatigue_after(left, lost, 10) == after


@pytest.mark.parametrize(("face", "text"), [(2, "Ash went on."), (5, "Ash fell.")])
def test_will(face: int, text: str) -> None:
    """A roll against Will is followed by what comes of it."""
    rule = Rule("roll-under/will", "Will", cites="")
    dice = SuppliedDice((face,) * 3, (), WhenExhausted.REFUSE)
    rolled = roll_will(rule, 10, ("went on", "fell"), dice, actor="ash", name="Ash")
    assert (rolled.succeeded, dice.steps[-1].text) == (face == 2, text)
