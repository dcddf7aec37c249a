"""Damage dice, those of bare strength, and what their total does to a body behind armour."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.dice.model import DicePool
from service.dice.ways import sums_of
from service.rules.roll_under.words import ArmorDivisor, DamageType, HitLocation
from service.wire import Form, value_class

DAMAGE_PATTERN: Final = r"^(?:100|[1-9]?[0-9])d(?:\+(?:500|[1-4]?[0-9]?[0-9])|-(?:50|[1-4]?[0-9]))?$"
DamageDice = Annotated[
    str,
    Field(pattern=DAMAGE_PATTERN, max_length=10),
    Form("0 to 100 six-sided dice, with at most 500 added or 50 taken away, such as 2d, 1d+2 or 2d-1"),
]

CRUSHING: Final = DamageType.CRUSHING
UNDIVIDED: Final = ArmorDivisor.ONE


WOUNDING: Final = {  # multipliers in the torso, in halves
    DamageType.SMALL_PIERCING: 1,
    DamageType.BURNING: 2,
    DamageType.TIGHT_BEAM: 2,
    DamageType.CORROSION: 2,
    DamageType.CRUSHING: 2,
    DamageType.FATIGUE: 2,
    DamageType.PIERCING: 2,
    DamageType.TOXIC: 2,
    DamageType.CUTTING: 3,
    DamageType.LARGE_PIERCING: 3,
    DamageType.IMPALING: 4,
    DamageType.HUGE_PIERCING: 4,
}
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
WOUNDING_ELSEWHERE: Final[Mapping[tuple[HitLocation, DamageType | None], int]] = {
    **{(HitLocation.VITALS, each): 6 for each in VITAL_TYPES},
    (HitLocation.VITALS, DamageType.TIGHT_BEAM): 4,
    (HitLocation.SKULL, DamageType.TOXIC): 2,
    (HitLocation.SKULL, None): 8,
    (HitLocation.EYE, DamageType.TOXIC): 2,
    (HitLocation.EYE, None): 8,
    (HitLocation.FACE, DamageType.CORROSION): 3,
    (HitLocation.NECK, DamageType.CRUSHING): 3,
    (HitLocation.NECK, DamageType.CORROSION): 3,
    (HitLocation.NECK, DamageType.CUTTING): 4,
    **{(limb, each): 2 for limb in LIMBS for each in LIMB_TYPES},
}
"""Where a type of damage, or every type without a line of its own, has another multiplier, in halves."""
SKULL_DR: Final = 2

DIVISORS: Final[Mapping[ArmorDivisor, Fraction | None]] = {
    ArmorDivisor.TENTH: Fraction(1, 10),
    ArmorDivisor.FIFTH: Fraction(1, 5),
    ArmorDivisor.HALF: Fraction(1, 2),
    ArmorDivisor.ONE: Fraction(1),
    ArmorDivisor.TWO: Fraction(2),
    ArmorDivisor.THREE: Fraction(3),
    ArmorDivisor.FIVE: Fraction(5),
    ArmorDivisor.TEN: Fraction(10),
    ArmorDivisor.HUNDRED: Fraction(100),
    ArmorDivisor.INFINITE: None,
}
"""What armour counts divided by; not at all with an infinite divisor."""

_HALVES: Final = {
    (location, damage): WOUNDING_ELSEWHERE.get((location, damage), WOUNDING_ELSEWHERE.get((location, None), halves))
    for location in HitLocation
    for damage, halves in WOUNDING.items()
}
_DIVISORS: Final = {
    divisor: (0, 1) if value is None else (value.denominator, value.numerator) for divisor, value in DIVISORS.items()
}


def wounding_halves(damage: DamageType, location: HitLocation) -> int:
    """Return the wounding multiplier of a type of damage at a location, in halves."""
    return _HALVES[location, damage]


def divided_dr(dr: int, divisor: ArmorDivisor) -> int:
    """Return what an armour divisor leaves of DR, rounded down; against a fraction, no armour counts as 1."""
    return dr if divisor is UNDIVIDED else _scaled(dr, *_DIVISORS[divisor])


def dr_over(dr: int, divisor: float) -> int:
    """Return what is left of DR divided by a number, as `divided_dr` does."""
    return dr if divisor == 1 else _scaled(dr, *_ratio_of(divisor))


def _scaled(dr: int, over: int, under: int) -> int:
    return 1 if dr == 0 and over > under else dr * over // under


@lru_cache(maxsize=256)
def _ratio_of(divisor: float) -> tuple[int, int]:
    """Return the ratio by which a divisor multiplies; 0.1 is exactly a tenth, as it is written."""
    ratio = Fraction(str(divisor))
    return ratio.denominator, ratio.numerator


def injury_of(penetrating: int, halves: int) -> int:
    """Return the injury of one hit: rounded down, but at least 1 if anything passed the armour."""
    return max(penetrating * halves // 2, 1) if penetrating > 0 else 0


def least_of(kind: DamageType) -> int:
    """Return the least basic damage of a hit, before it is halved: 1, of crushing damage 0."""
    return 0 if kind is CRUSHING else 1


class Damage(NamedTuple):
    """Damage dice; without a pool the damage is fixed."""

    pool: DicePool | None
    adds: int


class Blow(NamedTuple):
    """Everything that turns a total of damage dice into injury.

    `halved` is for hits beyond half range; `wounding` is the multiplier in halves, `dr` what is left of armour.
    """

    damage: Damage
    type: DamageType
    dr: int
    wounding: int
    halved: bool = False

    def basic(self, total: int) -> int:
        """Return the basic damage of a total of the dice: at least 1, for crushing 0."""
        damage = max(total + self.damage.adds, self.least)
        return damage // 2 if self.halved else damage

    @property
    def least(self) -> int:
        """Return the least basic damage of a hit, before it is halved."""
        return least_of(self.type)

    def is_raised(self, total: int) -> bool:
        """Return whether a total of the dice comes to less than the least damage, and is raised to it."""
        return total + self.damage.adds < self.least

    def penetrating(self, damage: int) -> int:
        """Return the points of basic damage that pass the armour."""
        return max(damage - self.dr, 0)

    def injury(self, damage: int) -> int:
        """Return the injury of one hit with this basic damage."""
        return injury_of(damage - self.dr, self.wounding)


@lru_cache(maxsize=4096)
def damage_of(expression: str) -> Damage:
    """Read damage dice such as "2d-1"; the expression is known to be well-formed."""
    count, _, adds = expression.partition("d")
    return Damage(DicePool(int(count), 6) if int(count) else None, int(adds or 0))


@lru_cache(maxsize=4096)
def expected_injury(blow: Blow) -> Fraction:
    """Return the mean injury of one hit."""
    pool = blow.damage.pool
    if pool is None:
        return Fraction(blow.injury(blow.basic(0)))
    ways = sums_of(pool)
    total = sum(many * blow.injury(blow.basic(at)) for at, many in enumerate(ways, start=pool.count))
    return Fraction(total, pool.sides**pool.count)


@value_class
class StrengthRow:
    """ST from which on a thrust and a swing do this damage."""

    st: int
    thrust: str
    swing: str


ST_DAMAGE: Final = (
    StrengthRow(8, "1d-3", "1d-2"),
    StrengthRow(9, "1d-2", "1d-1"),
    StrengthRow(10, "1d-2", "1d"),
    StrengthRow(11, "1d-1", "1d+1"),
    StrengthRow(12, "1d-1", "1d+2"),
    StrengthRow(13, "1d", "2d-1"),
    StrengthRow(14, "1d", "2d"),
    StrengthRow(15, "1d+1", "2d+1"),
    StrengthRow(16, "1d+1", "2d+2"),
    StrengthRow(17, "1d+2", "3d-1"),
    StrengthRow(18, "1d+2", "3d"),
    StrengthRow(19, "2d-1", "3d+1"),
    StrengthRow(20, "2d-1", "3d+2"),
    StrengthRow(21, "2d", "4d-1"),
    StrengthRow(22, "2d", "4d"),
    StrengthRow(23, "2d+1", "4d+1"),
    StrengthRow(24, "2d+1", "4d+2"),
    StrengthRow(25, "2d+2", "5d-1"),
    StrengthRow(26, "2d+2", "5d"),
    StrengthRow(27, "3d-1", "5d+1"),
    StrengthRow(30, "3d", "5d+2"),
)


def swing_of(st: int) -> Damage:
    """Return the damage of a swing; between two lines the lower counts, below the first line the first."""
    return damage_of(_row_of(st).swing)


def thrust_of(st: int) -> Damage:
    """Return the damage of a thrust, read in the same way."""
    return damage_of(_row_of(st).thrust)


def _row_of(st: int) -> StrengthRow:
    rows = [row for row in ST_DAMAGE if row.st <= st] or [ST_DAMAGE[0]]
    return rows[-1]
