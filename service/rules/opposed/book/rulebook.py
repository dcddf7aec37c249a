"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps."""

from typing import Final

from service.dice.model import Rule

CORE_MECHANICS = "Core Mechanics"
TABLE_1 = "Table 1: Attack & Defence Quality"
TABLE_2 = "Table 2: Result Quality"
ARMOUR = "Armour Definition"
STRIKE_CALCULATION = "Strike Chance Calculation"
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

# Core and dice

CORE_BASE_RULES_FALLBACK: Final = Rule("opposed/core/base-rules-fallback", "Base game's rule", cites=CORE_MECHANICS)
CORE_ROUND_UP: Final = Rule("opposed/core/round-up", "Percentages round up", cites=CORE_MECHANICS)
DICE_PERCENTILE: Final = Rule("opposed/dice/percentile", "Percentile dice", cites=CORE_MECHANICS)
DICE_TAPE: Final = Rule("opposed/dice/tape", "Supplied dice in order", cites=ADAPTATION)
DICE_ORDER: Final = Rule("opposed/dice/order", "Order of dice in a strike", cites=ADAPTATION)

# Success quality

QUALITY_POOR: Final = Rule("opposed/quality/poor", "Poor", cites=TABLE_1)
QUALITY_AVERAGE: Final = Rule("opposed/quality/average", "Average", cites=TABLE_1)
QUALITY_BETTER: Final = Rule("opposed/quality/better", "Better", cites=TABLE_1)
QUALITY_CRUCIAL: Final = Rule("opposed/quality/crucial", "Crucial", cites=TABLE_1)
QUALITY_DECISIVE: Final = Rule("opposed/quality/decisive", "Decisive", cites=TABLE_1)
QUALITY_EXCELLENT: Final = Rule("opposed/quality/excellent", "Excellent", cites=TABLE_1)
QUALITY_FANTASTIC: Final = Rule("opposed/quality/fantastic", "Fantastic", cites=TABLE_1)
QUALITY_ROUND_UP: Final = Rule("opposed/quality/round-up", "Quality thresholds round up", cites=CORE_MECHANICS)
QUALITY_NATURAL_01: Final = Rule("opposed/quality/natural-01", "Natural 01", cites=CORE_MECHANICS)
QUALITY_NATURAL_00: Final = Rule("opposed/quality/natural-00", "Natural 00", cites=CORE_MECHANICS)
QUALITY_EFFECTIVE_ROLL: Final = Rule("opposed/quality/effective-roll", "Success quality", cites=TABLE_1)
QUALITY_LOOKUP_TABLE: Final = Rule("opposed/quality/lookup-table", "Success quality table", cites=QUALITY_TABLE)

# Attack

ATTACK_SEQUENCE: Final = Rule("opposed/attack/sequence", "Strike", cites=CORE_MECHANICS)
ATTACK_OPPOSED_COMPARISON: Final = Rule("opposed/attack/opposed-comparison", "Quality against quality", cites=CONCEPT)
ATTACK_DEFENDER_ALWAYS_ROLLS: Final = Rule("opposed/attack/defender-always-rolls", "Defence", cites=CORE_MECHANICS)
ATTACK_OUTCOME: Final = Rule("opposed/attack/outcome", "Outcome", cites=INTENT)

# Result

RESULT_BLOCKED: Final = Rule("opposed/result/blocked", "Blocked", cites=TABLE_2)
RESULT_FATIGUE: Final = Rule("opposed/result/fatigue", "Fatigue hit", cites=TABLE_2)
RESULT_MAXIMUM_FATIGUE: Final = Rule("opposed/result/maximum-fatigue", "Maximum fatigue hit", cites=TABLE_2)
RESULT_ENDURANCE: Final = Rule("opposed/result/endurance", "Endurance hit", cites=TABLE_2)
RESULT_ENDURANCE_GRIEVOUS: Final = Rule(
    "opposed/result/endurance-grievous", "Endurance hit, possibly grievous", cites=TABLE_2
)
RESULT_MAXIMUM_ENDURANCE: Final = Rule("opposed/result/maximum-endurance", "Maximum endurance hit", cites=TABLE_2)
RESULT_MAXIMUM_ENDURANCE_PLUS_TEN: Final = Rule(
    "opposed/result/maximum-endurance-plus-ten", "Maximum endurance hit plus ten", cites=TABLE_2
)
RESULT_RESULT_QUALITY: Final = Rule("opposed/result/result-quality", "Result quality", cites=CORE_MECHANICS)

# Armour and damage

ARMOUR_FT: Final = Rule("opposed/armour/ft", "Armour against fatigue damage", cites=ARMOUR)
ARMOUR_EN: Final = Rule("opposed/armour/en", "Armour against endurance damage", cites=ARMOUR)
ARMOUR_NONE: Final = Rule("opposed/armour/none", "No armour", cites=TABLE_2)
ARMOUR_DAMAGE_REDUCTION: Final = Rule("opposed/armour/damage-reduction", "Damage reduction", cites=ARMOUR)
ARMOUR_GRIEVOUS_BYPASS: Final = Rule("opposed/armour/grievous-bypass", "Grievous injuries pass armour", cites=ARMOUR)
DAMAGE_ROLL: Final = Rule("opposed/damage/roll", "Damage", cites=TABLE_2)
DAMAGE_MAXIMUM: Final = Rule("opposed/damage/maximum", "Maximum damage", cites=TABLE_2)
DAMAGE_MINIMUM: Final = Rule("opposed/damage/minimum", "No damage below zero", cites=ARMOUR)
DAMAGE_FATIGUE_POOL: Final = Rule("opposed/damage/fatigue-pool", "Fatigue lost", cites=TABLE_2)
DAMAGE_ENDURANCE_POOL: Final = Rule("opposed/damage/endurance-pool", "Endurance lost", cites=TABLE_2)
DAMAGE_FATIGUE_OVERFLOW: Final = Rule("opposed/damage/fatigue-overflow", "Fatigue exhausted", cites=BASE_GAME)
GRIEVOUS_POSSIBLE: Final = Rule("opposed/grievous/possible", "Possible grievous injury", cites=TABLE_2)
GRIEVOUS_ROLL: Final = Rule("opposed/grievous/roll", "Grievous injury", cites=TABLE_2)

# Strike chance

CHANCE_RANKED_WEAPON: Final = Rule("opposed/strike-chance/ranked-weapon", "Ranked weapon", cites=EQUATIONS)
CHANCE_UNRANKED_WEAPON: Final = Rule("opposed/strike-chance/unranked-weapon", "Unranked weapon", cites=BASE_GAME)
STRIKE_CUMULATIVE: Final = Rule("opposed/strike-modifier/cumulative", "Strike modifiers add up", cites=STRIKE_MODIFIERS)
STRIKE_CLOSE_STRENGTH: Final = Rule(
    "opposed/strike-modifier/close-strength", "Physical Strength", cites=STRIKE_MODIFIERS
)
STRIKE_CLOSE_NO_FATIGUE: Final = Rule("opposed/strike-modifier/close-no-fatigue", "No Fatigue", cites=STRIKE_MODIFIERS)
STRIKE_MELEE_NO_FATIGUE: Final = Rule("opposed/strike-modifier/melee-no-fatigue", "No Fatigue", cites=STRIKE_MODIFIERS)
STRIKE_OFFENSIVE_WITHDRAWAL: Final = Rule(
    "opposed/strike-modifier/offensive-withdrawal", "Offensive withdrawal", cites=STRIKE_MODIFIERS
)
STRIKE_CHARGE_POLE_OR_SHIELD: Final = Rule(
    "opposed/strike-modifier/charge-pole-or-shield", "Charge with pole or shield", cites=STRIKE_MODIFIERS
)
STRIKE_CHARGE_OTHER: Final = Rule("opposed/strike-modifier/charge-other", "Charge", cites=STRIKE_MODIFIERS)
STRIKE_MELEE_FLANK: Final = Rule("opposed/strike-modifier/melee-flank", "Flank hex", cites=STRIKE_MODIFIERS)
STRIKE_MELEE_REAR: Final = Rule("opposed/strike-modifier/melee-rear", "Rear hex", cites=STRIKE_MODIFIERS)
STRIKE_MELEE_LOW_DEFENDER: Final = Rule(
    "opposed/strike-modifier/melee-low-defender", "Kneeling or prone target", cites=STRIKE_MODIFIERS
)
STRIKE_RANGED_FLANK: Final = Rule("opposed/strike-modifier/ranged-flank", "Flank hex", cites=STRIKE_MODIFIERS)
STRIKE_RANGED_REAR: Final = Rule("opposed/strike-modifier/ranged-rear", "Rear hex", cites=STRIKE_MODIFIERS)
STRIKE_RANGED_KNEELING: Final = Rule(
    "opposed/strike-modifier/ranged-kneeling", "Kneeling to shoot", cites=STRIKE_MODIFIERS
)
STRIKE_AIM: Final = Rule("opposed/strike-modifier/aim", "Aimed", cites=STRIKE_MODIFIERS)
STRIKE_SNAPSHOT: Final = Rule("opposed/strike-modifier/snapshot", "Snap shot", cites=STRIKE_MODIFIERS)
STRIKE_THROWN_DISTANCE: Final = Rule(
    "opposed/strike-modifier/thrown-distance", "Thrown distance", cites=STRIKE_MODIFIERS
)
STRIKE_MISSILE_DISTANCE: Final = Rule(
    "opposed/strike-modifier/missile-distance", "Missile distance", cites=STRIKE_MODIFIERS
)
STRIKE_VISIBILITY: Final = Rule("opposed/strike-modifier/visibility", "Visibility", cites=STRIKE_MODIFIERS)
STRIKE_VISIBILITY_STARRY: Final = Rule(
    "opposed/strike-modifier/visibility-starry", "Starlight or shadow", cites=STRIKE_MODIFIERS
)
STRIKE_VISIBILITY_CLOUDY: Final = Rule(
    "opposed/strike-modifier/visibility-cloudy", "Cloudy night", cites=STRIKE_MODIFIERS
)
STRIKE_VISIBILITY_UNLIT: Final = Rule(
    "opposed/strike-modifier/visibility-unlit", "Unlit interior", cites=STRIKE_MODIFIERS
)
STRIKE_VISIBILITY_PITCH_BLACK: Final = Rule(
    "opposed/strike-modifier/visibility-pitch-black", "Pitch black", cites=STRIKE_MODIFIERS
)
STRIKE_VISIBILITY_UNSEEN: Final = Rule(
    "opposed/strike-modifier/visibility-unseen", "Unseen target", cites=STRIKE_MODIFIERS
)
STRIKE_SECONDARY_HAND: Final = Rule("opposed/strike-modifier/secondary-hand", "Secondary hand", cites=STRIKE_MODIFIERS)
STRIKE_MULTIPLE_STRIKE: Final = Rule(
    "opposed/strike-modifier/multiple-strike", "Multiple strike", cites=STRIKE_MODIFIERS
)
STRIKE_MULTI_HEX_STRIKE: Final = Rule(
    "opposed/strike-modifier/multi-hex-strike", "Multi-hex strike", cites=STRIKE_MODIFIERS
)
STRIKE_AIRBORNE_ATTACKER: Final = Rule(
    "opposed/strike-modifier/airborne-attacker", "Striking in flight", cites=STRIKE_MODIFIERS
)

# Defence

DEFENCE_FRONT: Final = Rule("opposed/defence/front", "Front Defence", cites=EQUATIONS)
DEFENCE_FLANK_REAR: Final = Rule("opposed/defence/flank-rear", "Flank or rear Defence", cites=DEFENCE_CALCULATION)
DEFENCE_STUNNED: Final = Rule("opposed/defence/stunned", "Stunned Defence", cites=DEFENCE_CALCULATION)
DEFENCE_CUMULATIVE: Final = Rule(
    "opposed/defence-modifier/cumulative", "Defence modifiers add up", cites=DEFENCE_MODIFIERS
)
DEFENCE_CLOSE_STRENGTH: Final = Rule(
    "opposed/defence-modifier/close-strength", "Physical Strength", cites=DEFENCE_MODIFIERS
)
DEFENCE_CLOSE_NO_FATIGUE: Final = Rule(
    "opposed/defence-modifier/close-no-fatigue", "No Fatigue", cites=DEFENCE_MODIFIERS
)
DEFENCE_CLOSE_STUNNED: Final = Rule("opposed/defence-modifier/close-stunned", "Stunned", cites=DEFENCE_MODIFIERS)
DEFENCE_MELEE_NO_FATIGUE: Final = Rule(
    "opposed/defence-modifier/melee-no-fatigue", "No Fatigue", cites=DEFENCE_MODIFIERS
)
DEFENCE_MELEE_STUNNED: Final = Rule("opposed/defence-modifier/melee-stunned", "Stunned", cites=DEFENCE_MODIFIERS)
DEFENCE_DEFENSIVE_WITHDRAWAL: Final = Rule(
    "opposed/defence-modifier/defensive-withdrawal", "Defensive withdrawal", cites=DEFENCE_MODIFIERS
)
DEFENCE_MELEE_EVADING: Final = Rule("opposed/defence-modifier/melee-evading", "Evading", cites=DEFENCE_MODIFIERS)
DEFENCE_MELEE_EVADING_RANK: Final = Rule(
    "opposed/defence-modifier/melee-evading-rank", "Evading with a ranked weapon", cites=DEFENCE_MODIFIERS
)
DEFENCE_RANGED_STUNNED: Final = Rule("opposed/defence-modifier/ranged-stunned", "Stunned", cites=DEFENCE_MODIFIERS)
DEFENCE_RANGED_MOVING: Final = Rule("opposed/defence-modifier/ranged-moving", "Moving target", cites=DEFENCE_MODIFIERS)
DEFENCE_RANGED_LOW: Final = Rule("opposed/defence-modifier/ranged-low", "Kneeling or prone", cites=DEFENCE_MODIFIERS)
DEFENCE_RANGED_EVADING: Final = Rule("opposed/defence-modifier/ranged-evading", "Evading", cites=DEFENCE_MODIFIERS)
DEFENCE_RANGED_SHELTERED: Final = Rule(
    "opposed/defence-modifier/ranged-sheltered", "Sheltered", cites=DEFENCE_MODIFIERS
)
DEFENCE_AIRBORNE: Final = Rule("opposed/defence-modifier/airborne", "In flight", cites=DEFENCE_MODIFIERS)

# Modifiers of the strike die

DIE_AIM: Final = Rule("opposed/dice-modifier/aim", "Aimed", cites=RANGED)
DIE_ASSASSIN_SURPRISE: Final = Rule(
    "opposed/dice-modifier/assassin-surprise", "Assassin, from surprise", cites=ASSASSIN
)
DIE_ASSASSIN_BEHIND: Final = Rule("opposed/dice-modifier/assassin-behind", "Assassin, from behind", cites=ASSASSIN)
DIE_ASSASSIN_FRONT: Final = Rule("opposed/dice-modifier/assassin-front", "Assassin, from in front", cites=ASSASSIN)
DIE_STACKING: Final = Rule("opposed/dice-modifier/stacking", "Dice modifiers add up", cites=ASSASSIN)

# Evading

EVADE_STANCE: Final = Rule("opposed/evade/stance", "Evading", cites=EVADING)
EVADE_PARRY_TRIGGER: Final = Rule("opposed/evade/parry-trigger", "Chance to parry", cites=EVADING)
EVADE_PARRY_ROLL: Final = Rule("opposed/evade/parry-roll", "Parry", cites=EQUATIONS)
EVADE_PARRY_SUCCESS: Final = Rule("opposed/evade/parry-success", "Parried", cites=EQUATIONS)
EVADE_PARRY_DISARM: Final = Rule("opposed/evade/parry-disarm", "Parry disarms", cites=EQUATIONS)
EVADE_PARRY_RIPOSTE: Final = Rule("opposed/evade/parry-riposte", "Parry disarms and allows a riposte", cites=EQUATIONS)

# Manoeuvres

MANEUVER_SHIELD_RUSH: Final = Rule("opposed/maneuver/shield-rush", "Shield rush", cites=EQUATIONS)
MANEUVER_DISARM: Final = Rule("opposed/maneuver/disarm", "Disarm", cites=EQUATIONS)
MANEUVER_TRIP: Final = Rule("opposed/maneuver/trip", "Trip", cites=EQUATIONS)
MANEUVER_KNOCKOUT: Final = Rule("opposed/maneuver/knockout", "Knockout", cites=EQUATIONS)
MANEUVER_ENTANGLE: Final = Rule("opposed/maneuver/entangle", "Entangle", cites=EQUATIONS)
MANEUVER_TRAMPLE: Final = Rule("opposed/maneuver/trample", "Trample", cites=EQUATIONS)
MANEUVER_AVOID_ROLL: Final = Rule("opposed/maneuver/avoid-roll", "Avoid roll", cites=EQUATIONS)
MANEUVER_RESTRAIN: Final = Rule("opposed/maneuver/restrain", "Restrain", cites=EQUATIONS)

# Fumble, withdrawal, repulse

FUMBLE_TRIGGER: Final = Rule("opposed/fumble/trigger", "Possible fumble", cites=BASE_GAME)
FUMBLE_CHECK: Final = Rule("opposed/fumble/check", "Fumble check", cites=EQUATIONS)
FUMBLE_TABLE_HOOK: Final = Rule("opposed/fumble/table-hook", "Fumble table", cites=EQUATIONS)
WITHDRAW_CLOSE_COMBAT: Final = Rule("opposed/withdraw/close-combat", "Withdraw from close combat", cites=EQUATIONS)
WITHDRAW_OFFENSIVE: Final = Rule("opposed/withdraw/offensive", "Offensive withdrawal", cites=STRIKE_MODIFIERS)
WITHDRAW_DEFENSIVE: Final = Rule("opposed/withdraw/defensive", "Defensive withdrawal", cites=DEFENCE_MODIFIERS)
REPULSE_CHARGE: Final = Rule("opposed/repulse/charge", "Repulse a charge", cites=EQUATIONS)

# Consciousness and stun

CONSCIOUSNESS_CHECK: Final = Rule("opposed/consciousness/check", "Stay conscious", cites=EQUATIONS)
STUN_TRIGGER: Final = Rule("opposed/stun/trigger", "Stunned", cites=BASE_GAME)
STUN_EFFECTS: Final = Rule("opposed/stun/effects", "Effects of a stun", cites=DEFENCE_CALCULATION)
STUN_RECOVERY: Final = Rule("opposed/stun/recovery", "Stun recovery", cites=EQUATIONS)

# Initiative and the round

INITIATIVE_ENGAGED: Final = Rule("opposed/initiative/engaged", "Engaged initiative", cites=EQUATIONS)
INITIATIVE_UNENGAGED: Final = Rule("opposed/initiative/unengaged", "Unengaged initiative", cites=EQUATIONS)
INITIATIVE_TIES: Final = Rule("opposed/initiative/ties", "Initiative ties", cites=ADAPTATION)
ROUND_PHASES: Final = Rule("opposed/round/phases", "Phases of a round", cites=ADAPTATION)
ROUND_DICE_ORDER: Final = Rule("opposed/round/dice-order", "Order of dice in a round", cites=ADAPTATION)
ROUND_LOST_ACTION: Final = Rule("opposed/round/lost-action", "Lost action", cites=ADAPTATION)
ROUND_ENGAGEMENT: Final = Rule("opposed/round/engagement", "Engagement", cites=BASE_GAME)
ROUND_STAND_UP: Final = Rule("opposed/round/stand-up", "Standing up", cites=ADAPTATION)
ROUND_EVADE_DURATION: Final = Rule("opposed/round/evade-duration", "How long evading lasts", cites=ADAPTATION)

# Pursuit

PURSUIT_ELIGIBILITY: Final = Rule("opposed/pursuit/eligibility", "Who can flee and pursue", cites=ADAPTATION)
PURSUIT_PROCEDURE: Final = Rule("opposed/pursuit/procedure", "Chase", cites=ADAPTATION)
PURSUIT_ESCAPE: Final = Rule("opposed/pursuit/escape", "Escape", cites=ADAPTATION)
PURSUIT_CAUGHT: Final = Rule("opposed/pursuit/caught", "Caught", cites=ADAPTATION)
PURSUIT_FREE_STRIKE: Final = Rule("opposed/pursuit/free-strike", "Free strike from behind", cites=ADAPTATION)
PURSUIT_CASUALTIES: Final = Rule("opposed/pursuit/casualties", "Struck down in flight", cites=ADAPTATION)

# Skirmish

SKIRMISH_DEFAULT_ORDERS: Final = Rule("opposed/skirmish/default-orders", "Default orders", cites=ADAPTATION)
SKIRMISH_END: Final = Rule("opposed/skirmish/end", "End of a skirmish", cites=ADAPTATION)
SKIRMISH_BREAK: Final = Rule("opposed/skirmish/break", "Breaking off", cites=ADAPTATION)
SKIRMISH_PC_GUARD: Final = Rule("opposed/skirmish/pc-guard", "No player characters", cites=ADAPTATION)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
