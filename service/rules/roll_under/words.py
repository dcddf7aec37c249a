"""The words of wounds and bodies that every roll-under family speaks."""

from enum import StrEnum

from service.wire import Ranked


class DamageType(StrEnum):
    """What an attack does to a body; `tight_beam` is burning in a thin ray."""

    CRUSHING = "crushing"
    CUTTING = "cutting"
    IMPALING = "impaling"
    SMALL_PIERCING = "small_piercing"
    PIERCING = "piercing"
    LARGE_PIERCING = "large_piercing"
    HUGE_PIERCING = "huge_piercing"
    BURNING = "burning"
    TIGHT_BEAM = "tight_beam"
    CORROSION = "corrosion"
    TOXIC = "toxic"
    FATIGUE = "fatigue"


class ArmorDivisor(StrEnum):
    """The number by which an attack divides armour: a third, a fifth or less of it counts, or a multiple of it."""

    TENTH = "tenth"
    FIFTH = "fifth"
    HALF = "half"
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FIVE = "five"
    TEN = "ten"
    HUNDRED = "hundred"
    INFINITE = "infinite"


class HitLocation(StrEnum):
    """A part of a humanoid body; arm and hand with the shield are harder to hit."""

    TORSO = "torso"
    VITALS = "vitals"
    GROIN = "groin"
    ARM = "arm"
    SHIELD_ARM = "shield_arm"
    LEG = "leg"
    HAND = "hand"
    SHIELD_HAND = "shield_hand"
    FOOT = "foot"
    NECK = "neck"
    FACE = "face"
    SKULL = "skull"
    EYE = "eye"


class BodySide(StrEnum):
    """Which of two limbs."""

    RIGHT = "right"
    LEFT = "left"


class Posture(Ranked):
    """How a body is held, from upright to flat on the ground."""

    STANDING = "standing"
    CROUCHING = "crouching"
    KNEELING = "kneeling"
    SITTING = "sitting"
    CRAWLING = "crawling"
    LYING = "lying"
