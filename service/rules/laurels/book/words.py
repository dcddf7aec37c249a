"""The enumerations of the family, and the facts that bring a modifier."""

from enum import StrEnum

from service.rules.kernel.words import Fact


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


class LaurelsDamageFact(Fact):
    """What changes the sum of the damage dice."""

    MAGIC = "magic", "Each point of the weapon's magic bonus, for each base die."
    STRENGTH = "strength", "Each point of the attacker's Strength bonus, hand to hand without finesse."
    FINESSE = "finesse", "Each point of the attacker's Dexterity bonus, hand to hand with finesse."
    FINESSE_STRENGTH = "finesse_strength", "Each point of the attacker's Strength bonus, if it is preferred to finesse."
    AWARENESS = "awareness", "Each point of the attacker's Awareness bonus, at range."
    SPELL_STRENGTH = "spell_strength", "Each point of the attacker's Strength bonus, if a spell names it."
    SPELL_DEXTERITY = "spell_dexterity", "Each point of the attacker's Dexterity bonus, if a spell names it."
    SPELL_AWARENESS = "spell_awareness", "Each point of the attacker's Awareness bonus, if a spell names it."
    TARGET_DEXTERITY = "target_dexterity", "Each point of the target's Dexterity bonus, unless it is denied."
    TARGET_ARMOR = "target_armor", "Each armor point of the target, unless a weak spot is found."


class LaurelsCheckFact(Fact):
    """What changes a d20 check."""

    BONUS = "bonus", "Each point of the bonus that the request names, in a skill check."
    DEXTERITY = "dexterity", "Each point of the attacker's Dexterity bonus, in a stealth check."
    AWARENESS = "awareness", "Each point of the attacker's Awareness bonus, in a precision check."
    BREAK_AWAY = "break_away", "Each point of the Dexterity bonus of the one who flees."
    SPEED = "speed", "Each 5 feet of Move more than the fastest pursuer's, at most 5; less if the Move is less."
    EXHAUSTION = "exhaustion", "The one who flees has no stamina."
