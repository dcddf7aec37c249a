"""The family's enumerations: the words that travel."""

from enum import StrEnum
from typing import Final


class HeroicTactic(StrEnum):
    """What a unit sets out to do with its round."""

    ALL_OUT_OFFENSIVE = "all_out_offensive"
    OFFENSIVE = "offensive"
    NEUTRAL = "neutral"
    DEFENSIVE = "defensive"
    ALL_OUT_DEFENSIVE = "all_out_defensive"
    AIMED_SHOOTING = "aimed_shooting"
    HOLD_GROUND = "hold_ground"
    RETREAT = "retreat"


class HeroicOrderKind(StrEnum):
    """Kinds of orders: with or without blows, shots, ways and deeds."""

    STRIKE = "strike"
    CLOSE = "close"
    SHOOT = "shoot"
    MOVE = "move"
    STAND = "stand"
    DEED = "deed"
    WAIT = "wait"
    BREAK_FREE = "break_free"
    WITHDRAW = "withdraw"
    RETREAT = "retreat"


class HeroicModeKind(StrEnum):
    """How an attack mode reaches its target."""

    MELEE = "melee"
    RANGED = "ranged"
    GRAPPLE = "grapple"


class HeroicPropulsion(StrEnum):
    """What drives a ranged attack; it decides which defences are legal."""

    MUSCLE = "muscle"
    THROWN = "thrown"
    FIREARM = "firearm"
    BEAM = "beam"
    OTHER = "other"


class HeroicDefense(StrEnum):
    """How a target defends itself; `none` if it does not know of the attack."""

    NONE = "none"
    DODGE = "dodge"
    PARRY = "parry"
    BLOCK = "block"


class HeroicParryKind(StrEnum):
    """What a unit parries with: a weapon, one short enough for close combat, or empty hands."""

    WEAPON = "weapon"
    CLOSE_WEAPON = "close_weapon"
    UNARMED = "unarmed"


class HeroicShieldKind(StrEnum):
    """What covers the shield arm."""

    CLOAK = "cloak"
    SHIELD = "shield"


class HeroicEncumbrance(StrEnum):
    """How heavily a unit is loaded."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"
    X_HEAVY = "x_heavy"


class HeroicCondition(StrEnum):
    """What every member of a unit is in; holds on single members are listed as grapples instead."""

    GRAPPLED = "grappled"
    PINNED = "pinned"
    STUNNED = "stunned"
    BLIND = "blind"
    SUFFOCATING = "suffocating"
    UNCONSCIOUS = "unconscious"


class HeroicStatus(StrEnum):
    """Whether a unit still takes part."""

    ACTIVE = "active"
    INCAPACITATED = "incapacitated"
    ROUTED = "routed"
    SURRENDERED = "surrendered"
    FLED = "fled"


class HeroicChangeReason(StrEnum):
    """Why a unit is somewhere else or otherwise than before.

    `sent`: what was sent did not fit, as one of whom nobody stands that is active or locked. `engage`: a lock is made.
    `left_behind`: members who are held stay as a unit of their own. `release`: the other of a lock or a hold is gone.
    """

    SENT = "sent"
    MOVE = "move"
    RETREAT = "retreat"
    WITHDRAW = "withdraw"
    LEFT_BEHIND = "left_behind"
    DEED = "deed"
    ENGAGE = "engage"
    GRAPPLE = "grapple"
    BREAK_FREE = "break_free"
    INJURY = "injury"
    RELEASE = "release"
    MORALE = "morale"
    FATIGUE = "fatigue"
    FLIGHT = "flight"
    PURSUIT = "pursuit"


class HeroicCover(StrEnum):
    """What a target's cover leaves to shoot at."""

    NONE = "none"
    LIGHT = "light"
    HALF_EXPOSED = "half_exposed"
    HEAD_AND_SHOULDERS = "head_and_shoulders"
    HEAD_ONLY = "head_only"


class HeroicHoldState(StrEnum):
    """How firmly a member is held."""

    GRAPPLED = "grappled"
    PINNED = "pinned"


class HeroicHoldTechnique(StrEnum):
    """What makes a hold harder to break."""

    NONE = "none"
    CHOKE_HOLD = "choke_hold"
    ARM_LOCK = "arm_lock"


class HeroicEffect(StrEnum):
    """What an attack may do beyond striking its target, for which this family has no rule."""

    EXPLOSION = "explosion"
    AREA = "area"
    SPELL = "spell"
    STATUS = "status"


class HeroicFollowUp(StrEnum):
    """What the hits of a grapple buy."""

    TAKEDOWN = "takedown"
    PIN = "pin"
    CHOKE = "choke"
    CHOKE_HOLD = "choke_hold"
    ARM_LOCK = "arm_lock"
    NECK_SNAP = "neck_snap"
    WRENCH_LIMB = "wrench_limb"


class HeroicMoveMode(StrEnum):
    """Where a move is meant to lead."""

    NONE = "none"
    TOWARD = "toward"
    AWAY = "away"
    TO = "to"


class HeroicActionPhase(StrEnum):
    """What a deed is paid from: the movement, or the attack of a phase."""

    MOVEMENT = "movement"
    RANGED = "ranged"
    MELEE = "melee"


class HeroicActionSize(StrEnum):
    """How long a deed takes: 1-2, 3-4 or 5-10 seconds."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class HeroicWaitEvent(StrEnum):
    """What a waiting unit waits for an enemy to do."""

    APPROACHES = "approaches"
    ATTACKS = "attacks"
    SHOOTS = "shoots"
    APPEARS = "appears"


class HeroicWaitOrder(StrEnum):
    """Who acts first when a wait meets an attack."""

    WAITER_FIRST = "waiter_first"
    SIMULTANEOUS = "simultaneous"
    WAITER_LAST = "waiter_last"


class HeroicEngagementMode(StrEnum):
    """How the number of fighters who can take part was found."""

    EXPLICIT = "explicit"
    OPEN = "open"
    LINE = "line"
    UNLIMITED = "unlimited"


class HeroicMoraleResult(StrEnum):
    """The result of a morale check."""

    NOT_DUE = "not_due"
    HOLDS = "holds"
    FLEES = "flees"
    SURRENDERS = "surrenders"
    CORNERED = "cornered"


class HeroicTravel(StrEnum):
    """How somebody gets about, and the skill that counts."""

    WALKING = "walking"
    RUNNING = "running"
    SWIMMING = "swimming"
    SKIING = "skiing"
    BICYCLING = "bicycling"
    RIDING = "riding"
    DRIVING = "driving"
    BOATING = "boating"
    SUBMARINE = "submarine"
    PILOTING = "piloting"


class HeroicIntent(StrEnum):
    """What pursuers do with those they catch."""

    SLAY = "slay"
    CAPTURE = "capture"


# Python looks up the member of an enumeration twenty times as slowly as a name of a module, and rules ask for some
# thousands of times in a fight.
ACTIVE: Final = HeroicStatus.ACTIVE
ROUTED: Final = HeroicStatus.ROUTED
INCAPACITATED: Final = HeroicStatus.INCAPACITATED
UNCONSCIOUS: Final = HeroicCondition.UNCONSCIOUS
SUFFOCATING: Final = HeroicCondition.SUFFOCATING
NEUTRAL: Final = HeroicTactic.NEUTRAL
RETREAT: Final = HeroicTactic.RETREAT
ALL_OUT_OFFENSIVE: Final = HeroicTactic.ALL_OUT_OFFENSIVE
MELEE_KIND: Final = HeroicModeKind.MELEE
RANGED_KIND: Final = HeroicModeKind.RANGED
GRAPPLE_KIND: Final = HeroicModeKind.GRAPPLE
IN_SHOOTING: Final = HeroicActionPhase.RANGED
IN_MOVEMENT: Final = HeroicActionPhase.MOVEMENT
IN_MELEE: Final = HeroicActionPhase.MELEE
