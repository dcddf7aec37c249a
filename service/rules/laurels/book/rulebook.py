"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps."""

from service.rules.kernel.book import Rulebook
from service.rules.laurels.book.rulings import Rulings

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

BOOK = Rulebook("laurels")
rule = BOOK.rule


# Dice

DICE_TAPE = rule("dice/tape", "Supplied dice in order", ADAPTATION)
DICE_CONSUMPTION_ORDER = rule("dice/consumption-order", "Order of dice in an attack", ADAPTATION)
CHECK_SKILL_CHECK = rule("check/skill-check", "Skill check", OUTSIDE)

# Round, turn, movement, actions

ROUND_STRUCTURE = rule("round/structure", "Rounds and turns", ROUND)
ROUND_DURATION = rule("round/duration", "Six seconds a round", ROUND)
ROUND_PHASES = rule("round/phases", "Phases of a round", ADAPTATION, ROUND_STRUCTURE, ROUND_DURATION)
ROUND_LOST_TURN = rule("round/lost-turn", "Lost turn", ADAPTATION)
TURN_PARTS = rule("turn/parts", "Turn", TURN)
MOVE_ALLOWANCE = rule("move/allowance", "Movement within the Move", MOVEMENT, TURN_PARTS)
MOVE_SPLIT = rule("move/split", "Movement before and after", MOVEMENT)
MOVE_FORCED = rule("move/forced", "Forced movement", MOVEMENT)
MOVE_BONUS = rule("move/bonus", "Movement beyond the Move", MOVEMENT)
ACTION_ONE_PER_TURN = rule("action/one-per-turn", "One action a turn", ACTIONS)
ACTION_DRAW_FREE = rule("action/draw-free", "Drawing is free", ACTIONS)
ACTION_SHEATHE_COSTS = rule("action/sheathe-costs", "Sheathing is an action", ACTIONS)
ACTION_DROP_AND_DRAW = rule("action/drop-and-draw", "Dropping and drawing is free", ACTIONS)
ACTION_SPELL = rule("action/spell", "Casting is an action", ACTIONS)
ACTION_COMMUNICATION = rule("action/communication", "A sentence is free", ACTIONS)
ACTION_COMPLEX_INSTRUCTIONS = rule("action/complex-instructions", "Long instructions are an action", ACTIONS)
ACTION_POINTING = rule("action/pointing", "Pointing needs a free hand", ACTIONS)
ACTION_CATALOGUE = rule("action/catalogue", "Other action", ACTIONS)
ACTION_LATITUDE = rule("action/latitude", "Whatever fits six seconds", ACTIONS)

# Initiative and surprise

INITIATIVE_SIDE_ROLL = rule("initiative/side-roll", "Initiative", INITIATIVE)
INITIATIVE_SIDE_ORDER = rule("initiative/side-order", "Order within a side", INITIATIVE)
SURPRISE_FIRST_ROUND_ONLY = rule("surprise/first-round-only", "Surprise in the first round only", SURPRISE)
SURPRISE_UNAWARE = rule("surprise/unaware", "Nobody ambushes", SURPRISE, Rulings.SURPRISE_DEFAULT)
SURPRISE_OPPONENTS_AMBUSH = rule("surprise/opponents-ambush", "Opponents ambush", SURPRISE)
SURPRISE_PARTY_AMBUSH = rule("surprise/party-ambush", "The party ambushes", SURPRISE)
SURPRISE_REVERSE_AMBUSH = rule(
    "surprise/reverse-ambush", "The ambush is turned around", SURPRISE, Rulings.REVERSE_AMBUSH
)
SURPRISE_SURPRISED_LOSE_TURN = rule("surprise/surprised-lose-turn", "Surprised", SURPRISE, Rulings.SURPRISE_AND_PARRY)
SURPRISE_IMMUNITY = rule("surprise/immunity", "Cannot be surprised", SURPRISE, Rulings.IMMUNE_MEMBER_ORDER)
SURPRISE_AFTER_FIRST_ROUND = rule("surprise/after-first-round", "Plain initiative after the first round", SURPRISE)
INITIATIVE_EVERY_ROUND = rule(
    "initiative/every-round",
    "Initiative anew each round",
    INITIATIVE,
    SURPRISE_AFTER_FIRST_ROUND,
    Rulings.TURN_VERSUS_ROUND,
)

# Attacks

ATTACK_NO_TO_HIT = rule("attack/no-to-hit", "No roll to hit", RESOLVING)
ATTACK_TWO_DETERMINATIONS = rule("attack/two-determinations", "Damage and exertion", ATTACKING)
ATTACK_MELEE = rule("attack/melee", "Melee", MELEE)
ATTACK_REACH = rule("attack/reach", "Reach", MELEE)
ATTACK_RANGED_MINIMUM = rule("attack/ranged-minimum", "At least 10 feet away", RANGE)

# Damage

DAMAGE_DIE_TYPES = rule("damage/die-types", "Types of damage dice", DAMAGE_DICE)
DAMAGE_DICE_BY_LEVEL = rule(
    "damage/dice-by-level", "Damage dice", DAMAGE_DICE, ATTACK_NO_TO_HIT, DAMAGE_DIE_TYPES, DICE_CONSUMPTION_ORDER
)
DAMAGE_EXPLODING_DICE = rule("damage/exploding-dice", "Exploding dice", CRITICAL, Rulings.EXPLOSION_ORDER)
DAMAGE_MAGIC_BONUS_PER_DIE = rule("damage/magic-bonus-per-die", "Magic", DAMAGE_DICE)
DAMAGE_MAGIC_BONUS_NOT_ON_EXPLODED = rule("damage/magic-bonus-not-on-exploded", "No magic on added dice", DAMAGE_DICE)
DAMAGE_ABILITY_STRENGTH = rule("damage/ability-strength", "Strength", MELEE)
DAMAGE_ABILITY_FINESSE = rule("damage/ability-finesse", "Finesse", MELEE)
DAMAGE_ABILITY_AWARENESS = rule("damage/ability-awareness", "Awareness", RANGE)
DAMAGE_ABILITY_SPELL = rule("damage/ability-spell", "Spell", DAMAGE_DICE)
DAMAGE_FORMULA_MELEE = rule("damage/formula-melee", "Melee damage", RESOLVING)
DAMAGE_FORMULA_RANGED = rule("damage/formula-ranged", "Ranged damage", RESOLVING)
DAMAGE_DEFENSE_POINTS = rule("damage/defense-points", "Defense", RESOLVING)
DAMAGE_DEX_DENIED = rule("damage/dex-denied", "Dexterity denied", RESOLVING, Rulings.DEX_WHEN)
DAMAGE_MINIMUM_ZERO = rule("damage/minimum-zero", "No damage below zero", RESOLVING)

# Stamina and injuries

STAMINA_DRAIN = rule("stamina/drain", "Stamina drained", RESOLVING)
STAMINA_DEPLETION_OVERFLOW = rule(
    "stamina/depletion-overflow", "Beyond the stamina left", ATTACKING, Rulings.STAMINA_OVERFLOW
)
STAMINA_EXHAUSTED = rule("stamina/exhausted", "Exhausted", OUTSIDE, Rulings.ZERO_STAMINA)
INJURY_DIRECT_DAMAGE = rule("injury/direct-damage", "Direct damage", RANGE)
INJURY_DEATH = rule("injury/death", "Death", OUTSIDE).noted(
    "In a single attack only the status that is sent counts before the dice: an attacker need not state its stamina."
)
INJURY_SLOTLESS_CREATURE = rule("injury/slotless-creature", "Creature without injury slots", OUTSIDE).noted(
    "In a round one that is sent with 0 stamina as `active` is dead; one that its own exertion has exhausted is not."
)

# Ranged attacks

RANGED_DIRECT_DAMAGE = rule("ranged/direct-damage", "Ranged damage is direct", RANGE)
RANGED_DEFENCES_APPLY = rule("ranged/defences-apply", "Defenses count at range", RANGE)
RANGED_STAMINA_COST_UNTRAINED = rule("ranged/stamina-cost-untrained", "Exertion", RANGE)
RANGED_STAMINA_COST_SPECIALIZED = rule("ranged/stamina-cost-specialized", "Exertion of a specialist", RANGE)

# Power attacks

POWER_ATTACK_DOUBLE_DICE = rule("power-attack/double-dice", "Twice the dice", POWER)
POWER_ATTACK_DECLARE = rule("power-attack/declare", "Power attack", POWER, POWER_ATTACK_DOUBLE_DICE)
POWER_ATTACK_WEAPON_BREAKS = rule("power-attack/weapon-breaks", "The weapon breaks", POWER)
POWER_ATTACK_NOT_WITH_SNEAK = rule("power-attack/not-with-sneak", "No power in a sneak attack", SNEAK)

# Parrying

PARRY_EQUIPMENT = rule("parry/equipment", "Something to parry with", PARRYING)
PARRY_DURATION = rule("parry/duration", "How long a parry lasts", PARRYING)
PARRY_DECLARE = rule("parry/declare", "Parry", PARRYING, PARRY_EQUIPMENT, PARRY_DURATION, ACTION_ONE_PER_TURN)
PARRY_ALL_SOURCES = rule("parry/all-sources", "Against every source", PARRYING)
PARRY_WEAPON_NEGATES = rule("parry/weapon-negates", "Weapon parry", PARRYING_WEAPON)
PARRY_WEAPON_MAGIC_RESILIENCE = rule("parry/weapon-magic-resilience", "A magic weapon holds longer", PARRYING_WEAPON)
PARRY_WEAPON_SHATTER_MITIGATED = rule(
    "parry/weapon-shatter-mitigated", "The shattering blow is stopped", PARRYING_WEAPON
)
PARRY_WEAPON_SHATTER = rule(
    "parry/weapon-shatter", "The weapon shatters", PARRYING_WEAPON, PARRY_WEAPON_SHATTER_MITIGATED
)
PARRY_AFTER_SHATTER = rule("parry/after-shatter", "Shattered", PARRYING_WEAPON)
PARRY_SHIELD_ABSORBS = rule("parry/shield-absorbs", "Shield parry", PARRYING_SHIELD).noted(
    "What a worn shield can still take stays with its owner; null is a new shield."
)
PARRY_SHIELD_DOUBLE_DAMAGE = rule("parry/shield-double-damage", "The shield takes double", PARRYING_SHIELD)
PARRY_SHIELD_DESTROYED = rule("parry/shield-destroyed", "The shield is destroyed", PARRYING_SHIELD)
PARRY_SHIELD_EXCESS = rule(
    "parry/shield-excess", "Beyond the shield", PARRYING_SHIELD, PARRY_SHIELD_DESTROYED, Rulings.SHIELD_EXCESS_UNITS
)

# Sneak attacks

SNEAK_NOT_ENGAGED = rule("sneak/not-engaged", "Not against a foe attacked last round", SNEAK)
SNEAK_CONCEALMENT_OR_DISTRACTION = rule("sneak/concealment-or-distraction", "Concealed or distracted", SNEAK)
SNEAK_CONCEALMENT_FORMS = rule("sneak/concealment-forms", "Concealed", SNEAK)
SNEAK_DISTRACTION_FORMS = rule("sneak/distraction-forms", "Distracted", SNEAK)
SNEAK_APPROACH_DISTANCE = rule("sneak/approach-distance", "Within half the Move", SNEAK, Rulings.SNEAK_DISTANCE_CLAUSE)
SNEAK_STEALTH_CHECK = rule("sneak/stealth-check", "Stealth", SNEAK)
SNEAK_PRECISION_CHECK = rule("sneak/precision-check", "Precision", SNEAK, CHECK_SKILL_CHECK)
SNEAK_PRECISION_SUCCESS = rule("sneak/precision-success", "A weak spot found", SNEAK)
SNEAK_PRECISION_FAILURE = rule("sneak/precision-failure", "The weak spot missed", SNEAK, Rulings.SNEAK_SUCCESS_WORD)
SNEAK_POWER_WEAPON_ARMOR = rule("sneak/power-weapon-armor", "Armor counts against a power weapon", SNEAK)
SNEAK_DEX_NEVER = rule("sneak/dex-never", "Dexterity never counts", SNEAK_EXAMPLE)
SNEAK_DIRECT_DAMAGE = rule("sneak/direct-damage", "Sneak attack damage is direct", SNEAK_EXAMPLE)
SNEAK_DAMAGE = rule("sneak/damage", "Sneak attack damage", SNEAK_EXAMPLE, SNEAK_DIRECT_DAMAGE, SNEAK_DEX_NEVER)
SNEAK_AFTER_MOVE = rule("sneak/after-move", "No way back into concealment", SNEAK_EXAMPLE)

# Retreat and pursuit

RETREAT_UNPURSUED = rule("retreat/unpursued", "Withdrawal", EXAMPLE)
PURSUIT_ELIGIBILITY = rule("pursuit/eligibility", "Who flees and who pursues", ADAPTATION)
PURSUIT_ROUND = rule("pursuit/round", "Round of a pursuit", ADAPTATION)
PURSUIT_BREAK_AWAY = rule("pursuit/break-away", "Breaking away", ADAPTATION)
PURSUIT_ESCAPE = rule("pursuit/escape", "Escape", ADAPTATION)
PURSUIT_CAUGHT = rule("pursuit/caught", "Caught", ADAPTATION)
PURSUIT_FREE_STRIKE = rule("pursuit/free-strike", "Free strike", ADAPTATION).noted(
    "It is a melee attack, whatever the weapon.",
    "Of the running pursuers the one of the highest level with a whole weapon strikes.",
)
PURSUIT_CASUALTIES = rule("pursuit/casualties", "Struck down in flight", ADAPTATION)

# Skirmish

SKIRMISH_POLICY = rule("skirmish/policy", "Policy", ADAPTATION, Rulings.NPC_ROLES)
SKIRMISH_END = rule("skirmish/end", "End of a skirmish", ADAPTATION)
SKIRMISH_BREAK = rule("skirmish/break", "Breaking off", ADAPTATION)
SKIRMISH_PC_GUARD = rule("skirmish/pc-guard", "No player characters", ADAPTATION)

RULES = tuple(BOOK.rules)
