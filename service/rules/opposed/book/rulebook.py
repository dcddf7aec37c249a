"""The rules of `opposed`, each with its section of the source; players read their titles in tallies and steps."""

from service.rules.kernel.book import Rulebook
from service.rules.opposed.book.rulings import Rulings

CORE_MECHANICS = "Core Mechanics"
TABLE_1 = "Table 1: Attack & Defence Quality"
TABLE_2 = "Table 2: Result Quality"
ARMOUR = "Armour Definition"
DEFENCE_CALCULATION = "Defence Calculation"
EVADING = "Evading"
RANGED = "Ranged"
ASSASSIN = "Assassin"
STRIKE_MODIFIERS = "57.1 Strike Chance Modifiers Summary"
DEFENCE_MODIFIERS = "57.2 Defence Modifiers Summary"
EQUATIONS = "57.3 Combat Equation Summary"
QUALITY_TABLE = "57.4 Success Quality Table"
CONCEPT = "The Concept"
INTENT = "Intent"
BASE_GAME = "Not in the source: the base game"
ADAPTATION = "Not in the source: Umpire's adaptation"

BOOK = Rulebook("opposed")
rule = BOOK.rule


# Core and dice

CORE_BASE_RULES_FALLBACK = rule("core/base-rules-fallback", "Base game's rule", CORE_MECHANICS)
CORE_ROUND_UP = rule("core/round-up", "Percentages round up", CORE_MECHANICS)
DICE_PERCENTILE = rule("dice/percentile", "Percentile dice", CORE_MECHANICS)
DICE_TAPE = rule("dice/tape", "Supplied dice in order", ADAPTATION)
DICE_ORDER = rule("dice/order", "Order of dice in a strike", ADAPTATION)

# Success quality

QUALITY_POOR = rule("quality/poor", "Poor", TABLE_1)
QUALITY_AVERAGE = rule("quality/average", "Average", TABLE_1)
QUALITY_BETTER = rule("quality/better", "Better", TABLE_1)
QUALITY_CRUCIAL = rule("quality/crucial", "Crucial", TABLE_1)
QUALITY_DECISIVE = rule("quality/decisive", "Decisive", TABLE_1)
QUALITY_EXCELLENT = rule("quality/excellent", "Excellent", TABLE_1)
QUALITY_FANTASTIC = rule("quality/fantastic", "Fantastic", TABLE_1)
QUALITY_ROUND_UP = rule("quality/round-up", "Quality thresholds round up", CORE_MECHANICS)
QUALITY_NATURAL_01 = rule("quality/natural-01", "Natural 01", CORE_MECHANICS).noted(
    "The printed first row changes chances 1 to 4 only; at 0 or less a natural 01 stays Decisive."
)
QUALITY_NATURAL_00 = rule("quality/natural-00", "Natural 00", CORE_MECHANICS)
QUALITY_EFFECTIVE_ROLL = rule("quality/effective-roll", "Success quality", TABLE_1)
QUALITY_LOOKUP_TABLE = rule("quality/lookup-table", "Success quality table", QUALITY_TABLE)

# Attack

ATTACK_SEQUENCE = rule("attack/sequence", "Strike", CORE_MECHANICS)
ATTACK_OPPOSED_COMPARISON = rule("attack/opposed-comparison", "Quality against quality", CONCEPT)
ATTACK_DEFENDER_ALWAYS_ROLLS = rule("attack/defender-always-rolls", "Defence", CORE_MECHANICS)
ATTACK_OUTCOME = rule("attack/outcome", "Outcome", INTENT)

# Result

RESULT_RESULT_QUALITY = rule("result/result-quality", "Result quality", CORE_MECHANICS)
COMPARED = (ATTACK_OPPOSED_COMPARISON, RESULT_RESULT_QUALITY, ATTACK_OUTCOME)
RESULT_BLOCKED = rule("result/blocked", "Blocked", TABLE_2, *COMPARED)
RESULT_FATIGUE = rule("result/fatigue", "Fatigue hit", TABLE_2, *COMPARED)
RESULT_MAXIMUM_FATIGUE = rule("result/maximum-fatigue", "Maximum fatigue hit", TABLE_2, *COMPARED)
RESULT_ENDURANCE = rule("result/endurance", "Endurance hit", TABLE_2, *COMPARED)
RESULT_ENDURANCE_GRIEVOUS = rule("result/endurance-grievous", "Endurance hit, possibly grievous", TABLE_2, *COMPARED)
RESULT_MAXIMUM_ENDURANCE = rule("result/maximum-endurance", "Maximum endurance hit", TABLE_2, *COMPARED)
RESULT_MAXIMUM_ENDURANCE_PLUS_TEN = rule(
    "result/maximum-endurance-plus-ten", "Maximum endurance hit plus ten", TABLE_2, *COMPARED
)

# Armour and damage

ARMOUR_FT = rule("armour/ft", "Armour against fatigue damage", ARMOUR)
ARMOUR_EN = rule("armour/en", "Armour against endurance damage", ARMOUR)
ARMOUR_NONE = rule("armour/none", "No armour", TABLE_2)
ARMOUR_DAMAGE_REDUCTION = rule("armour/damage-reduction", "Damage reduction", ARMOUR)
ARMOUR_GRIEVOUS_BYPASS = rule("armour/grievous-bypass", "Grievous injuries pass armour", ARMOUR)
DAMAGE_ROLL = rule("damage/roll", "Damage", TABLE_2)
DAMAGE_MAXIMUM = rule("damage/maximum", "Maximum damage", TABLE_2)
DAMAGE_MINIMUM = rule("damage/minimum", "No damage below zero", ARMOUR, Rulings.MINIMUM_DAMAGE)
DAMAGE_FATIGUE_POOL = rule("damage/fatigue-pool", "Fatigue lost", TABLE_2)
DAMAGE_ENDURANCE_POOL = rule("damage/endurance-pool", "Endurance lost", TABLE_2)
DAMAGE_FATIGUE_OVERFLOW = rule(
    "damage/fatigue-overflow", "Fatigue exhausted", BASE_GAME, Rulings.FATIGUE_OVERFLOW, CORE_BASE_RULES_FALLBACK
)
GRIEVOUS_POSSIBLE = rule("grievous/possible", "Possible grievous injury", TABLE_2, Rulings.GRIEVOUS_TABLE)
GRIEVOUS_ROLL = rule("grievous/roll", "Grievous injury", TABLE_2)

# Stances

EVADE_STANCE = rule("evade/stance", "Evading", EVADING).noted(
    "An attack ends the attacker's own evading.", "A figure that is down has no stance."
)
WITHDRAW_OFFENSIVE = rule("withdraw/offensive", "Offensive withdrawal", STRIKE_MODIFIERS)
WITHDRAW_DEFENSIVE = rule("withdraw/defensive", "Defensive withdrawal", DEFENCE_MODIFIERS)

# Strike chance

CHANCE_RANKED_WEAPON = rule("strike-chance/ranked-weapon", "Ranked weapon", EQUATIONS)
CHANCE_UNRANKED_WEAPON = rule(
    "strike-chance/unranked-weapon", "Unranked weapon", BASE_GAME, Rulings.UNRANKED_WEAPON, CORE_BASE_RULES_FALLBACK
)
STRIKE_CUMULATIVE = rule("strike-modifier/cumulative", "Strike modifiers add up", STRIKE_MODIFIERS)
STRIKE_CLOSE_STRENGTH = rule("strike-modifier/close-strength", "Physical Strength", STRIKE_MODIFIERS)
STRIKE_CLOSE_NO_FATIGUE = rule(
    "strike-modifier/close-no-fatigue", "No Fatigue", STRIKE_MODIFIERS, Rulings.NO_FATIGUE_THRESHOLD
)
STRIKE_MELEE_NO_FATIGUE = rule(
    "strike-modifier/melee-no-fatigue", "No Fatigue", STRIKE_MODIFIERS, Rulings.NO_FATIGUE_THRESHOLD
)
STRIKE_OFFENSIVE_WITHDRAWAL = rule(
    "strike-modifier/offensive-withdrawal", "Offensive withdrawal", STRIKE_MODIFIERS, WITHDRAW_OFFENSIVE
)
STRIKE_CHARGE_POLE_OR_SHIELD = rule(
    "strike-modifier/charge-pole-or-shield", "Charge with pole or shield", STRIKE_MODIFIERS
)
STRIKE_CHARGE_OTHER = rule("strike-modifier/charge-other", "Charge", STRIKE_MODIFIERS)
STRIKE_MELEE_FLANK = rule("strike-modifier/melee-flank", "Flank hex", STRIKE_MODIFIERS, Rulings.OWN_STATUS_ONLY)
STRIKE_MELEE_REAR = rule("strike-modifier/melee-rear", "Rear hex", STRIKE_MODIFIERS, Rulings.OWN_STATUS_ONLY)
STRIKE_MELEE_LOW_DEFENDER = rule(
    "strike-modifier/melee-low-defender",
    "Kneeling or prone target",
    STRIKE_MODIFIERS,
    Rulings.OWN_STATUS_ONLY,
    Rulings.POSTURE_ASYMMETRY,
)
STRIKE_RANGED_FLANK = rule("strike-modifier/ranged-flank", "Flank hex", STRIKE_MODIFIERS, Rulings.OWN_STATUS_ONLY)
STRIKE_RANGED_REAR = rule("strike-modifier/ranged-rear", "Rear hex", STRIKE_MODIFIERS, Rulings.OWN_STATUS_ONLY)
STRIKE_RANGED_KNEELING = rule("strike-modifier/ranged-kneeling", "Kneeling to shoot", STRIKE_MODIFIERS)
STRIKE_AIM = rule("strike-modifier/aim", "Aimed", STRIKE_MODIFIERS)
STRIKE_SNAPSHOT = rule("strike-modifier/snapshot", "Snap shot", STRIKE_MODIFIERS)
STRIKE_THROWN_DISTANCE = rule(
    "strike-modifier/thrown-distance", "Thrown distance", STRIKE_MODIFIERS, Rulings.THROWN_HEXES
)
STRIKE_MISSILE_DISTANCE = rule(
    "strike-modifier/missile-distance", "Missile distance", STRIKE_MODIFIERS, Rulings.MISSILE_BANDS
)
STRIKE_VISIBILITY = rule("strike-modifier/visibility", "Visibility", STRIKE_MODIFIERS)
STRIKE_VISIBILITY_STARRY = rule(
    "strike-modifier/visibility-starry", "Starlight or shadow", STRIKE_MODIFIERS, STRIKE_VISIBILITY
)
STRIKE_VISIBILITY_CLOUDY = rule(
    "strike-modifier/visibility-cloudy", "Cloudy night", STRIKE_MODIFIERS, STRIKE_VISIBILITY
)
STRIKE_VISIBILITY_UNLIT = rule(
    "strike-modifier/visibility-unlit", "Unlit interior", STRIKE_MODIFIERS, STRIKE_VISIBILITY
)
STRIKE_VISIBILITY_PITCH_BLACK = rule(
    "strike-modifier/visibility-pitch-black", "Pitch black", STRIKE_MODIFIERS, STRIKE_VISIBILITY
)
STRIKE_VISIBILITY_UNSEEN = rule(
    "strike-modifier/visibility-unseen",
    "Unseen target",
    STRIKE_MODIFIERS,
    STRIKE_VISIBILITY,
    Rulings.VISIBILITY_STACKING,
)
STRIKE_SECONDARY_HAND = rule("strike-modifier/secondary-hand", "Secondary hand", STRIKE_MODIFIERS)
STRIKE_MULTIPLE_STRIKE = rule("strike-modifier/multiple-strike", "Multiple strike", STRIKE_MODIFIERS)
STRIKE_MULTI_HEX_STRIKE = rule("strike-modifier/multi-hex-strike", "Multi-hex strike", STRIKE_MODIFIERS)
STRIKE_AIRBORNE_ATTACKER = rule("strike-modifier/airborne-attacker", "Striking in flight", STRIKE_MODIFIERS)

# Defence

DEFENCE_FRONT = rule("defence/front", "Front Defence", EQUATIONS)
DEFENCE_FLANK_REAR = rule("defence/flank-rear", "Flank or rear Defence", DEFENCE_CALCULATION)
DEFENCE_STUNNED = rule("defence/stunned", "Stunned Defence", DEFENCE_CALCULATION, Rulings.STUNNED_HEX)
DEFENCE_CUMULATIVE = rule("defence-modifier/cumulative", "Defence modifiers add up", DEFENCE_MODIFIERS)
DEFENCE_CLOSE_STRENGTH = rule("defence-modifier/close-strength", "Physical Strength", DEFENCE_MODIFIERS)
DEFENCE_CLOSE_NO_FATIGUE = rule(
    "defence-modifier/close-no-fatigue", "No Fatigue", DEFENCE_MODIFIERS, Rulings.NO_FATIGUE_THRESHOLD
)
DEFENCE_CLOSE_STUNNED = rule(
    "defence-modifier/close-stunned",
    "Stunned",
    DEFENCE_MODIFIERS,
    Rulings.STUNNED_DOUBLE_PENALTY,
    Rulings.STUNNED_CLOSE_STRENGTH,
)
DEFENCE_MELEE_NO_FATIGUE = rule(
    "defence-modifier/melee-no-fatigue", "No Fatigue", DEFENCE_MODIFIERS, Rulings.NO_FATIGUE_THRESHOLD
)
DEFENCE_MELEE_STUNNED = rule(
    "defence-modifier/melee-stunned", "Stunned", DEFENCE_MODIFIERS, Rulings.STUNNED_DOUBLE_PENALTY
)
DEFENCE_DEFENSIVE_WITHDRAWAL = rule(
    "defence-modifier/defensive-withdrawal", "Defensive withdrawal", DEFENCE_MODIFIERS, WITHDRAW_DEFENSIVE
)
DEFENCE_MELEE_EVADING = rule("defence-modifier/melee-evading", "Evading", DEFENCE_MODIFIERS, EVADE_STANCE)
DEFENCE_MELEE_EVADING_RANK = rule(
    "defence-modifier/melee-evading-rank", "Evading with a ranked weapon", DEFENCE_MODIFIERS
)
DEFENCE_RANGED_STUNNED = rule(
    "defence-modifier/ranged-stunned", "Stunned", DEFENCE_MODIFIERS, Rulings.STUNNED_DOUBLE_PENALTY
)
DEFENCE_RANGED_MOVING = rule("defence-modifier/ranged-moving", "Moving target", DEFENCE_MODIFIERS)
DEFENCE_RANGED_LOW = rule(
    "defence-modifier/ranged-low", "Kneeling or prone", DEFENCE_MODIFIERS, Rulings.POSTURE_ASYMMETRY
)
DEFENCE_RANGED_EVADING = rule(
    "defence-modifier/ranged-evading", "Evading", DEFENCE_MODIFIERS, EVADE_STANCE, Rulings.EVADE_MODES
)
DEFENCE_RANGED_SHELTERED = rule("defence-modifier/ranged-sheltered", "Sheltered", DEFENCE_MODIFIERS)
DEFENCE_AIRBORNE = rule("defence-modifier/airborne", "In flight", DEFENCE_MODIFIERS)

# Modifiers of the strike die

DIE_AIM = rule("dice-modifier/aim", "Aimed", RANGED)
DIE_ASSASSIN_SURPRISE = rule(
    "dice-modifier/assassin-surprise",
    "Assassin, from surprise",
    ASSASSIN,
    Rulings.ASSASSIN_SCOPE,
    Rulings.ASSASSIN_TIER_EXCLUSIVE,
)
DIE_ASSASSIN_BEHIND = rule("dice-modifier/assassin-behind", "Assassin, from behind", ASSASSIN, Rulings.ASSASSIN_SCOPE)
DIE_ASSASSIN_FRONT = rule(
    "dice-modifier/assassin-front",
    "Assassin, from in front",
    ASSASSIN,
    Rulings.ASSASSIN_SCOPE,
    Rulings.ASSASSIN_FRONT_FRACTION,
    Rulings.ASSASSIN_FLANK,
)
DIE_STACKING = rule("dice-modifier/stacking", "Dice modifiers add up", ASSASSIN)

# Evading

EVADE_PARRY_TRIGGER = rule(
    "evade/parry-trigger", "Chance to parry", EVADING, Rulings.EVADE_TRIGGER, Rulings.EVADE_MODES
).noted("The defender may decline the parry.")
EVADE_PARRY_ROLL = rule("evade/parry-roll", "Parry", EQUATIONS)
EVADE_PARRY_SUCCESS = rule("evade/parry-success", "Parried", EQUATIONS).noted(
    "A figure that owes a Pass neither attacks nor restrains; a riposte is free, so it is not forbidden."
)
EVADE_PARRY_DISARM = rule("evade/parry-disarm", "Parry disarms", EQUATIONS).noted(
    "An attacker without a weapon loses the point of Endurance and nothing else."
)
EVADE_PARRY_RIPOSTE = rule("evade/parry-riposte", "Parry disarms and allows a riposte", EQUATIONS).noted(
    "A riposte may be declined; an attacker that is down is not struck."
)

# Manoeuvres

MANEUVER_SHIELD_RUSH = rule("maneuver/shield-rush", "Shield rush", EQUATIONS)
MANEUVER_DISARM = rule("maneuver/disarm", "Disarm", EQUATIONS)
MANEUVER_TRIP = rule("maneuver/trip", "Trip", EQUATIONS).noted(
    "The ranked formula is used for an unranked weapon, too."
)
MANEUVER_KNOCKOUT = rule("maneuver/knockout", "Knockout", EQUATIONS)
MANEUVER_ENTANGLE = rule("maneuver/entangle", "Entangle", EQUATIONS)
MANEUVER_TRAMPLE = rule("maneuver/trample", "Trample", EQUATIONS).noted(
    "The ranked formula is used for an unranked weapon, too."
)
MANEUVER_AVOID_ROLL = rule("maneuver/avoid-roll", "Avoid roll", EQUATIONS).noted(
    "Who is stunned, or is stunned or felled by the strike itself, rolls as usual; who was down before avoids nothing.",
    "A target that is prone, bare-handed or entangled already takes no avoid die for the same effect.",
)
MANEUVER_RESTRAIN = rule("maneuver/restrain", "Restrain", EQUATIONS, Rulings.RESTRAIN_ROLL).noted(
    "Restraining engages both figures.",
    "A natural 01 succeeds and a natural 00 fails, as in avoid rolls.",
    "A figure that is down does not resist.",
)

# Fumble, withdrawal, repulse

FUMBLE_TRIGGER = rule(
    "fumble/trigger",
    "Possible fumble",
    BASE_GAME,
    Rulings.FUMBLE_TRIGGER,
    Rulings.CONSEQUENCE_DICE,
    CORE_BASE_RULES_FALLBACK,
)
FUMBLE_CHECK = rule("fumble/check", "Fumble check", EQUATIONS).noted(
    "In a round the lowered initiative moves the figure back among those that have not acted yet."
)
FUMBLE_TABLE_HOOK = rule("fumble/table-hook", "Fumble table", EQUATIONS, Rulings.MISSING_LINKS, DICE_ORDER)
WITHDRAW_CLOSE_COMBAT = rule(
    "withdraw/close-combat", "Withdraw from close combat", EQUATIONS, Rulings.WITHDRAW_SCOPE
).noted("In the hex are the foes that the figure is engaged with, and every friend engaged with one of them.")
REPULSE_CHARGE = rule("repulse/charge", "Repulse a charge", EQUATIONS).noted(
    "A stunned figure repulses nobody.",
    "A melee charge stays outside the hex, so there is nothing to repulse; a step says so.",
)

# Consciousness and stun

CONSCIOUSNESS_CHECK = rule("consciousness/check", "Stay conscious", EQUATIONS).noted(
    "A figure with Endurance 0 or less is not active, even if the request sends its status as `active`."
)
STUN_EFFECTS = rule("stun/effects", "Effects of a stun", DEFENCE_CALCULATION)
STUN_TRIGGER = rule("stun/trigger", "Stunned", BASE_GAME, STUN_EFFECTS, Rulings.STUN_TRIGGER, CORE_BASE_RULES_FALLBACK)
STUN_RECOVERY = rule("stun/recovery", "Stun recovery", EQUATIONS, Rulings.STUN_RECOVERY_ROLL).noted(
    "A natural 01 succeeds and a natural 00 fails, as in avoid rolls."
)

# Initiative and the round

INITIATIVE_ENGAGED = rule("initiative/engaged", "Engaged initiative", EQUATIONS)
INITIATIVE_UNENGAGED = rule("initiative/unengaged", "Unengaged initiative", EQUATIONS)
INITIATIVE_TIES = rule("initiative/ties", "Initiative ties", ADAPTATION, Rulings.INITIATIVE_TIES).noted(
    "Dice of ties follow the d10 of unengaged sides: first for sides, then for engaged figures.",
    "Equals roll at most ten times; who is equal even then acts in the order of the request.",
    "Of those whom a fumble makes equal within a round, the one that it has lowered less acts first.",
)
ROUND_PHASES = rule("round/phases", "Phases of a round", ADAPTATION).noted("A figure without an order passes.")
ROUND_DICE_ORDER = rule("round/dice-order", "Order of dice in a round", ADAPTATION)
ROUND_LOST_ACTION = rule("round/lost-action", "Lost action", ADAPTATION).noted(
    "A stunned figure that owes a Pass passes first; it tries to recover in its next turn.",
    "A figure that is down has no turn; an order for it is lost, and an event says so.",
    "A figure that has lost its weapon strikes bare-handed in plain melee; an order that needs the weapon is lost.",
)
ROUND_ENGAGEMENT = rule("round/engagement", "Engagement", BASE_GAME)
ROUND_STAND_UP = rule("round/stand-up", "Standing up", ADAPTATION).noted(
    "Kneeling figures stand up in the same way as prone ones.",
    "In a skirmish a prone figure stands up before its standing order, unless that is to pass or to do something else.",
    "In a skirmish recovery from a stun comes first, and a kneeling figure keeps its posture.",
)
ROUND_EVADE_DURATION = rule("round/evade-duration", "How long evading lasts", ADAPTATION)

# Pursuit

PURSUIT_ELIGIBILITY = rule("pursuit/eligibility", "Who can flee and pursue", ADAPTATION).noted(
    "A pursuer that cannot run stays behind, with a warning; a fleeing figure that cannot run is refused."
)
PURSUIT_PROCEDURE = rule("pursuit/procedure", "Chase", ADAPTATION)
PURSUIT_ESCAPE = rule("pursuit/escape", "Escape", ADAPTATION)
PURSUIT_CAUGHT = rule("pursuit/caught", "Caught", ADAPTATION)
PURSUIT_FREE_STRIKE = rule("pursuit/free-strike", "Free strike from behind", ADAPTATION)
PURSUIT_CASUALTIES = rule("pursuit/casualties", "Struck down in flight", ADAPTATION)

# Skirmish

SKIRMISH_DEFAULT_ORDERS = rule("skirmish/default-orders", "Default orders", ADAPTATION).noted(
    "Orders of a request are standing orders, followed in each round in which they make sense."
)
SKIRMISH_END = rule("skirmish/end", "End of a skirmish", ADAPTATION)
SKIRMISH_BREAK = rule("skirmish/break", "Breaking off", ADAPTATION)
SKIRMISH_PC_GUARD = rule("skirmish/pc-guard", "No player characters", ADAPTATION)

RULES = tuple(BOOK.rules)
