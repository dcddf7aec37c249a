"""Tables of wounds: critical hits and misses, hit locations, wounding and crippling."""

from collections.abc import Iterable
from typing import Final, TypeVar

from service.rules.roll_under.damage import LIMBS
from service.rules.roll_under.damage import wounding_halves as halves_of
from service.rules.roll_under.locations import CRIPPLED_ABOVE as CRIPPLED_PARTS
from service.rules.roll_under.locations import MODIFIERS as AIMING
from service.rules.roll_under.locations import RANDOM_LOCATIONS as RANDOM_PARTS
from service.rules.roll_under.words import BodySide, DamageType, HitLocation
from service.rules.tactical.book.critical_results import TacticalCriticalHit, TacticalCriticalMiss
from service.rules.tactical.book.words import BODY_PARTS, TacticalLocation
from service.wire import value_class

# Critical hits and misses


@value_class
class CriticalHitRow:
    """Totals of three dice, from and to, and what a critical hit does."""

    lowest: int
    highest: int
    effect: TacticalCriticalHit
    says: str


@value_class
class CriticalMissRow:
    """Totals of three dice, from and to, and what a critical miss does."""

    lowest: int
    highest: int
    effect: TacticalCriticalMiss
    says: str


_Hit = TacticalCriticalHit
_NOTHING: Final = "Nothing more than the hit."
_TRIPLE: Final = "The damage is tripled."
_DOUBLE: Final = "The damage is doubled."
_MAXIMUM: Final = "The damage is as high as its dice go."
_HALF_ARMOR: Final = "Armour protects with half its DR."
_MAJOR: Final = "Any damage past the armour is a major wound."
_DROPS_ALL: Final = "The victim drops what it holds."
CRITICAL_HITS: Final = (
    CriticalHitRow(3, 3, _Hit.TRIPLE, _TRIPLE),
    CriticalHitRow(4, 4, _Hit.HALF_ARMOR, _HALF_ARMOR),
    CriticalHitRow(5, 5, _Hit.DOUBLE, _DOUBLE),
    CriticalHitRow(6, 6, _Hit.MAXIMUM, _MAXIMUM),
    CriticalHitRow(7, 7, _Hit.MAJOR, _MAJOR),
    CriticalHitRow(8, 8, _Hit.CRIPPLING, "Damage past the armour doubles the shock and cripples the limb for a while."),
    CriticalHitRow(9, 11, _Hit.NOTHING, _NOTHING),
    CriticalHitRow(12, 12, _Hit.DROPS, _DROPS_ALL),
    CriticalHitRow(13, 14, _Hit.MAJOR, _MAJOR),
    CriticalHitRow(15, 15, _Hit.MAXIMUM, _MAXIMUM),
    CriticalHitRow(16, 16, _Hit.DOUBLE, _DOUBLE),
    CriticalHitRow(17, 17, _Hit.HALF_ARMOR, _HALF_ARMOR),
    CriticalHitRow(18, 18, _Hit.TRIPLE, _TRIPLE),
)
CRITICAL_HEAD_HITS: Final = (
    CriticalHitRow(
        3, 3, _Hit.MAXIMUM_THROUGH_ARMOR, "The damage is as high as its dice go, and armour does not count."
    ),
    CriticalHitRow(
        4, 5, _Hit.HALF_ARMOR_MAJOR, "Armour protects with half its DR; any damage past it is a major wound."
    ),
    CriticalHitRow(6, 7, _Hit.EYE, "The blow hits an eye."),
    CriticalHitRow(8, 8, _Hit.DAZED, "The victim does nothing on its next turn, but may defend itself."),
    CriticalHitRow(9, 11, _Hit.NOTHING, _NOTHING),
    CriticalHitRow(12, 13, _Hit.SCARRED, "Crushing damage deafens, other damage leaves a scar."),
    CriticalHitRow(14, 14, _Hit.DROPS, "The victim drops its weapon."),
    CriticalHitRow(15, 15, _Hit.MAXIMUM, _MAXIMUM),
    CriticalHitRow(16, 16, _Hit.DOUBLE, _DOUBLE),
    CriticalHitRow(17, 17, _Hit.HALF_ARMOR, _HALF_ARMOR),
    CriticalHitRow(18, 18, _Hit.TRIPLE, _TRIPLE),
)
_Miss = TacticalCriticalMiss
_BREAKS: Final = "The weapon breaks; a sturdy one only if a second roll says so, else it is dropped."
_OFF_BALANCE: Final = "Balance is lost: nothing more this turn, and −2 to defences until the next."
_UNREADY: Final = "The weapon is unready for a turn."
CRITICAL_MISSES: Final = (
    CriticalMissRow(3, 4, _Miss.BREAKS, _BREAKS),
    CriticalMissRow(5, 5, _Miss.HITS_SELF, "The blow hits one's own arm or leg."),
    CriticalMissRow(6, 6, _Miss.HITS_SELF_HALF, "The blow hits one's own arm or leg, for half damage."),
    CriticalMissRow(7, 7, _Miss.LOSES_BALANCE, _OFF_BALANCE),
    CriticalMissRow(8, 8, _Miss.UNREADY, _UNREADY),
    CriticalMissRow(9, 11, _Miss.DROPS, "The weapon is dropped; a cheap one breaks."),
    CriticalMissRow(12, 12, _Miss.UNREADY, _UNREADY),
    CriticalMissRow(13, 13, _Miss.LOSES_BALANCE, _OFF_BALANCE),
    CriticalMissRow(14, 14, _Miss.FLIES, "A swung weapon flies 1d yards forward or back; another is dropped."),
    CriticalMissRow(15, 15, _Miss.STRAINS_ARM, "The shoulder is strained: the arm is useless for half an hour."),
    CriticalMissRow(16, 16, _Miss.FALLS, "A fall; at range, balance is lost."),
    CriticalMissRow(17, 18, _Miss.BREAKS, _BREAKS),
)
_KNOCKED_OUT: Final = "The attacker is knocked out."
_STRAINED: Final = "The limb is strained: 1 HP, and useless for half an hour."
_SOLID: Final = "The blow hits something solid: one's own thrusting damage."
_STUMBLES: Final = "A stumble one hex past the foe, facing away from it."
UNARMED_MISSES: Final = (
    CriticalMissRow(3, 3, _Miss.KNOCKED_OUT, _KNOCKED_OUT),
    CriticalMissRow(4, 4, _Miss.STRAINS_LIMB, _STRAINED),
    CriticalMissRow(5, 5, _Miss.HITS_SOLID, _SOLID),
    CriticalMissRow(6, 6, _Miss.HITS_SOLID_HALF, "The blow hits something solid: half of one's own thrusting damage."),
    CriticalMissRow(7, 7, _Miss.STUMBLES, _STUMBLES),
    CriticalMissRow(8, 8, _Miss.FALLS, "A fall."),
    CriticalMissRow(9, 11, _Miss.LOSES_BALANCE, _OFF_BALANCE),
    CriticalMissRow(12, 12, _Miss.TRIPS, "A trip: a DX roll, or a fall."),
    CriticalMissRow(13, 13, _Miss.EXPOSED, "Defences are at −2 until the next turn."),
    CriticalMissRow(14, 14, _Miss.STUMBLES, _STUMBLES),
    CriticalMissRow(15, 15, _Miss.HURTS_LIMB, "1d−3 damage to the limb, and −1 for a turn."),
    CriticalMissRow(16, 16, _Miss.HITS_SOLID, _SOLID),
    CriticalMissRow(17, 17, _Miss.STRAINS_LIMB, _STRAINED),
    CriticalMissRow(18, 18, _Miss.KNOCKED_OUT, _KNOCKED_OUT),
)


Row = TypeVar("Row", CriticalHitRow, CriticalMissRow)


def row_of(rows: Iterable[Row], total: int) -> Row:
    """Return the row of a table that a total of three dice lies in."""
    return next(row for row in rows if total <= row.highest)


def quoted(row: CriticalHitRow | CriticalMissRow) -> str:
    """Return what a row says, as the end of a sentence: a rule, which stays in the present."""
    return row.says[:1].lower() + row.says[1:]


# Locations


@value_class
class TacticalLocationRow:
    """A part of the body, and what aiming at it adds; from behind, and where it holds a shield, it may differ."""

    location: TacticalLocation
    modifier: int
    from_behind: int
    with_shield: int


@value_class
class TacticalRandomRow:
    """Totals of three dice, from and to, and what they hit; a die tells a right part from a left one."""

    lowest: int
    highest: int
    right: TacticalLocation
    left: TacticalLocation


_FROM_BEHIND: Final = {HitLocation.SKULL: -5, HitLocation.FACE: -7}
_WITH_SHIELD: Final = {HitLocation.ARM: HitLocation.SHIELD_ARM, HitLocation.HAND: HitLocation.SHIELD_HAND}
_PAIRS: Final = frozenset({HitLocation.ARM, HitLocation.LEG, HitLocation.HAND, HitLocation.FOOT})


def _named(part: HitLocation, side: BodySide) -> TacticalLocation:
    """Return a part of the body with its side, where there are two of it."""
    return TacticalLocation(f"{side}_{part}" if part in _PAIRS else part.value)


LOCATIONS: Final = tuple(
    TacticalLocationRow(
        location, AIMING[part], _FROM_BEHIND.get(part, AIMING[part]), AIMING[_WITH_SHIELD.get(part, part)]
    )
    for location, part in BODY_PARTS.items()
)
_BY_LOCATION: Final = {row.location: row for row in LOCATIONS}
RANDOM_LOCATIONS: Final = tuple(
    TacticalRandomRow(
        row.lowest,
        row.highest,
        _named(row.location, row.side or BodySide.RIGHT),
        _named(row.location, row.side or BodySide.LEFT),
    )
    for row in RANDOM_PARTS
)


def location_modifier(location: TacticalLocation, *, from_behind: bool = False, with_shield: bool = False) -> int:
    """Return what aiming at a part of the body adds to skill; `with_shield` is for the arm and hand that hold one."""
    row = _BY_LOCATION[location]
    return row.from_behind if from_behind else row.with_shield if with_shield else row.modifier


# Wounding

_SOFT: Final = frozenset({HitLocation.FACE, HitLocation.NECK})
"""Where corrosion counts as on the torso."""


def wounding_halves(damage: DamageType, location: TacticalLocation) -> int:
    """Return the wounding multiplier of a type of damage at a part of the body, in halves."""
    part = BODY_PARTS[location]
    plain = damage is DamageType.CORROSION and part in _SOFT
    return halves_of(damage, HitLocation.TORSO if plain else part)


CRIPPLED_ABOVE: Final = {location: CRIPPLED_PARTS[part] for location, part in BODY_PARTS.items() if part in LIMBS}
"""The fraction of full hit points above which one injury cripples a part of the body."""
