"""The rulings of the family: how gaps and contradictions of the source are decided."""

from service.rules.kernel.book import RulingBook, decided_by, ruling
from service.rules.laurels.book.options import LaurelsRulings


class Rulings(RulingBook, family="laurels"):
    """How gaps and contradictions of the source are decided."""

    # Strikes

    DIE_TYPE = ruling("Every weapon rolls its own die; the examples use d6 weapons.", otherwise="All weapons roll d6.")
    DICE_WIDGETS = ruling(
        "The examples of levels 1, 3 and 9 stand for 1, 2 and 5 dice.", otherwise="They are numbers of their own."
    )
    EXPLOSION_ORDER = ruling(
        "Explosions are rolled in waves: all added dice of a wave before any of the next.",
        otherwise="Each die explodes to its end before the next.",
    )
    EXPLOSION_LIMIT = ruling(
        "An attack that would add more dice than the option allows is refused.",
        otherwise="The dice stop counting at a cap.",
        option="max_explosions",
    )
    D4_AND_CHECK_DICE = ruling("Only damage dice explode; exertion and checks do not.", otherwise="Every die explodes.")
    LEVEL_ZERO = ruling("Level 0 is refused.", otherwise="Level 0 rolls one die, or none.")
    CREATURE_LEVEL = ruling(
        "Creatures have damage dice by level like characters.", otherwise="A creature's description gives its dice."
    )
    MAGIC_BONUS_TOTAL = ruling(
        "The magic bonus counts once for each base die.", otherwise="It counts once for the weapon."
    )
    POWER_MAGIC = ruling(
        "The dice of a power attack are all base dice and carry the magic bonus.",
        otherwise="Only the undoubled dice carry it.",
    )
    FINESSE_CHOICE = ruling(
        "A finesse weapon adds Dexterity unless the caller says Strength.", otherwise="It adds the better of both."
    )
    NEGATIVE_BONUS = ruling("Negative bonuses count with their sign.", otherwise="They count as 0.")
    DAMAGE_TYPE = ruling(
        "The type of damage is a label without effect.", otherwise="Types of armor and damage play together."
    )
    DEX_WHEN = ruling(
        "The caller says when the target's Dexterity does not count.", otherwise="A list of circumstances decides."
    )
    STAMINA_OVERFLOW = decided_by(LaurelsRulings, "overflow")
    ZERO_STAMINA = ruling(
        "Without stamina one is exhausted, may act, and takes further damage directly.",
        otherwise="One is out of the fight.",
    )
    INJURY_PER_POINT = ruling("Each point of direct damage fills one slot.", otherwise="Each attack fills one slot.")
    INJURY_POINTS_NAME = ruling(
        "Injury points, injury slots and injuries are one counter against the slots.",
        otherwise="They are different things.",
    )
    SLOTLESS_CREATURE = ruling(
        "A creature without slots loses double for direct damage and dies without stamina.",
        otherwise="It takes direct damage like ordinary damage.",
        option="slotless_direct_multiplier",
    )
    MELEE_EXERTION = ruling("Only ranged attacks cost the attacker stamina.", otherwise="Every attack costs some.")
    RANGED_EXERTION_TIMING = ruling(
        "Exertion comes after the damage; an attack is never cancelled by its own cost.", otherwise="It comes before."
    )
    RANGED_EXERTION_FLOOR = ruling(
        "Exertion stops at 0 stamina, without injuries: it exhausts and never kills.",
        otherwise="It overflows into injuries, or kills who has no injury slots.",
        option="exertion_kills",
    )
    RANGED_AT_ZERO_STAMINA = ruling(
        "Without stamina there are no ranged attacks.",
        otherwise="They cost nothing then.",
        option="ranged_at_zero_stamina",
    )
    THROWN = ruling(
        "Thrown weapons need 10 feet like all ranged attacks.", otherwise="They may be thrown from anywhere."
    )
    RANGED_AND_SHIELD = ruling(
        "Against ranged attacks a shield counts by its armor points, and a parry as usual.",
        otherwise="A shield stops arrows in a way of its own.",
    )
    ARMOR_STAMINA_GRADE = ruling(
        "Armor counts in full; the caller sends the points that count.",
        otherwise="Grades of armor protect stamina by halves or not.",
    )
    SPELL_ATTACK = ruling(
        "Spells explode, add no bonus unless one is named, and are direct if the caller says so.",
        otherwise="Spells have numbers of their own.",
    )
    POWER_ATTACK_RANGED = ruling(
        "Power attacks are made at range too, and the weapon breaks; not with spells, which have none.",
        otherwise="Only in melee.",
    )
    POWER_ATTACK_NATURAL = ruling(
        "Power attacks are made with natural weapons too, which are then of no use in this fight.",
        otherwise="Natural weapons cannot make them.",
        option="power_attack_natural",
    )
    SNEAK_WITH_POWER = ruling(
        "A sneak attack may be made with a power weapon, but is never a power attack.",
        otherwise="Power attacks may be sneak attacks.",
    )
    SNEAK_DISTANCE_CLAUSE = ruling(
        "Half the Move is checked only when the attacker leaves concealment.",
        otherwise="It is checked for every sneak attack.",
    )
    STEALTH_CHECKS = ruling(
        "One stealth check may be asked for inside the attack.", otherwise="Each turn of sneaking has one."
    )
    SNEAK_SUCCESS_WORD = ruling(
        "Damage is direct whether or not the precision check succeeds.", otherwise="Only a success makes it direct."
    )
    SNEAK_MAGIC_BONUS = ruling(
        "The magic bonus counts in sneak attacks.",
        otherwise="It does not, for the list of bonuses omits it.",
        option="sneak_magic_bonus",
    )
    SNEAK_REACH = ruling("Reach weapons make sneak attacks as in melee.", otherwise="They cannot.")
    PRECISION_TIE = ruling("A total equal to the DC succeeds.", otherwise="It must be higher.")
    ATTACKED_VERSUS_ENGAGED = ruling(
        "Engaged means that the attacker attacked this target in the previous round.",
        otherwise="Being in melee at all counts.",
    )
    PARRY_ALL_SOURCES = ruling(
        "A parry works against everything, ranged and sneak attacks included.",
        otherwise="Not against ranged, or not against sneak attacks.",
        option="parry_covers_ranged, parry_covers_sneak",
    )
    PARRY_DAMAGE_BASIS = decided_by(LaurelsRulings, "parry_basis")
    PARRY_EXPLOSION_COUNT = decided_by(LaurelsRulings, "parry_explosion_count")
    EXPLOSION_DIE_COUNT = ruling("An added die that explodes counts like any other.", otherwise="Only base dice count.")
    SHATTER_SURPLUS = ruling(
        "Explosions beyond the number that shatters are lost.", otherwise="The blow passes in part."
    )
    PARRY_WEAPON_AND_SHIELD = decided_by(LaurelsRulings, "parry_both_order")
    SHIELD_EXCESS_UNITS = ruling(
        "What the shield does not absorb passes undoubled; it absorbs half its durability, rounded up.",
        otherwise="It passes doubled, or rounds down.",
    )
    SHIELD_OWN_ARMOR = ruling(
        "A parrying shield still adds its armor points, as sent.", otherwise="It adds none while it parries."
    )
    PARRY_SEVERAL_ATTACKERS = ruling(
        "One stance meets all attackers, and its counters run on.", otherwise="It meets one attacker."
    )
    PARRY_BROKEN_WEAPON = ruling("A broken weapon does not parry.", otherwise="It does, badly.")

    # Battles

    TWO_SIDES = ruling("There are exactly two sides.", otherwise="Several sides share an initiative roll.")
    NPC_ROLES = ruling(
        "A fight without players gives the two roles as it likes.", otherwise="Only player characters are the party."
    )
    TURN_VERSUS_ROUND = ruling("Initiative is rolled once a round.", otherwise="It is rolled for every turn.")
    INITIATIVE_EXAMPLE = ruling(
        "A 5 in the first round lets the party act first and surprises nobody.",
        otherwise="The example is read without surprise.",
    )
    SURPRISE_DEFAULT = ruling(
        "The first round is read for surprise unless the request says otherwise.", otherwise="It is read plainly."
    )
    SURPRISE_AND_PARRY = ruling(
        "Surprise takes turns and nothing else.", otherwise="It takes Dexterity too, or allows sneak attacks."
    )
    IMMUNE_MEMBER_ORDER = ruling(
        "A figure that cannot be surprised acts when its side does, second.", otherwise="It acts first."
    )
    REVERSE_AMBUSH = ruling(
        "The caller says which faces surprise whom; by default none does.", otherwise="The ambushers' table holds."
    )
    REVERSE_AWARENESS = ruling(
        "Checks before a reverse ambush are skill checks against a DC of the caller.", otherwise="A fixed DC."
    )
    ATTACKS_PER_ROUND = ruling("A participant makes one attack a round.", otherwise="It makes several.")
    PARRY_MOVEMENT = ruling("Who parries may still move.", otherwise="A parry takes the whole turn.")
    ACTION_NUMBERS = ruling("Actions without numbers do what the caller says.", otherwise="They do nothing.")
    SIMULTANEITY = ruling(
        "Turns are resolved one after the other; the dead do not act.", otherwise="All act before the dead are counted."
    )
    RETREAT = ruling("Retreat is movement; it draws no free attack.", otherwise="Foes strike who retreats.")
