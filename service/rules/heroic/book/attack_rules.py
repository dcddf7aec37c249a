"""Rules of dice, attacks, injuries and grapples, and those that the source takes from the game it builds on.

Each is cited by its source's section, or by the page that the source names of the other game.
"""

from service.rules.heroic.book.rulings import Rulings
from service.rules.kernel.book import Rulebook

ADAPTATION = "Not in the source: Umpire's adaptation"
ATTACK_PHASES = "Ranged Combat Phase and Melee Combat Phase"
ATTACK_PROCEDURE = "Ranged Combat Phase and Melee Combat Phase, procedure"
BASE_GAME = "Not in the source: the base game"
ENDING = "Ending the Battle"
GRAPPLING = "Grappling"
GROUP_FIGHT = "Test Battles, Scenario #2"
INJURY = "Injury"
MULTIPLE = "Multiple Weapons or Attacks"
PAGE_370 = "Not in the source: the base game, p. 370"
PAGE_371 = "Not in the source: the base game, p. 371"
PAGE_373 = "Not in the source: the base game, p. 373"
PAGE_390 = "Not in the source: the base game, p. 390"
PAGE_403 = "Not in the source: the base game, p. 403"
PAGE_404 = "Not in the source: the base game, p. 404"
PAGE_426 = "Not in the source: the base game, p. 426"
PAGE_547 = "Not in the source: the base game, p. 547"
PAGE_548 = "Not in the source: the base game, p. 548"
PAGE_550 = "Not in the source: the base game, p. 550"
PROCEDURE = "Combat Procedure"
RATIO = "Attackers : Defenders; Attackers/Shots"
SPEED_FACTOR = "Speed Factor"
BOOK = Rulebook("heroic")
rule = BOOK.rule


# Dice

DICE_STREAM = rule("dice/stream", "Dice in order", ADAPTATION)
DICE_SUCCESS_ROLL = rule("dice/success-roll", "Success roll", BASE_GAME)
DICE_QUICK_CONTEST = rule("dice/quick-contest", "Quick Contest", ATTACK_PROCEDURE)
DICE_PICK = rule("dice/pick", "Random choice", ADAPTATION).noted(
    "The digits that pick a member are rolled one at a time."
)
DICE_ORDER_ROUND = rule("dice/order-round", "Order of dice in a round", PROCEDURE)
DICE_ORDER_ATTACK = rule("dice/order-attack", "Order of dice in an attack", ATTACK_PROCEDURE)
DICE_ORDER_GRAPPLE = rule("dice/order-grapple", "Order of dice in a grapple", GRAPPLING)
DICE_ORDER_PURSUIT = rule("dice/order-pursuit", "Order of dice in a pursuit", ENDING)
DICE_ORDER_AFTERMATH = rule("dice/order-aftermath", "Order of dice after a battle", ENDING)
DICE_ROUNDING = rule("dice/rounding", "Rounding", INJURY)

# The base game

REF_SIZE_SPEED_RANGE = rule("ref/size-speed-range", "Size and speed/range", PAGE_550)
REF_RAPID_FIRE = rule("ref/rapid-fire", "Rapid fire bonus", PAGE_373)
REF_MELEE_POSTURE = rule("ref/melee-posture", "Attacker's posture", PAGE_547)
REF_SITUATION = rule("ref/situation", "Attacker's situation", PAGE_547)
REF_VISIBILITY = rule("ref/visibility", "Visibility", PAGE_547)
REF_RANGED_TARGET = rule("ref/ranged-target", "Target's size and cover", PAGE_548)
REF_ACTIVE_DEFENSE = rule("ref/active-defense", "Defender's posture and state", PAGE_548)
REF_HIT_LOCATION = rule("ref/hit-location", "Hit location", BASE_GAME)
REF_RANDOM_LOCATION = rule("ref/random-location", "Random hit location", BASE_GAME)
REF_WOUNDING = rule("ref/wounding", "Wounding multiplier", BASE_GAME)
REF_CRIPPLING = rule("ref/crippling", "Crippling", BASE_GAME, Rulings.AFTERMATH_LIMB_EXCESS)
REF_ARMOR_DIVISOR = rule("ref/armor-divisor", "Armour divisor", BASE_GAME)
REF_DAMAGE_ROLL = rule("ref/damage-roll", "Damage roll", BASE_GAME)
REF_ST_DAMAGE = rule("ref/st-damage", "Damage by ST", BASE_GAME).noted(
    "Printed damage is data and never computed from ST, even where this table gives other dice."
)
REF_ENCUMBRANCE = rule("ref/encumbrance", "Encumbrance", BASE_GAME)
REF_BATTLE_FATIGUE = rule("ref/battle-fatigue", "Fatigue of a fight", PAGE_426)
REF_FATIGUE_EFFECTS = rule("ref/fatigue-effects", "Effects of fatigue", PAGE_426, Rulings.FP_EFFECTS).noted(
    "Where low fatigue points take effect, they do so in single attacks and grapples as in rounds."
)
REF_GRAPPLE_ATTACK = rule("ref/grapple-attack", "Grappling skill", PAGE_370)
REF_TAKEDOWN = rule("ref/takedown", "Takedown", PAGE_370)
REF_PIN = rule("ref/pin", "Pin", PAGE_370)
REF_CHOKE = rule("ref/choke", "Choke", PAGE_371)
REF_SUFFOCATION = rule("ref/suffocation", "Suffocation", BASE_GAME, Rulings.SUFFOCATION_FP)
REF_ARM_LOCK = rule("ref/arm-lock", "Arm lock", PAGE_403)
REF_NECK_SNAP = rule("ref/neck-snap", "Neck snap or wrenched limb", PAGE_404)
REF_BREAK_FREE = rule("ref/break-free", "Break free", PAGE_371)
REF_GRAPPLE_WEAPONS = rule("ref/grapple-weapons", "Weapons while grappling", PAGE_371)
REF_OPPORTUNITY_FIRE = rule("ref/opportunity-fire", "Area watched", PAGE_390)
REF_COMPLEMENTARY = rule("ref/complementary", "Complementary skill", BASE_GAME)
REF_COWARDICE = rule("ref/cowardice", "Self-control", BASE_GAME)
REF_REACTION = rule("ref/reaction", "Reaction", BASE_GAME)

# Attack

ATTACK_ONE_PER_PHASE = rule("attack/one-per-phase", "One attack a phase", ATTACK_PHASES)
ATTACK_STEPS = rule("attack/steps", "Steps of an attack", ATTACK_PROCEDURE).noted(
    "The ratio bonus is that of step 4, not of step 3.",
    "A unit that is incapacitated, has surrendered or fled cannot be attacked; its fate is decided afterwards.",
    "Pinned or unconscious members may be attacked and have no defence; they do not attack and are not counted.",
    "They stay in the pool, and are the defenders of the ratio if nobody in their unit is active.",
)
ATTACK_CONTEST = rule("attack/contest", "Attack", ATTACK_PROCEDURE)
ATTACK_EFFECTIVE_SKILL = rule(
    "attack/effective-skill", "Effective skill", ATTACK_PROCEDURE, DICE_QUICK_CONTEST, DICE_ORDER_ATTACK
).noted("The penalty of a hit location counts in melee and at range.")
ATTACK_DEFENSE_CHOICE = rule("attack/defense-choice", "Choice of defence", ATTACK_PROCEDURE).noted(
    "Without a choice it is the legal defence of the highest value, of equals Dodge, then Parry, then Block."
)
ATTACK_EFFECTIVE_DEFENSE = rule("attack/effective-defense", "Defence", ATTACK_PROCEDURE).noted(
    "Any number of parries and blocks is without penalty.",
    "The defences of a stat block contain the shield's Defense Bonus.",
    "Impaling weapons count as thrusts against a defence that thrusts ignore.",
)
ATTACK_BASE_HITS = rule("attack/base-hits", "Base hits", ATTACK_PROCEDURE)
ATTACK_TOTAL_HITS = rule("attack/total-hits", "Hits", ATTACK_PROCEDURE)
ATTACK_ALL_OUT_TARGET = rule("attack/all-out-target", "A charge has one target", ATTACK_PROCEDURE).noted(
    "It holds for ranged and melee attacks; the target of a locked unit is one it is locked with."
)

# Numbers

RATIO_SKILL_BONUS = rule("ratio/skill-bonus", "Superior numbers", RATIO).noted(
    "A ratio is an exact fraction, and an upper limit belongs to its line: 3:2 gives +2, 31:20 gives +4.",
    "In melee those engaged are compared with the active members of the target, by frontage no more than its front.",
    "Incapacitated members never count.",
)
RATIO_RANGED_TOO = rule("ratio/ranged-too", "Superior numbers of shooters", RATIO).noted("Shooters count, not shots.")
RATIO_MULTIPLIER_TABLE = rule("ratio/multiplier-table", "Hit multiplier", RATIO).noted(
    "The printed ×1 for 1 and 2 and ×1.5 for 3 stand before the Size column."
)
RATIO_MULTIPLIER_OPEN = rule("ratio/multiplier-open", "Hit multiplier without end", RATIO)
RATIO_MULTIPLIER_CONTINUED = rule(
    "ratio/multiplier-continued", "Hit multiplier continued", RATIO, RATIO_MULTIPLIER_OPEN
)
ENGAGE_COUNT = rule("engage/count", "Who can take part", ATTACK_PROCEDURE)
ENGAGE_SURROUND = rule("engage/surround", "Six around one", ATTACK_PROCEDURE, Rulings.ENGAGEMENT_SLOTS).noted(
    "That 8 ogres smash one troglodyte is narrated and not rolled."
)
ENGAGE_FRONTAGE = rule("engage/frontage", "The narrower frontage", ATTACK_PROCEDURE)
ENGAGE_COMPUTE = rule("engage/compute", "Engagement size", ATTACK_PROCEDURE, Rulings.ENGAGEMENT_MODE).noted(
    "Long reach serves ranks, as many as the formation has and the reach allows; in the open it multiplies the slots."
)

# Ranged attacks

RANGED_GROUP_TARGET = rule("ranged/group-target", "Group as a target", ATTACK_PROCEDURE).noted(
    "The active members of the target unit count, not its whole side; there is no bonus for singling out."
)
RANGED_SINGLE_OUT = rule("ranged/single-out", "Figures in the way", ATTACK_PROCEDURE).noted(
    "A figure of higher SM is one whose SM is above that of the figures in the way; a request may forbid the shot.",
    "The target is a solitary unit or one member, and no other member is injured.",
)
RANGED_SHOTS_ROF = rule("ranged/shots-rof", "Rate of fire", ATTACK_PROCEDURE).noted(
    "The rate of fire counts once a round, not for each of its seconds."
)
RANGED_SHOTS_LOW_TECH = rule("ranged/shots-low-tech", "Shots of bows and slings", ATTACK_PROCEDURE).noted(
    "Such weapons have RoF 1, reload in up to 2 seconds, and are drawn by muscle or thrown; others have only their RoF."
)
RANGED_SHOTS_AIMED = rule("ranged/shots-aimed", "Aimed shots", ATTACK_PROCEDURE)
RANGED_SHOT_MOVE_COST = rule("ranged/shot-move-cost", "Shots cost movement", ATTACK_PROCEDURE).noted(
    "A further shot costs a whole multiple of Move; a unit of Move 0 pays 0, but needs a multiple to spare."
)
RANGED_FAST_DRAW = rule("ranged/fast-draw", "Fast-Draw", ATTACK_PROCEDURE, DICE_SUCCESS_ROLL).noted(
    "A unit rolls once, before its first ranged attack of the round; who fails gets no extra shot, and nothing else.",
    "It works for any low-tech weapon with ammunition, but not with All-Out Offensive.",
)
RANGED_RAPID_FIRE = rule("ranged/rapid-fire", "Rapid fire", ATTACK_PROCEDURE)
RANGED_MULTIPLIER_BY_SHOTS = rule("ranged/multiplier-by-shots", "Shots make the multiplier", RATIO)
RANGED_HITS_CAP = rule(
    "ranged/hits-cap", "No more hits than projectiles", ATTACK_PROCEDURE, RANGED_MULTIPLIER_BY_SHOTS
).noted("Shots make the multiplier; shots times projectiles make the cap and the rapid-fire bonus.")
RANGED_RANGE_BANDS = rule("ranged/range-bands", "Range", ATTACK_PROCEDURE).noted(
    "Distances are rounded up to whole yards; up to 2 yards is Close.",
    "The distance is that at the start of the ranged phase.",
)
RANGED_BULK = rule("ranged/bulk", "Bulk", ATTACK_PROCEDURE)
RANGED_MODIFIERS = rule("ranged/modifiers", "Ranged modifiers", ATTACK_PROCEDURE).noted(
    "The speed of the target does not count: bands replace speed and range."
)
RANGED_LOCKED_TARGET = rule("ranged/locked-target", "Target in melee", ATTACK_PROCEDURE).noted(
    "A shot at whom one is locked with is at Close, with Bulk.", "If nobody else is in the melee it never strays."
)
RANGED_STRAY = rule("ranged/stray", "Stray shot", ATTACK_PROCEDURE).noted(
    "The second contest has the same skill for the new target: its SM at the same range, and −4.",
    "Group, ratio, rapid fire and location do not count; the Speed Factor stays.",
)
RANGED_RANGE_LIMITS = rule("ranged/range-limits", "Longest range", GROUP_FIGHT)
RANGED_AMMO = rule("ranged/ammo", "Ammunition", ATTACK_PROCEDURE)

# Melee attacks

MELEE_REACH = rule("melee/reach", "Reach", ATTACK_PROCEDURE)
MELEE_MODIFIERS = rule("melee/modifiers", "Melee modifiers", ATTACK_PROCEDURE, MELEE_REACH)
MELEE_MODE_PER_HIT = rule("melee/mode-per-hit", "A mode for each hit", ATTACK_PROCEDURE).noted(
    "The contest uses the lowest skill of the modes that the attacker keeps open.",
    "Unless modes are named, all hits are of the mode of most expected injury, of equals the first.",
    "Two modes used are two damage rolls, in the order named.",
)
MELEE_TWO_SIDED = rule("melee/two-sided", "Both sides strike", PROCEDURE).noted(
    "A struck unit strikes back only with a melee attack that it has declared."
)
MELEE_NO_CAP = rule("melee/no-cap", "Melee hits without limit", ATTACK_PROCEDURE)

# Speed Factor and several attacks

SPEED_DEFAULT = rule("speed/default", "Speed Factor", SPEED_FACTOR).noted("Ranged attacks have the same Speed Factor.")
SPEED_UNWIELDY = rule("speed/unwieldy", "Unwieldy weapon", SPEED_FACTOR)
SPEED_EXTRA_ATTACK = rule("speed/extra-attack", "Extra attacks with one weapon", SPEED_FACTOR)
SPEED_DIFFERENT_WEAPONS = rule("speed/different-weapons", "Extra attacks with different weapons", SPEED_FACTOR).noted(
    "With Extra Attack a unit makes one attack more for each level, the factor not reduced, without the −1 for each.",
    "Without Extra Attack several weapons are averaged.",
)
SPEED_DECREASED_TIME_RATE = rule("speed/decreased-time-rate", "Decreased Time Rate", SPEED_FACTOR).noted(
    "It may have levels, and each adds 2."
)
SPEED_FORMULA = rule("speed/formula", "Speed Factor of a unit", SPEED_FACTOR).noted(
    "It is 4 or 6, less 2 for each extra attack, plus 2 for each level of Decreased Time Rate, and at least 1.",
    "Of several weapons the highest factor counts.",
)
MULTI_AVERAGE_SKILL = rule("multi/average-skill", "Several attacks", MULTIPLE).noted(
    "Common modifiers may be added before or after averaging; it is rounded down once.",
    "The −4 of the off hand is in that attack's skill before averaging, unless the skill sent already has it.",
)
MULTI_DECLARE = rule("multi/declare", "Several attacks as one", MULTIPLE, MULTI_AVERAGE_SKILL)
MULTI_BEST_DEFENSE = rule("multi/best-defense", "The defender's best modifier", MULTIPLE)
MULTI_RANDOM_MODE = rule("multi/random-mode", "Which attack lands", MULTIPLE, DICE_PICK).noted(
    "The multiplier applies to all hits and to each attack's share, both rounded down.",
    "Hits left over go to the attack with the largest remainder, of equals the first.",
    "Damage is rolled once for each attack that landed, in the order declared.",
)

# Injury

INJURY_LOCATION = rule("injury/location", "Hit location", INJURY, REF_WOUNDING, REF_DAMAGE_ROLL)
INJURY_DAMAGE_ONCE = rule("injury/damage-once", "Damage", INJURY)
INJURY_FORMULA = rule("injury/formula", "Injury", INJURY).noted(
    "The multipliers of the hit location count; a skull has 2 more DR.",
    "DR without a location is that of every location that has none of its own, 0 unless it is given.",
    "Vitals have the armour of the torso, shield arm and shield hand that of arm and hand, unless they have their own.",
)
INJURY_PENDING = rule("injury/pending", "Injury is collected", INJURY)
INJURY_SIMULTANEOUS = rule("injury/simultaneous", "Injury is applied together", INJURY)
INJURY_HT_HALVES = rule("injury/ht-halves", "HT roll", INJURY, DICE_SUCCESS_ROLL, Rulings.HT_ONCE).noted(
    "Without injury there is no roll.",
    "It is a success roll: 3 and 4 succeed, 17 and 18 fail.",
    "An injury that is capped to one member is capped after this roll.",
)
INJURY_INCAPACITATED = rule("injury/incapacitated", "Out of the fight", INJURY).noted(
    "At exactly 0 HP one is incapacitated and not dead; what follows is decided afterwards."
)
POOL_SIZE = rule("pool/size", "Pool of hit points", INJURY).noted(
    "A unit that starts hurt has a pool below members at the start × HP, and fewer members at once.",
    "For morale, members at the start are those of the battle's start, as sent: they never follow from the pool.",
)
POOL_ASSIGNMENT = rule("pool/assignment", "One member after another", INJURY, Rulings.ASSIGNMENT_STYLE).noted(
    "The pool of a group ends at 0; further injury is lost, and does not pass to other units."
)
POOL_ABSTRACT = rule("pool/abstract", "Hit points are abstract", INJURY).noted(
    "Low hit points neither halve Move nor call for rolls to stay conscious."
)
POOL_CASUALTIES = rule("pool/casualties", "Casualties", INJURY, POOL_ABSTRACT, POOL_SIZE, POOL_ASSIGNMENT).noted(
    "Members left are pool ÷ HP, rounded up; the last one fights at full value.",
    "Members do not come back into the battle by healing.",
)
POOL_NOT_LIMITED_BY_HITS = rule("pool/not-limited-by-hits", "More casualties than hits", GROUP_FIGHT)

# Grappling

GRAPPLE_ATTACK = rule(
    "grapple/attack", "Grapple", GRAPPLING, ATTACK_CONTEST, DICE_QUICK_CONTEST, DICE_ORDER_GRAPPLE
).noted(
    "Hits grapple as many members, at most the active ones.",
    "Each hit spent acts on one of them; several may act on the same one.",
)
GRAPPLE_MODIFIERS = rule("grapple/modifiers", "Grappling modifiers", GRAPPLING).noted(
    "The difference of SM is the attacker's less the target's.",
    "The arms that the grapple uses count: one hand is at −4, also for a figure with more arms.",
)
GRAPPLE_GRAPPLED = rule("grapple/grappled", "Grappled", GRAPPLING, GRAPPLE_MODIFIERS, REF_GRAPPLE_ATTACK).noted(
    "Held members neither retreat nor withdraw before they break free, unless their ST is above twice the grappler's.",
    "The others leave; the held stay as a unit of their own, if a battle has room for it.",
    "That unit has no share in the injury of the others.",
    "It keeps the tactic of that round, is locked with its holders, and is listed last.",
    "A battle of 200 units has no room for it: there a unit with held members is held as a whole.",
)
GRAPPLE_SPEND = rule("grapple/spend", "Hits are spent", GRAPPLING).noted(
    "Follow-ups come in the order declared, and each sees what the one before did.",
    "Hits for one that has become impossible are lost without dice.",
)
GRAPPLE_SPECIAL_CASES = rule("grapple/special-cases", "Special cases stay", GRAPPLING)
GRAPPLE_SPEND_CONTEST = rule("grapple/spend-contest", "Contest of a follow-up", GRAPPLING, GRAPPLE_SPECIAL_CASES)
GRAPPLE_TAKEDOWN = rule("grapple/takedown", "Takedown", GRAPPLING, Rulings.GRAPPLE_FIFTH).noted(
    "The bonus of one helper comes at a ratio above 1.5."
)
GRAPPLE_PIN = rule("grapple/pin", "Pin", GRAPPLING, Rulings.PIN_CONTEST, Rulings.GRAPPLE_FIFTH).noted(
    "The bonus of one helper comes at a ratio above 1.5 and up to 2, that of two above 2."
)
GRAPPLE_CHOKE = rule("grapple/choke", "Choke", GRAPPLING, Rulings.TECHNIQUE_CONTESTS).noted(
    "A choke hold suffocates whatever the result of its contest."
)
GRAPPLE_SUFFOCATION = rule("grapple/suffocation", "Suffocation", GRAPPLING)
GRAPPLE_TECHNIQUE = rule("grapple/technique", "Lock or wrench", GRAPPLING, Rulings.TECHNIQUE_CONTESTS).noted(
    "Injury is damage less DR, times wounding, rounded down, times hits spent; it is collected, and HT may halve it.",
    "What the base game asks first is part of the round; the location must be named and its penalty paid.",
)
GRAPPLE_BREAK_FREE = rule("grapple/break-free", "Breaking free", GRAPPLING, Rulings.BREAK_FREE_TIME).noted(
    "In a Retreat only a routed unit may break free."
)
GRAPPLE_WEAPONS = rule("grapple/weapons", "Weapons in a grapple", GRAPPLING)
