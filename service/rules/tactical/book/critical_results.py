"""The words of what tables do: movement of a maneuver, critical hits and critical misses."""

from enum import StrEnum


class TacticalAllotment(StrEnum):
    """How far a maneuver moves: not at all, a step, or with movement points equal to half or all of the Move."""

    NONE = "none"
    STEP = "step"
    HALF = "half"
    FULL = "full"


class TacticalCriticalHit(StrEnum):
    """What a critical hit does beyond hitting."""

    NOTHING = "nothing"
    TRIPLE = "triple"
    DOUBLE = "double"
    MAXIMUM = "maximum"
    MAXIMUM_THROUGH_ARMOR = "maximum_through_armor"
    HALF_ARMOR = "half_armor"
    HALF_ARMOR_MAJOR = "half_armor_major"
    MAJOR = "major"
    CRIPPLING = "crippling"
    DROPS = "drops"
    EYE = "eye"
    DAZED = "dazed"
    SCARRED = "scarred"


class TacticalCriticalMiss(StrEnum):
    """What a critical miss does to the one who missed."""

    BREAKS = "breaks"
    HITS_SELF = "hits_self"
    HITS_SELF_HALF = "hits_self_half"
    LOSES_BALANCE = "loses_balance"
    UNREADY = "unready"
    DROPS = "drops"
    FLIES = "flies"
    STRAINS_ARM = "strains_arm"
    FALLS = "falls"
    KNOCKED_OUT = "knocked_out"
    STRAINS_LIMB = "strains_limb"
    HITS_SOLID = "hits_solid"
    HITS_SOLID_HALF = "hits_solid_half"
    STUMBLES = "stumbles"
    TRIPS = "trips"
    EXPOSED = "exposed"
    HURTS_LIMB = "hurts_limb"
