"""The enumerations of requests and answers of `opposed`, but for the options (see `options.py`)."""

from enum import StrEnum

from service.rules.kernel.words import Fact
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


class OpposedResult(StrEnum):
    """What became of a strike."""

    HIT = "hit"
    BLOCKED = "blocked"
    MISS = "miss"


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


class OpposedFact(Fact):
    """What brings a modifier of Strike Chance, Defence or the strike die."""

    # Strike Chance
    CLOSE_STRENGTH = "close_strength", "A close strike: each point of the attacker's Physical Strength."
    CLOSE_SPENT = "close_spent", "A close strike: the attacker has no Fatigue."
    MELEE_SPENT = "melee_spent", "A melee strike: the attacker has no Fatigue."
    WITHDRAWING = "withdrawing", "A melee strike: the attacker withdraws with it."
    CHARGE_WITH_POLE_OR_SHIELD = "charge_with_pole_or_shield", "A melee charge with a pole weapon or a shield."
    CHARGE = "charge", "A melee charge with any other weapon."
    MELEE_FLANK = "melee_flank", "A melee strike from one of the target's flank hexes."
    MELEE_REAR = "melee_rear", "A melee strike from the target's rear hex."
    MELEE_LOW_TARGET = "melee_low_target", "A melee strike at a target that is kneeling or prone."
    RANGED_FLANK = "ranged_flank", "A ranged strike from one of the target's flank hexes."
    RANGED_REAR = "ranged_rear", "A ranged strike from the target's rear hex."
    RANGED_KNEELING = "ranged_kneeling", "A ranged strike: the attacker is kneeling."
    AIMED = "aimed", "A ranged strike that is aimed."
    SNAPSHOT = "snapshot", "A ranged strike that is a snap shot."
    THROWN_HEX = "thrown_hex", "Each hex a weapon is thrown, the target's hex counted, the attacker's not."
    MISSILE_HEXES = "missile_hexes", "Each 5 hexes, or part of them, that a missile flies beyond the first 5."
    STARRY = "starry", "The strike is made by starlight or in shadow."
    CLOUDY = "cloudy", "The strike is made in a cloudy night."
    UNLIT = "unlit", "The strike is made in an unlit interior."
    PITCH_BLACK = "pitch_black", "The strike is made in pitch blackness."
    UNSEEN = "unseen", "The attacker cannot see the target."
    SECONDARY_HAND = "secondary_hand", "The weapon is in the secondary hand."
    MULTIPLE_STRIKE = "multiple_strike", "The strike is one of several of one action."
    MULTI_HEX_STRIKE = "multi_hex_strike", "One swing strikes several hexes."
    ATTACKER_AIRBORNE = "attacker_airborne", "The attacker is flying."

    # Defence
    CLOSE_OWN_STRENGTH = "close_own_strength", "A close strike: each point of the defender's Physical Strength."
    CLOSE_DEFENDER_SPENT = "close_defender_spent", "A close strike: the defender has no Fatigue."
    CLOSE_STUNNED = "close_stunned", "A close strike: the defender is stunned or down."
    MELEE_DEFENDER_SPENT = "melee_defender_spent", "A melee strike: the defender has no Fatigue."
    MELEE_STUNNED = "melee_stunned", "A melee strike: the defender is stunned or down."
    DEFENDER_WITHDRAWING = "defender_withdrawing", "A melee strike: the defender withdraws, guarding itself."
    MELEE_EVADING = "melee_evading", "A melee strike: the defender is evading."
    MELEE_EVADING_RANK = "melee_evading_rank", "A melee strike: each Rank an evading defender has with its weapon."
    RANGED_STUNNED = "ranged_stunned", "A ranged strike: the defender is stunned or down."
    RANGED_MOVING = "ranged_moving", "A ranged strike: the defender is moving."
    RANGED_LOW = "ranged_low", "A ranged strike: the defender is kneeling or prone."
    RANGED_EVADING = "ranged_evading", "A ranged strike: the defender is evading."
    RANGED_SHELTERED = "ranged_sheltered", "A ranged strike: the defender's hex is sheltered."
    DEFENDER_AIRBORNE = "defender_airborne", "The defender is flying."

    # The strike die
    ASSASSIN_SURPRISE = "assassin_surprise", "Each Rank of an assassin who strikes from surprise."
    ASSASSIN_BEHIND = "assassin_behind", "Each Rank of an assassin who strikes from behind."
    ASSASSIN_FRONT = "assassin_front", "Each 3 Ranks of an assassin who strikes from in front."
