"""The words of `tactical`: what requests and answers may say."""

from enum import StrEnum

from service.rules.roll_under.words import HitLocation
from service.wire import Ranked


class TacticalManeuver(StrEnum):
    """What a figure does in its turn."""

    DO_NOTHING = "do_nothing"
    MOVE = "move"
    CHANGE_POSTURE = "change_posture"
    AIM = "aim"
    EVALUATE = "evaluate"
    ATTACK = "attack"
    FEINT = "feint"
    ALL_OUT_ATTACK = "all_out_attack"
    MOVE_AND_ATTACK = "move_and_attack"
    ALL_OUT_DEFENSE = "all_out_defense"
    CONCENTRATE = "concentrate"
    READY = "ready"
    WAIT = "wait"


class TacticalManeuverOption(StrEnum):
    """How an All-Out Attack or an All-Out Defense is made.

    `determined`, `double`, `feint` and `strong` belong to All-Out Attack, the others to All-Out Defense.
    """

    DETERMINED = "determined"
    DOUBLE = "double"
    FEINT = "feint"
    STRONG = "strong"
    DODGE = "dodge"
    PARRY = "parry"
    BLOCK = "block"
    DOUBLE_DEFENSE = "double_defense"


class TacticalVision(StrEnum):
    """How far around a figure sees; `360` is all around, `tunnel` only straight ahead."""

    NORMAL = "normal"
    PERIPHERAL = "peripheral"
    ALL_AROUND = "360"
    NO_PERIPHERAL = "no_peripheral"
    TUNNEL = "tunnel"
    BLIND = "blind"


class TacticalShape(StrEnum):
    """The hexes that a figure fills, by the number of them; `custom` is the caller's own list."""

    SINGLE = "single"
    LINE2 = "line2"
    LINE3 = "line3"
    DIAMOND4 = "diamond4"
    DISC7 = "disc7"
    LONG10 = "long10"
    CUSTOM = "custom"


class TacticalSector(StrEnum):
    """Where a hex lies as seen by a figure; `own` is its own hex."""

    OWN = "own"
    FRONT = "front"
    RIGHT = "right"
    LEFT = "left"
    BACK = "back"


class TacticalSide(StrEnum):
    """The right or the left of a body."""

    RIGHT = "right"
    LEFT = "left"


class TacticalLimb(StrEnum):
    """The limb that holds a weapon, or the part of the body that strikes."""

    RIGHT = "right"
    LEFT = "left"
    BOTH = "both"
    HEAD = "head"
    LEGS = "legs"


class TacticalPain(StrEnum):
    """How a body bears pain."""

    NORMAL = "normal"
    HIGH = "high"
    LOW = "low"


class TacticalWeaponKind(StrEnum):
    """How a weapon reaches its target; `natural` is the body itself."""

    MELEE = "melee"
    RANGED = "ranged"
    THROWN = "thrown"
    NATURAL = "natural"


class TacticalRangedClass(StrEnum):
    """What drives a ranged weapon; it decides pop-up attacks and active defenses."""

    THROWN = "thrown"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    FIREARM = "firearm"
    BEAM = "beam"
    OTHER = "other"


class TacticalStrikeKind(StrEnum):
    """Whether a melee attack swings or thrusts."""

    SWING = "swing"
    THRUST = "thrust"


class TacticalQuality(Ranked):
    """How well a weapon is made; a cheap one breaks more easily."""

    CHEAP = "cheap"
    GOOD = "good"
    FINE = "fine"
    VERY_FINE = "very_fine"


class TacticalLocation(StrEnum):
    """A part of a humanoid body, with its side."""

    TORSO = "torso"
    VITALS = "vitals"
    GROIN = "groin"
    RIGHT_ARM = "right_arm"
    LEFT_ARM = "left_arm"
    RIGHT_LEG = "right_leg"
    LEFT_LEG = "left_leg"
    RIGHT_HAND = "right_hand"
    LEFT_HAND = "left_hand"
    RIGHT_FOOT = "right_foot"
    LEFT_FOOT = "left_foot"
    NECK = "neck"
    FACE = "face"
    SKULL = "skull"
    EYE = "eye"


BODY_PARTS = {
    TacticalLocation.TORSO: HitLocation.TORSO,
    TacticalLocation.VITALS: HitLocation.VITALS,
    TacticalLocation.GROIN: HitLocation.GROIN,
    TacticalLocation.RIGHT_ARM: HitLocation.ARM,
    TacticalLocation.LEFT_ARM: HitLocation.ARM,
    TacticalLocation.RIGHT_LEG: HitLocation.LEG,
    TacticalLocation.LEFT_LEG: HitLocation.LEG,
    TacticalLocation.RIGHT_HAND: HitLocation.HAND,
    TacticalLocation.LEFT_HAND: HitLocation.HAND,
    TacticalLocation.RIGHT_FOOT: HitLocation.FOOT,
    TacticalLocation.LEFT_FOOT: HitLocation.FOOT,
    TacticalLocation.NECK: HitLocation.NECK,
    TacticalLocation.FACE: HitLocation.FACE,
    TacticalLocation.SKULL: HitLocation.SKULL,
    TacticalLocation.EYE: HitLocation.EYE,
}
"""The location of the base game that each part of the body is; the arm with a shield is harder to hit there."""


class TacticalDefenseKind(StrEnum):
    """An active defense, or none."""

    DODGE = "dodge"
    PARRY = "parry"
    BLOCK = "block"
    NONE = "none"


class TacticalKnockdown(StrEnum):
    """The result of a knockdown roll; a body that is not knocked down has `none`."""

    NONE = "none"
    STUNNED_PRONE = "stunned_prone"
    UNCONSCIOUS = "unconscious"


class TacticalSwing(StrEnum):
    """What kind of attack it is: ordinary, a hindered one to side or back, a wild swing, or shooting blind."""

    NORMAL = "normal"
    CLUMSY = "clumsy"
    WILD = "wild"
    BLIND = "blind"


class TacticalTechnique(StrEnum):
    """A technique that changes where an attack may go; `rear` attacks behind without a wild swing, like a back kick."""

    REAR = "rear"


class TacticalStepTiming(StrEnum):
    """Whether a figure steps before it acts or after."""

    BEFORE = "before"
    AFTER = "after"


class TacticalMoveMode(StrEnum):
    """How a figure enters a hex: forward, or with its facing kept."""

    FORWARD = "forward"
    SIDESTEP = "sidestep"
    BACKWARD = "backward"


class TacticalFollowUp(StrEnum):
    """What a figure does in a foe's hex: it stops, evades him, or slams into him."""

    STOP = "stop"
    EVADE = "evade"
    SLAM = "slam"


class TacticalObstruction(StrEnum):
    """What lies in a hex: nothing, something to step over, or something that cannot be walked through."""

    NONE = "none"
    MINOR = "minor"
    SEVERE = "severe"


class TacticalEdgeKind(StrEnum):
    """What stands on the edge between two hexes."""

    WALL = "wall"
    CLOSED_DOOR = "closed_door"
    WINDOW = "window"
    LOW_WALL = "low_wall"


class TacticalRelationKind(StrEnum):
    """How two sides stand to each other."""

    ALLY = "ally"
    NEUTRAL = "neutral"
    FOE = "foe"


class TacticalWaitKind(StrEnum):
    """What a figure waits with: a melee weapon, or a ranged one for opportunity fire."""

    MELEE = "melee"
    OPPORTUNITY = "opportunity"


class TacticalWaitEvent(StrEnum):
    """What a waiting figure waits for."""

    ENTERS_REACH = "enters_reach"
    ENTERS_HEXES = "enters_hexes"
    LEAVES_HEX = "leaves_hex"
    ATTACKS = "attacks"
    DECLARES = "declares"
    ANY = "any"


class TacticalWatched(StrEnum):
    """Whom a waiting figure watches: foes, or anyone."""

    FOES = "foes"
    ANYONE = "anyone"


class TacticalZoneKind(StrEnum):
    """What opportunity fire watches: hexes that are listed, or a straight line."""

    AREA = "area"
    LINE = "line"


class TacticalLineChoice(StrEnum):
    """Which line of fire is taken: the best one, the one between the centres, or the one that is given."""

    BEST = "best"
    CENTRE = "centre"
    EXPLICIT = "explicit"


class TacticalStance(StrEnum):
    """How a figure fights that plays by itself."""

    STEADY = "steady"
    CAUTIOUS = "cautious"
    RECKLESS = "reckless"


class TacticalStatus(Ranked):
    """Whether a figure can still take part; `stunned` and `grappled` ones can."""

    ACTIVE = "active"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"


class TacticalChangeReason(StrEnum):
    """Why a figure is placed otherwise, or can act no more or again."""

    MOVE = "move"
    RESPONSE = "response"
    POPUP = "popup"
    RETREAT = "retreat"
    DROP = "drop"
    EVADE = "evade"
    KNOCKBACK = "knockback"
    FALL = "fall"
    STUMBLE = "stumble"
    DRAGGED = "dragged"
    MADE_ROOM = "made_room"
    WOUND = "wound"
    COLLAPSE = "collapse"


class TacticalCloseAction(StrEnum):
    """What a figure does in close combat."""

    ENTER = "enter"
    EVADE = "evade"
    LEAVE = "leave"
    ATTACK = "attack"
    GRAB = "grab"
    TAKEDOWN = "takedown"
    PIN = "pin"
    BREAK_FREE = "break_free"
    RELEASE = "release"
    READY = "ready"
    DROP_SHIELD = "drop_shield"
    DECLARE_ADJACENT = "declare_adjacent"
    STRIKE_INTO = "strike_into"


class TacticalBand(Ranked):
    """How far a pursuer is behind."""

    CLOSE = "close"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    EXTREME = "extreme"
    LOST = "lost"


class TacticalTerrain(StrEnum):
    """The ground of a pursuit."""

    ROUGH = "rough"
    OPEN = "open"


class TacticalOnError(StrEnum):
    """What an illegal order does: the whole request fails, or the turn becomes Do Nothing."""

    FAIL = "fail"
    SKIP = "skip"


class TacticalContestKind(StrEnum):
    """A Quick Contest is one pair of rolls; a Regular Contest goes on until one side alone succeeds."""

    QUICK = "quick"
    REGULAR = "regular"
