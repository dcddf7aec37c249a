"""From damage to injury: what armour stops, and what the rest does to flesh."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from service.rules.roll_under.words import ArmorDivisor, DamageType, HitLocation

UNDIVIDED: Final = ArmorDivisor.ONE


@dataclass(frozen=True, slots=True)
class WoundingRow:
    """A type of damage and its wounding multiplier in the torso, in halves."""

    type: DamageType
    halves: int


@dataclass(frozen=True, slots=True)
class WoundingException:
    """Where a type of damage, or every type without a line of its own, has another multiplier, in halves."""

    location: HitLocation
    type: DamageType | None
    halves: int


@dataclass(frozen=True, slots=True)
class DivisorRow:
    """An armour divisor; armour counts divided by it, and not at all where it is null."""

    divisor: ArmorDivisor
    value: Fraction | None


WOUNDING: Final = (
    WoundingRow(DamageType.SMALL_PIERCING, 1),
    WoundingRow(DamageType.BURNING, 2),
    WoundingRow(DamageType.TIGHT_BEAM, 2),
    WoundingRow(DamageType.CORROSION, 2),
    WoundingRow(DamageType.CRUSHING, 2),
    WoundingRow(DamageType.FATIGUE, 2),
    WoundingRow(DamageType.PIERCING, 2),
    WoundingRow(DamageType.TOXIC, 2),
    WoundingRow(DamageType.CUTTING, 3),
    WoundingRow(DamageType.LARGE_PIERCING, 3),
    WoundingRow(DamageType.IMPALING, 4),
    WoundingRow(DamageType.HUGE_PIERCING, 4),
)
VITAL_TYPES: Final = (
    DamageType.IMPALING,
    DamageType.SMALL_PIERCING,
    DamageType.PIERCING,
    DamageType.LARGE_PIERCING,
    DamageType.HUGE_PIERCING,
)
LIMBS: Final = (
    HitLocation.ARM,
    HitLocation.SHIELD_ARM,
    HitLocation.LEG,
    HitLocation.HAND,
    HitLocation.SHIELD_HAND,
    HitLocation.FOOT,
)
LIMB_TYPES: Final = (DamageType.IMPALING, DamageType.LARGE_PIERCING, DamageType.HUGE_PIERCING)
WOUNDING_EXCEPTIONS: Final = (
    *(WoundingException(HitLocation.VITALS, each, 6) for each in VITAL_TYPES),
    WoundingException(HitLocation.VITALS, DamageType.TIGHT_BEAM, 4),
    WoundingException(HitLocation.SKULL, DamageType.TOXIC, 2),
    WoundingException(HitLocation.SKULL, None, 8),
    WoundingException(HitLocation.EYE, DamageType.TOXIC, 2),
    WoundingException(HitLocation.EYE, None, 8),
    WoundingException(HitLocation.FACE, DamageType.CORROSION, 3),
    WoundingException(HitLocation.NECK, DamageType.CRUSHING, 3),
    WoundingException(HitLocation.NECK, DamageType.CORROSION, 3),
    WoundingException(HitLocation.NECK, DamageType.CUTTING, 4),
    *(WoundingException(limb, each, 2) for limb in LIMBS for each in LIMB_TYPES),
)
SKULL_DR: Final = 2

DIVISORS: Final = (
    DivisorRow(ArmorDivisor.TENTH, Fraction(1, 10)),
    DivisorRow(ArmorDivisor.FIFTH, Fraction(1, 5)),
    DivisorRow(ArmorDivisor.HALF, Fraction(1, 2)),
    DivisorRow(ArmorDivisor.ONE, Fraction(1)),
    DivisorRow(ArmorDivisor.TWO, Fraction(2)),
    DivisorRow(ArmorDivisor.THREE, Fraction(3)),
    DivisorRow(ArmorDivisor.FIVE, Fraction(5)),
    DivisorRow(ArmorDivisor.TEN, Fraction(10)),
    DivisorRow(ArmorDivisor.HUNDRED, Fraction(100)),
    DivisorRow(ArmorDivisor.INFINITE, None),
)

_ELSEWHERE: Final = {(row.location, row.type): row.halves for row in WOUNDING_EXCEPTIONS}
_HALVES: Final = {
    (location, row.type): _ELSEWHERE.get((location, row.type), _ELSEWHERE.get((location, None), row.halves))
    for location in HitLocation
    for row in WOUNDING
}
_DIVISORS: Final = {
    row.divisor: (0, 1) if row.value is None else (row.value.denominator, row.value.numerator) for row in DIVISORS
}


def wounding_halves(damage: DamageType, location: HitLocation) -> int:
    """Return the wounding multiplier of a type of damage at a location, in halves."""
    return _HALVES[location, damage]


def divided_dr(dr: int, divisor: ArmorDivisor) -> int:
    """Return what an armour divisor leaves of DR, rounded down; against a fraction, no armour counts as 1."""
    if divisor is UNDIVIDED:
        return dr
    over, under = _DIVISORS[divisor]
    return 1 if dr == 0 and over > under else dr * over // under


def injury_of(penetrating: int, halves: int) -> int:
    """Return the injury of one hit: rounded down, but at least 1 if anything passed the armour."""
    return max(penetrating * halves // 2, 1) if penetrating > 0 else 0
