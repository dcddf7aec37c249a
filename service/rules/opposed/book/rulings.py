"""Rulings of `opposed`: how gaps and contradictions of the source are decided."""

from service.rules.kernel.book import RulingBook, decided_by, ruling
from service.rules.opposed.book.options import OpposedRulings


class Rulings(RulingBook, family="opposed"):
    """How gaps and contradictions of the source are decided."""

    # Chances

    TABLE_ROW_ONE = decided_by(OpposedRulings, "natural_01")
    TABLE_TRUNCATION = ruling(
        "The formula grades rolls of 11 to 99 at chances above 300 too.",
        otherwise="The dashes of the printed table make those qualities impossible.",
    )
    BETTER_MEANS_LOWER = ruling("A roll of 3 or better is a roll of 3 or less.", otherwise="A roll of 3 or more.")
    TABLE_FOOTER = ruling(
        "The last line of the printed table repeats the column numbers.", otherwise="It is a row for a roll of 1."
    )
    NATURAL_01_ABOVE_DECISIVE = ruling(
        "A natural 01 is Excellent from chance 101 and Fantastic from 201.", otherwise="It is Decisive at every chance."
    )
    NONPOSITIVE_CHANCE = ruling(
        "At a chance of 0 or less only a natural 01 succeeds, as Decisive.",
        otherwise="Nothing succeeds, or 01 to 05 always do.",
    )
    EXCELLENT_BELOW_101 = ruling(
        "A quality whose threshold is below 1 cannot be reached.", otherwise="A modified roll of 0 or less reaches it."
    )
    DICE_MODIFIER_FLOOR = ruling(
        "A modified roll counts as 1 at least, and that is no natural 01.",
        otherwise="Rolls below 1 exist, or count as natural 01.",
    )
    NATURAL_FACES_BEFORE_MODIFIERS = ruling(
        "Natural 01 and 00 are read before the die is modified.", otherwise="They are read after it."
    )
    DICE_MODIFIER_STACKING = ruling("Aim and one assassin modifier add up.", otherwise="Only the better one counts.")
    ASSASSIN_FRONT_FRACTION = decided_by(OpposedRulings, "assassin_front_rounding")
    ASSASSIN_TIER_EXCLUSIVE = ruling(
        "Only the declared assassin row counts; surprise is the best of them.",
        otherwise="Surprise from behind gives 3 per Rank.",
    )
    ASSASSIN_FLANK = ruling(
        "A flank counts as in front unless the request declares otherwise.", otherwise="It counts as behind."
    )
    ASSASSIN_SCOPE = ruling(
        "The assassin's modifier improves every quality.", otherwise="It improves the chance of a grievous injury only."
    )
    FRONT_DEFENCE_PERCEPTION = ruling(
        "Perception adds to front Defence, as in the equation summary.",
        otherwise="It does not, as in the Defence section.",
        option="front_defence_includes_perception",
    )
    MODIFIED_AGILITY = ruling(
        "Defence uses modified Agility, as in the equation summary.", otherwise="Defence uses Agility before penalties."
    )
    VISIBILITY_STACKING = decided_by(OpposedRulings, "visibility_stacking")
    OWN_STATUS_ONLY = ruling(
        "Rows about the defender's hex and posture change Strike Chance, as printed.",
        otherwise="Each side counts its own status only.",
    )
    POSTURE_ASYMMETRY = ruling(
        "A low target is easier to strike in melee and harder to hit at range; kneeling and prone are alike.",
        otherwise="One of the two rows is a slip.",
    )
    NO_FATIGUE_RANGED = ruling(
        "Having no Fatigue changes nothing at range.", otherwise="The melee row counts at range too."
    )
    NO_FATIGUE_THRESHOLD = ruling(
        "A figure has no Fatigue at 0.", otherwise="It has none at 1 or less, or only below 0."
    )
    MISSILE_BANDS = ruling(
        "Missiles: 1 to 5 hexes cost nothing, 6 to 10 cost 3, 11 to 15 cost 6.",
        otherwise="The sixth hex is still free.",
    )
    THROWN_HEXES = ruling(
        "A thrown weapon passes the target's hex but not the thrower's.", otherwise="Only the hexes between them count."
    )
    AIM_AND_SNAPSHOT = ruling("A strike is not both aimed and a snap shot.", otherwise="Both modifiers count.")
    CHARGE_AND_WITHDRAWAL = ruling("A strike is not both a charge and a withdrawal.", otherwise="Both modifiers count.")
    SHIELD_RUSH_CHARGE = ruling(
        "A shield rush gets the charge modifier only if it is a charge, and then +20.",
        otherwise="It always gets +20, or -15.",
    )
    MULTIPLE_AND_SECONDARY = ruling(
        "Secondary hand and multiple strike add up to -30.", otherwise="Only one of them counts."
    )
    STUNNED_DOUBLE_PENALTY = ruling(
        "A stunned figure loses its Agility and takes the stunned row as well.", otherwise="Only one of the two."
    )
    STUNNED_HEX = ruling("The stunned Defence counts from every hex.", otherwise="The hex still matters.")
    CLOSE_COMBAT_HEX = ruling(
        "Hexes change no Strike Chance in close combat; Defence is by hex, front unless given.",
        otherwise="The melee rows count in close combat.",
    )
    DOWN_DEFENDER = ruling(
        "A figure that is down defends as a stunned one and avoids nothing; one that has fled cannot be struck at.",
        otherwise="It defends in full, or needs no roll to be struck.",
    )
    STUNNED_CLOSE_STRENGTH = ruling(
        "A stunned figure keeps its Strength row in close combat.", otherwise="It loses it with its Agility."
    )
    UNRANKED_WEAPON = ruling(
        "An unranked weapon has its Base Chance and magic, without Dexterity.",
        otherwise="Manual Dexterity counts with Rank 0.",
    )
    MAGIC_SIGN = ruling("Magic is one signed sum that the caller gives.", otherwise="Magic only helps.")
    TRIP_BASE_CHANCE = decided_by(OpposedRulings, "trip_base_chance")
    TRAMPLE_CHANCE = ruling(
        "Trampling has Base Chance 40; Dexterity and Rank add to it.", otherwise="Its Strike Chance is 40."
    )
    DISARM_MISSING_ROW = ruling(
        "Disarming costs 20 although the modifier table has no such row.", otherwise="It costs nothing."
    )

    # Strikes

    TABLE_TWO_LOOKUP = ruling(
        "The result is read at attack quality less defence quality.", otherwise="It is read at the defence quality."
    )
    NEGATIVE_RESULT_QUALITY = ruling(
        "A defence better than the attack is a result of 0; the margin is kept for parries.",
        otherwise="Table 2 continues below 0.",
    )
    DAMAGE_REDUCTION_SCOPE = ruling(
        "Damage reduction counts against every result, the two without armour included.",
        otherwise="Those two ignore it as well.",
    )
    FT_EN_DOUBLE_MEANING = ruling(
        "Points and armour of the same name are separate fields.", otherwise="One number serves as both."
    )
    MAXIMUM_DAMAGE = ruling(
        "Maximum is the highest face of every die plus the modifier; no die is rolled.",
        otherwise="It is twice the roll.",
    )
    ENHANCED_FATIGUE_NAME = ruling(
        "The enhanced fatigue hit of the intent list is maximum fatigue.", otherwise="They are two results."
    )
    PLUS_TEN_ORDER = ruling(
        "Damage reduction is taken from the damage with its 10 added.", otherwise="The 10 are added after it."
    )
    MINIMUM_DAMAGE = ruling("Damage is never below 0.", otherwise="A weapon's negative modifier heals.")
    FATIGUE_OVERFLOW = decided_by(OpposedRulings, "fatigue_overflow")
    GRIEVOUS_TABLE = ruling(
        "A possible grievous injury is reported; a d100 and the caller's own table are optional.",
        otherwise="A table is built in.",
        option="grievous_roll",
    )
    HARMLESS_MANEUVER_GRIEVOUS = ruling(
        "A manoeuvre that deals no damage causes no grievous injury.", otherwise="It may still cause one."
    )
    STUNNED_EVADING = ruling(
        "A stunned figure cannot evade; the request is refused.", otherwise="One of the two states is ignored."
    )
    EVADE_TRIGGER = ruling(
        "A defence two qualities better than the attack allows a parry, even if the attack failed.",
        otherwise="It is compared with the Strike Chance.",
    )
    EVADE_MODES = ruling("Only melee attacks are parried.", otherwise="Close and ranged attacks are parried too.")
    PARRY_BOUNDARIES = ruling(
        "The three rows cover every total, those below 0 as well.", otherwise="Totals below 0 do nothing."
    )
    PARRY_RANK = ruling(
        "Parries use the Ranks with the prepared weapons, 0 without one.", otherwise="They use the best Rank."
    )
    PARRY_ENDURANCE_DAMAGE = decided_by(OpposedRulings, "parry_en_damage_to")
    PARRY_DISARM_AUTOMATIC = ruling(
        "A parry disarms without an avoid roll.", otherwise="The attacker may roll to avoid it."
    )
    MUST_PASS = ruling("Only the lowest row owes a Pass.", otherwise="Every parry owes one.")
    RIPOSTE_SCOPE = ruling(
        "A riposte is one free melee strike at the attacker's front; the stance goes on and nothing answers it.",
        otherwise="It costs an action, ends the stance, or can be parried.",
    )
    DISARM_FORMULA = ruling(
        "Twice the Dexterity plus the Rank, all the target's, if its weapon is in two hands.",
        otherwise="Twice the sum, or the attacker's values.",
    )
    DISARM_EFFECT = ruling(
        "A disarming strike does not wound.", otherwise="It wounds as well.", option="disarm_deals_damage"
    )
    TRIP_DAMAGE = ruling("A trip does a plain d10.", otherwise="The weapon's modifier is added.")
    AVOID_AGILITY = decided_by(OpposedRulings, "avoid_agility")
    AVOID_TIMING = ruling(
        "A target rolls to avoid after damage, and only when it was hit.",
        otherwise="It rolls before damage, or always.",
    )
    AVOID_QUALITY = ruling("Avoid rolls succeed or fail; 01 succeeds and 00 fails.", otherwise="They have qualities.")
    RUSH_AND_ENTANGLE_EFFECTS = ruling(
        "A rush knocks prone and an entangling strike entangles; what that forbids is up to the game master.",
        otherwise="The source names no effect.",
    )
    ENTANGLE_DAMAGE = ruling(
        "An entangling strike wounds as usual.", otherwise="It does not wound.", option="entangle_deals_damage"
    )
    KNOCKOUT_EFFECT = ruling(
        "A knockout from Crucial on knocks out, counts as unconscious and does not wound.",
        otherwise="It wounds as well.",
        option="knockout_also_damages",
    )
    RESTRAIN_ROLL = ruling(
        "Restraining succeeds on a d100 at or below its chance.", otherwise="The chance is a margin."
    )
    TRAMPLE_KNOCKDOWN = decided_by(OpposedRulings, "trample_knockdown")
    TRAMPLE_DAMAGE = ruling(
        "Trampling does a d10 plus the hexes of the figure and nothing else.", otherwise="The weapon's damage is added."
    )
    FUMBLE_TRIGGER = ruling(
        "A natural 99 or 00 on the strike die may be a fumble.", otherwise="Only 00, or never.", option="fumble_from"
    )
    DEFENCE_FUMBLE = ruling("A defence roll is never a fumble.", otherwise="It fumbles as a strike does.")
    ROLL_UNDER_STRICT = decided_by(OpposedRulings, "roll_under")
    REPULSE_COMPARISON = decided_by(OpposedRulings, "repulse_comparison")
    CONSCIOUSNESS_TIMING = ruling(
        "The roll is due each time Endurance damage leaves 1 to 3; at 0 a figure falls without one.",
        otherwise="It is due once, or also below 0.",
    )
    DEATH = ruling(
        "A figure is incapacitated at 0 Endurance; whether it dies is the caller's decision.",
        otherwise="It dies at some number.",
    )
    STUN_TRIGGER = ruling(
        "One strike that takes more than a third of full Endurance stuns.",
        otherwise="The source names no trigger.",
        option="stun_fraction",
    )
    STUN_RECOVERY_ROLL = ruling(
        "A stunned figure recovers on a d100 at or below the number.", otherwise="The number is a margin."
    )
    CONSEQUENCE_DICE = ruling(
        "Single strikes report fumbles and stay-conscious rolls; rounds, skirmishes and pursuit roll them.",
        otherwise="Always one of the two.",
        option="consequences",
    )
    MISSING_LINKS = ruling(
        "What the source only links to, grievous injuries and fumbles, is left to the caller.",
        otherwise="Tables of our own.",
    )

    # Battles

    FUMBLE_INITIATIVE = ruling(
        "A fumble lowers initiative by 10 for its check and for the rest of the round.", otherwise="For the check only."
    )
    INITIATIVE_TIES = decided_by(OpposedRulings, "initiative_ties")
    ENGAGED_INITIATIVE_CHOICE = decided_by(OpposedRulings, "engaged_choice")
    UNENGAGED_INITIATIVE_CHOICE = decided_by(OpposedRulings, "unengaged_choice")
    ENGAGED_BEFORE_UNENGAGED = ruling(
        "Engaged figures act before unengaged ones.", otherwise="Unengaged first, or mixed."
    )
    UNENGAGED_PER_SIDE = ruling(
        "Unengaged initiative is one d10 for each side, rolled by its leader.", otherwise="One for each figure."
    )
    MILITARY_SCIENTIST = ruling(
        "Unengaged initiative adds twice the Rank of military scientist.", otherwise="It adds the Rank once."
    )
    LEADER_UNFIT = ruling(
        "For a leader who is engaged, stunned or down, the most perceptive unengaged other rolls, without its Rank.",
        otherwise="The side does not roll.",
    )
    UNARMED_AFTER_DISARM = ruling(
        "A figure that lost its weapon has bare hands until the caller gives it another.",
        otherwise="It draws another weapon by itself.",
    )
    STANDING_UP = ruling(
        "Standing up takes a figure's whole turn and no die; in a skirmish a prone figure does it first.",
        otherwise="It is part of a move, or needs a roll.",
    )
    WITHDRAW_SCOPE = ruling(
        "All figures of a side in the hex count, the withdrawing one included.",
        otherwise="Only the one that withdraws.",
    )
