"""What a hit does where it lands: the target's armour there, and the wounding of the mode."""

from typing import Final

from service.rules.heroic.attacks.aims import Aim
from service.rules.heroic.models import HeroicArmour, HeroicAttackMode, HeroicUnit
from service.rules.roll_under.damage import Blow, damage_of
from service.rules.roll_under.locations import WHOLE_LIMB
from service.rules.roll_under.words import DamageType, HitLocation
from service.rules.roll_under.wounding import SKULL_DR, divided_dr, wounding_halves

VITALS: Final = HitLocation.VITALS
SKULL: Final = HitLocation.SKULL
TORSO: Final = HitLocation.TORSO
CRUSHING: Final = DamageType.CRUSHING


def armour_at(unit: HeroicUnit, location: HitLocation) -> HeroicArmour | None:
    """Return what covers a location: its own line, that of the limb or torso it is part of, or the default.

    Ruling: heroic/ruling/dr-by-location; vitals lie in the torso.
    """
    whole = TORSO if location is VITALS else WHOLE_LIMB.get(location, location)
    for wanted in (location, whole, None):
        for each in unit.armour:
            if each.location is wanted:
                return each
    return None


def dr_at(unit: HeroicUnit, location: HitLocation, damage: DamageType) -> int:
    """Return DR against a type of damage at a location, before any armour divisor."""
    armour = armour_at(unit, location)
    dr = SKULL_DR if location is SKULL else 0
    if armour is None:
        return dr
    change = next((each.delta for each in armour.vs if each.type is damage), 0) if armour.vs else 0
    return max(armour.dr + change, 0) + dr


def blow_of(mode: HeroicAttackMode, target: HeroicUnit, location: HitLocation, distance: float) -> Blow:
    """Return what turns the mode's damage dice into injury of a target at a location and distance.

    Ruling: heroic/ruling/half-damage, heroic/ruling/location-multipliers.
    """
    damage = mode.type or CRUSHING
    return Blow(
        damage_of(mode.damage or "0d"),
        damage,
        divided_dr(dr_at(target, location, damage), mode.armor_divisor),
        wounding_halves(damage, location),
        mode.range_half is not None and distance > mode.range_half,
    )


def blow_at(aim: Aim, target: HeroicUnit, distance: float) -> Blow:
    """Return the blow of one aim."""
    return blow_of(aim.mode, target, aim.location, distance)
