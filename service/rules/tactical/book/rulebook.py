"""Rules of defence, injury, close combat, grapples, slams, large figures, pursuit and battles without players.

The other parts are `movement_rules` and `attack_rules`. Each rule is cited by its source's heading; its title is what
players read in tallies and steps.
"""

from service.rules.tactical.book.attack_rules import ATTACK_HIT_OR_MISS
from service.rules.tactical.book.movement_rules import (
    ADAPTATION,
    BASE_GAME,
    BOOK,
    CHANGE_POSTURE,
    CORE_QUICK_CONTEST,
    CORE_REGULAR_CONTEST,
    CORE_SUCCESS_ROLL,
    EVADING,
    FACING_WEAPON_SIDE,
    FIGURES_LARGE,
    rule,
)
from service.rules.tactical.book.rulings import Rulings

BACK = "Defending Against Attacks from the Back"
CLOSE = "Close Combat"
CLOSE_DEFENDING = "Defense in Close Combat"
CLOSE_READYING = "Readying in Close Combat"
CLOSE_SHIELDS = "Shields in Close Combat"
CLOSE_WEAPONS = "Weapons for Close Combat"
DEFENDING = "Defending in Tactical Combat"
ENTERING = "Entering a Foe's Hex"
FRONT_SIDE_BACK = "Front, Side, and Back Hexes"
LEAVING = "Leaving a Foe's Hex"
MULTI_HEX = "Multi-Hex Figures"
MULTI_HEX_SIGHT = "Multi-Hex Figures, Arc of Vision"
MULTIPLE = "Multiple Close Combat"
OVERRUN = "Slam and Overrun"
RETREATING = "Retreating"
RUNAROUND = '"Runaround" Attacks'
SIDE = "Defending Against Attacks from the Side"
STRIKING = "Striking Into a Close Combat"

# Defences

DEFENSE_VALUES = rule("defense/values", "Dodge, Parry and Block", BASE_GAME)
DEFENSE_NUMBER = rule("defense/number", "Defence", BASE_GAME, DEFENSE_VALUES, CORE_SUCCESS_ROLL)
DEFENSE_ONCE = rule("defense/once", "Further parries", BASE_GAME).noted(
    "Preferences that are impossible are left out; a forced defence that is impossible is refused.",
    "The second defence of a double one is the next of the list that is possible.",
    "The word `none` ends the list where it stands; a list that runs out leaves the best other defence.",
)
DEFENSE_BY_ATTACK = rule("defense/by-attack", "Defences against an attack", BASE_GAME)
DEFENSE_UNBALANCED = rule("defense/unbalanced", "Unbalanced weapon", BASE_GAME)
DEFENSE_UNARMED_PARRY = rule("defense/unarmed-parry", "Parry with an empty hand", BASE_GAME)
DEFENSE_MANEUVER = rule("defense/maneuver", "Maneuver limits defence", BASE_GAME)
DEFENSE_UNSEEN = rule("defense/unseen", "Attacker unseen", BASE_GAME)
DEFENSE_CRITICAL = rule("defense/critical", "Critical defence", BASE_GAME)
DEFENSE_WHICH_ARC = rule("defense/which-arc", "Side of the attack", ADAPTATION, Rulings.BEYOND_ADJACENT)
DEFENSE_FRONT = rule("defense/front", "From the front", DEFENDING)
DEFENSE_SIDE = rule("defense/side", "From the side", SIDE)
DEFENSE_SIDE_BLOCK = rule(
    "defense/side-block", "Block to the shield side", SIDE, FACING_WEAPON_SIDE, Rulings.SIDE_BLOCK_FLEXIBLE
).noted("The side follows the arm that holds the shield; handedness is the default only.")
DEFENSE_SIDE_PARRY = rule("defense/side-parry", "Parry to the weapon's side", SIDE, FACING_WEAPON_SIDE).noted(
    "Of weapons in both hands each guards its own side; a two-handed weapon guards both.",
    "An empty hand guards like a one-handed weapon.",
)
DEFENSE_RUNAROUND = rule("defense/runaround", "Runaround", RUNAROUND, Rulings.RUNAROUND, Rulings.RUNAROUND_SIDE).noted(
    "It is the same for a figure that runs behind and shoots."
)
DEFENSE_BACK_NONE = rule("defense/back-none", "From the back", BACK)
DEFENSE_BACK_PERIPHERAL = rule("defense/back-peripheral", "From the back, with Peripheral Vision", BACK)
DEFENSE_BACK_360 = rule("defense/back-360", "From the back, with 360° Vision", BACK)
DEFENSE_BACK_PARRY = rule("defense/back-parry", "Parry to the back", BACK).noted(
    "The −2 of Peripheral Vision and the −2 of the parry add up to −4."
)
DEFENSE_SHIELD_SIDE = rule("defense/shield-side", "Shield", BASE_GAME, Rulings.DB_ARC)

# Retreats

RETREAT_STEP = rule(
    "retreat/step", "Retreat", RETREATING, Rulings.RETREAT_DIRECTION, Rulings.RETREAT_OUT_OF_REACH
).noted(
    "It is one step: one hex, or up to the whole step of a fast figure.",
    "The head of a figure of several hexes moves one hex away; its body follows rigidly, and must fit.",
)
RETREAT_OCCUPIED = rule("retreat/occupied", "Retreat blocked", RETREATING).noted(
    "A hex with a foe in it is occupied, too: a retreat never begins close combat."
)
RETREAT_FACING = rule("retreat/facing", "Turning with a retreat", RETREATING).noted(
    "The turn follows the retreat: the present attack counts with the old facing."
)
RETREAT_BONUS = rule("retreat/bonus", "Retreat", BASE_GAME)
RETREAT_ONCE = rule("retreat/once", "One retreat a turn", BASE_GAME, Rulings.RETREAT_PRONE)
RETREAT_DODGE_AND_DROP = rule("retreat/dodge-and-drop", "Dodge and Drop", BASE_GAME)

# Damage and injury

DAMAGE_ROLL = rule("damage/roll", "Damage", BASE_GAME)
DAMAGE_DR = rule("damage/dr", "Damage Resistance", BASE_GAME)
DAMAGE_WOUNDING = rule("damage/wounding", "Injury", BASE_GAME)
DAMAGE_LOCATIONS = rule("damage/locations", "Hit location", BASE_GAME, Rulings.LOCATIONS_IN_USE).noted(
    "A location that is named while `locations` is off counts as the torso."
)
DAMAGE_LOCATION_MULTIPLIERS = rule("damage/location-multipliers", "Wounding multiplier", BASE_GAME)
DAMAGE_CRIPPLE = rule("damage/cripple", "Crippling", BASE_GAME)
INJURY_SHOCK = rule("injury/shock", "Shock", BASE_GAME)
INJURY_MAJOR = rule("injury/major", "Major wound", BASE_GAME)
INJURY_KNOCKDOWN = rule("injury/knockdown", "Knockdown", BASE_GAME, CORE_SUCCESS_ROLL)
INJURY_HEAD_SHOCK = rule("injury/head-shock", "Shock to head or vitals", BASE_GAME)
INJURY_THRESHOLDS = rule("injury/thresholds", "Death check", BASE_GAME, CORE_SUCCESS_ROLL)
INJURY_PRONE_DROP = rule("injury/prone-drop", "Fallen", CHANGE_POSTURE)
INJURY_KNOCKBACK = rule("injury/knockback", "Knockback", BASE_GAME)

# Close combat: entering, evading and leaving

CLOSE_DEFINITION = rule("close/definition", "Close combat", CLOSE)
CLOSE_ENTER = rule("close/enter", "Into a foe's hex", ENTERING, Rulings.ENTRY_SIDEWAYS)
CLOSE_START = rule("close/start", "Close combat begins", ENTERING, CLOSE_DEFINITION).noted(
    "Foes in one hex are in close combat, even if the request does not pair them."
)
CLOSE_RUN_IN = rule("close/run-in", "Running in", ENTERING).noted(
    "With a Move, Move and Attack or All-Out Attack facing is the direction of entry, without a turn at the end; "
    "after a step it is free."
)
CLOSE_PASS_CHOICE = rule("close/pass-choice", "Evade or slam", ENTERING).noted(
    "Without a choice a path that goes on from a foe's hex evades, and one that ends there stops.",
    "Without a choice a large figure slams into smaller foes.",
)
CLOSE_HALVES = rule("close/halves", "Half of a hex", ENTERING).noted(
    "If a fight begins in one hex, the side of the first of a pair is the back of its facing, unless it is given.",
    "Who shares any hex of a large figure's body is in close combat; the half is that of the side it came in by.",
)
CLOSE_FRONT_EXIT = rule("close/front-exit", "To the foe's side", ENTERING)
CLOSE_MULTI_HALVES = rule("close/multi-halves", "Several halves", ADAPTATION, CLOSE_HALVES).noted(
    "A free exit is on one's own side of every pair; another needs an evade against each foe concerned, in turn order."
)
EVADE_POINTS = rule("evade/points", "Movement points to evade", EVADING)
EVADE_CONTEST = rule("evade/contest", "Evade", BASE_GAME, CORE_QUICK_CONTEST).noted(
    "A foe who lies but can act is an enemy to evade, at +5, and no body on the ground."
)
EVADE_IMPOSSIBLE = rule("evade/impossible", "No way past", BASE_GAME)
CLOSE_LEAVE_OWN_SIDE = rule("close/leave-own-side", "Leaving on one's own side", LEAVING).noted(
    "An All-Out Attack leaves only through a front hex that is on one's own side."
)
CLOSE_LEAVE_FOE_SIDE = rule("close/leave-foe-side", "Leaving on the foe's side", LEAVING)
CLOSE_LEAVE_STEP = rule("close/leave-step", "Leaving with a step", LEAVING)
CLOSE_GRAPPLED_STAY = rule("close/grappled-stay", "Held in the hex", LEAVING).noted("A grappler who leaves lets go.")

# Close combat: weapons, readying, defence and shields

CLOSE_WEAPONS_MELEE = rule("close/weapons-melee", "Melee weapons in close combat", CLOSE_WEAPONS)
CLOSE_WEAPONS_RANGED = rule("close/weapons-ranged", "Bulk in close combat", CLOSE_WEAPONS).noted(
    "Bulk counts once, and only for opponents in the same close combat; others are shot at by ordinary range.",
    "A thrown weapon has no Bulk: with reach C it is thrown at 0, without it not at all.",
)
CLOSE_READY = rule("close/ready", "Readying in close combat", CLOSE_READYING, CORE_SUCCESS_ROLL)
CLOSE_FAST_DRAW = rule("close/fast-draw", "Fast-Draw in close combat", CLOSE_READYING, CORE_SUCCESS_ROLL).noted(
    "After a failed DX roll there is no roll of Fast-Draw."
)
CLOSE_DODGE = rule("close/dodge", "Dodge in close combat", CLOSE_DEFENDING, Rulings.ENTRY_DEFENSE)
CLOSE_PARRY = rule("close/parry", "Parry in close combat", CLOSE_DEFENDING, Rulings.ENTRY_DEFENSE)
CLOSE_NO_BLOCK = rule("close/no-block", "No block in close combat", CLOSE_DEFENDING, Rulings.ENTRY_DEFENSE)
CLOSE_RETREAT = rule("close/retreat", "Retreat from close combat", CLOSE_DEFENDING)
CLOSE_ARC = rule("close/arc", "Side of an attack in one hex", ADAPTATION, Rulings.CLOSE_ARC)
CLOSE_SHIELD_DB = rule("close/shield-db", "Shield in close combat", CLOSE_SHIELDS)
CLOSE_SHIELD_ATTACK = rule("close/shield-attack", "Hampered by the shield", CLOSE_SHIELDS, Rulings.SHIELD_FIRST)
CLOSE_SHIELD_DX = rule("close/shield-dx", "Hampered by the shield", CLOSE_SHIELDS).noted(
    "Each fighter is free of it through its first turn in close combat: who enters in that turn, the other in its next."
)
CLOSE_SHIELD_DROP = rule("close/shield-drop", "Dropping the shield", CLOSE_SHIELDS, CORE_SUCCESS_ROLL).noted(
    "After the first turn the shield hampers the roll to drop it, too.",
    "Outside close combat a shield is dropped in a Ready, without a roll.",
)

# Close combat: several fighters

CLOSE_ANY_NUMBER = rule("close/any-number", "Several in close combat", MULTIPLE).noted(
    "Close combat overrides both one fighter to a hex and four friends to a hex.",
    "Friends left in one hex when a close combat ends are parted at the end of the turn.",
)
CLOSE_ADJACENT_DECLARE = rule("close/adjacent-declare", "Close combat from the next hex", MULTIPLE).noted(
    "Its hex is the opponent's; strikes into it hit only those who stand there.",
    "Towards that opponent, and nobody else, only weapons for close combat serve.",
)
CLOSE_TAKEDOWN_HELPERS = rule("close/takedown-helpers", "Two in a takedown", MULTIPLE)
CLOSE_PIN_HELPERS = rule("close/pin-helpers", "Three in a pin", MULTIPLE)
CLOSE_HELPER_SCORE = rule("close/helper-score", "Helpers", MULTIPLE, Rulings.HELPER_STAT).noted(
    "Of several who combine the one with the best score rolls."
)
STRIKING_WHO = rule("striking/who", "Striking into close combat", STRIKING, Rulings.STRIKING_RANGED)
STRIKING_NUMBER = rule("striking/number", "Into close combat", STRIKING, STRIKING_WHO, Rulings.STRIKING_POSTURE)
STRIKING_DEFENSE = rule("striking/defense", "Defence in close combat", STRIKING)
STRIKING_WRONG_TARGET = rule("striking/wrong-target", "Somebody else in the hex", STRIKING, Rulings.MELEE_STRAY)
STRIKING_WRONG_NUMBER = rule("striking/wrong-number", "A flat 9 or worse", STRIKING).noted(
    "The number to hit a friend on purpose has the −2 and the posture, like that to hit the foe."
)
STRIKING_STOP = rule("striking/stop", "End of a stray blow", STRIKING, Rulings.STRIKING_PARRY)

# Grapples

GRAPPLE_GRAB = rule("grapple/grab", "Grapple", BASE_GAME, ATTACK_HIT_OR_MISS).noted(
    "The bonus for size counts before the caps of the roll."
)
GRAPPLE_EFFECT = rule("grapple/effect", "Grappled", BASE_GAME)
GRAPPLE_TAKEDOWN = rule("grapple/takedown", "Takedown", BASE_GAME, CORE_QUICK_CONTEST)
GRAPPLE_PIN = rule("grapple/pin", "Pin", BASE_GAME, CORE_REGULAR_CONTEST)
GRAPPLE_BREAK_FREE = rule("grapple/break-free", "Break free", BASE_GAME, CORE_QUICK_CONTEST)
GRAPPLE_RELEASE = rule("grapple/release", "Letting go", BASE_GAME)
GRAPPLE_NOT_MODELLED = rule("grapple/not-modelled", "Not in these rules", BASE_GAME)

# Slams

SLAM_ATTEMPT = rule("slam/attempt", "Slam", BASE_GAME, CORE_SUCCESS_ROLL)
SLAM_DEFENSE = rule("slam/defense", "Defence against a slam", BASE_GAME, Rulings.ENTRY_DEFENSE)
SLAM_VELOCITY = rule("slam/velocity", "Velocity", BASE_GAME)
SLAM_DAMAGE = rule("slam/damage", "Damage of a slam", BASE_GAME, SLAM_VELOCITY).noted(
    "A slam does not knock back.",
    "The shock that it causes counts from the next turn on, not in the next slam of the same movement.",
)
SLAM_FALL = rule("slam/fall", "Who falls", BASE_GAME).noted("If neither does any damage, nobody falls.")
SLAM_DODGED = rule("slam/dodged", "Past who dodged", BASE_GAME).noted(
    "The slammer runs 2 yards on if movement points remain, less if the way is blocked."
)
SLAM_MULTI_HEX_THROUGH = rule(
    "slam/multi-hex-through",
    "Overrun",
    OVERRUN,
    SLAM_DAMAGE,
    Rulings.SMALLER,
    Rulings.OVERRUN_CHOICE,
    Rulings.OVERRUN_MANEUVER,
)
SLAM_MULTI_HEX_CONTINUE = rule("slam/multi-hex-continue", "The overrun goes on", OVERRUN)
SLAM_SMALLER_DODGES = rule("slam/smaller-dodges", "Out of the way", ADAPTATION).noted(
    "Who dodges goes to the nearest free hex off the path, of equals the lowest by q, then r; without one it stays."
)

# Figures of several hexes

MULTIHEX_MARKER = rule("multihex/marker", "Footprint", MULTI_HEX, FIGURES_LARGE)
MULTIHEX_HEAD_MOVES = rule("multihex/head-moves", "The head moves", MULTI_HEX, MULTIHEX_MARKER)
MULTIHEX_BODY_FOLLOWS = rule("multihex/body-follows", "The body follows", MULTI_HEX, Rulings.BODY_RIGID)
MULTIHEX_SWEEP = rule("multihex/sweep", "Swept by the body", MULTI_HEX, Rulings.SWEEP_SLAM)
MULTIHEX_NARROW = rule("multihex/narrow", "Too narrow", MULTI_HEX).noted(
    "Every placement on the way must fit, those in the middle of a turn as well."
)
MULTIHEX_OVERLAP = rule("multihex/overlap", "Overlapping walls", MULTI_HEX, Rulings.WALL_OVERLAP)
MULTIHEX_SIGHT = rule("multihex/sight", "The head sees", MULTI_HEX_SIGHT)
MULTIHEX_FRONT_SIDE_BACK = rule("multihex/front-side-back", "Front, sides and back", FRONT_SIDE_BACK)
MULTIHEX_TARGET = rule("multihex/target", "Any hex of the body", ADAPTATION)
MULTIHEX_DEFENSE_ARC = rule("multihex/defense-arc", "Side of an attack on a large body", ADAPTATION)
MULTIHEX_ATTACK_ORIGIN = rule("multihex/attack-origin", "From the head", ADAPTATION).noted(
    "A weapon may name another hex of the body that it strikes from."
)

# Pursuit

PURSUIT_BANDS = rule("pursuit/bands", "Distances of a pursuit", ADAPTATION)
PURSUIT_SCORE = rule("pursuit/score", "Running", ADAPTATION)
PURSUIT_ROUND = rule("pursuit/round", "Pursuit", ADAPTATION, PURSUIT_BANDS, PURSUIT_SCORE, CORE_QUICK_CONTEST).noted(
    "The source has no pursuit: rounds are 15 seconds, and a request may choose open ground instead."
)
PURSUIT_CRITICAL = rule("pursuit/critical", "Stumble or spurt", ADAPTATION)
PURSUIT_END = rule("pursuit/end", "End of the pursuit", ADAPTATION).noted(
    "A quarry that cannot run is caught; a pursuer that cannot run stays behind."
)
PURSUIT_OPEN_GROUND = rule("pursuit/open-ground", "Pursuit on open ground", ADAPTATION)
PURSUIT_GROUPS = rule("pursuit/groups", "At the pace of the slowest", ADAPTATION).noted(
    "The roll of a group is made by its slowest member."
)
PURSUIT_FATIGUE = rule("pursuit/fatigue", "Fatigue", ADAPTATION, CORE_SUCCESS_ROLL)
PURSUIT_ATTACK = rule("pursuit/attack", "Attack on the run", ADAPTATION).noted(
    "Attacks come after the contests of each round.",
    "A quarry that turns round to an attacker can defend itself, and all pursuers come a band nearer.",
)
PURSUIT_BACK_TO_MAP = rule("pursuit/back-to-map", "Back on the map", ADAPTATION)

# Battles without players

NPC_TARGET = rule("npc/target", "The nearest foe", ADAPTATION)
NPC_PRIORITY = rule("npc/priority", "Orders without players", ADAPTATION)
NPC_STANCE = rule("npc/stance", "Stance", ADAPTATION)
NPC_DEFENSE = rule("npc/defense", "The best defence", ADAPTATION)
NPC_TIE_BREAK = rule("npc/tie-break", "The shorter way", ADAPTATION)
NPC_STOP = rule("npc/stop", "End of the battle", ADAPTATION)

RULES = tuple(BOOK.rules)
