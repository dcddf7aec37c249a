"""Rules of attacks, wild swings, lines of fire, strays, pop-up attacks, waits and opportunity fire.

Each is cited by its source's heading; its title is what players read in tallies and steps.
"""

from service.rules.tactical.book.movement_rules import (
    ADAPTATION,
    ARC_OF_VISION,
    BASE_GAME,
    CORE_DICE_EXHAUSTED,
    CORE_LAYERING,
    CORE_SUCCESS_ROLL,
    FIGURES_SCALE,
    WAIT,
    WAIT_STRATEGY,
    rule,
)
from service.rules.tactical.book.rulings import Rulings

BLIND = "Shooting Blind"
DISCRIMINATION = "Opportunity Fire, Target Discrimination"
FIRING = "Firing Through an Occupied Hex"
LONG_WEAPONS = "Long Weapon Tactics"
MELEE = "Melee Attacks"
OPPORTUNITY = "Opportunity Fire"
OVERSHOOTING = "Overshooting and Stray Shots"
POP_UP = "Pop-Up Attacks"
REACH = "Reach of a Weapon"
THROUGH = "Attacking Through an Occupied Hex"
WILD = "Wild Swings"
WRONG_TARGET = "Hitting the Wrong Target"

# Attacks

ATTACK_NUMBER = rule("attack/number", "Effective skill", BASE_GAME, CORE_LAYERING).noted(
    "A weapon without its skill is used at DX − 5, a natural weapon at DX."
)
ATTACK_MELEE_MODIFIERS = rule("attack/melee-modifiers", "Melee attack", BASE_GAME)
ATTACK_RANGED_MODIFIERS = rule("attack/ranged-modifiers", "Ranged attack", BASE_GAME)
ATTACK_HIT_OR_MISS = rule(
    "attack/hit-or-miss", "Attack roll", BASE_GAME, ATTACK_NUMBER, CORE_SUCCESS_ROLL, CORE_DICE_EXHAUSTED
)
ATTACK_SPEED_RANGE = rule("attack/speed-range", "Speed and range", BASE_GAME)
ATTACK_SIZE = rule("attack/size", "Target's size", BASE_GAME)
ATTACK_DECEPTIVE = rule("attack/deceptive", "Deceptive Attack", BASE_GAME)
ATTACK_RAPID_STRIKE = rule("attack/rapid-strike", "Rapid Strike", BASE_GAME).noted(
    "The second blow is planned anew: a foe who has retreated is struck, one who was knocked out of reach is not."
)
ATTACK_RAPID_FIRE = rule("attack/rapid-fire", "Rapid fire", BASE_GAME).noted(
    "A defence against several shots stops 1 + its margin of them, all of them if it is critical."
)
ATTACK_RANGE_LIMITS = rule("attack/range-limits", "Range limits", BASE_GAME, Rulings.ACCURACY_BEYOND_HALF)
ATTACK_CRITICAL_HIT = rule("attack/critical-hit", "Critical hit", BASE_GAME)
ATTACK_CRITICAL_HIT_HEAD = rule("attack/critical-hit-head", "Critical hit to the head", BASE_GAME)
ATTACK_CRITICAL_MISS = rule("attack/critical-miss", "Critical miss", BASE_GAME)
ATTACK_CRITICAL_MISS_UNARMED = rule("attack/critical-miss-unarmed", "Critical miss without a weapon", BASE_GAME)

# Melee on the map

MELEE_FRONT_ONLY = rule("melee/front-only", "Melee into the front", MELEE, Rulings.FAN_VS_ARC)
MELEE_REACH_C = rule("melee/reach-c", "Reach C", REACH).noted("Facing does not matter in one's own hex.")
MELEE_REACH_1 = rule("melee/reach-1", "Reach 1", REACH)
MELEE_REACH_2 = rule("melee/reach-2", "Reach 2", REACH)
MELEE_REACH_3 = rule("melee/reach-3", "Reach 3 and more", REACH)
MELEE_REACH_SETS = rule("melee/reach-sets", "Several reaches", REACH)
MELEE_GRIP_CHANGE = rule("melee/grip-change", "Change of grip", REACH)
MELEE_GRIP_FREE = rule("melee/grip-free", "Balanced weapon", REACH)
MELEE_SIZE_REACH = rule("melee/size-reach", "Size and reach", REACH)
MELEE_STEP_AFTER = rule("melee/step-after", "Step after the attack", LONG_WEAPONS)
MELEE_THROUGH_FRIEND = rule("melee/through-friend", "Past a friend", THROUGH)
MELEE_THROUGH_ENEMY = rule(
    "melee/through-enemy",
    "Through a foe's hex",
    THROUGH,
    Rulings.THROUGH_MANY,
    Rulings.THROUGH_POSTURE,
    Rulings.THROUGH_LINE,
).noted("A hex that friend and foe share counts as a foe's.")
MELEE_THROUGH_PAIR = rule("melee/through-pair", "Between two hexes", THROUGH, Rulings.THROUGH_LINE)
MELEE_THROUGH_SOLID = rule("melee/through-solid", "Line of melee", ADAPTATION, Rulings.THROUGH_LINE)

# Wild swings

WILD_DEFINITION = rule("wild/definition", "Wild Swing", WILD).noted(
    "A foe in dim light to the front can be seen: the attack is a Wild Swing only if the foe cannot be seen at all."
)
WILD_PENALTY = rule("wild/penalty", "Wild Swing", WILD)
WILD_CAP = rule("wild/cap", "Wild Swing: 9 at most", WILD).noted(
    "A Wild Swing is never a Deceptive Attack, which needs 10; the penalty of a Rapid Strike counts before the cap."
)
WILD_NO_LOCATION = rule("wild/no-location", "Wild Swing: no location chosen", WILD)
WILD_THRUST_RANGE = rule("wild/thrust-range", "Wild thrust", WILD).noted(
    "Swings reach to the side and back as far as to the front."
)
WILD_ALL_OUT = rule("wild/all-out", "Wild Swing in an All-Out Attack", WILD)
WILD_MOVE_AND_ATTACK = rule("wild/move-and-attack", "Wild Swing in a Move and Attack", WILD).noted(
    "Of the two penalties only the worse counts."
)
WILD_PERIPHERAL = rule("wild/peripheral", "Peripheral Vision", WILD).noted(
    "The right and left hexes are the whole side zone, at any distance.",
    "A kick is on the side of its leg, a shield on that of its arm; bites and head butts go to the front only.",
)
WILD_360 = rule("wild/360", "360° Vision", WILD).noted(
    "Two-handed attacks have no penalty to the sides, and the −2 to the back."
)
WILD_TECHNIQUES = rule("wild/techniques", "Technique for attacks to the back", WILD)

# Ranged attacks on the map

RANGED_ARC = rule("ranged/arc", "In the arc of vision", ARC_OF_VISION)
RANGED_BLIND = rule("ranged/blind", "Shooting blind", BLIND).noted(
    "Darkness adds nothing to shooting blind: the worse of the two counts, −10.",
    "An attack on a hex is always blind.",
)
RANGED_BLIND_NO_AIM = rule("ranged/blind-no-aim", "No aim when shooting blind", BLIND)
RANGED_LINE = rule("ranged/line", "Line of fire", FIRING, Rulings.LINE_ANCHORS, Rulings.LINE_CHOICE).noted(
    "A line that only touches a corner is clear, unless there is a wall on both sides of it."
)
RANGED_IN_THE_WAY = rule("ranged/in-the-way", "In the way", FIRING, Rulings.IN_WAY_UNIT).noted(
    "Nobody in the shooter's own hex is in the way; others in the target's hex bring no −4, but may be hit.",
    "Swarms and dead figures are never in the way.",
)
RANGED_IN_THE_WAY_PAIR = rule("ranged/in-the-way-pair", "In the way on both sides", FIRING, Rulings.PAIR_SOLID).noted(
    "A line between several pairs has −4 for each pair that is occupied on both sides; a figure counts once."
)
RANGED_IN_THE_WAY_LYING = rule("ranged/in-the-way-lying", "Lying in the way", FIRING, Rulings.POSTURE_LEVELS).noted(
    "An unconscious figure counts as a lying one."
)
RANGED_IN_THE_WAY_KNEELING = rule(
    "ranged/in-the-way-kneeling", "Kneeling in the way", FIRING, Rulings.POSTURE_LEVELS
).noted("Somebody who crouches is in the way like somebody who stands.")
RANGED_LOS_BLOCK = rule(
    "ranged/los-block", "Too large to shoot past", FIRING, Rulings.SIGHT_BLOCK_TARGET, Rulings.HIGHER_UP
).noted("Sitting counts as kneeling, crawling as prone.")
RANGED_HUMAN_SCALE = rule("ranged/human-scale", "Human scale", FIRING)
RANGED_RANGE_HEXES = rule("ranged/range-hexes", "Range", FIRING, FIGURES_SCALE).noted(
    "Of a target of several hexes that one counts which gives the best line, and of equals the nearest."
)
RANGED_SOLID_ONLY = rule("ranged/solid-only", "Line blocked", ADAPTATION)

# Strays and overshoots

STRAY_WHEN = rule("stray/when", "Missed shot", WRONG_TARGET, Rulings.STRAY_CRITICAL).noted(
    "After a critical miss nothing goes astray if the weapon broke, was dropped, flew off or hit its owner."
)
STRAY_WHO = rule("stray/who", "Who may be hit instead", WRONG_TARGET, Rulings.STRAY_EXTENT).noted(
    "Somebody beside a line that runs between two hexes, the other of them empty, is no candidate.",
    "A figure that the line meets twice is a candidate once.",
)
STRAY_ORDER = rule("stray/order", "The nearest first", WRONG_TARGET).noted(
    "Others in the target's hex come at the target's distance, after those who are nearer."
)
STRAY_NUMBER = rule("stray/number", "A flat 9 or worse", WRONG_TARGET).noted(
    "The number to hit somebody on purpose has all modifiers of the shot, those of range, size, posture and people "
    "in the way counted anew, and none for a location."
)
STRAY_ROLL = rule(
    "stray/roll", "Stray shot", WRONG_TARGET, STRAY_WHO, STRAY_ORDER, STRAY_NUMBER, CORE_SUCCESS_ROLL, Rulings.STRAY_ROF
).noted("A 3 or 4 hits without a defence, but is no critical hit.")
STRAY_STOP = rule("stray/stop", "End of a stray shot", WRONG_TARGET)
STRAY_DEFENSE = rule("stray/defense", "Defence against a stray shot", WRONG_TARGET)
STRAY_LOCATION = rule("stray/location", "Location of a stray shot", ADAPTATION)
OVERSHOOT_PARRIED = rule("overshoot/parried", "Stopped by a parry or block", OVERSHOOTING)
OVERSHOOT_DODGED = rule("overshoot/dodged", "Past the target", OVERSHOOTING)
OVERSHOOT_NOT_BETWEEN = rule("overshoot/not-between", "Nobody before the target", OVERSHOOTING)

# Pop-up attacks

POPUP_DEFINITION = rule("popup/definition", "Pop-up attack", POP_UP).noted(
    "It is a turn of its own, since the source has it done in one turn."
)
POPUP_WEAPONS = rule("popup/weapons", "Weapon of a pop-up attack", POP_UP)
POPUP_NO_AIM = rule("popup/no-aim", "Pop-up attack", POP_UP)
POPUP_EXPOSED = rule("popup/exposed", "Out of cover", POP_UP, Rulings.POPUP_TIMING).noted(
    "The hex that is shot from must be watched, or the hex of the cover if the figure shows there."
)
POPUP_DODGE_ONLY = rule("popup/dodge-only", "Only a dodge", POP_UP)
POPUP_NO_STEP = rule("popup/no-step", "Back into cover", ADAPTATION).noted("It is one hex out and the same hex back.")

# Waits

WAIT_INTERRUPT = rule(
    "wait/interrupt", "Wait triggered", WAIT_STRATEGY, Rulings.WAIT_TRIGGER, Rulings.PASS_WAITING
).noted(
    "Only an event that the figure sees triggers a wait with a melee weapon.",
    "An event that makes the response impossible does not use up the wait.",
)
WAIT_STEP = rule("wait/step", "Step of a wait", WAIT_STRATEGY, Rulings.WAIT_STEP_ORDER).noted(
    "A change of facing is no movement; any hex is."
)
WAIT_CONTINUE = rule("wait/continue", "Movement goes on", WAIT_STRATEGY).noted(
    "Who is unconscious, dead, stunned or prone does not move on as before; who is knocked back goes on from there.",
    "If the waiter steps out of reach the attacker has its remaining movement; a step already taken is lost.",
)
WAIT_REACH = rule("wait/reach", "Struck on entering reach", WAIT)
WAIT_BAR_PASSAGE = rule("wait/bar-passage", "Passing is free without a wait", WAIT_STRATEGY)
WAIT_STOP_THRUST = rule("wait/stop-thrust", "Stop thrust", BASE_GAME)
WAIT_ORDER = rule("wait/order", "The longer reach first", ADAPTATION, Rulings.WAIT_ORDER).noted(
    "Opportunity fire at an event comes before melee waits for it."
)
WAIT_ALL_OUT = rule("wait/all-out", "All-Out Attack from a wait", BASE_GAME)

# Opportunity fire

OPPORTUNITY_WEAPON = rule("opportunity/weapon", "A ready ranged weapon", OPPORTUNITY)
OPPORTUNITY_WAIT = rule("opportunity/wait", "Standing still to watch", OPPORTUNITY).noted(
    "The shot is a plain attack, without All-Out Attack and without a step; waits with melee weapons may have them."
)
OPPORTUNITY_ARC = rule("opportunity/arc", "Watched hexes in the arc of vision", OPPORTUNITY).noted(
    "Every hex that a watched line passes lies in the arc of vision, too."
)
OPPORTUNITY_MUST_FIRE = rule("opportunity/must-fire", "Opportunity fire", OPPORTUNITY).noted(
    "Without a line, ammunition or the range there is no shot, and the watch goes on.",
    "Who does not discriminate fires at a friend who appears first; the answer warns of it.",
)
OPPORTUNITY_PENALTY = rule("opportunity/penalty", "Hexes watched", OPPORTUNITY).noted(
    "Solid hexes do not count as watched, hidden ones do."
)
OPPORTUNITY_LINE = rule("opportunity/line", "Line watched", OPPORTUNITY).noted(
    "The penalty is the same for a line of any length."
)
OPPORTUNITY_MODIFIERS = rule("opportunity/modifiers", "Opportunity fire without aim", OPPORTUNITY)
OPPORTUNITY_AIM_AND_WAIT = rule("opportunity/aim-and-wait", "Aim and Wait", OPPORTUNITY, Rulings.AIM_WAIT_COUNT).noted(
    "It needs exactly one watched hex and no line."
)
OPPORTUNITY_DISCRIMINATE = rule(
    "opportunity/discriminate", "Telling friend from foe", DISCRIMINATION, CORE_SUCCESS_ROLL
).noted(
    "The Vision roll is against Perception and the modifiers given; range does not count.",
    "After holding fire the watch goes on in the same turn, still at −2.",
)
OPPORTUNITY_SIMULTANEOUS = rule("opportunity/simultaneous", "Shots at the same time", OPPORTUNITY).noted(
    "All shots count from the same state; dice are rolled shooter by shooter in turn order, parries add up, a block "
    "is used once, and all wounds come after the last shot."
)
OPPORTUNITY_NOTHING = rule("opportunity/nothing", "No target appeared", OPPORTUNITY)
OPPORTUNITY_PRECISE = rule("opportunity/precise", "Hex by hex, or a line", OPPORTUNITY)
OPPORTUNITY_SECRET = rule("opportunity/secret", "Hidden from other sides", OPPORTUNITY)
OPPORTUNITY_APPEAR = rule(
    "opportunity/appear",
    "A target appears",
    ADAPTATION,
    OPPORTUNITY_WEAPON,
    OPPORTUNITY_WAIT,
    OPPORTUNITY_ARC,
    OPPORTUNITY_PRECISE,
    Rulings.APPEAR,
)
OPPORTUNITY_CROSS = rule(
    "opportunity/cross",
    "A target crosses the line",
    ADAPTATION,
    OPPORTUNITY_WEAPON,
    OPPORTUNITY_WAIT,
    OPPORTUNITY_ARC,
    OPPORTUNITY_PRECISE,
)
