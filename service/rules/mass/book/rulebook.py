"""Every rule of the family, cited by its source's section; a rule's title is what players read in tallies and steps."""

from typing import Final

from service.dice.model import Rule

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

HEX_SCALE: Final = Rule("mass/hex/scale", "A hex is 100 feet", cites=THE_RULES)
HEX_COORDINATES: Final = Rule("mass/hex/coordinates", "Distance in hexes", cites=ADAPTATION)
HEX_FACING: Final = Rule("mass/hex/facing", "Facing", cites=THE_RULES)
HEX_ARCS: Final = Rule("mass/hex/arcs", "Front, flank and rear", cites=ADAPTATION)
HEX_STACKING: Final = Rule("mass/hex/stacking", "One unit in a hex", cites=ADAPTATION)
TERRAIN_CLEAR: Final = Rule("mass/terrain/clear", "Clear terrain", cites=THE_RULES)
TERRAIN_MODERATE: Final = Rule("mass/terrain/moderate", "Moderate terrain", cites=THE_RULES)
TERRAIN_DIFFICULT: Final = Rule("mass/terrain/difficult", "Difficult terrain", cites=THE_RULES)
TERRAIN_IMPASSABLE: Final = Rule("mass/terrain/impassable", "Impassable terrain", cites=THE_RULES)

# Dice and cards

DICE_TAPE: Final = Rule("mass/dice/tape", "Supplied dice and cards in order", cites=ADAPTATION)
DICE_CONSUMPTION_ORDER: Final = Rule(
    "mass/dice/consumption-order", "Order of dice and cards in a round", cites=ADAPTATION
)

# Initiative

INITIATIVE_COMMANDERS_ONLY: Final = Rule(
    "mass/initiative/commanders-only", "Only commanders have initiative", cites=COMBAT_UNITS
)
INITIATIVE_WORST_OF_TWO: Final = Rule("mass/initiative/worst-of-two", "Worst of two cards", cites=INITIATIVE)
INITIATIVE_SINGLE_CARD: Final = Rule("mass/initiative/single-card", "One card", cites=INITIATIVE)
INITIATIVE_BEST_OF_TWO: Final = Rule("mass/initiative/best-of-two", "Best of two cards", cites=INITIATIVE)
INITIATIVE_STEP_IMPROVEMENT: Final = Rule(
    "mass/initiative/step-improvement", "Draw improved by one step", cites=INITIATIVE
)
INITIATIVE_CARD_ORDER: Final = Rule("mass/initiative/card-order", "Highest card first", cites=BASE_GAME)
INITIATIVE_JOKER: Final = Rule("mass/initiative/joker", "Joker above every card", cites=THE_RULES)
INITIATIVE_DRAW_ORDER: Final = Rule("mass/initiative/draw-order", "Order of draws", cites=ADAPTATION)
INITIATIVE_DECK: Final = Rule("mass/initiative/deck", "One deck for all", cites=BASE_GAME)
INITIATIVE_THAC0_TABLE: Final = Rule("mass/initiative/thac0-table", "Base to-hit number by level", cites=BASE_GAME)

# The round

ROUND_DURATION: Final = Rule("mass/round/duration", "A round is a minute", cites=THE_RULES)
ROUND_DECLARE_FIRST: Final = Rule("mass/round/declare-first", "Declared before the draw", cites=THE_RULES)
ROUND_ONE_ACTION: Final = Rule("mass/round/one-action", "One action on a count", cites=THE_RULES)
ROUND_JOKER_TWO_ACTIONS: Final = Rule("mass/round/joker-two-actions", "Two actions with a joker", cites=THE_RULES)
ROUND_PHASES: Final = Rule("mass/round/phases", "Phases of a round", cites=ADAPTATION)
ROUND_END: Final = Rule("mass/round/end", "End of the round", cites=ENDING_THE_ROUND)

# Commands

COMMAND_ANY_NUMBER: Final = Rule("mass/command/any-number", "Command to any number of units", cites=COMMAND_TO_MOVE)
COMMAND_SAME_COMMAND: Final = Rule("mass/command/same-command", "The same command for all", cites=COMMAND_TO_MOVE)
COMMAND_UNENGAGED_ONLY: Final = Rule("mass/command/unengaged-only", "Only unengaged units march", cites=COMMAND_TO_MOVE)
COMMAND_BEST_EFFORT: Final = Rule("mass/command/best-effort", "As far as it can", cites=COMMAND_TO_MOVE)
COMMAND_NO_FURTHER_ACTION: Final = Rule(
    "mass/command/no-further-action", "No further action this round", cites=COMMAND_TO_MOVE
)
COMMAND_ORDER: Final = Rule("mass/command/order", "One after the other", cites=ADAPTATION)
COMMAND_ADVANCE: Final = Rule("mass/command/advance", "Advance", cites=COMMAND_TO_MOVE)
COMMAND_WHEEL: Final = Rule("mass/command/wheel", "Wheel", cites=COMMAND_TO_MOVE)
COMMAND_MOVE_TOWARD: Final = Rule("mass/command/move-toward", "Move towards a hex", cites=ADAPTATION)
COMMAND_CUSTOM: Final = Rule("mass/command/custom", "Custom command", cites=COMMAND_TO_MOVE)

# Engagement

ENGAGEMENT_STOP_ADJACENT: Final = Rule("mass/engagement/stop-adjacent", "Stopped by contact", cites=ENGAGED_UNITS)
ENGAGEMENT_MUTUAL: Final = Rule("mass/engagement/mutual", "Engaged", cites=ENGAGED_UNITS)
ENGAGEMENT_LOCKED: Final = Rule("mass/engagement/locked", "Engaged units do not move", cites=ENGAGED_UNITS)
ENGAGEMENT_NO_DISENGAGE: Final = Rule("mass/engagement/no-disengage", "No way out of combat", cites=ENGAGED_UNITS)
ENGAGEMENT_RELEASE: Final = Rule("mass/engagement/release", "Released", cites=ENGAGED_UNITS)
ENGAGEMENT_SAME_ROUND: Final = Rule("mass/engagement/same-round", "Fought in the same round", cites=ENDING_THE_ROUND)
ENGAGEMENT_TRIGGER_POWERS: Final = Rule(
    "mass/engagement/trigger-powers", "Contact sets off powers", cites=SAMPLE_POWERS
)

# Rally, spells and other actions

RALLY_CHECK: Final = Rule("mass/rally/check", "Charisma check", cites=RALLY_TROOPS)
RALLY_MARGIN_BUDGET: Final = Rule("mass/rally/margin-budget", "Rallied up to the margin", cites=RALLY_TROOPS)
RALLY_EFFECT: Final = Rule("mass/rally/effect", "Power regained", cites=RALLY_TROOPS)
RALLY_ELIGIBLE: Final = Rule("mass/rally/eligible", "Who can be rallied", cites=RALLY_TROOPS)
RALLY_NOT_AN_ACTION: Final = Rule("mass/rally/not-an-action", "Being rallied is no action", cites=RALLY_TROOPS)
SPELL_ADJUDICATION: Final = Rule("mass/spell/adjudication", "Spell", cites=CAST_SPELLS)
SPELL_AREA_THRESHOLD: Final = Rule("mass/spell/area-threshold", "Half the unit's area", cites=CAST_SPELLS)
SPELL_BATTLE_SPELL: Final = Rule("mass/spell/battle-spell", "Battle spell", cites=CAST_SPELLS)
ACTION_PLAYER_DEFINED: Final = Rule("mass/action/player-defined", "Another action", cites=PLAYER_DEFINED)
ACTION_COMMANDER_COVER: Final = Rule("mass/action/commander-cover", "Commander among its troops", cites=PLAYER_DEFINED)

# Battle dice and rout

BATTLE_ROLL: Final = Rule("mass/battle/roll", "Battle die", cites=ENDING_THE_ROUND)
BATTLE_MINOR_DISADVANTAGE: Final = Rule("mass/battle/minor-disadvantage", "Minor disadvantage", cites=ENDING_THE_ROUND)
BATTLE_FLANKING: Final = Rule("mass/battle/flanking", "Flanking", cites=ENDING_THE_ROUND)
BATTLE_COMPARE: Final = Rule("mass/battle/compare", "Scores compared", cites=ENDING_THE_ROUND)
BATTLE_THRESHOLD: Final = Rule("mass/battle/threshold", "No loss below a margin of 3", cites=ENDING_THE_ROUND)
BATTLE_MORALE_DAMAGE: Final = Rule("mass/battle/morale-damage", "Morale damage", cites=ENDING_THE_ROUND)
BATTLE_SIMULTANEOUS: Final = Rule("mass/battle/simultaneous", "All losses together", cites=ENDING_THE_ROUND)
ROUT_ZERO_MORALE: Final = Rule("mass/rout/zero-morale", "Routed", cites=ENDING_THE_ROUND)
ROUT_REMOVAL: Final = Rule("mass/rout/removal", "Out of the battle", cites=ENDING_THE_ROUND)

# Encounter Powers

POWER_ONE_USE: Final = Rule("mass/power/one-use", "Usable once", cites=COMBAT_UNITS)
POWER_ON_COMMAND: Final = Rule("mass/power/on-command", "Power on command", cites=ON_COMMAND)
POWER_ON_COMMAND_TARGETS: Final = Rule("mass/power/on-command-targets", "A target for each unit", cites=ON_COMMAND)
POWER_ON_ENGAGED: Final = Rule("mass/power/on-engaged", "Power on contact", cites=SAMPLE_POWERS)
POWER_LAUNCH_VOLLEY: Final = Rule("mass/power/launch-volley", "Launch Volley", cites=SAMPLE_POWERS)
POWER_FEAST_ON_THE_WEAK: Final = Rule("mass/power/feast-on-the-weak", "Feast on the Weak", cites=SAMPLE_POWERS)
POWER_SPIRITED_CHARGE: Final = Rule("mass/power/spirited-charge", "Spirited Charge", cites=SAMPLE_POWERS)
POWER_RECEIVE_CHARGE: Final = Rule("mass/power/receive-charge", "Receive Charge", cites=SAMPLE_POWERS)
POWER_SOW_CONFUSION: Final = Rule("mass/power/sow-confusion", "Sow Confusion", cites=SAMPLE_POWERS)
POWER_SHATTER_ARMS: Final = Rule("mass/power/shatter-arms", "Shatter Arms", cites=SAMPLE_POWERS)
POWER_RAISE_SHIELD_WALL: Final = Rule("mass/power/raise-shield-wall", "Raise Shield Wall", cites=SAMPLE_POWERS)
POWER_CAST_PILUM: Final = Rule("mass/power/cast-pilum", "Cast Pilum", cites=SAMPLE_POWERS)
POWER_GOUT_OF_FLAME: Final = Rule("mass/power/gout-of-flame", "Gout of Flame", cites=SAMPLE_POWERS)

# Pursuit

PURSUIT_ELIGIBILITY: Final = Rule("mass/pursuit/eligibility", "Who can pursue", cites=ADAPTATION)
PURSUIT_ROLL: Final = Rule("mass/pursuit/roll", "Pursuit", cites=ADAPTATION)
PURSUIT_OUTCOME: Final = Rule("mass/pursuit/outcome", "Losses in flight", cites=ADAPTATION)
PURSUIT_ESCAPE: Final = Rule("mass/pursuit/escape", "Escape", cites=ADAPTATION)
PURSUIT_COST: Final = Rule("mass/pursuit/cost", "Pursuers leave the field", cites=ADAPTATION)

# Skirmish

SKIRMISH_POLICY: Final = Rule("mass/skirmish/policy", "Policy of commanders", cites=ADAPTATION)
SKIRMISH_END: Final = Rule("mass/skirmish/end", "End of a skirmish", cites=ADAPTATION)
SKIRMISH_PC_GUARD: Final = Rule("mass/skirmish/pc-guard", "No player characters", cites=ADAPTATION)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
