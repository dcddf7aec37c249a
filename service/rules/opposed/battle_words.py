"""The words of fights between many: what figures are ordered to do, why they do not, and how fights end."""

from enum import StrEnum


class OpposedAction(StrEnum):
    """What a figure did with its turn; `none` if it lost it."""

    NONE = "none"
    ATTACK = "attack"
    EVADE = "evade"
    PASS = "pass"
    WITHDRAW = "withdraw"
    RECOVER_FROM_STUN = "recover_from_stun"
    STAND_UP = "stand_up"
    RESTRAIN = "restrain"
    OTHER = "other"


class OpposedReason(StrEnum):
    """Why a turn went otherwise than ordered."""

    NO_ORDER = "no_order"
    MUST_PASS = "must_pass"
    STUNNED = "stunned"
    NOT_STUNNED = "not_stunned"
    ALREADY_STANDING = "already_standing"
    UNCONSCIOUS = "unconscious"
    INCAPACITATED = "incapacitated"
    KNOCKED_OUT = "knocked_out"
    FLED = "fled"
    TARGET_DOWN = "target_down"
    TARGET_FLED = "target_fled"
    DISARMED = "disarmed"
    NOT_ENGAGED = "not_engaged"
    REPULSED = "repulsed"


class OpposedWithdrawKind(StrEnum):
    """How a figure leaves a fight: after a strike, guarding itself, or out of a hex it shares with its foes."""

    OFFENSIVE = "offensive"
    DEFENSIVE = "defensive"
    CLOSE = "close"


class OpposedPursuitEnd(StrEnum):
    """How a pursuit ends; `casualties` if the fleeing figure is struck down from behind."""

    ESCAPED = "escaped"
    CAUGHT = "caught"
    CASUALTIES = "casualties"


class OpposedSkirmishEnd(StrEnum):
    """Whether at most one side could still fight when the skirmish ended."""

    DECIDED = "decided"
    UNDECIDED = "undecided"
