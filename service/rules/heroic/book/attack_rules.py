"""Rules of dice, attacks, injuries and grapples, and those that the source takes from the game it builds on.

Each is cited by its source's section, or by the page that the source names of the other game.
"""

from typing import Final

from service.dice.model import Rule
from service.rules.heroic.book.rulings import Rulings

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

# The base game

REF_SIZE_SPEED_RANGE: Final = Rule("heroic/ref/size-speed-range", "Size and speed/range", cites=PAGE_550)
REF_RAPID_FIRE: Final = Rule("heroic/ref/rapid-fire", "Rapid fire bonus", cites=PAGE_373)
REF_MELEE_POSTURE: Final = Rule("heroic/ref/melee-posture", "Attacker's posture", cites=PAGE_547)
REF_SITUATION: Final = Rule("heroic/ref/situation", "Attacker's situation", cites=PAGE_547)
REF_VISIBILITY: Final = Rule("heroic/ref/visibility", "Visibility", cites=PAGE_547)
REF_RANGED_TARGET: Final = Rule("heroic/ref/ranged-target", "Target's size and cover", cites=PAGE_548)
REF_ACTIVE_DEFENSE: Final = Rule("heroic/ref/active-defense", "Defender's posture and state", cites=PAGE_548)
REF_HIT_LOCATION: Final = Rule("heroic/ref/hit-location", "Hit location", cites=BASE_GAME)
REF_RANDOM_LOCATION: Final = Rule("heroic/ref/random-location", "Random hit location", cites=BASE_GAME)
REF_WOUNDING: Final = Rule("heroic/ref/wounding", "Wounding multiplier", cites=BASE_GAME)
REF_CRIPPLING: Final = Rule(
    "heroic/ref/crippling", "Crippling", cites=BASE_GAME, behind=(Rulings.AFTERMATH_LIMB_EXCESS,)
)
REF_ARMOR_DIVISOR: Final = Rule("heroic/ref/armor-divisor", "Armour divisor", cites=BASE_GAME)
REF_DAMAGE_ROLL: Final = Rule("heroic/ref/damage-roll", "Damage roll", cites=BASE_GAME)
REF_ST_DAMAGE: Final = Rule("heroic/ref/st-damage", "Damage by ST", cites=BASE_GAME).noted(
    "Printed damage is data and never computed from ST, even where this table gives other dice."
)
REF_ENCUMBRANCE: Final = Rule("heroic/ref/encumbrance", "Encumbrance", cites=BASE_GAME)
REF_BATTLE_FATIGUE: Final = Rule("heroic/ref/battle-fatigue", "Fatigue of a fight", cites=PAGE_426)
REF_FATIGUE_EFFECTS: Final = Rule(
    "heroic/ref/fatigue-effects", "Effects of fatigue", cites=PAGE_426, behind=(Rulings.FP_EFFECTS,)
)
REF_GRAPPLE_ATTACK: Final = Rule("heroic/ref/grapple-attack", "Grappling skill", cites=PAGE_370)
REF_TAKEDOWN: Final = Rule("heroic/ref/takedown", "Takedown", cites=PAGE_370)
REF_PIN: Final = Rule("heroic/ref/pin", "Pin", cites=PAGE_370)
REF_CHOKE: Final = Rule("heroic/ref/choke", "Choke", cites=PAGE_371)
REF_SUFFOCATION: Final = Rule(
    "heroic/ref/suffocation", "Suffocation", cites=BASE_GAME, behind=(Rulings.SUFFOCATION_FP,)
)
REF_ARM_LOCK: Final = Rule("heroic/ref/arm-lock", "Arm lock", cites=PAGE_403)
REF_NECK_SNAP: Final = Rule("heroic/ref/neck-snap", "Neck snap or wrenched limb", cites=PAGE_404)
REF_BREAK_FREE: Final = Rule("heroic/ref/break-free", "Break free", cites=PAGE_371)
REF_GRAPPLE_WEAPONS: Final = Rule("heroic/ref/grapple-weapons", "Weapons while grappling", cites=PAGE_371)
REF_OPPORTUNITY_FIRE: Final = Rule("heroic/ref/opportunity-fire", "Area watched", cites=PAGE_390)
REF_COMPLEMENTARY: Final = Rule("heroic/ref/complementary", "Complementary skill", cites=BASE_GAME)
REF_COWARDICE: Final = Rule("heroic/ref/cowardice", "Self-control", cites=BASE_GAME)
REF_REACTION: Final = Rule("heroic/ref/reaction", "Reaction", cites=BASE_GAME)

# Attack

ATTACK_ONE_PER_PHASE: Final = Rule("heroic/attack/one-per-phase", "One attack a phase", cites=ATTACK_PHASES)
ATTACK_STEPS: Final = Rule("heroic/attack/steps", "Steps of an attack", cites=ATTACK_PROCEDURE).noted(
    "The ratio bonus is that of step 4, not of step 3.",
    "A unit that is incapacitated, has surrendered or fled cannot be attacked; its fate is decided afterwards.",
    "Pinned or unconscious members may be attacked and have no defence; they do not attack and are not counted.",
    "They stay in the pool, and are the defenders of the ratio if nobody in their unit is active.",
)
ATTACK_CONTEST: Final = Rule("heroic/attack/contest", "Attack", cites=ATTACK_PROCEDURE)
ATTACK_EFFECTIVE_SKILL: Final = Rule(
    "heroic/attack/effective-skill",
    "Effective skill",
    cites=ATTACK_PROCEDURE,
    behind=(DICE_QUICK_CONTEST, DICE_ORDER_ATTACK),
).noted("The penalty of a hit location counts in melee and at range.")
ATTACK_DEFENSE_CHOICE: Final = Rule("heroic/attack/defense-choice", "Choice of defence", cites=ATTACK_PROCEDURE).noted(
    "Without a choice it is the legal defence of the highest value, of equals Dodge, then Parry, then Block."
)
ATTACK_EFFECTIVE_DEFENSE: Final = Rule("heroic/attack/effective-defense", "Defence", cites=ATTACK_PROCEDURE).noted(
    "Any number of parries and blocks is without penalty.",
    "The defences of a stat block contain the shield's Defense Bonus.",
)
ATTACK_BASE_HITS: Final = Rule("heroic/attack/base-hits", "Base hits", cites=ATTACK_PROCEDURE)
ATTACK_TOTAL_HITS: Final = Rule("heroic/attack/total-hits", "Hits", cites=ATTACK_PROCEDURE)
ATTACK_ALL_OUT_TARGET: Final = Rule(
    "heroic/attack/all-out-target", "A charge has one target", cites=ATTACK_PROCEDURE
).noted("It holds for ranged and melee attacks; the target of a locked unit is one it is locked with.")

# Numbers

RATIO_SKILL_BONUS: Final = Rule("heroic/ratio/skill-bonus", "Superior numbers", cites=RATIO).noted(
    "A ratio is an exact fraction, and an upper limit belongs to its line: 3:2 gives +2, 31:20 gives +4.",
    "In melee those engaged are compared with the active members of the target, by frontage no more than its front.",
    "Incapacitated members never count.",
)
RATIO_RANGED_TOO: Final = Rule("heroic/ratio/ranged-too", "Superior numbers of shooters", cites=RATIO).noted(
    "Shooters count, not shots."
)
RATIO_MULTIPLIER_TABLE: Final = Rule("heroic/ratio/multiplier-table", "Hit multiplier", cites=RATIO).noted(
    "The printed ×1 for 1 and 2 and ×1.5 for 3 stand before the Size column."
)
RATIO_MULTIPLIER_OPEN: Final = Rule("heroic/ratio/multiplier-open", "Hit multiplier without end", cites=RATIO)
RATIO_MULTIPLIER_CONTINUED: Final = Rule(
    "heroic/ratio/multiplier-continued", "Hit multiplier continued", cites=RATIO, behind=(RATIO_MULTIPLIER_OPEN,)
)
ENGAGE_COUNT: Final = Rule("heroic/engage/count", "Who can take part", cites=ATTACK_PROCEDURE)
ENGAGE_SURROUND: Final = Rule(
    "heroic/engage/surround", "Six around one", cites=ATTACK_PROCEDURE, behind=(Rulings.ENGAGEMENT_SLOTS,)
).noted("That 8 ogres smash one troglodyte is told and not rolled.")
ENGAGE_FRONTAGE: Final = Rule("heroic/engage/frontage", "The narrower frontage", cites=ATTACK_PROCEDURE)
ENGAGE_COMPUTE: Final = Rule(
    "heroic/engage/compute", "Engagement size", cites=ATTACK_PROCEDURE, behind=(Rulings.ENGAGEMENT_MODE,)
).noted(
    "Long reach serves ranks, as many as the formation has and the reach allows; in the open it multiplies the slots."
)

# Ranged attacks

RANGED_GROUP_TARGET: Final = Rule("heroic/ranged/group-target", "Group as a target", cites=ATTACK_PROCEDURE).noted(
    "The active members of the target unit count, not its whole side; there is no bonus for singling out."
)
RANGED_SINGLE_OUT: Final = Rule("heroic/ranged/single-out", "Figures in the way", cites=ATTACK_PROCEDURE).noted(
    "A figure of higher SM is one whose SM is above that of the figures in the way; a request may forbid the shot.",
    "The target is a solitary unit or one member, and no other member is injured.",
)
RANGED_SHOTS_ROF: Final = Rule("heroic/ranged/shots-rof", "Rate of fire", cites=ATTACK_PROCEDURE).noted(
    "The rate of fire counts once a round, not for each of its seconds."
)
RANGED_SHOTS_LOW_TECH: Final = Rule(
    "heroic/ranged/shots-low-tech", "Shots of bows and slings", cites=ATTACK_PROCEDURE
).noted(
    "Such weapons have RoF 1, reload in up to 2 seconds, and are drawn by muscle or thrown; others have only their RoF."
)
RANGED_SHOTS_AIMED: Final = Rule("heroic/ranged/shots-aimed", "Aimed shots", cites=ATTACK_PROCEDURE)
RANGED_SHOT_MOVE_COST: Final = Rule(
    "heroic/ranged/shot-move-cost", "Shots cost movement", cites=ATTACK_PROCEDURE
).noted("A further shot costs a whole multiple of Move; a unit of Move 0 pays 0, but needs a multiple to spare.")
RANGED_FAST_DRAW: Final = Rule(
    "heroic/ranged/fast-draw", "Fast-Draw", cites=ATTACK_PROCEDURE, behind=(DICE_SUCCESS_ROLL,)
).noted(
    "A unit rolls once, before its first ranged attack of the round; who fails gets no extra shot, and nothing else.",
    "It works for any low-tech weapon with ammunition, but not with All-Out Offensive.",
)
RANGED_RAPID_FIRE: Final = Rule("heroic/ranged/rapid-fire", "Rapid fire", cites=ATTACK_PROCEDURE)
RANGED_MULTIPLIER_BY_SHOTS: Final = Rule("heroic/ranged/multiplier-by-shots", "Shots make the multiplier", cites=RATIO)
RANGED_HITS_CAP: Final = Rule(
    "heroic/ranged/hits-cap",
    "No more hits than projectiles",
    cites=ATTACK_PROCEDURE,
    behind=(RANGED_MULTIPLIER_BY_SHOTS,),
).noted("Shots make the multiplier; shots times projectiles make the cap and the rapid-fire bonus.")
RANGED_RANGE_BANDS: Final = Rule("heroic/ranged/range-bands", "Range", cites=ATTACK_PROCEDURE).noted(
    "Distances are rounded up to whole yards; up to 2 yards is Close.",
    "The distance is that at the start of the ranged phase.",
)
RANGED_BULK: Final = Rule("heroic/ranged/bulk", "Bulk", cites=ATTACK_PROCEDURE)
RANGED_MODIFIERS: Final = Rule("heroic/ranged/modifiers", "Ranged modifiers", cites=ATTACK_PROCEDURE).noted(
    "The speed of the target does not count: bands replace speed and range."
)
RANGED_LOCKED_TARGET: Final = Rule("heroic/ranged/locked-target", "Target in melee", cites=ATTACK_PROCEDURE).noted(
    "A shot at whom one is locked with is at Close, with Bulk.", "If nobody else is in the melee it never strays."
)
RANGED_STRAY: Final = Rule("heroic/ranged/stray", "Stray shot", cites=ATTACK_PROCEDURE).noted(
    "The second contest has the same skill for the new target: its SM at the same range, and −4.",
    "Group, ratio, rapid fire and location do not count; the Speed Factor stays.",
)
RANGED_RANGE_LIMITS: Final = Rule("heroic/ranged/range-limits", "Longest range", cites=GROUP_FIGHT)
RANGED_AMMO: Final = Rule("heroic/ranged/ammo", "Ammunition", cites=ATTACK_PROCEDURE)

# Melee attacks

MELEE_REACH: Final = Rule("heroic/melee/reach", "Reach", cites=ATTACK_PROCEDURE)
MELEE_MODIFIERS: Final = Rule(
    "heroic/melee/modifiers", "Melee modifiers", cites=ATTACK_PROCEDURE, behind=(MELEE_REACH,)
)
MELEE_MODE_PER_HIT: Final = Rule("heroic/melee/mode-per-hit", "A mode for each hit", cites=ATTACK_PROCEDURE).noted(
    "The contest uses the lowest skill of the modes that the attacker keeps open.",
    "Unless modes are named, all hits are of the mode of most expected injury, of equals the first.",
    "Two modes used are two damage rolls, in the order named.",
)
MELEE_TWO_SIDED: Final = Rule("heroic/melee/two-sided", "Both sides strike", cites=PROCEDURE).noted(
    "A struck unit strikes back only with a melee attack that it has declared."
)
MELEE_NO_CAP: Final = Rule("heroic/melee/no-cap", "Melee hits without limit", cites=ATTACK_PROCEDURE)

# Speed Factor and several attacks

SPEED_DEFAULT: Final = Rule("heroic/speed/default", "Speed Factor", cites=SPEED_FACTOR).noted(
    "Ranged attacks have the same Speed Factor."
)
SPEED_UNWIELDY: Final = Rule("heroic/speed/unwieldy", "Unwieldy weapon", cites=SPEED_FACTOR)
SPEED_EXTRA_ATTACK: Final = Rule("heroic/speed/extra-attack", "Extra attacks with one weapon", cites=SPEED_FACTOR)
SPEED_DIFFERENT_WEAPONS: Final = Rule(
    "heroic/speed/different-weapons", "Extra attacks with different weapons", cites=SPEED_FACTOR
).noted(
    "With Extra Attack a unit makes one attack more for each level, the factor not reduced, without the −1 for each.",
    "Without Extra Attack several weapons are averaged.",
)
SPEED_DECREASED_TIME_RATE: Final = Rule(
    "heroic/speed/decreased-time-rate", "Decreased Time Rate", cites=SPEED_FACTOR
).noted("It may have levels, and each adds 2.")
SPEED_FORMULA: Final = Rule("heroic/speed/formula", "Speed Factor of a unit", cites=SPEED_FACTOR).noted(
    "It is 4 or 6, less 2 for each extra attack, plus 2 for each level of Decreased Time Rate, and at least 1.",
    "Of several weapons the highest factor counts.",
)
MULTI_AVERAGE_SKILL: Final = Rule("heroic/multi/average-skill", "Several attacks", cites=MULTIPLE).noted(
    "Common modifiers may be added before or after averaging; it is rounded down once.",
    "The −4 of the off hand is in that attack's skill before averaging, unless the skill sent already has it.",
)
MULTI_DECLARE: Final = Rule(
    "heroic/multi/declare", "Several attacks as one", cites=MULTIPLE, behind=(MULTI_AVERAGE_SKILL,)
)
MULTI_BEST_DEFENSE: Final = Rule("heroic/multi/best-defense", "The defender's best modifier", cites=MULTIPLE)
MULTI_RANDOM_MODE: Final = Rule(
    "heroic/multi/random-mode", "Which attack lands", cites=MULTIPLE, behind=(DICE_PICK,)
).noted(
    "The multiplier applies to all hits and to each attack's share, both rounded down.",
    "Hits left over go to the attack with the largest remainder, of equals the first.",
    "Damage is rolled once for each attack that landed, in the order declared.",
)

# Injury

INJURY_LOCATION: Final = Rule(
    "heroic/injury/location", "Hit location", cites=INJURY, behind=(REF_WOUNDING, REF_DAMAGE_ROLL)
)
INJURY_DAMAGE_ONCE: Final = Rule("heroic/injury/damage-once", "Damage", cites=INJURY)
INJURY_FORMULA: Final = Rule("heroic/injury/formula", "Injury", cites=INJURY).noted(
    "The multipliers of the hit location count; a skull has 2 more DR.",
    "DR without a location is that of every location that has none of its own, 0 unless it is given.",
)
INJURY_PENDING: Final = Rule("heroic/injury/pending", "Injury is collected", cites=INJURY)
INJURY_SIMULTANEOUS: Final = Rule("heroic/injury/simultaneous", "Injury is applied together", cites=INJURY)
INJURY_HT_HALVES: Final = Rule(
    "heroic/injury/ht-halves", "HT roll", cites=INJURY, behind=(DICE_SUCCESS_ROLL, Rulings.HT_ONCE)
).noted("Without injury there is no roll.", "It is a success roll: 3 and 4 succeed, 17 and 18 fail.")
INJURY_INCAPACITATED: Final = Rule("heroic/injury/incapacitated", "Out of the fight", cites=INJURY).noted(
    "At exactly 0 HP one is incapacitated and not dead; what follows is decided afterwards."
)
POOL_SIZE: Final = Rule("heroic/pool/size", "Pool of hit points", cites=INJURY).noted(
    "A unit that starts hurt has a pool below members at the start × HP, and fewer members at once.",
    "For morale, members at the start are those of the battle's start, as sent: they never follow from the pool.",
)
POOL_ASSIGNMENT: Final = Rule(
    "heroic/pool/assignment", "One member after another", cites=INJURY, behind=(Rulings.ASSIGNMENT_STYLE,)
).noted("The pool of a group ends at 0; further injury is lost, and does not pass to other units.")
POOL_ABSTRACT: Final = Rule("heroic/pool/abstract", "Hit points are abstract", cites=INJURY).noted(
    "Low hit points neither halve Move nor call for rolls to stay conscious."
)
POOL_CASUALTIES: Final = Rule(
    "heroic/pool/casualties", "Casualties", cites=INJURY, behind=(POOL_ABSTRACT, POOL_SIZE, POOL_ASSIGNMENT)
).noted(
    "Members left are pool ÷ HP, rounded up; the last one fights at full value.",
    "Members do not come back into the battle by healing.",
)
POOL_NOT_LIMITED_BY_HITS: Final = Rule(
    "heroic/pool/not-limited-by-hits", "More casualties than hits", cites=GROUP_FIGHT
)

# Grappling

GRAPPLE_ATTACK: Final = Rule(
    "heroic/grapple/attack", "Grapple", cites=GRAPPLING, behind=(ATTACK_CONTEST, DICE_QUICK_CONTEST, DICE_ORDER_GRAPPLE)
).noted(
    "Hits grapple as many members, at most the active ones.",
    "Each hit spent acts on one of them; several may act on the same one.",
)
GRAPPLE_MODIFIERS: Final = Rule("heroic/grapple/modifiers", "Grappling modifiers", cites=GRAPPLING).noted(
    "The difference of SM is the attacker's less the target's."
)
GRAPPLE_GRAPPLED: Final = Rule(
    "heroic/grapple/grappled", "Grappled", cites=GRAPPLING, behind=(GRAPPLE_MODIFIERS, REF_GRAPPLE_ATTACK)
).noted(
    "Held members neither retreat nor withdraw before they break free, unless their ST is above twice the grappler's.",
    "The others leave; the held stay as a unit of their own, if a battle has room for it.",
    "That unit has no share in the injury of the others.",
)
GRAPPLE_SPEND: Final = Rule("heroic/grapple/spend", "Hits are spent", cites=GRAPPLING).noted(
    "Follow-ups come in the order declared, and each sees what the one before did.",
    "Hits for one that has become impossible are lost without dice.",
)
GRAPPLE_SPECIAL_CASES: Final = Rule("heroic/grapple/special-cases", "Special cases stay", cites=GRAPPLING)
GRAPPLE_SPEND_CONTEST: Final = Rule(
    "heroic/grapple/spend-contest",
    "Contest of a follow-up",
    cites=GRAPPLING,
    behind=(GRAPPLE_SPECIAL_CASES,),
)
GRAPPLE_TAKEDOWN: Final = Rule(
    "heroic/grapple/takedown", "Takedown", cites=GRAPPLING, behind=(Rulings.GRAPPLE_FIFTH,)
).noted("The bonus of one helper comes at a ratio above 1.5.")
GRAPPLE_PIN: Final = Rule(
    "heroic/grapple/pin", "Pin", cites=GRAPPLING, behind=(Rulings.PIN_CONTEST, Rulings.GRAPPLE_FIFTH)
).noted("The bonus of one helper comes at a ratio above 1.5 and up to 2, that of two above 2.")
GRAPPLE_CHOKE: Final = Rule("heroic/grapple/choke", "Choke", cites=GRAPPLING, behind=(Rulings.TECHNIQUE_CONTESTS,))
GRAPPLE_SUFFOCATION: Final = Rule("heroic/grapple/suffocation", "Suffocation", cites=GRAPPLING)
GRAPPLE_TECHNIQUE: Final = Rule(
    "heroic/grapple/technique", "Lock or wrench", cites=GRAPPLING, behind=(Rulings.TECHNIQUE_CONTESTS,)
).noted(
    "Injury is damage less DR, times wounding, rounded down, times hits spent; it is collected, and HT may halve it.",
    "What the base game asks first is part of the round; the location must be named and its penalty paid.",
)
GRAPPLE_BREAK_FREE: Final = Rule(
    "heroic/grapple/break-free", "Breaking free", cites=GRAPPLING, behind=(Rulings.BREAK_FREE_TIME,)
)
GRAPPLE_WEAPONS: Final = Rule("heroic/grapple/weapons", "Weapons in a grapple", cites=GRAPPLING)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
