"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps."""

from typing import Final

from service.dice.model import Rule

ROUND = "The Combat Round and Combat Turns"
INITIATIVE = "Determining Turn Order: Initiative"
SURPRISE = "Surprise"
TURN = "The Combat Turn"
MOVEMENT = "Movement"
ACTIONS = "Actions"
ATTACKING = "Combat - Attack Actions"
MELEE = "Melee and Reach Combat"
RANGE = "Range Combat"
RESOLVING = "Resolving Combat"
CRITICAL = "Critical Hits"
DAMAGE_DICE = "Damage Dice"
EXAMPLE = "Damage Dice, Example"
POWER = "Power Attacks"
PARRYING = "Parrying"
PARRYING_WEAPON = "Parrying with a Weapon"
PARRYING_SHIELD = "Parrying with a Shield"
SNEAK = "Sneak Attacks"
SNEAK_EXAMPLE = "Sneak Attacks, after the example"
OUTSIDE = "Not in the chapter: the author's other pages"
ADAPTATION = "Not in the source: Umpire's adaptation"

# Dice

DICE_TAPE: Final = Rule("laurels/dice/tape", "Supplied dice in order", cites=ADAPTATION)
DICE_CONSUMPTION_ORDER: Final = Rule("laurels/dice/consumption-order", "Order of dice in an attack", cites=ADAPTATION)
CHECK_SKILL_CHECK: Final = Rule("laurels/check/skill-check", "Skill check", cites=OUTSIDE)

# Round, turn, movement, actions

ROUND_STRUCTURE: Final = Rule("laurels/round/structure", "Rounds and turns", cites=ROUND)
ROUND_DURATION: Final = Rule("laurels/round/duration", "Six seconds a round", cites=ROUND)
ROUND_PHASES: Final = Rule("laurels/round/phases", "Phases of a round", cites=ADAPTATION)
ROUND_LOST_TURN: Final = Rule("laurels/round/lost-turn", "Lost turn", cites=ADAPTATION)
TURN_PARTS: Final = Rule("laurels/turn/parts", "Turn", cites=TURN)
MOVE_ALLOWANCE: Final = Rule("laurels/move/allowance", "Movement within the Move", cites=MOVEMENT)
MOVE_SPLIT: Final = Rule("laurels/move/split", "Movement before and after", cites=MOVEMENT)
MOVE_FORCED: Final = Rule("laurels/move/forced", "Forced movement", cites=MOVEMENT)
MOVE_BONUS: Final = Rule("laurels/move/bonus", "Movement beyond the Move", cites=MOVEMENT)
ACTION_ONE_PER_TURN: Final = Rule("laurels/action/one-per-turn", "One action a turn", cites=ACTIONS)
ACTION_DRAW_FREE: Final = Rule("laurels/action/draw-free", "Drawing is free", cites=ACTIONS)
ACTION_SHEATHE_COSTS: Final = Rule("laurels/action/sheathe-costs", "Sheathing is an action", cites=ACTIONS)
ACTION_DROP_AND_DRAW: Final = Rule("laurels/action/drop-and-draw", "Dropping and drawing is free", cites=ACTIONS)
ACTION_SPELL: Final = Rule("laurels/action/spell", "Casting is an action", cites=ACTIONS)
ACTION_COMMUNICATION: Final = Rule("laurels/action/communication", "A sentence is free", cites=ACTIONS)
ACTION_COMPLEX_INSTRUCTIONS: Final = Rule(
    "laurels/action/complex-instructions", "Long instructions are an action", cites=ACTIONS
)
ACTION_POINTING: Final = Rule("laurels/action/pointing", "Pointing needs a free hand", cites=ACTIONS)
ACTION_CATALOGUE: Final = Rule("laurels/action/catalogue", "Other action", cites=ACTIONS)
ACTION_LATITUDE: Final = Rule("laurels/action/latitude", "Whatever fits six seconds", cites=ACTIONS)

# Initiative and surprise

INITIATIVE_SIDE_ROLL: Final = Rule("laurels/initiative/side-roll", "Initiative", cites=INITIATIVE)
INITIATIVE_SIDE_ORDER: Final = Rule("laurels/initiative/side-order", "Order within a side", cites=INITIATIVE)
INITIATIVE_EVERY_ROUND: Final = Rule("laurels/initiative/every-round", "Initiative anew each round", cites=INITIATIVE)
SURPRISE_FIRST_ROUND_ONLY: Final = Rule(
    "laurels/surprise/first-round-only", "Surprise in the first round only", cites=SURPRISE
)
SURPRISE_UNAWARE: Final = Rule("laurels/surprise/unaware", "Nobody ambushes", cites=SURPRISE)
SURPRISE_OPPONENTS_AMBUSH: Final = Rule("laurels/surprise/opponents-ambush", "Opponents ambush", cites=SURPRISE)
SURPRISE_PARTY_AMBUSH: Final = Rule("laurels/surprise/party-ambush", "The party ambushes", cites=SURPRISE)
SURPRISE_REVERSE_AMBUSH: Final = Rule("laurels/surprise/reverse-ambush", "The ambush is turned around", cites=SURPRISE)
SURPRISE_SURPRISED_LOSE_TURN: Final = Rule("laurels/surprise/surprised-lose-turn", "Surprised", cites=SURPRISE)
SURPRISE_IMMUNITY: Final = Rule("laurels/surprise/immunity", "Cannot be surprised", cites=SURPRISE)
SURPRISE_AFTER_FIRST_ROUND: Final = Rule(
    "laurels/surprise/after-first-round", "Plain initiative after the first round", cites=SURPRISE
)

# Attacks

ATTACK_NO_TO_HIT: Final = Rule("laurels/attack/no-to-hit", "No roll to hit", cites=RESOLVING)
ATTACK_TWO_DETERMINATIONS: Final = Rule("laurels/attack/two-determinations", "Damage and exertion", cites=ATTACKING)
ATTACK_MELEE: Final = Rule("laurels/attack/melee", "Melee", cites=MELEE)
ATTACK_REACH: Final = Rule("laurels/attack/reach", "Reach", cites=MELEE)
ATTACK_RANGED_MINIMUM: Final = Rule("laurels/attack/ranged-minimum", "At least 10 feet away", cites=RANGE)

# Damage

DAMAGE_DIE_TYPES: Final = Rule("laurels/damage/die-types", "Types of damage dice", cites=DAMAGE_DICE)
DAMAGE_DICE_BY_LEVEL: Final = Rule("laurels/damage/dice-by-level", "Damage dice", cites=DAMAGE_DICE)
DAMAGE_EXPLODING_DICE: Final = Rule("laurels/damage/exploding-dice", "Exploding dice", cites=CRITICAL)
DAMAGE_MAGIC_BONUS_PER_DIE: Final = Rule("laurels/damage/magic-bonus-per-die", "Magic", cites=DAMAGE_DICE)
DAMAGE_MAGIC_BONUS_NOT_ON_EXPLODED: Final = Rule(
    "laurels/damage/magic-bonus-not-on-exploded", "No magic on added dice", cites=DAMAGE_DICE
)
DAMAGE_ABILITY_STRENGTH: Final = Rule("laurels/damage/ability-strength", "Strength", cites=MELEE)
DAMAGE_ABILITY_FINESSE: Final = Rule("laurels/damage/ability-finesse", "Finesse", cites=MELEE)
DAMAGE_ABILITY_AWARENESS: Final = Rule("laurels/damage/ability-awareness", "Awareness", cites=RANGE)
DAMAGE_ABILITY_SPELL: Final = Rule("laurels/damage/ability-spell", "Spell", cites=DAMAGE_DICE)
DAMAGE_FORMULA_MELEE: Final = Rule("laurels/damage/formula-melee", "Melee damage", cites=RESOLVING)
DAMAGE_FORMULA_RANGED: Final = Rule("laurels/damage/formula-ranged", "Ranged damage", cites=RESOLVING)
DAMAGE_DEFENSE_POINTS: Final = Rule("laurels/damage/defense-points", "Defense", cites=RESOLVING)
DAMAGE_DEX_DENIED: Final = Rule("laurels/damage/dex-denied", "Dexterity denied", cites=RESOLVING)
DAMAGE_MINIMUM_ZERO: Final = Rule("laurels/damage/minimum-zero", "No damage below zero", cites=RESOLVING)

# Stamina and injuries

STAMINA_DRAIN: Final = Rule("laurels/stamina/drain", "Stamina drained", cites=RESOLVING)
STAMINA_DEPLETION_OVERFLOW: Final = Rule(
    "laurels/stamina/depletion-overflow", "Beyond the stamina left", cites=ATTACKING
)
STAMINA_EXHAUSTED: Final = Rule("laurels/stamina/exhausted", "Exhausted", cites=OUTSIDE)
INJURY_DIRECT_DAMAGE: Final = Rule("laurels/injury/direct-damage", "Direct damage", cites=RANGE)
INJURY_DEATH: Final = Rule("laurels/injury/death", "Death", cites=OUTSIDE)
INJURY_SLOTLESS_CREATURE: Final = Rule(
    "laurels/injury/slotless-creature", "Creature without injury slots", cites=OUTSIDE
)

# Ranged attacks

RANGED_DIRECT_DAMAGE: Final = Rule("laurels/ranged/direct-damage", "Ranged damage is direct", cites=RANGE)
RANGED_DEFENCES_APPLY: Final = Rule("laurels/ranged/defences-apply", "Defenses count at range", cites=RANGE)
RANGED_STAMINA_COST_UNTRAINED: Final = Rule("laurels/ranged/stamina-cost-untrained", "Exertion", cites=RANGE)
RANGED_STAMINA_COST_SPECIALIZED: Final = Rule(
    "laurels/ranged/stamina-cost-specialized", "Exertion of a specialist", cites=RANGE
)

# Power attacks

POWER_ATTACK_DECLARE: Final = Rule("laurels/power-attack/declare", "Power attack", cites=POWER)
POWER_ATTACK_DOUBLE_DICE: Final = Rule("laurels/power-attack/double-dice", "Twice the dice", cites=POWER)
POWER_ATTACK_WEAPON_BREAKS: Final = Rule("laurels/power-attack/weapon-breaks", "The weapon breaks", cites=POWER)
POWER_ATTACK_NOT_WITH_SNEAK: Final = Rule(
    "laurels/power-attack/not-with-sneak", "No power in a sneak attack", cites=SNEAK
)

# Parrying

PARRY_DECLARE: Final = Rule("laurels/parry/declare", "Parry", cites=PARRYING)
PARRY_EQUIPMENT: Final = Rule("laurels/parry/equipment", "Something to parry with", cites=PARRYING)
PARRY_DURATION: Final = Rule("laurels/parry/duration", "How long a parry lasts", cites=PARRYING)
PARRY_ALL_SOURCES: Final = Rule("laurels/parry/all-sources", "Against every source", cites=PARRYING)
PARRY_WEAPON_NEGATES: Final = Rule("laurels/parry/weapon-negates", "Weapon parry", cites=PARRYING_WEAPON)
PARRY_WEAPON_SHATTER: Final = Rule("laurels/parry/weapon-shatter", "The weapon shatters", cites=PARRYING_WEAPON)
PARRY_WEAPON_MAGIC_RESILIENCE: Final = Rule(
    "laurels/parry/weapon-magic-resilience", "A magic weapon holds longer", cites=PARRYING_WEAPON
)
PARRY_WEAPON_SHATTER_MITIGATED: Final = Rule(
    "laurels/parry/weapon-shatter-mitigated", "The shattering blow is stopped", cites=PARRYING_WEAPON
)
PARRY_AFTER_SHATTER: Final = Rule("laurels/parry/after-shatter", "Shattered", cites=PARRYING_WEAPON)
PARRY_SHIELD_ABSORBS: Final = Rule("laurels/parry/shield-absorbs", "Shield parry", cites=PARRYING_SHIELD)
PARRY_SHIELD_DOUBLE_DAMAGE: Final = Rule(
    "laurels/parry/shield-double-damage", "The shield takes double", cites=PARRYING_SHIELD
)
PARRY_SHIELD_EXCESS: Final = Rule("laurels/parry/shield-excess", "Beyond the shield", cites=PARRYING_SHIELD)
PARRY_SHIELD_DESTROYED: Final = Rule("laurels/parry/shield-destroyed", "The shield is destroyed", cites=PARRYING_SHIELD)

# Sneak attacks

SNEAK_NOT_ENGAGED: Final = Rule("laurels/sneak/not-engaged", "Not against a foe attacked last round", cites=SNEAK)
SNEAK_CONCEALMENT_OR_DISTRACTION: Final = Rule(
    "laurels/sneak/concealment-or-distraction", "Concealed or distracted", cites=SNEAK
)
SNEAK_CONCEALMENT_FORMS: Final = Rule("laurels/sneak/concealment-forms", "Concealed", cites=SNEAK)
SNEAK_DISTRACTION_FORMS: Final = Rule("laurels/sneak/distraction-forms", "Distracted", cites=SNEAK)
SNEAK_APPROACH_DISTANCE: Final = Rule("laurels/sneak/approach-distance", "Within half the Move", cites=SNEAK)
SNEAK_STEALTH_CHECK: Final = Rule("laurels/sneak/stealth-check", "Stealth", cites=SNEAK)
SNEAK_PRECISION_CHECK: Final = Rule("laurels/sneak/precision-check", "Precision", cites=SNEAK)
SNEAK_PRECISION_SUCCESS: Final = Rule("laurels/sneak/precision-success", "A weak spot found", cites=SNEAK)
SNEAK_PRECISION_FAILURE: Final = Rule("laurels/sneak/precision-failure", "The weak spot missed", cites=SNEAK)
SNEAK_POWER_WEAPON_ARMOR: Final = Rule(
    "laurels/sneak/power-weapon-armor", "Armor counts against a power weapon", cites=SNEAK
)
SNEAK_DEX_NEVER: Final = Rule("laurels/sneak/dex-never", "Dexterity never counts", cites=SNEAK_EXAMPLE)
SNEAK_DAMAGE: Final = Rule("laurels/sneak/damage", "Sneak attack damage", cites=SNEAK_EXAMPLE)
SNEAK_DIRECT_DAMAGE: Final = Rule("laurels/sneak/direct-damage", "Sneak attack damage is direct", cites=SNEAK_EXAMPLE)
SNEAK_AFTER_MOVE: Final = Rule("laurels/sneak/after-move", "No way back into concealment", cites=SNEAK_EXAMPLE)

# Retreat and pursuit

RETREAT_UNPURSUED: Final = Rule("laurels/retreat/unpursued", "Withdrawal", cites=EXAMPLE)
PURSUIT_ELIGIBILITY: Final = Rule("laurels/pursuit/eligibility", "Who flees and who pursues", cites=ADAPTATION)
PURSUIT_ROUND: Final = Rule("laurels/pursuit/round", "Round of a pursuit", cites=ADAPTATION)
PURSUIT_BREAK_AWAY: Final = Rule("laurels/pursuit/break-away", "Breaking away", cites=ADAPTATION)
PURSUIT_ESCAPE: Final = Rule("laurels/pursuit/escape", "Escape", cites=ADAPTATION)
PURSUIT_CAUGHT: Final = Rule("laurels/pursuit/caught", "Caught", cites=ADAPTATION)
PURSUIT_FREE_STRIKE: Final = Rule("laurels/pursuit/free-strike", "Free strike", cites=ADAPTATION)
PURSUIT_CASUALTIES: Final = Rule("laurels/pursuit/casualties", "Struck down in flight", cites=ADAPTATION)

# Skirmish

SKIRMISH_POLICY: Final = Rule("laurels/skirmish/policy", "Policy", cites=ADAPTATION)
SKIRMISH_END: Final = Rule("laurels/skirmish/end", "End of a skirmish", cites=ADAPTATION)
SKIRMISH_BREAK: Final = Rule("laurels/skirmish/break", "Breaking off", cites=ADAPTATION)
SKIRMISH_PC_GUARD: Final = Rule("laurels/skirmish/pc-guard", "No player characters", cites=ADAPTATION)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
