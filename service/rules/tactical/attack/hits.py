"""What damage does to a body before anything is rolled for it: armour, wounding, crippling and knockback."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex
from service.rules.roll_under.damage import CRUSHING, SKULL_DR, dr_over, injury_of
from service.rules.roll_under.injury import knockback_of
from service.rules.roll_under.words import DamageType
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalLocation
from service.rules.tactical.book.wound_tables import CRIPPLED_ABOVE, wounding_halves
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import hp_max_of

SKULL, FATIGUE = TacticalLocation.SKULL, DamageType.FATIGUE
VITALS, TORSO = TacticalLocation.VITALS, TacticalLocation.TORSO
CUTTING, THROUGH_ARMOR = DamageType.CUTTING, TacticalCriticalHit.MAXIMUM_THROUGH_ARMOR
UNHARMED: Final = TacticalCriticalHit.NOTHING
HEAD: Final = frozenset({SKULL, TacticalLocation.FACE, TacticalLocation.EYE})
"""The locations whose critical hits have a table of their own."""
DROPPING, NUMBING = TacticalCriticalHit.DROPS, TacticalCriticalHit.CRIPPLING
HALVING: Final = frozenset({TacticalCriticalHit.HALF_ARMOR, TacticalCriticalHit.HALF_ARMOR_MAJOR})
MAJOR_EFFECTS: Final = frozenset({TacticalCriticalHit.MAJOR, TacticalCriticalHit.HALF_ARMOR_MAJOR})
LASTING: Final = frozenset({DROPPING, TacticalCriticalHit.DAZED, NUMBING})
"""The effects of critical hits that count only once the hit is applied."""


class Impact(NamedTuple):
    """Basic damage, its type, what it does to armour, and the critical hit that it comes from, if any.

    `head` says that the critical hit is one of the table for the head.
    """

    basic: int
    type: DamageType
    divisor: float = 1
    critical: TacticalCriticalHit | None = None
    head: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Hit:
    """A hit whose damage is rolled; two are equal if they do the same, whatever damage they come from.

    `injury` is in hit points, or in fatigue points if it `tires`; `knockback` is in yards. `origin` is the hex that the
    hit comes from, None if from nowhere. `effect` is what a critical hit does once it is applied.
    """

    target: str
    location: TacticalLocation
    injury: int
    major: bool
    crippled: bool
    knockback: int
    effect: TacticalCriticalHit
    tires: bool
    origin: Hex | None
    basic: int = field(compare=False)
    dr: int = field(compare=False)
    penetrating: int = field(compare=False)
    critical: TacticalCriticalHit | None = field(compare=False, default=None)


def spoken_part(location: TacticalLocation) -> str:
    """Say a part of the body as a player would."""
    return location.value.replace("_", " ")


def dr_at(figure: TacticalFigure, location: TacticalLocation) -> int:
    """Return the DR of a figure's armour at a location, with that of the skull itself.

    The vitals are within the torso, whose armour covers them where none is named for them.
    """
    general = 0
    for place in (location, TORSO) if location is VITALS else (location,):
        for each in figure.armour:
            if each.location is place:
                return each.dr + SKULL_DR if location is SKULL else each.dr
            if each.location is None:
                general = each.dr
    return general + SKULL_DR if location is SKULL else general


def dr_against(figure: TacticalFigure, location: TacticalLocation, impact: Impact) -> int:
    """Return what is left of DR: divided, then halved by a critical hit, rounded up if it is one to the head."""
    critical = impact.critical
    if critical is THROUGH_ARMOR:
        return 0
    dr = dr_over(dr_at(figure, location), impact.divisor)
    if critical is not None and critical in HALVING:
        return -(-dr // 2) if impact.head else dr // 2
    return dr


def hit_of(figure: TacticalFigure, location: TacticalLocation, impact: Impact, origin: Hex | None = None) -> Hit:
    """Work out what damage does to a figure at a location.

    Source: base game.
    """
    basic, kind, critical = impact.basic, impact.type, impact.critical
    dr = dr_against(figure, location, impact)
    penetrating = max(basic - dr, 0)
    injury = injury_of(penetrating, wounding_halves(kind, location))
    full, tires = hp_max_of(figure), kind is FATIGUE
    share = CRIPPLED_ABOVE.get(location)
    crippled = share is not None and injury * share > full
    if share is not None and crippled:
        injury = min(injury, full // share + 1)
    major = crippled or 2 * injury > full or (penetrating > 0 and critical in MAJOR_EFFECTS)
    pushes = origin is not None and (kind is CRUSHING or (kind is CUTTING and not penetrating))
    lasts = critical in LASTING and (penetrating > 0 or critical is not NUMBING)
    return Hit(
        figure.id,
        location,
        injury,
        major and not tires,
        crippled and not tires,
        knockback_of(basic, figure.st) if pushes else 0,
        critical if critical is not None and lasts else UNHARMED,
        tires,
        origin,
        basic,
        dr,
        penetrating,
        critical,
    )
