"""Rules of turns, figures, facing, sight, maneuvers, steps, movement and postures; the first part of the rulebook.

Each is cited by its source's heading; its title is what players read in tallies and steps.
"""

from service.rules.kernel.book import Rulebook
from service.rules.tactical.book.rulings import Rulings

ADAPTATION = "Not in the source: Umpire's adaptation"
ALL_OUT_ATTACK = "Maneuvers in Tactical Combat, All-Out Attack"
ALL_OUT_DEFENSE = "Maneuvers in Tactical Combat, All-Out Defense"
ARC_OF_VISION = "Arc of Vision"
BACKWARD = "Backward and Sideways Movement and Facing"
BASE_GAME = "Not in the source: the base game"
CHANGE_POSTURE = "Maneuvers in Tactical Combat, Change Posture"
COMBAT_MAP = "The Combat Map"
COSTS = "Movement Point Costs"
EVADING = "Evading in Tactical Combat"
FACING = "Facing"
FACING_CHANGES = "Facing Changes and Movement"
FIGURES = "Figures"
FORWARD = "Forward Movement and Facing"
HEXES = "Hexes"
MOVE = "Maneuvers in Tactical Combat, Move"
MOVE_AND_ATTACK = "Maneuvers in Tactical Combat, Move and Attack"
OPENING = "Tactical Combat, opening"
POINTS = "Movement Points"
READY = "Maneuvers in Tactical Combat, Ready"
STEP = 'The "Step" in Tactical Combat'
WAIT = "Maneuvers in Tactical Combat, Wait"
WAIT_STRATEGY = "Wait Maneuver Strategy"

BOOK = Rulebook("tactical")
rule = BOOK.rule

# Dice and numbers

CORE_LAYERING = rule("core/layering", "The base game under the map", OPENING)
CORE_SUCCESS_ROLL = rule("core/success-roll", "Success roll", BASE_GAME)
CORE_CRITICAL_SUCCESS = rule("core/critical-success", "Critical success", BASE_GAME)
CORE_CRITICAL_FAILURE = rule("core/critical-failure", "Critical failure", BASE_GAME)
CORE_MINIMUM_NUMBER = rule("core/minimum-number", "Effective skill of at least 3", BASE_GAME)
CORE_QUICK_CONTEST = rule("core/quick-contest", "Quick Contest", BASE_GAME)
CORE_REGULAR_CONTEST = rule("core/regular-contest", "Regular Contest", BASE_GAME).noted(
    "A Regular Contest that is undecided after 20 rounds is a tie."
)
CORE_ROUNDING = rule("core/rounding", "Rounding", POINTS)
CORE_RANDOM_PICK = rule("core/random-pick", "Random choice", ADAPTATION)
CORE_OPEN_MODIFIERS = rule("core/open-modifiers", "The referee's modifier", ADAPTATION)
CORE_DICE_EXHAUSTED = rule("core/dice-exhausted", "No result without its dice", ADAPTATION)

# Turns and rounds

TURN_SECOND = rule("turn/second", "Rounds of one second", BASE_GAME)
TURN_ORDER = rule("turn/order", "Turn order", BASE_GAME, Rulings.TURN_TIES).noted(
    "Figures that tie roll in waves: all of them roll, then again those that still tie."
)
TURN_ONE_MANEUVER = rule("turn/one-maneuver", "One maneuver a turn", BASE_GAME).noted(
    "A round refuses before its first die what is illegal whatever the others do.",
    "What becomes illegal later becomes Do Nothing, with its reason.",
)
TURN_WINDOW = rule("turn/window", "A maneuver lasts until the next", BASE_GAME)
TURN_SEQUENCE = rule(
    "turn/sequence",
    "Parts of a turn",
    FACING_CHANGES,
    TURN_SECOND,
    TURN_ONE_MANEUVER,
    TURN_WINDOW,
)
TURN_CONSCIOUSNESS = rule("turn/consciousness", "Roll to stay conscious", BASE_GAME, CORE_SUCCESS_ROLL)
TURN_STUN = rule("turn/stun", "Stunned", BASE_GAME)
TURN_FREE_ACTIONS = rule("turn/free-actions", "Free actions", BASE_GAME)
TURN_INTERRUPTS = rule("turn/interrupts", "Interruption", WAIT_STRATEGY).noted(
    "A shot at an event is itself an attack that others may wait for."
)
TURN_SKIP = rule("turn/skip", "Out of action", BASE_GAME)
TURN_SHOCK_WINDOW = rule("turn/shock-window", "Shock", BASE_GAME).noted(
    "Shock that a figure suffers in its own turn counts from its next turn on."
)
TURN_ROUND_END = rule("turn/round-end", "End of the round", ADAPTATION)

# Figures, hexes and the map

FIGURES_MARKER = rule("figures/marker", "Front of a figure", FIGURES)
FIGURES_SCALE = rule("figures/scale", "One hex is one yard", HEXES)
FIGURES_MAP_REQUIRED = rule("figures/map-required", "A map to fight on", COMBAT_MAP, Rulings.OPEN_PLAIN)
FIGURES_ONE_PER_HEX = rule("figures/one-per-hex", "One fighter to a hex", HEXES)
FIGURES_CROWDING = rule("figures/crowding", "Four friends in a hex", HEXES).noted(
    "When a crowd is attacked, its figures fight and leave the hex on their turns; until then each is in the way."
)
FIGURES_SWARM = rule("figures/swarm", "Swarm", HEXES)
FIGURES_LYING_TWO_HEXES = rule("figures/lying-two-hexes", "A body on the ground fills two hexes", HEXES).noted(
    "A figure of several hexes keeps its footprint when it lies: it fills no hex more."
)
FIGURES_HORIZONTAL_TWO_HEXES = rule("figures/horizontal-two-hexes", "A level body fills two hexes", HEXES).noted(
    "A body that is carried level and lies down fills the same two hexes."
)
FIGURES_LARGE = rule("figures/large", "Larger figures fill several hexes", HEXES)
FIGURES_FRACTIONAL_HEX = rule("figures/fractional-hex", "A cut hex counts as whole", HEXES).noted(
    "A wall that cuts a hex stands on the edges that it seals; what is left of the hex is one hex that can be used.",
    "Where the referee rules otherwise, the map marks the hex as unusable or gives it more footing.",
)
FIGURES_SOLID_HEX = rule("figures/solid-hex", "Solid hex", HEXES)
FIGURES_ALLY_HEX = rule("figures/ally-hex", "Through a friend's hex", HEXES, Rulings.ALLY_STOP).noted(
    "A neutral that does not resist hinders movement like a friend, counts as a foe in a line of melee, and as a "
    "person in a line of fire."
)
FIGURES_EDGES = rule("figures/edges", "Walls and the edge of the map", ADAPTATION)

# Facing and sight

FACING_SIX = rule("facing/six", "Six facings", FACING, FIGURES_MARKER)
FACING_NEIGHBOURS = rule("facing/neighbours", "Front, sides and back", FACING, FACING_SIX).noted(
    "A hex on the border of two sectors belongs to the one nearer the front."
)
FACING_FRONT_MEANING = rule("facing/front-meaning", "Front hexes", FACING)
FACING_WEAPON_SIDE = rule("facing/weapon-side", "Weapon side and shield side", FACING)
SIGHT_ARC_NORMAL = rule("sight/arc-normal", "Arc of vision", ARC_OF_VISION, Rulings.ARC_WIDTH)
SIGHT_ARC_PERIPHERAL = rule("sight/arc-peripheral", "Peripheral Vision", ARC_OF_VISION, Rulings.ARC_WIDTH)
SIGHT_ARC_360 = rule("sight/arc-360", "360° Vision", ARC_OF_VISION)
SIGHT_ARC_RESTRICTED = rule("sight/arc-restricted", "Restricted vision", BASE_GAME)
SIGHT_SEEN = rule("sight/seen", "Who sees whom", BASE_GAME)

# Maneuvers

MANEUVER_MOVE = rule("maneuver/move", "Move", MOVE)
MANEUVER_CHANGE_POSTURE = rule("maneuver/change-posture", "Change Posture", CHANGE_POSTURE).noted(
    "It does not turn the figure."
)
MANEUVER_KNEEL_AS_STEP = rule("maneuver/kneel-as-step", "Kneeling as a step", BASE_GAME)
MANEUVER_CROUCH_FREE = rule("maneuver/crouch-free", "Crouching is free", BASE_GAME)
MANEUVER_ALL_OUT_ATTACK_ORDER = rule("maneuver/all-out-attack-order", "All-Out Attack: move first", ALL_OUT_ATTACK)
MANEUVER_ALL_OUT_ATTACK_MOVE = rule(
    "maneuver/all-out-attack-move", "All-Out Attack: forward", ALL_OUT_ATTACK, Rulings.AOA_FLOOR, Rulings.AOA_TURN
)
MANEUVER_ALL_OUT_ATTACK_NO_END_TURN = rule(
    "maneuver/all-out-attack-no-end-turn", "All-Out Attack: no turn at the end", ALL_OUT_ATTACK
)
MANEUVER_ALL_OUT_ATTACK_OPTIONS = rule("maneuver/all-out-attack-options", "All-Out Attack", BASE_GAME)
MANEUVER_MOVE_AND_ATTACK = rule("maneuver/move-and-attack", "Move and Attack", MOVE_AND_ATTACK, Rulings.END_TURN_TIMING)
MANEUVER_ALL_OUT_DEFENSE_DODGE = rule(
    "maneuver/all-out-defense-dodge", "All-Out Defense: Increased Dodge", ALL_OUT_DEFENSE
)
MANEUVER_ALL_OUT_DEFENSE_OTHER = rule("maneuver/all-out-defense-other", "All-Out Defense", BASE_GAME)
MANEUVER_READY_PICKUP = rule("maneuver/ready-pickup", "Picking something up", READY, Rulings.READY_DIRECTION).noted(
    "A weapon that somebody else dropped can be picked up."
)
MANEUVER_READY_RELOAD = rule("maneuver/ready-reload", "Ready", BASE_GAME)
MANEUVER_AIM = rule("maneuver/aim", "Aim", BASE_GAME).noted(
    "A Move and Attack ignores an aim.",
    "An aim is refused blind, in close combat, in a pop-up attack and with several watched hexes.",
)
MANEUVER_EVALUATE = rule("maneuver/evaluate", "Evaluate", BASE_GAME)
MANEUVER_FEINT = rule("maneuver/feint", "Feint", BASE_GAME, CORE_QUICK_CONTEST)
MANEUVER_ATTACK = rule("maneuver/attack", "Attack", BASE_GAME)
MANEUVER_CONCENTRATE = rule("maneuver/concentrate", "Concentrate", BASE_GAME).noted(
    "Who has to defend itself, or is hurt, rolls against Will - 3 after the attack. If that fails, its maneuver "
    "becomes Do Nothing."
)
MANEUVER_DO_NOTHING = rule("maneuver/do-nothing", "Do Nothing", BASE_GAME).noted("It does not turn the figure.")
MANEUVER_WAIT_GENERAL = rule("maneuver/wait-general", "Wait", WAIT, Rulings.WAIT_TRIGGER).noted(
    "Who defends goes on waiting: a defence spoils an aim, but no wait.",
    "A Wait may turn the figure.",
)

# Steps

STEP_LENGTH = rule("step/length", "Length of a step", STEP, FIGURES_SCALE, Rulings.STEP_LENGTH).noted(
    "A step follows from the current Move, with encumbrance and injury."
)
STEP_ANY_DIRECTION = rule("step/any-direction", "Step", STEP, Rulings.STEP_SPLIT)
STEP_FACING_FREE = rule("step/facing-free", "Turning with a step", STEP).noted(
    "Facing changes freely before and after a step, and without any hex moved."
)
STEP_IGNORES_COST = rule("step/ignores-cost", "A step costs nothing", COSTS, Rulings.SITTING_STEP).noted(
    "Costs are waived, barriers are not: walls, severe obstructions and occupied hexes stop a step."
)

# Movement

MOVEMENT_POINTS = rule("movement/points", "Movement points", POINTS, CORE_ROUNDING)
MOVEMENT_FORWARD = rule("movement/forward", "Forward", FORWARD, FACING_FRONT_MEANING).noted(
    "The turn towards a diagonal front hex is part of the move into it, and free."
)
MOVEMENT_SIDESTEP = rule("movement/sidestep", "Sidestep", BACKWARD)
MOVEMENT_SIDESTEP_FRONT = rule("movement/sidestep-front", "Sidestep to the front", BACKWARD).noted(
    "A sidestep into the hex straight ahead is a move forward, for 1 movement point."
)
MOVEMENT_BACKWARD = rule("movement/backward", "Backward", BACKWARD)
MOVEMENT_POSTURE_COST = rule("movement/posture-cost", "Posture", COSTS)
MOVEMENT_LYING = rule("movement/lying", "Lying figure", COSTS).noted(
    "A hex that costs all movement points needs all of them unspent; a turn before it costs some.",
    "At its end facing changes by one hex-side at most.",
)
MOVEMENT_SITTING = rule("movement/sitting", "Sitting figure", COSTS)
MOVEMENT_TURN_BEFORE_DURING = rule("movement/turn-before-during", "Turn", FACING_CHANGES)
MOVEMENT_TURN_AT_END = rule("movement/turn-at-end", "Turn at the end", FACING_CHANGES, Rulings.AOD_END_TURN).noted(
    "A Move without any hex has spent nothing: it may end in any facing."
)
MOVEMENT_MINOR_OBSTRUCTION = rule("movement/minor-obstruction", "Minor obstruction", COSTS).noted(
    "Who lies across two hexes of the path is an obstruction in each of them."
)
MOVEMENT_SEVERE_OBSTRUCTION = rule("movement/severe-obstruction", "Severe obstruction", COSTS, Rulings.SEVERE_THRESHOLD)
MOVEMENT_JUMP = rule("movement/jump", "Jump", COSTS, Rulings.JUMP)
MOVEMENT_ENEMY_HEX = rule("movement/enemy-hex", "Into a foe's hex", COSTS, Rulings.ENEMY_HEX_COST)
MOVEMENT_BAD_FOOTING = rule("movement/bad-footing", "Bad footing", COSTS).noted(
    "Several sources of bad footing add up: the footing of a hex is their sum."
)
MOVEMENT_STAIRS = rule("movement/stairs", "Stairs", COSTS)
MOVEMENT_SHALLOW_WATER = rule("movement/shallow-water", "Shallow water", COSTS).noted(
    "Depth is compared with the full standing height, whatever the posture."
)
MOVEMENT_DEEP_WATER = rule("movement/deep-water", "Deep water", COSTS)
MOVEMENT_COST_SUM = rule("movement/cost-sum", "Cost of a hex", COSTS).noted(
    "Only the hex that is entered costs, not the one that is left."
)
MOVEMENT_ONE_HEX_GUARANTEE = rule(
    "movement/one-hex-guarantee", "One hex guarantee", COSTS, Rulings.ONE_HEX_GUARANTEE
).noted("With Move 0 there are no movement points and no hex, not even in an All-Out Attack.")
MOVEMENT_PATH_LEGALITY = rule("movement/path-legality", "Path", ADAPTATION)
MOVEMENT_HALF_TEST = rule("movement/half-test", "Half of the movement points", FACING_CHANGES).noted(
    "An allotment of half the Move is rounded up; whether half is spent is compared exactly."
)
MOVEMENT_REACHABLE = rule("movement/reachable", "Hexes in reach of a move", ADAPTATION, MOVEMENT_HALF_TEST)
MOVEMENT_INJURY_HALVES = rule("movement/injury-halves", "Half Move and Dodge", BASE_GAME, CORE_ROUNDING)
MOVEMENT_SPRINT = rule("movement/sprint", "Sprint", BASE_GAME, Rulings.SPRINT)

# Postures

POSTURE_LIE_DOWN = rule(
    "posture/lie-down", "Lying down", CHANGE_POSTURE, FIGURES_LYING_TWO_HEXES, Rulings.UPPER_HALF
).noted("In close combat the upper half takes a free hex on one's own side, and without one stays in the shared hex.")
POSTURE_GET_UP = rule("posture/get-up", "Getting up", CHANGE_POSTURE).noted(
    "The hex in which a figure gets up may be occupied by a foe: then they are in close combat there."
)
POSTURE_PRONE_FACING = rule("posture/prone-facing", "Facing of a lying figure", ADAPTATION, Rulings.PRONE_FACING)
POSTURE_TABLE = rule("posture/table", "Posture", COSTS)
POSTURE_PRONE_TARGETED = rule("posture/prone-targeted", "Either hex of a lying figure", BASE_GAME)
