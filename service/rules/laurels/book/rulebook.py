"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps."""

from typing import Final

from service.dice.model import Cited, Rule
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


def _rule(name: str, title: str, section: str, *behind: Cited) -> Rule:
    return Rule(f"laurels/{name}", title, cites=section, behind=behind)


# Dice

DICE_TAPE: Final = _rule("dice/tape", "Supplied dice in order", ADAPTATION)
DICE_CONSUMPTION_ORDER: Final = _rule("dice/consumption-order", "Order of dice in an attack", ADAPTATION)
CHECK_SKILL_CHECK: Final = _rule("check/skill-check", "Skill check", OUTSIDE)

# Round, turn, movement, actions

ROUND_STRUCTURE: Final = _rule("round/structure", "Rounds and turns", ROUND)
ROUND_DURATION: Final = _rule("round/duration", "Six seconds a round", ROUND)
ROUND_PHASES: Final = _rule("round/phases", "Phases of a round", ADAPTATION, ROUND_STRUCTURE, ROUND_DURATION)
ROUND_LOST_TURN: Final = _rule("round/lost-turn", "Lost turn", ADAPTATION)
TURN_PARTS: Final = _rule("turn/parts", "Turn", TURN)
MOVE_ALLOWANCE: Final = _rule("move/allowance", "Movement within the Move", MOVEMENT, TURN_PARTS)
MOVE_SPLIT: Final = _rule("move/split", "Movement before and after", MOVEMENT)
MOVE_FORCED: Final = _rule("move/forced", "Forced movement", MOVEMENT)
MOVE_BONUS: Final = _rule("move/bonus", "Movement beyond the Move", MOVEMENT)
ACTION_ONE_PER_TURN: Final = _rule("action/one-per-turn", "One action a turn", ACTIONS)
ACTION_DRAW_FREE: Final = _rule("action/draw-free", "Drawing is free", ACTIONS)
ACTION_SHEATHE_COSTS: Final = _rule("action/sheathe-costs", "Sheathing is an action", ACTIONS)
ACTION_DROP_AND_DRAW: Final = _rule("action/drop-and-draw", "Dropping and drawing is free", ACTIONS)
ACTION_SPELL: Final = _rule("action/spell", "Casting is an action", ACTIONS)
ACTION_COMMUNICATION: Final = _rule("action/communication", "A sentence is free", ACTIONS)
ACTION_COMPLEX_INSTRUCTIONS: Final = _rule("action/complex-instructions", "Long instructions are an action", ACTIONS)
ACTION_POINTING: Final = _rule("action/pointing", "Pointing needs a free hand", ACTIONS)
ACTION_CATALOGUE: Final = _rule("action/catalogue", "Other action", ACTIONS)
ACTION_LATITUDE: Final = _rule("action/latitude", "Whatever fits six seconds", ACTIONS)

# Initiative and surprise

INITIATIVE_SIDE_ROLL: Final = _rule("initiative/side-roll", "Initiative", INITIATIVE)
INITIATIVE_SIDE_ORDER: Final = _rule("initiative/side-order", "Order within a side", INITIATIVE)
SURPRISE_FIRST_ROUND_ONLY: Final = _rule("surprise/first-round-only", "Surprise in the first round only", SURPRISE)
SURPRISE_UNAWARE: Final = _rule("surprise/unaware", "Nobody ambushes", SURPRISE, Rulings.SURPRISE_DEFAULT)
SURPRISE_OPPONENTS_AMBUSH: Final = _rule("surprise/opponents-ambush", "Opponents ambush", SURPRISE)
SURPRISE_PARTY_AMBUSH: Final = _rule("surprise/party-ambush", "The party ambushes", SURPRISE)
SURPRISE_REVERSE_AMBUSH: Final = _rule(
    "surprise/reverse-ambush", "The ambush is turned around", SURPRISE, Rulings.REVERSE_AMBUSH
)
SURPRISE_SURPRISED_LOSE_TURN: Final = _rule(
    "surprise/surprised-lose-turn", "Surprised", SURPRISE, Rulings.SURPRISE_AND_PARRY
)
SURPRISE_IMMUNITY: Final = _rule("surprise/immunity", "Cannot be surprised", SURPRISE, Rulings.IMMUNE_MEMBER_ORDER)
SURPRISE_AFTER_FIRST_ROUND: Final = _rule(
    "surprise/after-first-round", "Plain initiative after the first round", SURPRISE
)
INITIATIVE_EVERY_ROUND: Final = _rule(
    "initiative/every-round",
    "Initiative anew each round",
    INITIATIVE,
    SURPRISE_AFTER_FIRST_ROUND,
    Rulings.TURN_VERSUS_ROUND,
)

# Attacks

ATTACK_NO_TO_HIT: Final = _rule("attack/no-to-hit", "No roll to hit", RESOLVING)
ATTACK_TWO_DETERMINATIONS: Final = _rule("attack/two-determinations", "Damage and exertion", ATTACKING)
ATTACK_MELEE: Final = _rule("attack/melee", "Melee", MELEE)
ATTACK_REACH: Final = _rule("attack/reach", "Reach", MELEE)
ATTACK_RANGED_MINIMUM: Final = _rule("attack/ranged-minimum", "At least 10 feet away", RANGE)

# Damage

DAMAGE_DIE_TYPES: Final = _rule("damage/die-types", "Types of damage dice", DAMAGE_DICE)
DAMAGE_DICE_BY_LEVEL: Final = _rule(
    "damage/dice-by-level", "Damage dice", DAMAGE_DICE, ATTACK_NO_TO_HIT, DAMAGE_DIE_TYPES, DICE_CONSUMPTION_ORDER
)
DAMAGE_EXPLODING_DICE: Final = _rule("damage/exploding-dice", "Exploding dice", CRITICAL, Rulings.EXPLOSION_ORDER)
DAMAGE_MAGIC_BONUS_PER_DIE: Final = _rule("damage/magic-bonus-per-die", "Magic", DAMAGE_DICE)
DAMAGE_MAGIC_BONUS_NOT_ON_EXPLODED: Final = _rule(
    "damage/magic-bonus-not-on-exploded", "No magic on added dice", DAMAGE_DICE
)
DAMAGE_ABILITY_STRENGTH: Final = _rule("damage/ability-strength", "Strength", MELEE)
DAMAGE_ABILITY_FINESSE: Final = _rule("damage/ability-finesse", "Finesse", MELEE)
DAMAGE_ABILITY_AWARENESS: Final = _rule("damage/ability-awareness", "Awareness", RANGE)
DAMAGE_ABILITY_SPELL: Final = _rule("damage/ability-spell", "Spell", DAMAGE_DICE)
DAMAGE_FORMULA_MELEE: Final = _rule("damage/formula-melee", "Melee damage", RESOLVING)
DAMAGE_FORMULA_RANGED: Final = _rule("damage/formula-ranged", "Ranged damage", RESOLVING)
DAMAGE_DEFENSE_POINTS: Final = _rule("damage/defense-points", "Defense", RESOLVING)
DAMAGE_DEX_DENIED: Final = _rule("damage/dex-denied", "Dexterity denied", RESOLVING, Rulings.DEX_WHEN)
DAMAGE_MINIMUM_ZERO: Final = _rule("damage/minimum-zero", "No damage below zero", RESOLVING)

# Stamina and injuries

STAMINA_DRAIN: Final = _rule("stamina/drain", "Stamina drained", RESOLVING)
STAMINA_DEPLETION_OVERFLOW: Final = _rule(
    "stamina/depletion-overflow", "Beyond the stamina left", ATTACKING, Rulings.STAMINA_OVERFLOW
)
STAMINA_EXHAUSTED: Final = _rule("stamina/exhausted", "Exhausted", OUTSIDE, Rulings.ZERO_STAMINA)
INJURY_DIRECT_DAMAGE: Final = _rule("injury/direct-damage", "Direct damage", RANGE)
INJURY_DEATH: Final = _rule("injury/death", "Death", OUTSIDE)
INJURY_SLOTLESS_CREATURE: Final = _rule("injury/slotless-creature", "Creature without injury slots", OUTSIDE)

# Ranged attacks

RANGED_DIRECT_DAMAGE: Final = _rule("ranged/direct-damage", "Ranged damage is direct", RANGE)
RANGED_DEFENCES_APPLY: Final = _rule("ranged/defences-apply", "Defenses count at range", RANGE)
RANGED_STAMINA_COST_UNTRAINED: Final = _rule("ranged/stamina-cost-untrained", "Exertion", RANGE)
RANGED_STAMINA_COST_SPECIALIZED: Final = _rule("ranged/stamina-cost-specialized", "Exertion of a specialist", RANGE)

# Power attacks

POWER_ATTACK_DOUBLE_DICE: Final = _rule("power-attack/double-dice", "Twice the dice", POWER)
POWER_ATTACK_DECLARE: Final = _rule("power-attack/declare", "Power attack", POWER, POWER_ATTACK_DOUBLE_DICE)
POWER_ATTACK_WEAPON_BREAKS: Final = _rule("power-attack/weapon-breaks", "The weapon breaks", POWER)
POWER_ATTACK_NOT_WITH_SNEAK: Final = _rule("power-attack/not-with-sneak", "No power in a sneak attack", SNEAK)

# Parrying

PARRY_EQUIPMENT: Final = _rule("parry/equipment", "Something to parry with", PARRYING)
PARRY_DURATION: Final = _rule("parry/duration", "How long a parry lasts", PARRYING)
PARRY_DECLARE: Final = _rule("parry/declare", "Parry", PARRYING, PARRY_EQUIPMENT, PARRY_DURATION, ACTION_ONE_PER_TURN)
PARRY_ALL_SOURCES: Final = _rule("parry/all-sources", "Against every source", PARRYING)
PARRY_WEAPON_NEGATES: Final = _rule("parry/weapon-negates", "Weapon parry", PARRYING_WEAPON)
PARRY_WEAPON_MAGIC_RESILIENCE: Final = _rule(
    "parry/weapon-magic-resilience", "A magic weapon holds longer", PARRYING_WEAPON
)
PARRY_WEAPON_SHATTER_MITIGATED: Final = _rule(
    "parry/weapon-shatter-mitigated", "The shattering blow is stopped", PARRYING_WEAPON
)
PARRY_WEAPON_SHATTER: Final = _rule(
    "parry/weapon-shatter", "The weapon shatters", PARRYING_WEAPON, PARRY_WEAPON_SHATTER_MITIGATED
)
PARRY_AFTER_SHATTER: Final = _rule("parry/after-shatter", "Shattered", PARRYING_WEAPON)
PARRY_SHIELD_ABSORBS: Final = _rule("parry/shield-absorbs", "Shield parry", PARRYING_SHIELD)
PARRY_SHIELD_DOUBLE_DAMAGE: Final = _rule("parry/shield-double-damage", "The shield takes double", PARRYING_SHIELD)
PARRY_SHIELD_DESTROYED: Final = _rule("parry/shield-destroyed", "The shield is destroyed", PARRYING_SHIELD)
PARRY_SHIELD_EXCESS: Final = _rule(
    "parry/shield-excess", "Beyond the shield", PARRYING_SHIELD, PARRY_SHIELD_DESTROYED, Rulings.SHIELD_EXCESS_UNITS
)

# Sneak attacks

SNEAK_NOT_ENGAGED: Final = _rule("sneak/not-engaged", "Not against a foe attacked last round", SNEAK)
SNEAK_CONCEALMENT_OR_DISTRACTION: Final = _rule("sneak/concealment-or-distraction", "Concealed or distracted", SNEAK)
SNEAK_CONCEALMENT_FORMS: Final = _rule("sneak/concealment-forms", "Concealed", SNEAK)
SNEAK_DISTRACTION_FORMS: Final = _rule("sneak/distraction-forms", "Distracted", SNEAK)
SNEAK_APPROACH_DISTANCE: Final = _rule(
    "sneak/approach-distance", "Within half the Move", SNEAK, Rulings.SNEAK_DISTANCE_CLAUSE
)
SNEAK_STEALTH_CHECK: Final = _rule("sneak/stealth-check", "Stealth", SNEAK)
SNEAK_PRECISION_CHECK: Final = _rule("sneak/precision-check", "Precision", SNEAK, CHECK_SKILL_CHECK)
SNEAK_PRECISION_SUCCESS: Final = _rule("sneak/precision-success", "A weak spot found", SNEAK)
SNEAK_PRECISION_FAILURE: Final = _rule(
    "sneak/precision-failure", "The weak spot missed", SNEAK, Rulings.SNEAK_SUCCESS_WORD
)
SNEAK_POWER_WEAPON_ARMOR: Final = _rule("sneak/power-weapon-armor", "Armor counts against a power weapon", SNEAK)
SNEAK_DEX_NEVER: Final = _rule("sneak/dex-never", "Dexterity never counts", SNEAK_EXAMPLE)
SNEAK_DIRECT_DAMAGE: Final = _rule("sneak/direct-damage", "Sneak attack damage is direct", SNEAK_EXAMPLE)
SNEAK_DAMAGE: Final = _rule("sneak/damage", "Sneak attack damage", SNEAK_EXAMPLE, SNEAK_DIRECT_DAMAGE, SNEAK_DEX_NEVER)
SNEAK_AFTER_MOVE: Final = _rule("sneak/after-move", "No way back into concealment", SNEAK_EXAMPLE)

# Retreat and pursuit

RETREAT_UNPURSUED: Final = _rule("retreat/unpursued", "Withdrawal", EXAMPLE)
PURSUIT_ELIGIBILITY: Final = _rule("pursuit/eligibility", "Who flees and who pursues", ADAPTATION)
PURSUIT_ROUND: Final = _rule("pursuit/round", "Round of a pursuit", ADAPTATION)
PURSUIT_BREAK_AWAY: Final = _rule("pursuit/break-away", "Breaking away", ADAPTATION)
PURSUIT_ESCAPE: Final = _rule("pursuit/escape", "Escape", ADAPTATION)
PURSUIT_CAUGHT: Final = _rule("pursuit/caught", "Caught", ADAPTATION)
PURSUIT_FREE_STRIKE: Final = _rule("pursuit/free-strike", "Free strike", ADAPTATION)
PURSUIT_CASUALTIES: Final = _rule("pursuit/casualties", "Struck down in flight", ADAPTATION)

# Skirmish

SKIRMISH_POLICY: Final = _rule("skirmish/policy", "Policy", ADAPTATION, Rulings.NPC_ROLES)
SKIRMISH_END: Final = _rule("skirmish/end", "End of a skirmish", ADAPTATION)
SKIRMISH_BREAK: Final = _rule("skirmish/break", "Breaking off", ADAPTATION)
SKIRMISH_PC_GUARD: Final = _rule("skirmish/pc-guard", "No player characters", ADAPTATION)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
