"""The enumerations of the family, and the facts that bring a modifier."""

from enum import StrEnum


class LaurelsRole(StrEnum):
    """The two sides of a fight; a fight without players gives the roles as it likes."""

    PARTY = "party"
    OPPONENTS = "opponents"


class LaurelsStatus(StrEnum):
    """Whether a participant can still take part; exhausted is without stamina, but able to act."""

    ACTIVE = "active"
    EXHAUSTED = "exhausted"
    DEAD = "dead"
    FLED = "fled"


class LaurelsDie(StrEnum):
    """The four types of damage dice."""

    D4 = "d4"
    D6 = "d6"
    D8 = "d8"
    D10 = "d10"


class LaurelsWeaponKind(StrEnum):
    """What kind of attack a weapon or attack form makes."""

    MELEE = "melee"
    REACH = "reach"
    RANGED = "ranged"
    SPELL = "spell"
    NATURAL = "natural"


class LaurelsMode(StrEnum):
    """How an attack is made: hand to hand, with a long weapon, shot or thrown, or by magic."""

    MELEE = "melee"
    REACH = "reach"
    RANGED = "ranged"
    SPELL = "spell"


class LaurelsAbility(StrEnum):
    """The abilities whose bonus an attack may add."""

    STRENGTH = "strength"
    DEXTERITY = "dexterity"
    AWARENESS = "awareness"


class LaurelsEquipment(StrEnum):
    """What a parry is made with."""

    WEAPON = "weapon"
    SHIELD = "shield"
    BOTH = "both"


class LaurelsDamageType(StrEnum):
    """Where damage goes: to stamina first, or directly to injury slots."""

    STAMINA = "stamina"
    DIRECT = "direct"


class LaurelsDistraction(StrEnum):
    """What distracts the target of a sneak attack: a melee, a shot that hit it, or talk, search or study."""

    MELEE = "melee"
    SHOT = "shot"
    ABSORBED = "absorbed"


class LaurelsSurprise(StrEnum):
    """How the first initiative roll is read: plainly, for two sides that run into each other, or for an ambush."""

    NONE = "none"
    UNAWARE = "unaware"
    OPPONENTS_AMBUSH = "opponents_ambush"
    PARTY_AMBUSH = "party_ambush"
    REVERSE_AMBUSH = "reverse_ambush"


class LaurelsAction(StrEnum):
    """What a participant did with its turn; none is a lost turn."""

    ATTACK = "attack"
    SNEAK_ATTACK = "sneak_attack"
    PARRY = "parry"
    RETREAT = "retreat"
    PASS = "pass"
    OTHER = "other"
    NONE = "none"


class LaurelsOrderKind(StrEnum):
    """What a participant can be ordered."""

    ATTACK = "attack"
    SNEAK_ATTACK = "sneak_attack"
    PARRY = "parry"
    RETREAT = "retreat"
    PASS = "pass"
    OTHER = "other"


class LaurelsReason(StrEnum):
    """Why a turn or an attack was lost, or went otherwise than ordered."""

    SURPRISED = "surprised"
    DEAD = "dead"
    TARGET_GONE = "target_gone"
    STAMINA_SPENT = "stamina_spent"
    WEAPON_BROKEN = "weapon_broken"
    NOTHING_TO_PARRY_WITH = "nothing_to_parry_with"


class LaurelsChangeReason(StrEnum):
    """Why the status or the stance of a participant is another one.

    `condition`: the status that was sent did not fit stamina and injuries. `turn`: its own turn or attack ended its
    stance. `running`: a runner does not parry.
    """

    CONDITION = "condition"
    TURN = "turn"
    PARRY = "parry"
    ATTACK = "attack"
    EXERTION = "exertion"
    EFFECT = "effect"
    RETREAT = "retreat"
    RUNNING = "running"
    ESCAPE = "escape"
    CAUGHT = "caught"


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
