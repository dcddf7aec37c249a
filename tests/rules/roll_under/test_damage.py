"""Damage dice, and what their total does behind armour."""

from fractions import Fraction

import pytest

from service.dice.model import DicePool
from service.rules.roll_under.damage import Blow, Damage, damage_of, expected_injury
from service.rules.roll_under.grappling import arms_modifier, choke_modifier, holder_modifier, pin_modifier
from service.rules.roll_under.words import DamageType

CUTTING, CRUSHING, IMPALING = DamageType.CUTTING, DamageType.CRUSHING, DamageType.IMPALING


@pytest.mark.parametrize(
    ("expression", "damage"),
    [
        ("1d", Damage(DicePool(1, 6), 0)),
        ("2d-1", Damage(DicePool(2, 6), -1)),
        ("10d+12", Damage(DicePool(10, 6), 12)),
        ("0d+3", Damage(None, 3)),
    ],
)
def test_expressions(expression: str, damage: Damage) -> None:
    """Dice and adds are read as they are written; without dice the damage is fixed."""
    assert damage_of(expression) == damage


@pytest.mark.parametrize(
    ("kind", "total", "halved", "basic"),
    [
        (CUTTING, 1, False, 1),
        (CRUSHING, 1, False, 0),
        (CUTTING, 7, False, 5),
        (CUTTING, 7, True, 2),
        (CUTTING, 1, True, 0),
    ],
)
def test_basic_damage(kind: DamageType, total: int, halved: bool, basic: int) -> None:
    """Damage is at least 1, for crushing 0; beyond half range it is halved, rounded down."""
    assert Blow(damage_of("2d-2"), kind, 0, 2, halved).basic(total) == basic


def test_blow() -> None:
    """What passes the armour is multiplied by the wounding."""
    blow = Blow(damage_of("1d+2"), IMPALING, 4, 4)
    assert [(blow.basic(face), blow.penetrating(face + 2), blow.injury(face + 2)) for face in (1, 2, 6)] == [
        (3, 0, 0),
        (4, 0, 0),
        (8, 4, 8),
    ]


def test_expected_injury() -> None:
    """A die and 2 behind DR 4, doubled: faces 3 to 6 do 2, 4, 6 and 8, a mean of 20/6."""
    assert expected_injury(Blow(damage_of("1d+2"), IMPALING, 4, 4)) == Fraction(20, 6)
    assert expected_injury(Blow(damage_of("0d+3"), CUTTING, 1, 3)) == 3


@pytest.mark.parametrize(("arms", "modifier"), [(1, -4), (2, 0), (3, 2), (6, 8)])
def test_arms(arms: int, modifier: int) -> None:
    """One arm grapples badly, and each beyond two helps."""
    assert arms_modifier(arms) == modifier


@pytest.mark.parametrize(("larger", "hands", "modifier"), [(0, False, 0), (2, False, 6), (-2, True, 3), (1, True, 6)])
def test_pins(larger: int, hands: bool, modifier: int) -> None:
    """The larger fighter, and the one with more free hands, pins better."""
    assert pin_modifier(larger, free_hands=hands) == modifier


@pytest.mark.parametrize(
    ("hands", "torso", "modifier"), [(1, False, -5), (2, False, 0), (4, False, 4), (1, True, -10), (2, True, -5)]
)
def test_chokes(hands: int, torso: bool, modifier: int) -> None:
    """One hand chokes badly, each beyond two helps, and a grip around the torso is worse."""
    assert choke_modifier(hands, by_the_torso=torso) == modifier


@pytest.mark.parametrize(
    ("hands", "pinned", "modifier"), [(1, False, 0), (2, False, 5), (1, True, 5), (2, True, 10), (4, True, 10)]
)
def test_holders(hands: int, pinned: bool, modifier: int) -> None:
    """Two hands hold better than one, and a pin better than a grip."""
    assert holder_modifier(hands, pinned=pinned) == modifier
