"""Where a body is hit: penalties, the random table, what can be aimed at, and what cripples."""

from typing import Final

from service.dice.model import D6, THREE_D6, Cites, Dice, Expected, Rule
from service.rules.roll_under.damage import VITAL_TYPES
from service.rules.roll_under.words import BodySide, DamageType, HitLocation
from service.wire import value_class


@value_class
class LocationRow:
    """A location, what aiming at it does to skill, and what half of that does to a grapple."""

    location: HitLocation
    modifier: int
    grapple: int


@value_class
class RandomRow:
    """Totals of three dice, from and to, and where they hit; `side` is null where it is rolled or there is none."""

    lowest: int
    highest: int
    location: HitLocation
    side: BodySide | None


LOCATIONS: Final = (
    LocationRow(HitLocation.TORSO, 0, 0),
    LocationRow(HitLocation.VITALS, -3, -2),
    LocationRow(HitLocation.GROIN, -3, -2),
    LocationRow(HitLocation.ARM, -2, -1),
    LocationRow(HitLocation.SHIELD_ARM, -4, -2),
    LocationRow(HitLocation.LEG, -2, -1),
    LocationRow(HitLocation.HAND, -4, -2),
    LocationRow(HitLocation.SHIELD_HAND, -8, -4),
    LocationRow(HitLocation.FOOT, -4, -2),
    LocationRow(HitLocation.NECK, -5, -3),
    LocationRow(HitLocation.FACE, -5, -3),
    LocationRow(HitLocation.SKULL, -7, -4),
    LocationRow(HitLocation.EYE, -9, -5),
)
MODIFIERS: Final = {row.location: row.modifier for row in LOCATIONS}
GRAPPLE_MODIFIERS: Final = {row.location: row.grapple for row in LOCATIONS}

RANDOM_LOCATIONS: Final = (
    RandomRow(3, 4, HitLocation.SKULL, None),
    RandomRow(5, 5, HitLocation.FACE, None),
    RandomRow(6, 7, HitLocation.LEG, BodySide.RIGHT),
    RandomRow(8, 8, HitLocation.ARM, BodySide.RIGHT),
    RandomRow(9, 10, HitLocation.TORSO, None),
    RandomRow(11, 11, HitLocation.GROIN, None),
    RandomRow(12, 12, HitLocation.ARM, BodySide.LEFT),
    RandomRow(13, 14, HitLocation.LEG, BodySide.LEFT),
    RandomRow(15, 15, HitLocation.HAND, None),
    RandomRow(16, 16, HitLocation.FOOT, None),
    RandomRow(17, 18, HitLocation.NECK, None),
)
RANDOM_BANDS: Final = tuple(row.highest for row in RANDOM_LOCATIONS)
ROLLED_SIDES: Final = frozenset({HitLocation.HAND, HitLocation.FOOT})
RIGHT_UP_TO: Final = 3

CRIPPLED_ABOVE: Final = {  # the fraction of full hit points
    HitLocation.ARM: 2,
    HitLocation.LEG: 2,
    HitLocation.HAND: 3,
    HitLocation.FOOT: 3,
    HitLocation.EYE: 10,
}

PIERCES: Final = frozenset({*VITAL_TYPES, DamageType.TIGHT_BEAM})
DEEP: Final = frozenset({HitLocation.VITALS, HitLocation.EYE})
WHOLE_LIMB: Final = {HitLocation.SHIELD_ARM: HitLocation.ARM, HitLocation.SHIELD_HAND: HitLocation.HAND}


def can_be_aimed_at(location: HitLocation, damage: DamageType) -> bool:
    """Return whether a type of damage may be aimed at a location: vitals and eyes need something that pierces."""
    return location not in DEEP or damage in PIERCES


def is_crippled(location: HitLocation, injury: int, hit_points: int) -> bool:
    """Return whether one injury cripples a limb, or blinds an eye, of somebody with these full hit points."""
    divisor = CRIPPLED_ABOVE.get(WHOLE_LIMB.get(location, location))
    return divisor is not None and injury * divisor > hit_points


def roll_location(
    rule: Rule, dice: Dice, *, actor: str, name: str, cites: Cites = ()
) -> tuple[HitLocation, BodySide | None]:
    """Roll where a body is hit.

    Dice: 3D6; for a hand or foot then D6 for its side.
    """
    dice.expect(lambda: [expected_location(rule, actor, name)])
    roll = dice.roll(rule, THREE_D6, actor=actor, bands=RANDOM_BANDS)
    row = next(row for row in RANDOM_LOCATIONS if roll.total <= row.highest)
    side = row.side
    roll.tell(f"The hit on {name} is in the {spoken_location(row.location, side)} ({roll.total}).", cites=cites)
    if row.location in ROLLED_SIDES:
        dice.expect(lambda: [Expected(rule, D6, actor, f"which {spoken_location(row.location)} of {name} is hit")])
        die = dice.roll(rule, D6, actor=actor, bands=(RIGHT_UP_TO, 6))
        side = BodySide.RIGHT if die.total <= RIGHT_UP_TO else BodySide.LEFT
        die.tell(f"It is the {spoken_location(row.location, side)} ({die.total}).", cites=cites)
    return row.location, side


def expected_location(rule: Rule, actor: str, name: str) -> Expected:
    """Return the roll of where a body is hit, as it is announced."""
    return Expected(rule, THREE_D6, actor, f"where {name} is hit")


def spoken_location(location: HitLocation, side: BodySide | None = None) -> str:
    """Say a location as a player would: "right arm"."""
    name = location.value.replace("_", " ")
    return name if side is None else f"{side.value} {name}"
