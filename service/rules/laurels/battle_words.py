"""The enumerations of fights between many: orders, activities, and how things end."""

from enum import StrEnum


class LaurelsAction(StrEnum):
    """What a participant did with its turn; none is a lost turn."""

    ATTACK = "attack"
    SNEAK_ATTACK = "sneak_attack"
    PARRY = "parry"
    RETREAT = "retreat"
    PASS = "pass"
    OTHER = "other"
    NONE = "none"


class LaurelsReason(StrEnum):
    """Why a turn or an attack was lost, or went otherwise than ordered."""

    SURPRISED = "surprised"
    DEAD = "dead"
    TARGET_GONE = "target_gone"
    STAMINA_SPENT = "stamina_spent"
    WEAPON_BROKEN = "weapon_broken"
    NOTHING_TO_PARRY_WITH = "nothing_to_parry_with"


class LaurelsActivity(StrEnum):
    """Actions that are no attacks; the source names them and gives no numbers."""

    CHARGE = "charge"
    DASH = "dash"
    GRAPPLE = "grapple"
    LEAP = "leap"
    RELOAD = "reload"
    RETRIEVE_ITEM = "retrieve_item"
    SHEATHE = "sheathe"
    TAKE_AIM = "take_aim"
    CAST_SPELL = "cast_spell"
    GIVE_INSTRUCTIONS = "give_instructions"
    IMPROVISE = "improvise"


class LaurelsFreeAct(StrEnum):
    """What a turn may hold besides its action."""

    DRAW = "draw"
    DROP_AND_DRAW = "drop_and_draw"
    SPEAK = "speak"
    POINT = "point"


class LaurelsSkirmishEnd(StrEnum):
    """How a skirmish ended."""

    DECIDED = "decided"
    UNDECIDED = "undecided"


class LaurelsFlight(StrEnum):
    """What became of a fleeing participant.

    Casualties means struck down when caught, or, of a creature without injury slots, having run to its death.
    """

    ESCAPED = "escaped"
    CAUGHT = "caught"
    CASUALTIES = "casualties"


class LaurelsEdge(StrEnum):
    """Who has the edge in a round of a pursuit."""

    FLEEING = "fleeing"
    PURSUING = "pursuing"
