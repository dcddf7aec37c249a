"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps.

The numbers that the source takes from elsewhere are in `rulebook_reference`.
"""

from typing import Final

from service.dice.model import Rule
from service.rules.heroic.book import rulebook_reference as reference

ADAPTATION = "Not in the source: Umpire's adaptation"
ATTACK_PHASES = "Ranged Combat Phase and Melee Combat Phase"
ATTACK_PROCEDURE = "Ranged Combat Phase and Melee Combat Phase, procedure"
BASE_GAME = "Not in the source: the base game"
DUEL = "Test Battles, Scenario #1 - Duel"
ENDING = "Ending the Battle"
FATIGUE = "Fatigue Phase"
GRAPPLING = "Grappling"
GROUP_FIGHT = "Test Battles, Scenario #2"
INITIATIVE = "Initiative Phase"
INJURY = "Injury"
LOCKED = "Being Locked in Melee and Disengagement"
MASS = "Mass Action"
MORALE = "Morale Phase"
MOVEMENT = "Movement Phase"
MULTIPLE = "Multiple Weapons or Attacks"
NEXT = "For the next iteration"
ORDERS = "Orders Phase"
OTHER_ACTIONS = "Other Actions"
PROCEDURE = "Combat Procedure"
RATIO = "Attackers : Defenders; Attackers/Shots"
SPEED_FACTOR = "Speed Factor"
TACTICS = "Combat Tactics"
WAIT = "Wait"

# Dice

DICE_STREAM: Final = Rule("heroic/dice/stream", "Dice in order", cites=ADAPTATION)
DICE_SUCCESS_ROLL: Final = Rule("heroic/dice/success-roll", "Success roll", cites=BASE_GAME)
DICE_QUICK_CONTEST: Final = Rule("heroic/dice/quick-contest", "Quick Contest", cites=ATTACK_PROCEDURE)
DICE_PICK: Final = Rule("heroic/dice/pick", "Random choice", cites=ADAPTATION)
DICE_ORDER_ROUND: Final = Rule("heroic/dice/order-round", "Order of dice in a round", cites=PROCEDURE)
DICE_ORDER_ATTACK: Final = Rule("heroic/dice/order-attack", "Order of dice in an attack", cites=ATTACK_PROCEDURE)
DICE_ORDER_GRAPPLE: Final = Rule("heroic/dice/order-grapple", "Order of dice in a grapple", cites=GRAPPLING)
DICE_ORDER_PURSUIT: Final = Rule("heroic/dice/order-pursuit", "Order of dice in a pursuit", cites=ENDING)
DICE_ORDER_AFTERMATH: Final = Rule("heroic/dice/order-aftermath", "Order of dice after a battle", cites=ENDING)
DICE_ROUNDING: Final = Rule("heroic/dice/rounding", "Rounding", cites=INJURY)

# Procedure

PROCEDURE_ROUND_LENGTH: Final = Rule("heroic/procedure/round-length", "Rounds of 20 seconds", cites=TACTICS)
PROCEDURE_PHASES: Final = Rule("heroic/procedure/phases", "Phases of a round", cites=PROCEDURE)
PROCEDURE_SIDE_ALTERNATION: Final = Rule(
    "heroic/procedure/side-alternation", "Winning side, then losing side", cites=PROCEDURE
)
PROCEDURE_INJURY_SUBPHASE: Final = Rule(
    "heroic/procedure/injury-subphase", "Injury at the end of each phase", cites=PROCEDURE
)
PROCEDURE_RANGED_THEN_MELEE: Final = Rule(
    "heroic/procedure/ranged-then-melee", "Shoot, move and strike", cites=PROCEDURE
)
PROCEDURE_ACT_BEFORE_REMOVAL: Final = Rule(
    "heroic/procedure/act-before-removal", "Who is struck still acts", cites=INJURY
)

# Units

UNIT_GROUP_AS_ONE: Final = Rule("heroic/unit/group-as-one", "A group acts as one", cites=MASS)
UNIT_SPLIT_ATTACKERS: Final = Rule("heroic/unit/split-attackers", "A group divides its attackers", cites=MASS)
UNIT_PARTIAL_EFFECT: Final = Rule("heroic/unit/partial-effect", "An effect on part of a unit", cites=MASS)
UNIT_NONCONTIGUOUS: Final = Rule("heroic/unit/noncontiguous", "A unit need not stand together", cites=MASS)
UNIT_COLLECTIVE_MELEE: Final = Rule("heroic/unit/collective-melee", "A melee of several units", cites=MASS)
UNIT_DEFEND_AS_UNIT: Final = Rule(
    "heroic/unit/defend-as-unit", "Identical enemies are one target", cites=ATTACK_PROCEDURE
)
UNIT_REFEREE_LATITUDE: Final = Rule("heroic/unit/referee-latitude", "The referee's modifier", cites=MASS)

# Orders and tactics

ORDERS_SEQUENCE: Final = Rule("heroic/orders/sequence", "Orders are revealed together", cites=ORDERS)
ORDERS_ONE_TACTIC: Final = Rule("heroic/orders/one-tactic", "One tactic a round", cites=TACTICS)
ORDERS_OBVIOUS: Final = Rule("heroic/orders/obvious", "Tactics are obvious", cites=TACTICS)
ORDERS_RANDOM: Final = Rule("heroic/orders/random", "A tactic at random", cites=DUEL)
TACTIC_ALL_OUT_OFFENSIVE: Final = Rule("heroic/tactic/all-out-offensive", "All-Out Offensive", cites=TACTICS)
TACTIC_OFFENSIVE: Final = Rule("heroic/tactic/offensive", "Offensive", cites=TACTICS)
TACTIC_NEUTRAL: Final = Rule("heroic/tactic/neutral", "Neutral", cites=TACTICS)
TACTIC_DEFENSIVE: Final = Rule("heroic/tactic/defensive", "Defensive", cites=TACTICS)
TACTIC_ALL_OUT_DEFENSIVE: Final = Rule("heroic/tactic/all-out-defensive", "All-Out Defensive", cites=TACTICS)
TACTIC_AIMED_SHOOTING: Final = Rule("heroic/tactic/aimed-shooting", "Aimed Shooting", cites=TACTICS)
TACTIC_HOLD_GROUND: Final = Rule("heroic/tactic/hold-ground", "Hold Ground", cites=TACTICS)
TACTIC_RETREAT: Final = Rule("heroic/tactic/retreat", "Retreat", cites=TACTICS)

# Initiative

INITIATIVE_ROLL: Final = Rule("heroic/initiative/roll", "Initiative", cites=INITIATIVE)
INITIATIVE_TACTICS_BONUS: Final = Rule("heroic/initiative/tactics-bonus", "Best tactician", cites=INITIATIVE)
INITIATIVE_WINNER_ATTACK_BONUS: Final = Rule(
    "heroic/initiative/winner-attack-bonus", "Initiative", cites=ATTACK_PROCEDURE
)
INITIATIVE_ORDER: Final = Rule("heroic/initiative/order", "The winner acts first", cites=INITIATIVE)

# Movement

MOVE_ALLOWANCE: Final = Rule("heroic/move/allowance", "Movement", cites=MOVEMENT)
MOVE_TOP_SPEED: Final = Rule("heroic/move/top-speed", "Top speed", cites=MOVEMENT)
MOVE_RESTRICTIONS: Final = Rule("heroic/move/restrictions", "Difficult ground", cites=MOVEMENT)
MOVE_EXPENDED: Final = Rule("heroic/move/expended", "Movement expended", cites=MOVEMENT)
MOVE_DIRECTION: Final = Rule("heroic/move/direction", "Direction of movement", cites=TACTICS)
MOVE_ACTIONS_IN_MOVEMENT: Final = Rule("heroic/move/actions-in-movement", "Deeds during movement", cites=MOVEMENT)
MOVE_SHOTS_RESERVE: Final = Rule("heroic/move/shots-reserve", "Movement kept for shots", cites=ATTACK_PROCEDURE)
MOVE_HAZARDS: Final = Rule("heroic/move/hazards", "Hazard", cites=PROCEDURE)
MOVE_LOCKED_STAYS: Final = Rule("heroic/move/locked-stays", "Locked units stay", cites=LOCKED)

# Deeds

ACTION_NO_READY: Final = Rule("heroic/action/no-ready", "No readying", cites=OTHER_ACTIONS)
ACTION_FROM_MOVEMENT: Final = Rule("heroic/action/from-movement", "Deeds from movement", cites=MOVEMENT)
ACTION_WITH_ATTACK: Final = Rule("heroic/action/with-attack", "Deed with the attack", cites=ATTACK_PHASES)
ACTION_FORFEIT_ATTACKS: Final = Rule("heroic/action/forfeit-attacks", "Deeds instead of attacks", cites=ATTACK_PHASES)
ACTION_LONG: Final = Rule("heroic/action/long", "Long deed", cites=ATTACK_PHASES)
ACTION_BUDGET: Final = Rule("heroic/action/budget", "What deeds cost", cites=OTHER_ACTIONS)
ACTION_SHORT_LIST: Final = Rule("heroic/action/short-list", "Short deeds", cites=OTHER_ACTIONS)
ACTION_MEDIUM_LIST: Final = Rule("heroic/action/medium-list", "Medium deeds", cites=OTHER_ACTIONS)
ACTION_LONG_LIST: Final = Rule("heroic/action/long-list", "Long deeds", cites=OTHER_ACTIONS)
ACTION_LIST_OPEN: Final = Rule("heroic/action/list-open", "Other deeds", cites=OTHER_ACTIONS)
ACTION_FREE_UNWIELDY: Final = Rule("heroic/action/free-unwieldy", "Readying an unwieldy weapon", cites=OTHER_ACTIONS)
ACTION_FREE_GRIP_REACH: Final = Rule("heroic/action/free-grip-reach", "Grip and reach", cites=OTHER_ACTIONS)
ACTION_FREE_RELOAD: Final = Rule("heroic/action/free-reload", "Quick reload", cites=OTHER_ACTIONS)
ACTION_FREE_WEAPON_SWAP: Final = Rule("heroic/action/free-weapon-swap", "Weapons at hand", cites=ATTACK_PHASES)

# Wait

WAIT_DECLARE: Final = Rule("heroic/wait/declare", "Wait", cites=WAIT)
WAIT_RESPONSE: Final = Rule("heroic/wait/response", "Response to the trigger", cites=WAIT)
WAIT_INTERRUPT: Final = Rule("heroic/wait/interrupt", "Interruption", cites=WAIT)
WAIT_REACH_ORDER: Final = Rule("heroic/wait/reach-order", "The longer reach first", cites=WAIT)
WAIT_OPPORTUNITY_FIRE: Final = Rule("heroic/wait/opportunity-fire", "Opportunity fire", cites=WAIT)

# Attack

ATTACK_ONE_PER_PHASE: Final = Rule("heroic/attack/one-per-phase", "One attack a phase", cites=ATTACK_PHASES)
ATTACK_STEPS: Final = Rule("heroic/attack/steps", "Steps of an attack", cites=ATTACK_PROCEDURE)
ATTACK_CONTEST: Final = Rule("heroic/attack/contest", "Attack", cites=ATTACK_PROCEDURE)
ATTACK_EFFECTIVE_SKILL: Final = Rule("heroic/attack/effective-skill", "Effective skill", cites=ATTACK_PROCEDURE)
ATTACK_DEFENSE_CHOICE: Final = Rule("heroic/attack/defense-choice", "Choice of defence", cites=ATTACK_PROCEDURE)
ATTACK_EFFECTIVE_DEFENSE: Final = Rule("heroic/attack/effective-defense", "Defence", cites=ATTACK_PROCEDURE)
ATTACK_BASE_HITS: Final = Rule("heroic/attack/base-hits", "Base hits", cites=ATTACK_PROCEDURE)
ATTACK_TOTAL_HITS: Final = Rule("heroic/attack/total-hits", "Hits", cites=ATTACK_PROCEDURE)
ATTACK_ALL_OUT_TARGET: Final = Rule("heroic/attack/all-out-target", "A charge has one target", cites=ATTACK_PROCEDURE)

# Numbers

RATIO_SKILL_BONUS: Final = Rule("heroic/ratio/skill-bonus", "Superior numbers", cites=RATIO)
RATIO_RANGED_TOO: Final = Rule("heroic/ratio/ranged-too", "Superior numbers of shooters", cites=RATIO)
RATIO_MULTIPLIER_TABLE: Final = Rule("heroic/ratio/multiplier-table", "Hit multiplier", cites=RATIO)
RATIO_MULTIPLIER_OPEN: Final = Rule("heroic/ratio/multiplier-open", "Hit multiplier without end", cites=RATIO)
RATIO_MULTIPLIER_CONTINUED: Final = Rule("heroic/ratio/multiplier-continued", "Hit multiplier continued", cites=RATIO)
ENGAGE_COUNT: Final = Rule("heroic/engage/count", "Who can take part", cites=ATTACK_PROCEDURE)
ENGAGE_SURROUND: Final = Rule("heroic/engage/surround", "Six around one", cites=ATTACK_PROCEDURE)
ENGAGE_FRONTAGE: Final = Rule("heroic/engage/frontage", "The narrower frontage", cites=ATTACK_PROCEDURE)
ENGAGE_COMPUTE: Final = Rule("heroic/engage/compute", "Engagement size", cites=ATTACK_PROCEDURE)

# Ranged attacks

RANGED_GROUP_TARGET: Final = Rule("heroic/ranged/group-target", "Group as a target", cites=ATTACK_PROCEDURE)
RANGED_SINGLE_OUT: Final = Rule("heroic/ranged/single-out", "Figures in the way", cites=ATTACK_PROCEDURE)
RANGED_SHOTS_ROF: Final = Rule("heroic/ranged/shots-rof", "Rate of fire", cites=ATTACK_PROCEDURE)
RANGED_SHOTS_LOW_TECH: Final = Rule("heroic/ranged/shots-low-tech", "Shots of bows and slings", cites=ATTACK_PROCEDURE)
RANGED_SHOTS_AIMED: Final = Rule("heroic/ranged/shots-aimed", "Aimed shots", cites=ATTACK_PROCEDURE)
RANGED_SHOT_MOVE_COST: Final = Rule("heroic/ranged/shot-move-cost", "Shots cost movement", cites=ATTACK_PROCEDURE)
RANGED_FAST_DRAW: Final = Rule("heroic/ranged/fast-draw", "Fast-Draw", cites=ATTACK_PROCEDURE)
RANGED_RAPID_FIRE: Final = Rule("heroic/ranged/rapid-fire", "Rapid fire", cites=ATTACK_PROCEDURE)
RANGED_MULTIPLIER_BY_SHOTS: Final = Rule("heroic/ranged/multiplier-by-shots", "Shots make the multiplier", cites=RATIO)
RANGED_HITS_CAP: Final = Rule("heroic/ranged/hits-cap", "No more hits than projectiles", cites=ATTACK_PROCEDURE)
RANGED_RANGE_BANDS: Final = Rule("heroic/ranged/range-bands", "Range", cites=ATTACK_PROCEDURE)
RANGED_BULK: Final = Rule("heroic/ranged/bulk", "Bulk", cites=ATTACK_PROCEDURE)
RANGED_MODIFIERS: Final = Rule("heroic/ranged/modifiers", "Ranged modifiers", cites=ATTACK_PROCEDURE)
RANGED_LOCKED_TARGET: Final = Rule("heroic/ranged/locked-target", "Target in melee", cites=ATTACK_PROCEDURE)
RANGED_STRAY: Final = Rule("heroic/ranged/stray", "Stray shot", cites=ATTACK_PROCEDURE)
RANGED_RANGE_LIMITS: Final = Rule("heroic/ranged/range-limits", "Longest range", cites=GROUP_FIGHT)
RANGED_AMMO: Final = Rule("heroic/ranged/ammo", "Ammunition", cites=ATTACK_PROCEDURE)

# Melee attacks

MELEE_MODIFIERS: Final = Rule("heroic/melee/modifiers", "Melee modifiers", cites=ATTACK_PROCEDURE)
MELEE_MODE_PER_HIT: Final = Rule("heroic/melee/mode-per-hit", "A mode for each hit", cites=ATTACK_PROCEDURE)
MELEE_REACH: Final = Rule("heroic/melee/reach", "Reach", cites=ATTACK_PROCEDURE)
MELEE_TWO_SIDED: Final = Rule("heroic/melee/two-sided", "Both sides strike", cites=PROCEDURE)
MELEE_NO_CAP: Final = Rule("heroic/melee/no-cap", "Melee hits without limit", cites=ATTACK_PROCEDURE)

# Speed Factor and several attacks

SPEED_DEFAULT: Final = Rule("heroic/speed/default", "Speed Factor", cites=SPEED_FACTOR)
SPEED_UNWIELDY: Final = Rule("heroic/speed/unwieldy", "Unwieldy weapon", cites=SPEED_FACTOR)
SPEED_EXTRA_ATTACK: Final = Rule("heroic/speed/extra-attack", "Extra attacks with one weapon", cites=SPEED_FACTOR)
SPEED_DIFFERENT_WEAPONS: Final = Rule(
    "heroic/speed/different-weapons", "Extra attacks with different weapons", cites=SPEED_FACTOR
)
SPEED_DECREASED_TIME_RATE: Final = Rule("heroic/speed/decreased-time-rate", "Decreased Time Rate", cites=SPEED_FACTOR)
SPEED_FORMULA: Final = Rule("heroic/speed/formula", "Speed Factor of a unit", cites=SPEED_FACTOR)
MULTI_DECLARE: Final = Rule("heroic/multi/declare", "Several attacks as one", cites=MULTIPLE)
MULTI_AVERAGE_SKILL: Final = Rule("heroic/multi/average-skill", "Several attacks", cites=MULTIPLE)
MULTI_BEST_DEFENSE: Final = Rule("heroic/multi/best-defense", "The defender's best modifier", cites=MULTIPLE)
MULTI_RANDOM_MODE: Final = Rule("heroic/multi/random-mode", "Which attack lands", cites=MULTIPLE)

# Locks

LOCK_CREATE: Final = Rule("heroic/lock/create", "Locked in melee", cites=LOCKED)
LOCK_EFFECT: Final = Rule("heroic/lock/effect", "Locked units do not walk off", cites=LOCKED)
LOCK_WITHDRAWAL: Final = Rule("heroic/lock/withdrawal", "Withdrawal", cites=LOCKED)
LOCK_RETREAT: Final = Rule("heroic/lock/retreat", "Retreat from melee", cites=LOCKED)
LOCK_FREE_ATTACK_ORDER: Final = Rule("heroic/lock/free-attack-order", "Order of free attacks", cites=LOCKED)
LOCK_FREE_ATTACK_PENALTY: Final = Rule("heroic/lock/free-attack-penalty", "Free attack on a faster unit", cites=LOCKED)

# Injury

INJURY_LOCATION: Final = Rule("heroic/injury/location", "Hit location", cites=INJURY)
INJURY_DAMAGE_ONCE: Final = Rule("heroic/injury/damage-once", "Damage", cites=INJURY)
INJURY_FORMULA: Final = Rule("heroic/injury/formula", "Injury", cites=INJURY)
INJURY_PENDING: Final = Rule("heroic/injury/pending", "Injury is collected", cites=INJURY)
INJURY_SIMULTANEOUS: Final = Rule("heroic/injury/simultaneous", "Injury is applied together", cites=INJURY)
INJURY_HT_HALVES: Final = Rule("heroic/injury/ht-halves", "HT roll", cites=INJURY)
INJURY_INCAPACITATED: Final = Rule("heroic/injury/incapacitated", "Out of the fight", cites=INJURY)
POOL_SIZE: Final = Rule("heroic/pool/size", "Pool of hit points", cites=INJURY)
POOL_ASSIGNMENT: Final = Rule("heroic/pool/assignment", "One member after another", cites=INJURY)
POOL_CASUALTIES: Final = Rule("heroic/pool/casualties", "Casualties", cites=INJURY)
POOL_NOT_LIMITED_BY_HITS: Final = Rule(
    "heroic/pool/not-limited-by-hits", "More casualties than hits", cites=GROUP_FIGHT
)
POOL_ABSTRACT: Final = Rule("heroic/pool/abstract", "Hit points are abstract", cites=INJURY)

# Grappling

GRAPPLE_ATTACK: Final = Rule("heroic/grapple/attack", "Grapple", cites=GRAPPLING)
GRAPPLE_MODIFIERS: Final = Rule("heroic/grapple/modifiers", "Grappling modifiers", cites=GRAPPLING)
GRAPPLE_GRAPPLED: Final = Rule("heroic/grapple/grappled", "Grappled", cites=GRAPPLING)
GRAPPLE_SPEND: Final = Rule("heroic/grapple/spend", "Hits are spent", cites=GRAPPLING)
GRAPPLE_SPEND_CONTEST: Final = Rule("heroic/grapple/spend-contest", "Contest of a follow-up", cites=GRAPPLING)
GRAPPLE_TAKEDOWN: Final = Rule("heroic/grapple/takedown", "Takedown", cites=GRAPPLING)
GRAPPLE_PIN: Final = Rule("heroic/grapple/pin", "Pin", cites=GRAPPLING)
GRAPPLE_CHOKE: Final = Rule("heroic/grapple/choke", "Choke", cites=GRAPPLING)
GRAPPLE_SUFFOCATION: Final = Rule("heroic/grapple/suffocation", "Suffocation", cites=GRAPPLING)
GRAPPLE_TECHNIQUE: Final = Rule("heroic/grapple/technique", "Lock or wrench", cites=GRAPPLING)
GRAPPLE_BREAK_FREE: Final = Rule("heroic/grapple/break-free", "Breaking free", cites=GRAPPLING)
GRAPPLE_WEAPONS: Final = Rule("heroic/grapple/weapons", "Weapons in a grapple", cites=GRAPPLING)
GRAPPLE_SPECIAL_CASES: Final = Rule("heroic/grapple/special-cases", "Special cases stay", cites=GRAPPLING)

# Morale

MORALE_PHASE: Final = Rule("heroic/morale/phase", "Morale phase", cites=MORALE)
MORALE_TRIGGER_GROUP: Final = Rule("heroic/morale/trigger-group", "A third of a group lost", cites=MORALE)
MORALE_TRIGGER_SOLITARY: Final = Rule("heroic/morale/trigger-solitary", "A third of the hit points lost", cites=MORALE)
MORALE_EXEMPT: Final = Rule("heroic/morale/exempt", "Who never checks morale", cites=MORALE)
MORALE_ROLL: Final = Rule("heroic/morale/roll", "Morale", cites=MORALE)
MORALE_MOD_HP: Final = Rule("heroic/morale/mod-hp", "Hit points lost", cites=MORALE)
MORALE_MOD_NUMBERS: Final = Rule("heroic/morale/mod-numbers", "Outnumbers the enemy", cites=MORALE)
MORALE_MOD_LOSSES: Final = Rule("heroic/morale/mod-losses", "Members lost", cites=MORALE)
MORALE_MOD_CORNERED: Final = Rule("heroic/morale/mod-cornered", "Nowhere to go", cites=MORALE)
MORALE_MOD_FEARLESSNESS: Final = Rule("heroic/morale/mod-fearlessness", "Fearlessness", cites=MORALE)
MORALE_MOD_COWARDICE: Final = Rule("heroic/morale/mod-cowardice", "Cowardice", cites=MORALE)
MORALE_BREAK: Final = Rule("heroic/morale/break", "Broken", cites=MORALE)
MORALE_MUST_RETREAT: Final = Rule("heroic/morale/must-retreat", "Broken units retreat", cites=MORALE)
MORALE_COLLAPSE: Final = Rule("heroic/morale/collapse", "Collapse of the wounded", cites=MORALE)

# Fatigue

FATIGUE_ROLL: Final = Rule("heroic/fatigue/roll", "Fatigue", cites=FATIGUE)
FATIGUE_COST: Final = Rule("heroic/fatigue/cost", "Cost of fatigue", cites=FATIGUE)

# End, pursuit and aftermath

BATTLE_END: Final = Rule("heroic/battle/end", "End of the battle", cites=ENDING)
BATTLE_SEQUEL: Final = Rule("heroic/battle/sequel", "After the battle", cites=ENDING)
PURSUIT_CONTEST: Final = Rule("heroic/pursuit/contest", "Pursuit", cites=ENDING)
PURSUIT_MODE: Final = Rule("heroic/pursuit/mode", "Way of travel", cites=ENDING)
PURSUIT_VEHICLE: Final = Rule("heroic/pursuit/vehicle", "Handling", cites=ENDING)
PURSUIT_STEALTH: Final = Rule("heroic/pursuit/stealth", "Hiding", cites=ENDING)
PURSUIT_IMPOSSIBLE: Final = Rule("heroic/pursuit/impossible", "No pursuit", cites=ENDING)
PURSUIT_COMPLEMENTARY: Final = Rule("heroic/pursuit/complementary", "Knowing the ground", cites=ENDING)
PURSUIT_SPEED_BONUS: Final = Rule("heroic/pursuit/speed-bonus", "Speed", cites=ENDING)
PURSUIT_RATIO: Final = Rule("heroic/pursuit/ratio", "Superior numbers of pursuers", cites=ENDING)
PURSUIT_RESULT: Final = Rule("heroic/pursuit/result", "Taken", cites=ENDING)
AFTERMATH_EXACT: Final = Rule("heroic/aftermath/exact", "Real wounds", cites=ENDING)
AFTERMATH_UNIMPORTANT: Final = Rule("heroic/aftermath/unimportant", "Half of the fallen", cites=ENDING)

# Skirmishes and scope

SKIRMISH_LOOP: Final = Rule("heroic/skirmish/loop", "Round after round", cites=ADAPTATION)
SKIRMISH_POLICY: Final = Rule("heroic/skirmish/policy", "Orders without players", cites=ADAPTATION)
SKIRMISH_PC_GUARD: Final = Rule("heroic/skirmish/pc-guard", "No player characters", cites=ADAPTATION)
SCOPE_NOT_SUPPORTED: Final = Rule("heroic/scope/not-supported", "Not in these rules", cites=NEXT)

RULES: Final = (
    *(each for each in tuple(globals().values()) if isinstance(each, Rule)),
    *reference.RULES,
)
