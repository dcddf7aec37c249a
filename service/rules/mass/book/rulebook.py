"""Every rule of the family: id, title, section of its source, and what stands behind it in every step of the rule."""

from typing import Final

from service.dice.model import Rule
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

# Hexes and terrain

HEX_SCALE = Rule("mass/hex/scale", "A hex is 100 feet", cites=THE_RULES)
HEX_COORDINATES = Rule("mass/hex/coordinates", "Distance in hexes", cites=ADAPTATION)
HEX_FACING = Rule("mass/hex/facing", "Facing", cites=THE_RULES)
HEX_ARCS = Rule("mass/hex/arcs", "Front, flank and rear", cites=ADAPTATION)
HEX_STACKING = Rule("mass/hex/stacking", "One unit in a hex", cites=ADAPTATION)
TERRAIN_CLEAR = Rule("mass/terrain/clear", "Clear terrain", cites=THE_RULES, behind=(Rulings.START_TERRAIN,))
TERRAIN_MODERATE = Rule(
    "mass/terrain/moderate", "Moderate terrain", cites=THE_RULES, behind=(Rulings.MODERATE_ROUNDING,)
)
TERRAIN_DIFFICULT = Rule(
    "mass/terrain/difficult", "Difficult terrain", cites=THE_RULES, behind=(Rulings.MIXED_TERRAIN,)
)
TERRAIN_IMPASSABLE = Rule("mass/terrain/impassable", "Impassable terrain", cites=THE_RULES)

# Dice and cards

DICE_TAPE = Rule("mass/dice/tape", "Supplied dice and cards in order", cites=ADAPTATION)
DICE_CONSUMPTION_ORDER = Rule("mass/dice/consumption-order", "Order of dice and cards in a round", cites=ADAPTATION)

# The round

ROUND_DURATION = Rule("mass/round/duration", "A round is a minute", cites=THE_RULES)
ROUND_DECLARE_FIRST = Rule("mass/round/declare-first", "Declared before the draw", cites=THE_RULES)
ROUND_ONE_ACTION = Rule("mass/round/one-action", "One action on a count", cites=THE_RULES)
ROUND_JOKER_TWO_ACTIONS = Rule("mass/round/joker-two-actions", "Two actions with a joker", cites=THE_RULES)
ROUND_PHASES = Rule("mass/round/phases", "Phases of a round", cites=ADAPTATION)
ROUND_END = Rule(
    "mass/round/end", "End of the round", cites=ENDING_THE_ROUND, behind=(Rulings.BATTLE_END, Rulings.COSTS_IGNORED)
)

# Initiative

INITIATIVE_COMMANDERS_ONLY = Rule(
    "mass/initiative/commanders-only", "Only commanders have initiative", cites=COMBAT_UNITS
)
INITIATIVE_WORST_OF_TWO = Rule("mass/initiative/worst-of-two", "Worst of two cards", cites=INITIATIVE)
INITIATIVE_SINGLE_CARD = Rule("mass/initiative/single-card", "One card", cites=INITIATIVE)
INITIATIVE_BEST_OF_TWO = Rule("mass/initiative/best-of-two", "Best of two cards", cites=INITIATIVE)
INITIATIVE_STEP_IMPROVEMENT = Rule(
    "mass/initiative/step-improvement", "Draw improved by one step", cites=INITIATIVE, behind=(Rulings.STEP_CAP,)
)
INITIATIVE_JOKER = Rule(
    "mass/initiative/joker",
    "Joker above every card",
    cites=THE_RULES,
    behind=(ROUND_JOKER_TWO_ACTIONS, Rulings.JOKER_ORDER, Rulings.JOKER_COUNT),
)
INITIATIVE_DRAW_ORDER = Rule("mass/initiative/draw-order", "Order of draws", cites=ADAPTATION)
INITIATIVE_DECK = Rule("mass/initiative/deck", "One deck for all", cites=BASE_GAME)
INITIATIVE_CARD_ORDER = Rule(
    "mass/initiative/card-order",
    "Highest card first",
    cites=BASE_GAME,
    behind=(
        INITIATIVE_COMMANDERS_ONLY,
        INITIATIVE_DRAW_ORDER,
        INITIATIVE_DECK,
        Rulings.CARD_ORDER,
        Rulings.CARD_TIES,
        Rulings.DECK_FRESHNESS,
        Rulings.THAC0_EDGES,
    ),
)
INITIATIVE_THAC0_TABLE = Rule(
    "mass/initiative/thac0-table", "Base to-hit number by level", cites=BASE_GAME, behind=(Rulings.BASE_THAC0,)
)

# Commands

COMMAND_ANY_NUMBER = Rule("mass/command/any-number", "Command to any number of units", cites=COMMAND_TO_MOVE)
COMMAND_SAME_COMMAND = Rule("mass/command/same-command", "The same command for all", cites=COMMAND_TO_MOVE)
COMMAND_UNENGAGED_ONLY = Rule("mass/command/unengaged-only", "Only unengaged units march", cites=COMMAND_TO_MOVE)
COMMAND_BEST_EFFORT = Rule("mass/command/best-effort", "As far as it can", cites=COMMAND_TO_MOVE)
COMMAND_NO_FURTHER_ACTION = Rule(
    "mass/command/no-further-action", "No further action this round", cites=COMMAND_TO_MOVE
)
COMMAND_ORDER = Rule("mass/command/order", "One after the other", cites=ADAPTATION)
COMMAND_ADVANCE = Rule(
    "mass/command/advance", "Advance", cites=COMMAND_TO_MOVE, behind=(HEX_SCALE, Rulings.SQUARES_AND_HEXES)
)
COMMAND_WHEEL = Rule(
    "mass/command/wheel",
    "Wheel",
    cites=COMMAND_TO_MOVE,
    behind=(HEX_FACING, Rulings.FACING_COUNT, Rulings.WHEEL_DEGREES, Rulings.WHEEL_COST),
)
COMMAND_MOVE_TOWARD = Rule(
    "mass/command/move-toward", "Move towards a hex", cites=ADAPTATION, behind=(HEX_COORDINATES,)
)
COMMAND_CUSTOM = Rule("mass/command/custom", "Custom command", cites=COMMAND_TO_MOVE)

# Engagement

ENGAGEMENT_STOP_ADJACENT = Rule("mass/engagement/stop-adjacent", "Stopped by contact", cites=ENGAGED_UNITS)
ENGAGEMENT_MUTUAL = Rule("mass/engagement/mutual", "Engaged", cites=ENGAGED_UNITS)
ENGAGEMENT_NO_DISENGAGE = Rule("mass/engagement/no-disengage", "No way out of combat", cites=ENGAGED_UNITS)
ENGAGEMENT_LOCKED = Rule(
    "mass/engagement/locked", "Engaged units do not move", cites=ENGAGED_UNITS, behind=(ENGAGEMENT_NO_DISENGAGE,)
)
ENGAGEMENT_RELEASE = Rule("mass/engagement/release", "Released", cites=ENGAGED_UNITS)
ENGAGEMENT_SAME_ROUND = Rule("mass/engagement/same-round", "Fought in the same round", cites=ENDING_THE_ROUND)
ENGAGEMENT_TRIGGER_POWERS = Rule("mass/engagement/trigger-powers", "Contact sets off powers", cites=SAMPLE_POWERS)

# Rally, spells and other actions

RALLY_CHECK = Rule("mass/rally/check", "Charisma check", cites=RALLY_TROOPS)
RALLY_MARGIN_BUDGET = Rule("mass/rally/margin-budget", "Rallied up to the margin", cites=RALLY_TROOPS)
RALLY_EFFECT = Rule("mass/rally/effect", "Power regained", cites=RALLY_TROOPS)
RALLY_ELIGIBLE = Rule("mass/rally/eligible", "Who can be rallied", cites=RALLY_TROOPS, behind=(Rulings.RALLY_COST,))
RALLY_NOT_AN_ACTION = Rule(
    "mass/rally/not-an-action", "Being rallied is no action", cites=RALLY_TROOPS, behind=(Rulings.RALLY_CHECK,)
)
SPELL_ADJUDICATION = Rule("mass/spell/adjudication", "Spell", cites=CAST_SPELLS)
SPELL_AREA_THRESHOLD = Rule("mass/spell/area-threshold", "Half the unit's area", cites=CAST_SPELLS)
SPELL_BATTLE_SPELL = Rule("mass/spell/battle-spell", "Battle spell", cites=CAST_SPELLS)
ACTION_PLAYER_DEFINED = Rule("mass/action/player-defined", "Another action", cites=PLAYER_DEFINED)
ACTION_COMMANDER_COVER = Rule("mass/action/commander-cover", "Commander among its troops", cites=PLAYER_DEFINED)

# Battle dice and rout

BATTLE_ROLL = Rule("mass/battle/roll", "Battle die", cites=ENDING_THE_ROUND)
BATTLE_MINOR_DISADVANTAGE = Rule("mass/battle/minor-disadvantage", "Minor disadvantage", cites=ENDING_THE_ROUND)
BATTLE_FLANKING = Rule(
    "mass/battle/flanking", "Flanking", cites=ENDING_THE_ROUND, behind=(HEX_ARCS, Rulings.FLANKING_DEFINITION)
)
BATTLE_COMPARE = Rule("mass/battle/compare", "Scores compared", cites=ENDING_THE_ROUND)
BATTLE_THRESHOLD = Rule("mass/battle/threshold", "No loss below a margin of 3", cites=ENDING_THE_ROUND)
BATTLE_MORALE_DAMAGE = Rule("mass/battle/morale-damage", "Morale damage", cites=ENDING_THE_ROUND)
BATTLE_SIMULTANEOUS = Rule("mass/battle/simultaneous", "All losses together", cites=ENDING_THE_ROUND)
ROUT_REMOVAL = Rule("mass/rout/removal", "Out of the battle", cites=ENDING_THE_ROUND)
ROUT_ZERO_MORALE = Rule("mass/rout/zero-morale", "Routed", cites=ENDING_THE_ROUND, behind=(ROUT_REMOVAL,))

# Encounter Powers

POWER_ONE_USE = Rule("mass/power/one-use", "Usable once", cites=COMBAT_UNITS)
POWER_ON_COMMAND = Rule("mass/power/on-command", "Power on command", cites=ON_COMMAND)
POWER_ON_COMMAND_TARGETS = Rule("mass/power/on-command-targets", "A target for each unit", cites=ON_COMMAND)
POWER_ON_ENGAGED = Rule("mass/power/on-engaged", "Power on contact", cites=SAMPLE_POWERS)
POWER_LAUNCH_VOLLEY = Rule("mass/power/launch-volley", "Launch Volley", cites=SAMPLE_POWERS)
POWER_FEAST_ON_THE_WEAK = Rule("mass/power/feast-on-the-weak", "Feast on the Weak", cites=SAMPLE_POWERS)
POWER_SPIRITED_CHARGE = Rule("mass/power/spirited-charge", "Spirited Charge", cites=SAMPLE_POWERS)
POWER_RECEIVE_CHARGE = Rule("mass/power/receive-charge", "Receive Charge", cites=SAMPLE_POWERS)
POWER_SOW_CONFUSION = Rule("mass/power/sow-confusion", "Sow Confusion", cites=SAMPLE_POWERS)
POWER_SHATTER_ARMS = Rule("mass/power/shatter-arms", "Shatter Arms", cites=SAMPLE_POWERS)
POWER_RAISE_SHIELD_WALL = Rule("mass/power/raise-shield-wall", "Raise Shield Wall", cites=SAMPLE_POWERS)
POWER_CAST_PILUM = Rule("mass/power/cast-pilum", "Cast Pilum", cites=SAMPLE_POWERS)
POWER_GOUT_OF_FLAME = Rule("mass/power/gout-of-flame", "Gout of Flame", cites=SAMPLE_POWERS)

# Pursuit

PURSUIT_ELIGIBILITY = Rule("mass/pursuit/eligibility", "Who can pursue", cites=ADAPTATION)
PURSUIT_ROLL = Rule("mass/pursuit/roll", "Pursuit", cites=ADAPTATION)
PURSUIT_OUTCOME = Rule("mass/pursuit/outcome", "Losses in flight", cites=ADAPTATION)
PURSUIT_ESCAPE = Rule("mass/pursuit/escape", "Escape", cites=ADAPTATION)
PURSUIT_COST = Rule("mass/pursuit/cost", "Pursuers leave the field", cites=ADAPTATION)

# Skirmish

SKIRMISH_POLICY = Rule("mass/skirmish/policy", "Policy of commanders", cites=ADAPTATION)
SKIRMISH_END = Rule("mass/skirmish/end", "End of a skirmish", cites=ADAPTATION)
SKIRMISH_PC_GUARD = Rule("mass/skirmish/pc-guard", "No player characters", cites=ADAPTATION)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
