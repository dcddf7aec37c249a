"""Rules of battles: tactics, movement, deeds, waits, locks, morale, pursuit; those of attacks are in `attack_rules`.

Each is cited by its source's section; its title is what players read in tallies and steps.
"""

from typing import Final

from service.dice.model import Rule
from service.rules.heroic.book import attack_rules
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

PROCEDURE_ROUND_LENGTH: Final = Rule("heroic/procedure/round-length", "Rounds of 20 seconds", cites=TACTICS).noted(
    "A turn is a round: the next turn is the next round."
)
PROCEDURE_SIDE_ALTERNATION: Final = Rule(
    "heroic/procedure/side-alternation", "Winning side, then losing side", cites=PROCEDURE
).noted("The units of a side act in the order of the request.")
PROCEDURE_INJURY_SUBPHASE: Final = Rule(
    "heroic/procedure/injury-subphase",
    "Injury at the end of each phase",
    cites=PROCEDURE,
    behind=(Rulings.PENDING_RESET,),
)
PROCEDURE_RANGED_THEN_MELEE: Final = Rule(
    "heroic/procedure/ranged-then-melee", "Shoot, move and strike", cites=PROCEDURE
)
PROCEDURE_PHASES: Final = Rule(
    "heroic/procedure/phases",
    "Phases of a round",
    cites=PROCEDURE,
    behind=(
        PROCEDURE_SIDE_ALTERNATION,
        PROCEDURE_RANGED_THEN_MELEE,
        attack_rules.DICE_ORDER_ROUND,
        attack_rules.DICE_STREAM,
    ),
).noted(
    "The parts of the melee phase, printed as 3.1 to 3.3, are 5.1 to 5.3.",
    "'All out movement' is all movement, 'morale role' a morale roll, 'RangedNote' a heading run into its text.",
    "The test battles list neither morale nor fatigue in a round in which the battle ends.",
    "The melee of the group fight is told and not rolled: it is no example of these rules.",
)
PROCEDURE_ACT_BEFORE_REMOVAL: Final = Rule(
    "heroic/procedure/act-before-removal", "Who is struck still acts", cites=INJURY
)

# Units

UNIT_SPLIT_ATTACKERS: Final = Rule("heroic/unit/split-attackers", "A group divides its attackers", cites=MASS)
UNIT_PARTIAL_EFFECT: Final = Rule("heroic/unit/partial-effect", "An effect on part of a unit", cites=MASS).noted(
    "A posture or condition of a unit is that of all its members; split the unit if only some are affected.",
    "Only holds are counted by member. Unless more are sent, the members attack whom no hold hinders.",
    "Modifiers of holds count for an attack that uses held members, and for a defence if every active member is held.",
    "Who leaves a melee leaves the held members behind as a unit of their own.",
    "Injury goes to the part attacked first, then to the others of its injury group in the order of the request.",
    "Whoever splits a unit divides its pool and its members at the start.",
)
UNIT_NONCONTIGUOUS: Final = Rule("heroic/unit/noncontiguous", "A unit need not stand together", cites=MASS)
UNIT_GROUP_AS_ONE: Final = Rule(
    "heroic/unit/group-as-one", "A group acts as one", cites=MASS, behind=(UNIT_NONCONTIGUOUS, Rulings.GROUP_ONE_ROLL)
)
UNIT_COLLECTIVE_MELEE: Final = Rule("heroic/unit/collective-melee", "A melee of several units", cites=MASS)
UNIT_DEFEND_AS_UNIT: Final = Rule(
    "heroic/unit/defend-as-unit", "Identical enemies are one target", cites=ATTACK_PROCEDURE
).noted("Hits on a unit that stands mixed with others stay in that unit.")
UNIT_REFEREE_LATITUDE: Final = Rule("heroic/unit/referee-latitude", "The referee's modifier", cites=MASS)

# Orders and tactics

ORDERS_SEQUENCE: Final = Rule("heroic/orders/sequence", "Orders are revealed together", cites=ORDERS)
ORDERS_ONE_TACTIC: Final = Rule("heroic/orders/one-tactic", "One tactic a round", cites=TACTICS)
ORDERS_OBVIOUS: Final = Rule(
    "heroic/orders/obvious",
    "Tactics are obvious",
    cites=TACTICS,
    behind=(ORDERS_SEQUENCE, ORDERS_ONE_TACTIC, PROCEDURE_ROUND_LENGTH, UNIT_NONCONTIGUOUS),
)
TACTIC_ALL_OUT_OFFENSIVE: Final = Rule("heroic/tactic/all-out-offensive", "All-Out Offensive", cites=TACTICS).noted(
    "A charging unit in reach of its target need not move."
)
TACTIC_OFFENSIVE: Final = Rule("heroic/tactic/offensive", "Offensive", cites=TACTICS)
TACTIC_NEUTRAL: Final = Rule("heroic/tactic/neutral", "Neutral", cites=TACTICS)
TACTIC_DEFENSIVE: Final = Rule("heroic/tactic/defensive", "Defensive", cites=TACTICS)
TACTIC_ALL_OUT_DEFENSIVE: Final = Rule("heroic/tactic/all-out-defensive", "All-Out Defensive", cites=TACTICS)
TACTIC_AIMED_SHOOTING: Final = Rule("heroic/tactic/aimed-shooting", "Aimed Shooting", cites=TACTICS).noted(
    "Movement is up to twice Move."
)
TACTIC_HOLD_GROUND: Final = Rule("heroic/tactic/hold-ground", "Hold Ground", cites=TACTICS)
TACTIC_RETREAT: Final = Rule("heroic/tactic/retreat", "Retreat", cites=TACTICS).noted(
    "The −4 to defence, named twice, counts once, for the whole round."
)

# Initiative

INITIATIVE_ROLL: Final = Rule("heroic/initiative/roll", "Initiative", cites=INITIATIVE)
INITIATIVE_TACTICS_BONUS: Final = Rule(
    "heroic/initiative/tactics-bonus",
    "Best tactician",
    cites=INITIATIVE,
    behind=(Rulings.TACTICS_TIE, Rulings.LEADER_DOWN),
)
INITIATIVE_WINNER_ATTACK_BONUS: Final = Rule(
    "heroic/initiative/winner-attack-bonus", "Initiative", cites=ATTACK_PROCEDURE
)
INITIATIVE_ORDER: Final = Rule("heroic/initiative/order", "The winner acts first", cites=INITIATIVE)

# Movement

MOVE_ALLOWANCE: Final = Rule("heroic/move/allowance", "Movement", cites=MOVEMENT).noted(
    "Yards, shots and deeds together cost no more than the allowance.",
    "Fractions of Move and half allowances stay exact; yards need not be whole.",
    "Movement counts from the current Move, with its encumbrance.",
)
MOVE_TOP_SPEED: Final = Rule("heroic/move/top-speed", "Top speed", cites=MOVEMENT).noted(
    "Top speed counts only if it is above Basic Move."
)
MOVE_RESTRICTIONS: Final = Rule("heroic/move/restrictions", "Difficult ground", cites=MOVEMENT).noted(
    "No unit controls the ground around it; a path through the place of an enemy unit ends in contact."
)
MOVE_EXPENDED: Final = Rule("heroic/move/expended", "Movement expended", cites=MOVEMENT).noted(
    "Expended are yards at their terrain cost, and the allowance spent on shots and deeds, which is told apart.",
    "Penalties for movement use the part that was walked.",
)
MOVE_DIRECTION: Final = Rule("heroic/move/direction", "Direction of movement", cites=TACTICS).noted(
    "A charge goes along the line to its target and may not end farther off; a blocked line ends the movement."
)
MOVE_ACTIONS_IN_MOVEMENT: Final = Rule("heroic/move/actions-in-movement", "Deeds during movement", cites=MOVEMENT)
MOVE_SHOTS_RESERVE: Final = Rule("heroic/move/shots-reserve", "Movement kept for shots", cites=ATTACK_PROCEDURE).noted(
    "Shots come before movement and take their allowance first.",
    "A unit that may fire no more has used its allowance for deeds or is locked.",
)
MOVE_HAZARDS: Final = Rule("heroic/move/hazards", "Hazard", cites=PROCEDURE, behind=(Rulings.HAZARD_HT,))

# Deeds

ACTION_NO_READY: Final = Rule("heroic/action/no-ready", "No readying", cites=OTHER_ACTIONS)
ACTION_FROM_MOVEMENT: Final = Rule("heroic/action/from-movement", "Deeds from movement", cites=MOVEMENT).noted(
    "Half the allowance is half of the tactic's whole allowance."
)
ACTION_WITH_ATTACK: Final = Rule("heroic/action/with-attack", "Deed with the attack", cites=ATTACK_PHASES)
ACTION_FORFEIT_ATTACKS: Final = Rule(
    "heroic/action/forfeit-attacks", "Deeds instead of attacks", cites=ATTACK_PHASES
).noted("All attacks are those of both phases, free and waiting attacks included; it is too late once one was made.")
ACTION_LONG: Final = Rule("heroic/action/long", "Long deed", cites=ATTACK_PHASES)
ACTION_BUDGET: Final = Rule("heroic/action/budget", "What deeds cost", cites=OTHER_ACTIONS).noted(
    "A tactic permits every deed that it does not forbid."
)
ACTION_SHORT_LIST: Final = Rule("heroic/action/short-list", "Short deeds", cites=OTHER_ACTIONS)
ACTION_MEDIUM_LIST: Final = Rule("heroic/action/medium-list", "Medium deeds", cites=OTHER_ACTIONS)
ACTION_LONG_LIST: Final = Rule("heroic/action/long-list", "Long deeds", cites=OTHER_ACTIONS)
ACTION_LIST_OPEN: Final = Rule("heroic/action/list-open", "Other deeds", cites=OTHER_ACTIONS)
ACTION_FREE_UNWIELDY: Final = Rule("heroic/action/free-unwieldy", "Readying an unwieldy weapon", cites=OTHER_ACTIONS)
ACTION_FREE_GRIP_REACH: Final = Rule("heroic/action/free-grip-reach", "Grip and reach", cites=OTHER_ACTIONS)
ACTION_FREE_RELOAD: Final = Rule("heroic/action/free-reload", "Quick reload", cites=OTHER_ACTIONS).noted(
    "Reloading in up to 2 seconds is part of the attack; the short deed is for reloading without attacking."
)
ACTION_FREE_WEAPON_SWAP: Final = Rule("heroic/action/free-weapon-swap", "Weapons at hand", cites=ATTACK_PHASES).noted(
    "Weapons that are carried are ready, as far as hands allow: the hands in use are no more than the arms."
)

# Wait

WAIT_DECLARE: Final = Rule("heroic/wait/declare", "Wait", cites=WAIT).noted(
    "A wait is declared with the orders.", "A wait forfeits movement and all attacks but the one that it waits with."
)
WAIT_RESPONSE: Final = Rule("heroic/wait/response", "Response to the trigger", cites=WAIT)
WAIT_INTERRUPT: Final = Rule("heroic/wait/interrupt", "Interruption", cites=WAIT).noted(
    "Longer reach, or no attack to compare with: the waiter's dice come at the trigger, with an immediate HT roll.",
    "Equal reach: the waiter's dice come directly before those of the attack it meets; HT rolls in the common step.",
    "Shorter reach: the waiter's dice come after that attack and its immediate HT roll; who is felled does not answer.",
)
WAIT_REACH_ORDER: Final = Rule("heroic/wait/reach-order", "The longer reach first", cites=WAIT)
WAIT_OPPORTUNITY_FIRE: Final = Rule(
    "heroic/wait/opportunity-fire", "Opportunity fire", cites=WAIT, behind=(Rulings.OPPORTUNITY_AREA,)
).noted("The bonus of aiming, 2 and Accuracy, counts only with Aimed Shooting, a radius of up to 1 yard, and no line.")

# Locks

LOCK_EFFECT: Final = Rule("heroic/lock/effect", "Locked units do not walk off", cites=LOCKED).noted(
    "Contact ends the mover's movement.",
    "The enemy that has not moved stays, withdraws or retreats, and can strike back.",
    "A lock lasts until a partner is incapacitated, routed off or fled, or has withdrawn or retreated out of contact.",
    "A free attack makes no new lock.",
    "A locked unit may shoot, at Close or at others; Bulk counts at Close.",
)
MOVE_LOCKED_STAYS: Final = Rule(
    "heroic/move/locked-stays", "Locked units stay", cites=LOCKED, behind=(LOCK_EFFECT, Rulings.LOCKED_ALLOWANCE)
)
LOCK_CREATE: Final = Rule("heroic/lock/create", "Locked in melee", cites=LOCKED, behind=(LOCK_EFFECT,)).noted(
    "A unit is locked as a whole, even if only part of it fights; split the unit to free the rest."
)
LOCK_WITHDRAWAL: Final = Rule("heroic/lock/withdrawal", "Withdrawal", cites=LOCKED).noted(
    "Opponents may follow if they move later, have allowance left and are not locked elsewhere; the winner moves first."
)
LOCK_RETREAT: Final = Rule("heroic/lock/retreat", "Retreat from melee", cites=LOCKED).noted(
    "If both locked units retreat there is no free attack, and the lock ends.",
    "An enemy that moves later may catch a unit that has left, and locks it again.",
    "The caught unit defends with its tactic's modifier and cannot answer.",
)
LOCK_FREE_ATTACK_ORDER: Final = Rule(
    "heroic/lock/free-attack-order",
    "Order of free attacks",
    cites=LOCKED,
    behind=(Rulings.FREE_ATTACK_COST, Rulings.FREE_ATTACK_INJURY),
).noted(
    "A free attack is a melee attack: a unit makes none at range.",
    "Its attacker's tactic, initiative, ratio of members engaged and multiplier count.",
    "The target defends as in Retreat.",
    "Units that retreat, withdraw, take a long action, forfeited attacks, are pinned or lack reach make none.",
    "Other units make one for each pair and round.",
)
LOCK_FREE_ATTACK_PENALTY: Final = Rule("heroic/lock/free-attack-penalty", "Free attack on a faster unit", cites=LOCKED)

# Morale

MORALE_PHASE: Final = Rule("heroic/morale/phase", "Morale phase", cites=MORALE).noted(
    "A unit checks morale once a round, however many reasons it has."
)
MORALE_TRIGGER_GROUP: Final = Rule("heroic/morale/trigger-group", "A third of a group lost", cites=MORALE).noted(
    "A third is exact: 3 × casualties ≥ members at the start, so 4 of 10.",
    "The later checks name only the killed; incapacitated members count too.",
    "Later rounds are those with a further casualty since the last check.",
)
MORALE_TRIGGER_SOLITARY: Final = Rule(
    "heroic/morale/trigger-solitary", "A third of the hit points lost", cites=MORALE
).noted(
    "A third is exact: 3 × hit points lost ≥ HP.", "Later rounds are those with further injury since the last check."
)
MORALE_EXEMPT: Final = Rule("heroic/morale/exempt", "Who never checks morale", cites=MORALE).noted(
    "Mindless units, such as undead and golems, never check."
)
MORALE_ROLL: Final = Rule(
    "heroic/morale/roll", "Morale", cites=MORALE, behind=(MORALE_PHASE, attack_rules.REF_REACTION)
)
MORALE_MOD_HP: Final = Rule(
    "heroic/morale/mod-hp", "Hit points lost", cites=MORALE, behind=(Rulings.MORALE_STEPS_REPLACE,)
)
MORALE_MOD_NUMBERS: Final = Rule(
    "heroic/morale/mod-numbers",
    "Outnumbers the enemy",
    cites=MORALE,
    behind=(Rulings.MORALE_STEPS_REPLACE, Rulings.MORALE_OUTNUMBER),
)
MORALE_MOD_LOSSES: Final = Rule(
    "heroic/morale/mod-losses", "Members lost", cites=MORALE, behind=(Rulings.MORALE_STEPS_REPLACE,)
)
MORALE_MOD_CORNERED: Final = Rule("heroic/morale/mod-cornered", "Nowhere to go", cites=MORALE)
MORALE_MOD_FEARLESSNESS: Final = Rule("heroic/morale/mod-fearlessness", "Fearlessness", cites=MORALE)
MORALE_MOD_COWARDICE: Final = Rule(
    "heroic/morale/mod-cowardice", "Cowardice", cites=MORALE, behind=(attack_rules.REF_COWARDICE,)
)
MORALE_BREAK: Final = Rule("heroic/morale/break", "Broken", cites=MORALE)
MORALE_MUST_RETREAT: Final = Rule(
    "heroic/morale/must-retreat", "Broken units retreat", cites=MORALE, behind=(Rulings.ROUT_STICKY,)
).noted(
    "A unit has fled after a full round of Retreat without lock or hold.",
    "One that is held breaks free in its Retreat.",
)
MORALE_COLLAPSE: Final = Rule(
    "heroic/morale/collapse", "Collapse of the wounded", cites=MORALE, behind=(Rulings.MORALE_COLLAPSE,)
)

# Fatigue

FATIGUE_ROLL: Final = Rule("heroic/fatigue/roll", "Fatigue", cites=FATIGUE).noted(
    "One die is rolled for the battle, not one for each unit."
)
FATIGUE_COST: Final = Rule(
    "heroic/fatigue/cost",
    "Cost of fatigue",
    cites=FATIGUE,
    behind=(attack_rules.REF_BATTLE_FATIGUE, Rulings.FATIGUE_PARTICIPATION),
).noted(
    "Each round in which fatigue is due costs the full amount.",
    "Fatigue points sink to −FP and no lower; further loss is reported as a loss of HP.",
    "The members of a group share one number of fatigue points.",
)

# End, pursuit and aftermath

BATTLE_END: Final = Rule("heroic/battle/end", "End of the battle", cites=ENDING).noted(
    "If both sides are out in the same step, the battle is a draw without pursuit."
)
BATTLE_SEQUEL: Final = Rule("heroic/battle/sequel", "After the battle", cites=ENDING)
PURSUIT_MODE: Final = Rule("heroic/pursuit/mode", "Way of travel", cites=ENDING).noted(
    "Levels of riding, driving and the like, and of Stealth, are based on DX as they are sent."
)
PURSUIT_VEHICLE: Final = Rule("heroic/pursuit/vehicle", "Handling", cites=ENDING)
PURSUIT_STEALTH: Final = Rule("heroic/pursuit/stealth", "Hiding", cites=ENDING)
PURSUIT_IMPOSSIBLE: Final = Rule("heroic/pursuit/impossible", "No pursuit", cites=ENDING)
PURSUIT_COMPLEMENTARY: Final = Rule(
    "heroic/pursuit/complementary", "Knowing the ground", cites=ENDING, behind=(attack_rules.REF_COMPLEMENTARY,)
).noted("Natural extremes of the roll count as in any complementary skill.")
PURSUIT_SPEED_BONUS: Final = Rule("heroic/pursuit/speed-bonus", "Speed", cites=ENDING).noted(
    "Below Move 2 the Size column goes on: −1 at 1.5, −2 at 1.", "Move 0 cannot pursue and has no line in the column."
)
PURSUIT_CONTEST: Final = Rule(
    "heroic/pursuit/contest",
    "Pursuit",
    cites=ENDING,
    behind=(
        attack_rules.DICE_QUICK_CONTEST,
        attack_rules.DICE_ORDER_PURSUIT,
        PURSUIT_MODE,
        PURSUIT_SPEED_BONUS,
        attack_rules.REF_SIZE_SPEED_RANGE,
    ),
).noted(
    "On a tie the pursued escape.",
    "If the pursuer loses nobody is taken, and there is no second try.",
    "The fastest pursuer's skill counts, of equals the higher one.",
    "Of the pursued the slowest one's skill counts, of equals the lower one.",
)
PURSUIT_RATIO: Final = Rule("heroic/pursuit/ratio", "Superior numbers of pursuers", cites=ENDING)
PURSUIT_RESULT: Final = Rule("heroic/pursuit/result", "Taken", cites=ENDING).noted(
    "A margin of 1 to 4 takes one for each pursuer, and every full 5 points one more.",
    "Those with Move 0 are always caught: each pursuer takes one, whatever the contest, and one more for 5 points.",
    "Pursuers are active; the pursued are the routed and the fled, and are taken in the order of the request.",
    "The pursuer decides between slaying and capturing, and needs equipment to capture.",
)
AFTERMATH_EXACT: Final = Rule("heroic/aftermath/exact", "Real wounds", cites=ENDING).noted(
    "It counts from 0, whatever hit points the battle left.",
    "It is injury and not damage: neither DR nor wounding multipliers count.",
    "Multiples of −HP reached are reported; whoever asks applies the death checks.",
)
AFTERMATH_UNIMPORTANT: Final = Rule(
    "heroic/aftermath/unimportant",
    "Half of the fallen",
    cites=ENDING,
    behind=(attack_rules.POOL_ABSTRACT, Rulings.AFTERMATH_HALVES_SCOPE, Rulings.AFTERMATH_MINUS_HALF),
)

# Skirmishes and scope

SKIRMISH_LOOP: Final = Rule("heroic/skirmish/loop", "Round after round", cites=ADAPTATION)
SKIRMISH_POLICY: Final = Rule("heroic/skirmish/policy", "Orders without players", cites=ADAPTATION)
ORDERS_RANDOM: Final = Rule(
    "heroic/orders/random",
    "A tactic at random",
    cites=DUEL,
    behind=(SKIRMISH_POLICY, attack_rules.DICE_PICK, Rulings.SKIRMISH_TACTICS),
).noted(
    "The test battles print no dice for random tactics: tactics are given as printed.",
    "'Bandit' in the roster and 'Bandit Captain' in the round are one unit.",
)
SKIRMISH_PC_GUARD: Final = Rule("heroic/skirmish/pc-guard", "No player characters", cites=ADAPTATION)
SCOPE_NOT_SUPPORTED: Final = Rule("heroic/scope/not-supported", "Not in these rules", cites=NEXT)

RULES: Final = (
    *(each for each in tuple(globals().values()) if isinstance(each, Rule)),
    *attack_rules.RULES,
)
