"""The enumerations of requests and answers of `opposed`, but for the options (see `options.py`)."""

from enum import StrEnum

from service.wire import Ranked


class Quality(Ranked):
    """How good a success is, from failure to the rarest; a rank is its level, 0 to 6."""

    POOR = "poor"
    AVERAGE = "average"
    BETTER = "better"
    CRUCIAL = "crucial"
    DECISIVE = "decisive"
    EXCELLENT = "excellent"
    FANTASTIC = "fantastic"


class OpposedMode(StrEnum):
    """At what range a strike is made: in the same hex, in melee reach, or by throwing and shooting."""

    CLOSE = "close"
    MELEE = "melee"
    RANGED = "ranged"


class OpposedFlight(StrEnum):
    """How a ranged weapon flies."""

    THROWN = "thrown"
    MISSILE = "missile"


class OpposedAttackHex(StrEnum):
    """From which of the defender's surrounding hexes the strike comes."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


class OpposedVisibility(StrEnum):
    """How dark it is."""

    NORMAL = "normal"
    STARRY_OR_SHADOWY = "starry_or_shadowy"
    CLOUDY_NIGHT = "cloudy_night"
    UNLIT_INTERIOR = "unlit_interior"
    PITCH_BLACK = "pitch_black"


class OpposedAssassin(StrEnum):
    """From where an assassin strikes."""

    NONE = "none"
    SURPRISE = "surprise"
    BEHIND = "behind"
    FRONT = "front"


class OpposedManeuverKind(StrEnum):
    """What a strike is meant to do besides, or instead of, wounding."""

    NONE = "none"
    SHIELD_RUSH = "shield_rush"
    DISARM = "disarm"
    TRIP = "trip"
    KNOCKOUT = "knockout"
    ENTANGLE = "entangle"
    TRAMPLE = "trample"


class OpposedAvoidable(StrEnum):
    """The manoeuvres whose effect a target may roll to avoid."""

    SHIELD_RUSH = "shield_rush"
    DISARM = "disarm"
    TRIP = "trip"
    ENTANGLE = "entangle"


class OpposedPosture(StrEnum):
    """How a figure holds itself."""

    STANDING = "standing"
    KNEELING = "kneeling"
    PRONE = "prone"


class OpposedWithdrawal(StrEnum):
    """How a figure is leaving melee: not at all, with a strike, or guarding itself."""

    NONE = "none"
    OFFENSIVE = "offensive"
    DEFENSIVE = "defensive"


class OpposedStrikeWithdrawal(StrEnum):
    """Whether a strike is made while withdrawing from melee."""

    NONE = "none"
    OFFENSIVE = "offensive"


class OpposedCondition(StrEnum):
    """What manoeuvres leave a figure in."""

    DISARMED = "disarmed"
    ENTANGLED = "entangled"
    RESTRAINED = "restrained"
    KNOCKED_OUT = "knocked_out"


class OpposedEffect(StrEnum):
    """What a strike can do to its target besides damage: a fall or a condition."""

    PRONE = "prone"
    DISARMED = "disarmed"
    ENTANGLED = "entangled"
    RESTRAINED = "restrained"
    KNOCKED_OUT = "knocked_out"


class OpposedStatus(StrEnum):
    """Whether a figure can still take part; incapacitated is Endurance 0 or less."""

    ACTIVE = "active"
    UNCONSCIOUS = "unconscious"
    INCAPACITATED = "incapacitated"
    FLED = "fled"


class OpposedWeaponClass(StrEnum):
    """How a weapon wounds: A thrusts, B cuts, C crushes."""

    A = "A"
    B = "B"
    C = "C"


class OpposedRiposte(StrEnum):
    """Whether a riposte the dice allow is only reported or made at once."""

    FLAG = "flag"
    RESOLVE = "resolve"


class OpposedPool(StrEnum):
    """Which points damage takes: Fatigue, Endurance, or none."""

    NONE = "none"
    FATIGUE = "fatigue"
    ENDURANCE = "endurance"


class OpposedParryResult(StrEnum):
    """What an evading figure's parry achieves."""

    PARRIED = "parried"
    DISARM = "disarm"
    DISARM_AND_RIPOSTE = "disarm_and_riposte"


class OpposedFeat(StrEnum):
    """What a figure attempts without a strike roll."""

    RESTRAIN = "restrain"
    AVOID = "avoid"
    WITHDRAW_CLOSE = "withdraw_close"
    REPULSE = "repulse"
    STAY_CONSCIOUS = "stay_conscious"
    STUN_RECOVERY = "stun_recovery"
    FUMBLE = "fumble"
    PARRY = "parry"


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


class OpposedOrderKind(StrEnum):
    """What a figure can be ordered."""

    ATTACK = "attack"
    RESTRAIN = "restrain"
    EVADE = "evade"
    WITHDRAW = "withdraw"
    STAND_UP = "stand_up"
    RECOVER_FROM_STUN = "recover_from_stun"
    PASS = "pass"
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


class OpposedChangeReason(StrEnum):
    """Why a figure is otherwise than before.

    `turn`: its own turn or attack ended its stance. `parry`: it was parried. `fall`: one of two who were engaged is
    down or gone. `running`: a runner neither evades nor withdraws defensively.
    """

    TURN = "turn"
    EVADE = "evade"
    STAND_UP = "stand_up"
    RECOVERY = "recovery"
    ENGAGE = "engage"
    WITHDRAW = "withdraw"
    STRIKE = "strike"
    PARRY = "parry"
    RIPOSTE = "riposte"
    RESTRAIN = "restrain"
    FALL = "fall"
    RUNNING = "running"
    ESCAPE = "escape"
    CAUGHT = "caught"


class OpposedWithdrawKind(StrEnum):
    """How a figure leaves a fight: after a strike, guarding itself, or out of a hex it shares with its foes."""

    OFFENSIVE = "offensive"
    DEFENSIVE = "defensive"
    CLOSE = "close"
