"""How gaps and contradictions about initiative, the round, commands, rally and spells are decided."""

from typing import Final

from service.dice.model import Ruling

INITIATIVE = "tests/rules/mass/test_initiative.py::test_"
ROUND = "tests/rules/mass/test_round.py::test_"
MARCH = "tests/rules/mass/test_command.py::test_"
RALLY = "tests/rules/mass/test_rally.py::test_"
SPELL = "tests/rules/mass/test_spell.py::test_"

JOKER_COUNT: Final = Ruling(
    "mass/ruling/joker-count",
    does="A fresh deck has two jokers: 54 cards.",
    alternatives="One joker, or none.",
    test=INITIATIVE + "joker_count",
    option="deck",
)
JOKER_IN_WORST_DRAW: Final = Ruling(
    "mass/ruling/joker-in-worst-draw",
    does="Who keeps the worse of two cards throws a joker away and takes one action.",
    alternatives="The joker is used because it was drawn.",
    test=INITIATIVE + "joker_in_worst_draw",
    option="joker_in_worst_draw",
)
JOKER_ORDER: Final = Ruling(
    "mass/ruling/joker-order",
    does="A joker acts before every other card.",
    alternatives="Its holder chooses when.",
    test=INITIATIVE + "joker_order",
    option="joker_order",
)
CARD_ORDER: Final = Ruling(
    "mass/ruling/card-order",
    does="Of equal ranks spades come first, then hearts, diamonds and clubs.",
    alternatives="Any other order of the suits.",
    test=INITIATIVE + "card_order",
)
CARD_TIES: Final = Ruling(
    "mass/ruling/card-ties",
    does="Equal cards, of a deck of the caller's own: the lower to-hit number first, then the request's order.",
    alternatives="They are drawn again.",
    test=INITIATIVE + "card_ties",
)
DECK_FRESHNESS: Final = Ruling(
    "mass/ruling/deck-freshness",
    does="Each round draws from a full deck, unless the request sends one.",
    alternatives="The deck is used up round by round.",
    test=INITIATIVE + "deck_freshness",
)
STEP_CAP: Final = Ruling(
    "mass/ruling/step-cap",
    does="Who draws the best of two cannot improve further.",
    alternatives="Three cards.",
    test=INITIATIVE + "step_cap",
)
THAC0_EDGES: Final = Ruling(
    "mass/ruling/thac0-edges",
    does="To-hit numbers 14 and 10 draw a single card.",
    alternatives="They belong to the bands beside.",
    test=INITIATIVE + "thac0_edges",
)
BASE_THAC0: Final = Ruling(
    "mass/ruling/base-thac0",
    does="The to-hit number is that of class and level alone.",
    alternatives="With strength and magic.",
    test=INITIATIVE + "base_thac0",
)
COMMAND_SINGULAR: Final = Ruling(
    "mass/ruling/command-singular",
    does="A commander orders any number of units to use one power.",
    alternatives="One unit only.",
    test=ROUND + "command_singular",
)
COMMAND_SCOPE: Final = Ruling(
    "mass/ruling/command-scope",
    does="A commander commands every unit of its side.",
    alternatives="Only units assigned to it.",
    test=ROUND + "command_scope",
    option="command_scope",
)
ONE_ACTION: Final = Ruling(
    "mass/ruling/one-action",
    does="A commander takes one action on its count, two with a joker.",
    alternatives="As many as it likes.",
    test=ROUND + "one_action",
)
DECLARED_ACTIONS: Final = Ruling(
    "mass/ruling/declared-actions",
    does="What has become impossible when the count comes is skipped with a warning.",
    alternatives="Another action may be taken.",
    test=ROUND + "declared_actions",
)
JOKER_ACTIONS: Final = Ruling(
    "mass/ruling/joker-actions",
    does="The second action is declared beforehand like the first and may be of the same kind, for other units.",
    alternatives="It is chosen on the count.",
    test=ROUND + "joker_actions",
)
COMMANDERLESS: Final = Ruling(
    "mass/ruling/commanderless",
    does="Units whose commander is gone fight and may be commanded by anyone of their side.",
    alternatives="They stand idle until the end.",
    test=ROUND + "commanderless",
)
COSTS_IGNORED: Final = Ruling(
    "mass/ruling/costs-ignored",
    does="Costs of mustering, upkeep and magic have no effect on the battle.",
    alternatives="They are accounted for.",
    test=ROUND + "costs_ignored",
)
BATTLE_END: Final = Ruling(
    "mass/ruling/battle-end",
    does="When one side remains, the answer says which; nothing else ends a battle.",
    alternatives="A rule of victory.",
    test=ROUND + "battle_end",
)
ADJACENT_AT_SETUP: Final = Ruling(
    "mass/ruling/adjacent-at-setup",
    does="Enemies side by side when the request begins are engaged, and no powers fire.",
    alternatives="They are not engaged, or their powers fire.",
    test=ROUND + "adjacent_at_setup",
)
SQUARES_AND_HEXES: Final = Ruling(
    "mass/ruling/squares-and-hexes",
    does="Every square of the source is a hex.",
    alternatives="A grid of squares.",
    test=MARCH + "squares_and_hexes",
)
MOVEMENT_ORDER: Final = Ruling(
    "mass/ruling/movement-order",
    does="Units under one command move in turn, in the order named.",
    alternatives="All at once.",
    test=MARCH + "movement_order",
)
STACKING: Final = Ruling(
    "mass/ruling/stacking",
    does="A hex holds one active unit.",
    alternatives="Friends may share one.",
    test=MARCH + "stacking",
)
MODERATE_ROUNDING: Final = Ruling(
    "mass/ruling/moderate-rounding",
    does="Half speed is rounded down and is at least one hex.",
    alternatives="Rounded up, or none.",
    test=MARCH + "moderate_rounding",
)
MIXED_TERRAIN: Final = Ruling(
    "mass/ruling/mixed-terrain",
    does="Each hex entered costs by its own terrain; a difficult hex is the first and last of a move.",
    alternatives="The worst terrain of the path decides.",
    test=MARCH + "mixed_terrain",
)
START_TERRAIN: Final = Ruling(
    "mass/ruling/start-terrain",
    does="Only hexes entered cost, not the one left.",
    alternatives="The hex left costs as well.",
    test=MARCH + "start_terrain",
)
SPEED_ZERO: Final = Ruling(
    "mass/ruling/speed-zero",
    does="A unit of speed 0 does not move at all.",
    alternatives="It moves one hex in difficult terrain.",
    test=MARCH + "speed_zero",
)
WHEEL_DEGREES: Final = Ruling(
    "mass/ruling/wheel-degrees",
    does="Each full 60 degrees are one hexside, and the rest is dropped.",
    alternatives="The rest counts as a full hexside.",
    test=MARCH + "wheel_degrees",
    option="wheel_rounding",
)
WHEEL_COST: Final = Ruling(
    "mass/ruling/wheel-cost",
    does="Wheeling costs no movement and brings no contact.",
    alternatives="It costs a hex.",
    test=MARCH + "wheel_cost",
)
FACING_COUNT: Final = Ruling(
    "mass/ruling/facing-count",
    does="A unit faces one of 6 hexsides.",
    alternatives="12 facings, corners too.",
    test=MARCH + "facing_count",
)
RALLY_CHECK: Final = Ruling(
    "mass/ruling/rally-check",
    does="The check is a d20 at or under Charisma and modifier.",
    alternatives="A d20 above a difficulty.",
    test=RALLY + "rally_check",
)
RALLY_ZERO_MARGIN: Final = Ruling(
    "mass/ruling/rally-zero-margin",
    does="A roll equal to the score passes with nothing to spend.",
    alternatives="It fails, or passes by 1.",
    test=RALLY + "rally_zero_margin",
)
RALLY_NATURAL_TWENTY: Final = Ruling(
    "mass/ruling/rally-natural-twenty",
    does="No face of the d20 is special.",
    alternatives="A 20 always fails.",
    test=RALLY + "rally_natural_twenty",
)
RALLY_COST: Final = Ruling(
    "mass/ruling/rally-cost",
    does="A unit costs its current Morale Points.",
    alternatives="Its rated ones.",
    test=RALLY + "rally_cost",
    option="rally_cost",
)
RALLY_NAME: Final = Ruling(
    "mass/ruling/rally-name",
    does="Rallying gives back the power, not morale.",
    alternatives="Morale Points too.",
    test=RALLY + "rally_name",
)
RALLY_REPEAT: Final = Ruling(
    "mass/ruling/rally-repeat",
    does="A unit may be rallied again and again.",
    alternatives="Once in an encounter.",
    test=RALLY + "rally_repeat",
)
SPELL_JUDGEMENT: Final = Ruling(
    "mass/ruling/spell-judgement",
    does="The caller says what a spell does.",
    alternatives="A list of spells.",
    test=SPELL + "spell_judgement",
)
MORALE_ABOVE_RATING: Final = Ruling(
    "mass/ruling/morale-above-rating",
    does="Spells may raise morale above the rating, up to 9; powers and rallies read the current value.",
    alternatives="The rating is the limit.",
    test=SPELL + "morale_above_rating",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
