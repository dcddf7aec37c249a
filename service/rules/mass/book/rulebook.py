"""Every rule of the family: id, title, section of its source, and what stands behind it in every step of the rule."""

from service.rules.kernel.book import Rulebook
from service.rules.mass.book.rulings import Rulings

COMBAT_UNITS = "Combat Units"
INITIATIVE = "Initiative"
THE_RULES = "The Rules"
COMMAND_TO_MOVE = "Command Units to Move"
ON_COMMAND = "Command troops to use an 'On Command' encounter power"
RALLY_TROOPS = "Rally Troops"
CAST_SPELLS = "Cast Spells"
PLAYER_DEFINED = "Player-Defined Action"
ENGAGED_UNITS = "Engaged Units"
ENDING_THE_ROUND = "Ending the Round"
SAMPLE_POWERS = "Sample Encounter Powers"
BASE_GAME = "Not in the source: the base game"
ADAPTATION = "Not in the source: Umpire's adaptation"

BOOK = Rulebook("mass")
rule = BOOK.rule


# Hexes and terrain

HEX_SCALE = rule("hex/scale", "A hex is 100 feet", THE_RULES)
HEX_COORDINATES = rule("hex/coordinates", "Distance in hexes", ADAPTATION)
HEX_FACING = rule("hex/facing", "Facing", THE_RULES)
HEX_ARCS = rule("hex/arcs", "Front, flank and rear", ADAPTATION)
HEX_STACKING = rule("hex/stacking", "One unit in a hex", ADAPTATION)
TERRAIN_CLEAR = rule("terrain/clear", "Clear terrain", THE_RULES, Rulings.START_TERRAIN)
TERRAIN_MODERATE = rule("terrain/moderate", "Moderate terrain", THE_RULES, Rulings.MODERATE_ROUNDING)
TERRAIN_DIFFICULT = rule("terrain/difficult", "Difficult terrain", THE_RULES, Rulings.MIXED_TERRAIN)
TERRAIN_IMPASSABLE = rule("terrain/impassable", "Impassable terrain", THE_RULES)

# Dice and cards

DICE_TAPE = rule("dice/tape", "Supplied dice and cards in order", ADAPTATION).noted(
    "Supplied cards obey the same rules as supplied dice."
)
DICE_CONSUMPTION_ORDER = rule("dice/consumption-order", "Order of dice and cards in a round", ADAPTATION)

# The round

ROUND_DURATION = rule("round/duration", "A round is a minute", THE_RULES)
ROUND_DECLARE_FIRST = rule("round/declare-first", "Declared before the draw", THE_RULES)
ROUND_ONE_ACTION = rule("round/one-action", "One action on a count", THE_RULES)
ROUND_JOKER_TWO_ACTIONS = rule("round/joker-two-actions", "Two actions with a joker", THE_RULES).noted(
    "Of two actions that are sent the second counts only with a joker; three are refused."
)
ROUND_PHASES = rule("round/phases", "Phases of a round", ADAPTATION)
ROUND_END = rule("round/end", "End of the round", ENDING_THE_ROUND, Rulings.BATTLE_END, Rulings.COSTS_IGNORED)

# Initiative

INITIATIVE_COMMANDERS_ONLY = rule("initiative/commanders-only", "Only commanders have initiative", COMBAT_UNITS)
INITIATIVE_WORST_OF_TWO = rule("initiative/worst-of-two", "Worst of two cards", INITIATIVE).noted(
    "Where a joker in the worst draw is used, the commander acts on the better of two jokers."
)
INITIATIVE_SINGLE_CARD = rule("initiative/single-card", "One card", INITIATIVE)
INITIATIVE_BEST_OF_TWO = rule("initiative/best-of-two", "Best of two cards", INITIATIVE)
INITIATIVE_STEP_IMPROVEMENT = rule(
    "initiative/step-improvement", "Draw improved by one step", INITIATIVE, Rulings.STEP_CAP
)
INITIATIVE_JOKER = rule(
    "initiative/joker",
    "Joker above every card",
    THE_RULES,
    ROUND_JOKER_TWO_ACTIONS,
    Rulings.JOKER_ORDER,
    Rulings.JOKER_COUNT,
)
INITIATIVE_DRAW_ORDER = rule("initiative/draw-order", "Order of draws", ADAPTATION)
INITIATIVE_DECK = rule("initiative/deck", "One deck for all", BASE_GAME)
INITIATIVE_CARD_ORDER = rule(
    "initiative/card-order",
    "Highest card first",
    BASE_GAME,
    INITIATIVE_COMMANDERS_ONLY,
    INITIATIVE_DRAW_ORDER,
    INITIATIVE_DECK,
    Rulings.CARD_ORDER,
    Rulings.CARD_TIES,
    Rulings.DECK_FRESHNESS,
    Rulings.THAC0_EDGES,
)
INITIATIVE_THAC0_TABLE = rule("initiative/thac0-table", "Base to-hit number by level", BASE_GAME, Rulings.BASE_THAC0)

# Commands

COMMAND_ANY_NUMBER = rule("command/any-number", "Command to any number of units", COMMAND_TO_MOVE).noted(
    "With `command_scope` set to `assigned`, a unit assigned to nobody obeys every commander of its side.",
    "So does a unit whose own commander takes no part in the round.",
)
COMMAND_SAME_COMMAND = rule("command/same-command", "The same command for all", COMMAND_TO_MOVE)
COMMAND_UNENGAGED_ONLY = rule("command/unengaged-only", "Only unengaged units march", COMMAND_TO_MOVE)
COMMAND_BEST_EFFORT = rule("command/best-effort", "As far as it can", COMMAND_TO_MOVE)
COMMAND_NO_FURTHER_ACTION = rule("command/no-further-action", "No further action this round", COMMAND_TO_MOVE)
COMMAND_ORDER = rule("command/order", "One after the other", ADAPTATION)
COMMAND_ADVANCE = rule("command/advance", "Advance", COMMAND_TO_MOVE, HEX_SCALE, Rulings.SQUARES_AND_HEXES)
COMMAND_WHEEL = rule(
    "command/wheel",
    "Wheel",
    COMMAND_TO_MOVE,
    HEX_FACING,
    Rulings.FACING_COUNT,
    Rulings.WHEEL_DEGREES,
    Rulings.WHEEL_COST,
)
COMMAND_MOVE_TOWARD = rule("command/move-toward", "Move towards a hex", ADAPTATION, HEX_COORDINATES).noted(
    "A unit enters only hexes that are strictly nearer to its goal; without one it stops. If it would not arrive so, "
    "but can reach the goal this round, it goes a cheapest way there."
)
COMMAND_CUSTOM = rule("command/custom", "Custom command", COMMAND_TO_MOVE)

# Engagement

ENGAGEMENT_STOP_ADJACENT = rule("engagement/stop-adjacent", "Stopped by contact", ENGAGED_UNITS)
ENGAGEMENT_MUTUAL = rule("engagement/mutual", "Engaged", ENGAGED_UNITS)
ENGAGEMENT_NO_DISENGAGE = rule("engagement/no-disengage", "No way out of combat", ENGAGED_UNITS)
ENGAGEMENT_LOCKED = rule("engagement/locked", "Engaged units do not move", ENGAGED_UNITS, ENGAGEMENT_NO_DISENGAGE)
ENGAGEMENT_RELEASE = rule("engagement/release", "Released", ENGAGED_UNITS)
ENGAGEMENT_SAME_ROUND = rule("engagement/same-round", "Fought in the same round", ENDING_THE_ROUND)
ENGAGEMENT_TRIGGER_POWERS = rule("engagement/trigger-powers", "Contact sets off powers", SAMPLE_POWERS)

# Rally, spells and other actions

RALLY_CHECK = rule("rally/check", "Charisma check", RALLY_TROOPS)
RALLY_MARGIN_BUDGET = rule("rally/margin-budget", "Rallied up to the margin", RALLY_TROOPS)
RALLY_EFFECT = rule("rally/effect", "Power regained", RALLY_TROOPS)
RALLY_ELIGIBLE = rule("rally/eligible", "Who can be rallied", RALLY_TROOPS, Rulings.RALLY_COST)
RALLY_NOT_AN_ACTION = rule("rally/not-an-action", "Being rallied is no action", RALLY_TROOPS, Rulings.RALLY_CHECK)
SPELL_ADJUDICATION = rule("spell/adjudication", "Spell", CAST_SPELLS).noted(
    "The `movement` of a spell is a word, since the source gives no number; a warning says so."
)
SPELL_AREA_THRESHOLD = rule("spell/area-threshold", "Half the unit's area", CAST_SPELLS)
SPELL_BATTLE_SPELL = rule("spell/battle-spell", "Battle spell", CAST_SPELLS)
ACTION_PLAYER_DEFINED = rule("action/player-defined", "Another action", PLAYER_DEFINED)
ACTION_COMMANDER_COVER = rule("action/commander-cover", "Commander among its troops", PLAYER_DEFINED)

# Battle dice and rout

BATTLE_ROLL = rule("battle/roll", "Battle die", ENDING_THE_ROUND)
BATTLE_MINOR_DISADVANTAGE = rule("battle/minor-disadvantage", "Minor disadvantage", ENDING_THE_ROUND)
BATTLE_FLANKING = rule("battle/flanking", "Flanking", ENDING_THE_ROUND, HEX_ARCS, Rulings.FLANKING_DEFINITION)
BATTLE_COMPARE = rule("battle/compare", "Scores compared", ENDING_THE_ROUND)
BATTLE_THRESHOLD = rule("battle/threshold", "No loss below a margin of 3", ENDING_THE_ROUND)
BATTLE_MORALE_DAMAGE = rule("battle/morale-damage", "Morale damage", ENDING_THE_ROUND)
BATTLE_SIMULTANEOUS = rule("battle/simultaneous", "All losses together", ENDING_THE_ROUND)
ROUT_REMOVAL = rule("rout/removal", "Out of the battle", ENDING_THE_ROUND)
ROUT_ZERO_MORALE = rule("rout/zero-morale", "Routed", ENDING_THE_ROUND, ROUT_REMOVAL)

# Encounter Powers

POWER_ONE_USE = rule("power/one-use", "Usable once", COMBAT_UNITS)
POWER_ON_COMMAND = rule("power/on-command", "Power on command", ON_COMMAND)
POWER_ON_COMMAND_TARGETS = rule("power/on-command-targets", "A target for each unit", ON_COMMAND)
POWER_ON_ENGAGED = rule("power/on-engaged", "Power on contact", SAMPLE_POWERS)
POWER_LAUNCH_VOLLEY = rule("power/launch-volley", "Launch Volley", SAMPLE_POWERS)
POWER_FEAST_ON_THE_WEAK = rule("power/feast-on-the-weak", "Feast on the Weak", SAMPLE_POWERS)
POWER_SPIRITED_CHARGE = rule("power/spirited-charge", "Spirited Charge", SAMPLE_POWERS)
POWER_RECEIVE_CHARGE = rule("power/receive-charge", "Receive Charge", SAMPLE_POWERS)
POWER_SOW_CONFUSION = rule("power/sow-confusion", "Sow Confusion", SAMPLE_POWERS)
POWER_SHATTER_ARMS = rule("power/shatter-arms", "Shatter Arms", SAMPLE_POWERS)
POWER_RAISE_SHIELD_WALL = rule("power/raise-shield-wall", "Raise Shield Wall", SAMPLE_POWERS).noted(
    "The reduction is always 1, for powers of a request as well."
)
POWER_CAST_PILUM = rule("power/cast-pilum", "Cast Pilum", SAMPLE_POWERS)
POWER_GOUT_OF_FLAME = rule("power/gout-of-flame", "Gout of Flame", SAMPLE_POWERS)

# Pursuit

PURSUIT_ELIGIBILITY = rule("pursuit/eligibility", "Who can pursue", ADAPTATION)
PURSUIT_ROLL = rule("pursuit/roll", "Pursuit", ADAPTATION)
PURSUIT_OUTCOME = rule("pursuit/outcome", "Losses in flight", ADAPTATION)
PURSUIT_ESCAPE = rule("pursuit/escape", "Escape", ADAPTATION)
PURSUIT_COST = rule("pursuit/cost", "Pursuers leave the field", ADAPTATION)

# Skirmish

SKIRMISH_POLICY = rule("skirmish/policy", "Policy of commanders", ADAPTATION)
SKIRMISH_END = rule("skirmish/end", "End of a skirmish", ADAPTATION)
SKIRMISH_PC_GUARD = rule("skirmish/pc-guard", "No player characters", ADAPTATION)

RULES = tuple(BOOK.rules)
