"""Rules of battles: tactics, movement, deeds, waits, locks, morale, pursuit; those of attacks are in `attack_rules`.

Each is cited by its source's section; its title is what players read in tallies and steps.
"""

from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.attack_rules import BOOK, rule
from service.rules.heroic.book.rulings import Rulings

ADAPTATION = "Not in the source: Umpire's adaptation"
ATTACK_PHASES = "Ranged Combat Phase and Melee Combat Phase"
ATTACK_PROCEDURE = "Ranged Combat Phase and Melee Combat Phase, procedure"
DUEL = "Test Battles, Scenario #1 - Duel"
ENDING = "Ending the Battle"
FATIGUE = "Fatigue Phase"
INITIATIVE = "Initiative Phase"
INJURY = "Injury"
LOCKED = "Being Locked in Melee and Disengagement"
MASS = "Mass Action"
MORALE = "Morale Phase"
MOVEMENT = "Movement Phase"
NEXT = "For the next iteration"
ORDERS = "Orders Phase"
OTHER_ACTIONS = "Other Actions"
PROCEDURE = "Combat Procedure"
TACTICS = "Combat Tactics"
WAIT = "Wait"

# Procedure

PROCEDURE_ROUND_LENGTH = rule("procedure/round-length", "Rounds of 20 seconds", TACTICS).noted(
    "A turn is a round: the next turn is the next round."
)
PROCEDURE_SIDE_ALTERNATION = rule("procedure/side-alternation", "Winning side, then losing side", PROCEDURE).noted(
    "The units of a side act in the order of the request."
)
PROCEDURE_INJURY_SUBPHASE = rule(
    "procedure/injury-subphase", "Injury at the end of each phase", PROCEDURE, Rulings.PENDING_RESET
)
PROCEDURE_RANGED_THEN_MELEE = rule("procedure/ranged-then-melee", "Shoot, move and strike", PROCEDURE)
PROCEDURE_PHASES = rule(
    "procedure/phases",
    "Phases of a round",
    PROCEDURE,
    PROCEDURE_SIDE_ALTERNATION,
    PROCEDURE_RANGED_THEN_MELEE,
    attack_rules.DICE_ORDER_ROUND,
    attack_rules.DICE_STREAM,
).noted(
    "The parts of the melee phase, printed as 3.1 to 3.3, are 5.1 to 5.3.",
    "'All out movement' is all movement, 'morale role' a morale roll, 'RangedNote' a heading run into its text.",
    "The test battles list neither morale nor fatigue in a round in which the battle ends.",
    "The melee of the group fight is narrated and not rolled: it is no example of these rules.",
)
PROCEDURE_ACT_BEFORE_REMOVAL = rule("procedure/act-before-removal", "Who is struck still acts", INJURY)

# Units

UNIT_SPLIT_ATTACKERS = rule("unit/split-attackers", "A group divides its attackers", MASS)
UNIT_PARTIAL_EFFECT = rule("unit/partial-effect", "An effect on part of a unit", MASS).noted(
    "A posture or condition of a unit is that of all its members; split the unit if only some are affected.",
    "Only holds are counted by member. Unless more are sent, the members attack whom no hold hinders.",
    "Modifiers of holds count for an attack that uses held members, and for a defence if every active member is held.",
    "Who leaves a melee leaves the held members behind as a unit of their own.",
    "Injury goes to the part attacked first, then to the others of its injury group in the order of the request.",
    "A player who splits a unit divides its pool and its members at the start.",
)
UNIT_NONCONTIGUOUS = rule("unit/noncontiguous", "A unit need not stand together", MASS)
UNIT_GROUP_AS_ONE = rule("unit/group-as-one", "A group acts as one", MASS, UNIT_NONCONTIGUOUS, Rulings.GROUP_ONE_ROLL)
UNIT_COLLECTIVE_MELEE = rule("unit/collective-melee", "A melee of several units", MASS)
UNIT_DEFEND_AS_UNIT = rule("unit/defend-as-unit", "Identical enemies are one target", ATTACK_PROCEDURE).noted(
    "Hits on a unit that stands mixed with others stay in that unit."
)
UNIT_REFEREE_LATITUDE = rule("unit/referee-latitude", "The referee's modifier", MASS)

# Orders and tactics

ORDERS_SEQUENCE = rule("orders/sequence", "Orders are revealed together", ORDERS)
ORDERS_ONE_TACTIC = rule("orders/one-tactic", "One tactic a round", TACTICS)
ORDERS_OBVIOUS = rule(
    "orders/obvious",
    "Tactics are obvious",
    TACTICS,
    ORDERS_SEQUENCE,
    ORDERS_ONE_TACTIC,
    PROCEDURE_ROUND_LENGTH,
    UNIT_NONCONTIGUOUS,
)
TACTIC_ALL_OUT_OFFENSIVE = rule("tactic/all-out-offensive", "All-Out Offensive", TACTICS).noted(
    "A charging unit in reach of its target need not move."
)
TACTIC_OFFENSIVE = rule("tactic/offensive", "Offensive", TACTICS)
TACTIC_NEUTRAL = rule("tactic/neutral", "Neutral", TACTICS)
TACTIC_DEFENSIVE = rule("tactic/defensive", "Defensive", TACTICS)
TACTIC_ALL_OUT_DEFENSIVE = rule("tactic/all-out-defensive", "All-Out Defensive", TACTICS)
TACTIC_AIMED_SHOOTING = rule("tactic/aimed-shooting", "Aimed Shooting", TACTICS).noted("Movement is up to twice Move.")
TACTIC_HOLD_GROUND = rule("tactic/hold-ground", "Hold Ground", TACTICS)
TACTIC_RETREAT = rule("tactic/retreat", "Retreat", TACTICS).noted(
    "The −4 to defence, named twice, counts once, for the whole round."
)

# Initiative

INITIATIVE_ROLL = rule("initiative/roll", "Initiative", INITIATIVE)
INITIATIVE_TACTICS_BONUS = rule(
    "initiative/tactics-bonus", "Best tactician", INITIATIVE, Rulings.TACTICS_TIE, Rulings.LEADER_DOWN
)
INITIATIVE_WINNER_ATTACK_BONUS = rule("initiative/winner-attack-bonus", "Initiative", ATTACK_PROCEDURE)
INITIATIVE_ORDER = rule("initiative/order", "The winner acts first", INITIATIVE)

# Movement

MOVE_ALLOWANCE = rule("move/allowance", "Movement", MOVEMENT).noted(
    "Yards, shots and deeds together cost no more than the allowance.",
    "Fractions of Move and half allowances stay exact; yards need not be whole.",
    "Movement counts from the current Move, with its encumbrance.",
)
MOVE_TOP_SPEED = rule("move/top-speed", "Top speed", MOVEMENT).noted("Top speed counts only if it is above Basic Move.")
MOVE_RESTRICTIONS = rule("move/restrictions", "Difficult ground", MOVEMENT).noted(
    "No unit controls the ground around it; a path through the place of an enemy unit ends in contact."
)
MOVE_EXPENDED = rule("move/expended", "Movement expended", MOVEMENT).noted(
    "Expended are yards at their terrain cost, and the allowance spent on shots and deeds, which is listed apart.",
    "Penalties for movement use the part that was walked.",
)
MOVE_DIRECTION = rule("move/direction", "Direction of movement", TACTICS).noted(
    "A charge goes along the line to its target and may not end farther off; a blocked line ends the movement."
)
MOVE_ACTIONS_IN_MOVEMENT = rule("move/actions-in-movement", "Deeds during movement", MOVEMENT)
MOVE_SHOTS_RESERVE = rule("move/shots-reserve", "Movement kept for shots", ATTACK_PROCEDURE).noted(
    "Shots come before movement and take their allowance first.",
    "A unit that may fire no more has used its allowance for deeds or is locked.",
)
MOVE_HAZARDS = rule("move/hazards", "Hazard", PROCEDURE, Rulings.HAZARD_HT)

# Deeds

ACTION_NO_READY = rule("action/no-ready", "No readying", OTHER_ACTIONS)
ACTION_FROM_MOVEMENT = rule("action/from-movement", "Deeds from movement", MOVEMENT).noted(
    "Half the allowance is half of the tactic's whole allowance."
)
ACTION_WITH_ATTACK = rule("action/with-attack", "Deed with the attack", ATTACK_PHASES)
ACTION_FORFEIT_ATTACKS = rule("action/forfeit-attacks", "Deeds instead of attacks", ATTACK_PHASES).noted(
    "All attacks are those of both phases, free and waiting attacks included; it is too late once one was made."
)
ACTION_LONG = rule("action/long", "Long deed", ATTACK_PHASES)
ACTION_BUDGET = rule("action/budget", "What deeds cost", OTHER_ACTIONS).noted(
    "A tactic permits every deed that it does not forbid."
)
ACTION_SHORT_LIST = rule("action/short-list", "Short deeds", OTHER_ACTIONS)
ACTION_MEDIUM_LIST = rule("action/medium-list", "Medium deeds", OTHER_ACTIONS)
ACTION_LONG_LIST = rule("action/long-list", "Long deeds", OTHER_ACTIONS)
ACTION_LIST_OPEN = rule("action/list-open", "Other deeds", OTHER_ACTIONS)
ACTION_FREE_UNWIELDY = rule("action/free-unwieldy", "Readying an unwieldy weapon", OTHER_ACTIONS)
ACTION_FREE_GRIP_REACH = rule("action/free-grip-reach", "Grip and reach", OTHER_ACTIONS)
ACTION_FREE_RELOAD = rule("action/free-reload", "Quick reload", OTHER_ACTIONS).noted(
    "Reloading in up to 2 seconds is part of the attack; the short deed is for reloading without attacking."
)
ACTION_FREE_WEAPON_SWAP = rule("action/free-weapon-swap", "Weapons at hand", ATTACK_PHASES).noted(
    "Weapons that are carried are ready, as far as hands allow: the hands in use are no more than the arms."
)

# Wait

WAIT_DECLARE = rule("wait/declare", "Wait", WAIT).noted(
    "A wait is declared with the orders.", "A wait forfeits movement and all attacks but the one that it waits with."
)
WAIT_RESPONSE = rule("wait/response", "Response to the trigger", WAIT).noted(
    "A blow that answers an enemy's movement is struck at the end of the walk."
)
WAIT_INTERRUPT = rule("wait/interrupt", "Interruption", WAIT).noted(
    "Longer reach, or no attack to compare with: the waiter's dice come at the trigger, with an immediate HT roll.",
    "Equal reach: the waiter's dice come directly before those of the attack it meets; HT rolls in the common step.",
    "Shorter reach: the waiter's dice come after that attack and its immediate HT roll; who is felled does not answer.",
)
WAIT_REACH_ORDER = rule("wait/reach-order", "The longer reach first", WAIT)
WAIT_OPPORTUNITY_FIRE = rule("wait/opportunity-fire", "Opportunity fire", WAIT, Rulings.OPPORTUNITY_AREA).noted(
    "The bonus of aiming, 2 and Accuracy, counts only with Aimed Shooting, a radius of up to 1 yard, and no line.",
    "The shot comes at the first moment at which the enemy is within range, its starting place included.",
    "Several shots come in that order, those of one moment together.",
    "A unit that leaves a melee is shot at when it is clear of it.",
)

# Locks

LOCK_EFFECT = rule("lock/effect", "Locked units do not walk off", LOCKED).noted(
    "Contact ends the mover's movement.",
    "The enemy that has not moved stays, withdraws or retreats, and can strike back.",
    "A lock lasts until a partner is incapacitated, routed off or fled, or has withdrawn or retreated out of contact.",
    "A free attack makes no new lock.",
    "A locked unit may shoot, at Close or at others; Bulk counts at Close.",
)
MOVE_LOCKED_STAYS = rule("move/locked-stays", "Locked units stay", LOCKED, LOCK_EFFECT, Rulings.LOCKED_ALLOWANCE)
LOCK_CREATE = rule("lock/create", "Locked in melee", LOCKED, LOCK_EFFECT).noted(
    "A unit is locked as a whole, even if only part of it fights; split the unit to free the rest.",
    "A lock counts whatever the yards between the units.",
)
LOCK_WITHDRAWAL = rule("lock/withdrawal", "Withdrawal", LOCKED).noted(
    "Opponents may follow if they move later, have allowance left and are not locked elsewhere; the winner moves first."
)
LOCK_RETREAT = rule("lock/retreat", "Retreat from melee", LOCKED).noted(
    "If both locked units retreat there is no free attack, and the lock ends.",
    "An enemy that moves later may catch a unit that has left, and locks it again.",
    "The caught unit defends with its tactic's modifier and cannot answer.",
    "A retreat keeps clear of enemies that the unit is not locked with.",
)
LOCK_FREE_ATTACK_ORDER = rule(
    "lock/free-attack-order", "Order of free attacks", LOCKED, Rulings.FREE_ATTACK_COST, Rulings.FREE_ATTACK_INJURY
).noted(
    "A free attack is a melee attack: a unit makes none at range, and grapples if it has nothing to strike with.",
    "Its attacker's tactic, initiative, ratio of members engaged and multiplier count.",
    "The target defends as in Retreat.",
    "Units that retreat, withdraw, take a long action, forfeited attacks, are pinned or lack reach make none.",
    "Other units make one for each pair and round.",
)
LOCK_FREE_ATTACK_PENALTY = rule("lock/free-attack-penalty", "Free attack on a faster unit", LOCKED)

# Morale

MORALE_PHASE = rule("morale/phase", "Morale phase", MORALE).noted(
    "A unit checks morale once a round, however many reasons it has.",
    "All checks of a phase use the numbers from before it: who breaks in it changes no other unit's check.",
)
MORALE_TRIGGER_GROUP = rule("morale/trigger-group", "A third of a group lost", MORALE).noted(
    "A third is exact: 3 × casualties ≥ members at the start, so 4 of 10.",
    "The later checks name only the killed; incapacitated members count too.",
    "Later rounds are those with a further casualty since the last check.",
)
MORALE_TRIGGER_SOLITARY = rule("morale/trigger-solitary", "A third of the hit points lost", MORALE).noted(
    "A third is exact: 3 × hit points lost ≥ HP.", "Later rounds are those with further injury since the last check."
)
MORALE_EXEMPT = rule("morale/exempt", "Who never checks morale", MORALE).noted(
    "Mindless units, such as undead and golems, never check."
)
MORALE_ROLL = rule("morale/roll", "Morale", MORALE, MORALE_PHASE, attack_rules.REF_REACTION)
MORALE_MOD_HP = rule("morale/mod-hp", "Hit points lost", MORALE, Rulings.MORALE_STEPS_REPLACE)
MORALE_MOD_NUMBERS = rule(
    "morale/mod-numbers", "Outnumbers the enemy", MORALE, Rulings.MORALE_STEPS_REPLACE, Rulings.MORALE_OUTNUMBER
)
MORALE_MOD_LOSSES = rule("morale/mod-losses", "Members lost", MORALE, Rulings.MORALE_STEPS_REPLACE)
MORALE_MOD_CORNERED = rule("morale/mod-cornered", "Nowhere to go", MORALE)
MORALE_MOD_FEARLESSNESS = rule("morale/mod-fearlessness", "Fearlessness", MORALE)
MORALE_MOD_COWARDICE = rule("morale/mod-cowardice", "Cowardice", MORALE, attack_rules.REF_COWARDICE)
MORALE_BREAK = rule("morale/break", "Broken", MORALE)
MORALE_MUST_RETREAT = rule("morale/must-retreat", "Broken units retreat", MORALE, Rulings.ROUT_STICKY).noted(
    "A unit has fled after a full round of Retreat without lock or hold.",
    "One that is held breaks free in its Retreat.",
    "A group flees unless all its members are held.",
)
MORALE_COLLAPSE = rule("morale/collapse", "Collapse of the wounded", MORALE, Rulings.MORALE_COLLAPSE)

# Fatigue

FATIGUE_ROLL = rule("fatigue/roll", "Fatigue", FATIGUE).noted(
    "One die is rolled for the battle, not one for each unit."
)
FATIGUE_COST = rule(
    "fatigue/cost", "Cost of fatigue", FATIGUE, attack_rules.REF_BATTLE_FATIGUE, Rulings.FATIGUE_PARTICIPATION
).noted(
    "Each round in which fatigue is due costs the full amount.",
    "Fatigue points sink to −FP and no lower; further loss is reported as a loss of HP.",
    "The members of a group share one number of fatigue points.",
)

# End, pursuit and aftermath

BATTLE_END = rule("battle/end", "End of the battle", ENDING).noted(
    "If both sides are out in the same step, the battle is a draw without pursuit."
)
BATTLE_SEQUEL = rule("battle/sequel", "After the battle", ENDING)
PURSUIT_MODE = rule("pursuit/mode", "Way of travel", ENDING).noted(
    "Levels of riding, driving and the like, and of Stealth, are based on DX as they are sent."
)
PURSUIT_VEHICLE = rule("pursuit/vehicle", "Handling", ENDING)
PURSUIT_STEALTH = rule("pursuit/stealth", "Hiding", ENDING)
PURSUIT_IMPOSSIBLE = rule("pursuit/impossible", "No pursuit", ENDING)
PURSUIT_COMPLEMENTARY = rule(
    "pursuit/complementary", "Knowing the ground", ENDING, attack_rules.REF_COMPLEMENTARY
).noted("Natural extremes of the roll count as in any complementary skill.")
PURSUIT_SPEED_BONUS = rule("pursuit/speed-bonus", "Speed", ENDING).noted(
    "Below Move 2 the Size column goes on: −1 at 1.5, −2 at 1.",
    "Move 0 cannot pursue; it has no line in the column, so it gives neither bonus nor penalty.",
)
PURSUIT_CONTEST = rule(
    "pursuit/contest",
    "Pursuit",
    ENDING,
    attack_rules.DICE_QUICK_CONTEST,
    attack_rules.DICE_ORDER_PURSUIT,
    PURSUIT_MODE,
    PURSUIT_SPEED_BONUS,
    attack_rules.REF_SIZE_SPEED_RANGE,
).noted(
    "On a tie the pursued escape.",
    "If the pursuer loses nobody is taken, and there is no second try.",
    "The fastest pursuer's skill counts, of equals the higher one.",
    "Of the pursued the slowest one's skill counts, of equals the lower one.",
)
PURSUIT_RATIO = rule("pursuit/ratio", "Superior numbers of pursuers", ENDING)
PURSUIT_RESULT = rule("pursuit/result", "Taken", ENDING).noted(
    "A margin of 1 to 4 takes one for each pursuer, and every full 5 points one more.",
    "Those with Move 0 are always caught: each pursuer takes one, whatever the contest, and one more for 5 points.",
    "Pursuers are active; the pursued are the routed and the fled, and are caught in the order of the request.",
    "The pursuer decides between slaying and capturing, and needs equipment to capture.",
)
AFTERMATH_EXACT = rule("aftermath/exact", "Real wounds", ENDING).noted(
    "It counts from 0, whatever hit points the battle left.",
    "It is injury and not damage: neither DR nor wounding multipliers count.",
    "Multiples of −HP reached are reported; the caller applies the death checks.",
)
AFTERMATH_UNIMPORTANT = rule(
    "aftermath/unimportant",
    "Half of the fallen",
    ENDING,
    attack_rules.POOL_ABSTRACT,
    Rulings.AFTERMATH_HALVES_SCOPE,
    Rulings.AFTERMATH_MINUS_HALF,
)

# Skirmishes and scope

SKIRMISH_LOOP = rule("skirmish/loop", "Round after round", ADAPTATION)
SKIRMISH_POLICY = rule("skirmish/policy", "Orders without players", ADAPTATION)
ORDERS_RANDOM = rule(
    "orders/random", "A tactic at random", DUEL, SKIRMISH_POLICY, attack_rules.DICE_PICK, Rulings.SKIRMISH_TACTICS
).noted(
    "The test battles print no dice for random tactics: tactics are given as printed.",
    "'Bandit' in the roster and 'Bandit Captain' in the round are one unit.",
)
SKIRMISH_PC_GUARD = rule("skirmish/pc-guard", "No player characters", ADAPTATION)
SCOPE_NOT_SUPPORTED = rule("scope/not-supported", "Not in these rules", NEXT)
RULES = tuple(BOOK.rules)
