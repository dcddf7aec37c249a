"""How gaps and contradictions of the source are decided."""

from service.rules.kernel.book import RulingBook, decided_by, ruling
from service.rules.mass.book.options import MassRulings


class Rulings(RulingBook, family="mass"):
    """How gaps and contradictions of the source are decided."""

    # Commands

    JOKER_COUNT = ruling("A fresh deck has two jokers: 54 cards.", otherwise="One joker, or none.", option="deck")
    JOKER_IN_WORST_DRAW = decided_by(MassRulings, "joker_in_worst_draw")
    JOKER_ORDER = decided_by(MassRulings, "joker_order")
    CARD_ORDER = ruling(
        "Of equal ranks spades come first, then hearts, diamonds and clubs.", otherwise="Any other order of the suits."
    )
    CARD_TIES = ruling(
        "Equal cards, of a deck of the caller's own: the lower to-hit number first, then the request's order.",
        otherwise="They are drawn again.",
    )
    DECK_FRESHNESS = ruling(
        "Each round draws from a full deck, unless the request sends one.",
        otherwise="The deck is used up round by round.",
    )
    STEP_CAP = ruling("Who draws the best of two cannot improve further.", otherwise="Three cards.")
    THAC0_EDGES = ruling("To-hit numbers 14 and 10 draw a single card.", otherwise="They belong to the bands beside.")
    BASE_THAC0 = ruling("The to-hit number is that of class and level alone.", otherwise="With strength and magic.")
    COMMAND_SINGULAR = ruling("A commander orders any number of units to use one power.", otherwise="One unit only.")
    COMMAND_SCOPE = decided_by(MassRulings, "command_scope")
    ONE_ACTION = ruling(
        "A commander takes one action on its count, two with a joker.", otherwise="As many as it likes."
    )
    DECLARED_ACTIONS = ruling(
        "What has become impossible when the count comes is skipped with a warning.",
        otherwise="Another action may be taken.",
    )
    JOKER_ACTIONS = ruling(
        "The second action is declared beforehand like the first and may be of the same kind, for other units.",
        otherwise="It is chosen on the count.",
    )
    COMMANDERLESS = ruling(
        "Units whose commander is gone fight and may be commanded by anyone of their side.",
        otherwise="They stand idle until the end.",
    )
    COSTS_IGNORED = ruling(
        "Costs of mustering, upkeep and magic have no effect on the battle.", otherwise="They are accounted for."
    )
    BATTLE_END = ruling(
        "When one side remains, the answer says which; nothing else ends a battle.", otherwise="A rule of victory."
    )
    ADJACENT_AT_SETUP = ruling(
        "Enemies side by side when the request begins are engaged, and no powers fire.",
        otherwise="They are not engaged, or their powers fire.",
    )
    SQUARES_AND_HEXES = ruling("Every square of the source is a hex.", otherwise="A grid of squares.")
    MOVEMENT_ORDER = ruling("Units under one command move in turn, in the order named.", otherwise="All at once.")
    STACKING = ruling("A hex holds one active unit.", otherwise="Friends may share one.")
    MODERATE_ROUNDING = ruling("Half speed is rounded down and is at least one hex.", otherwise="Rounded up, or none.")
    MIXED_TERRAIN = ruling(
        "Each hex entered costs by its own terrain; a difficult hex is the first and last of a move.",
        otherwise="The worst terrain of the path decides.",
    )
    START_TERRAIN = ruling("Only hexes entered cost, not the one left.", otherwise="The hex left costs as well.")
    SPEED_ZERO = ruling("A unit of speed 0 does not move at all.", otherwise="It moves one hex in difficult terrain.")
    WHEEL_DEGREES = decided_by(MassRulings, "wheel_rounding")
    WHEEL_COST = ruling("Wheeling costs no movement and brings no contact.", otherwise="It costs a hex.")
    FACING_COUNT = ruling("A unit faces one of 6 hexsides.", otherwise="12 facings, corners too.")
    RALLY_CHECK = ruling("The check is a d20 at or under Charisma and modifier.", otherwise="A d20 above a difficulty.")
    RALLY_ZERO_MARGIN = ruling(
        "A roll equal to the score passes with nothing to spend.", otherwise="It fails, or passes by 1."
    )
    RALLY_NATURAL_TWENTY = ruling("No face of the d20 is special.", otherwise="A 20 always fails.")
    RALLY_COST = decided_by(MassRulings, "rally_cost")
    RALLY_NAME = ruling("Rallying gives back the power, not morale.", otherwise="Morale Points too.")
    RALLY_REPEAT = ruling("A unit may be rallied again and again.", otherwise="Once in an encounter.")
    SPELL_JUDGEMENT = ruling("The caller says what a spell does.", otherwise="A list of spells.")
    MORALE_ABOVE_RATING = ruling(
        "Spells may raise morale above the rating, up to 9; powers and rallies read the current value.",
        otherwise="The rating is the limit.",
    )

    # Powers

    SEVERAL_CONTACTS = ruling(
        "A step beside two enemies engages both, and powers fire pair by pair in the order of the units.",
        otherwise="The mover chooses one.",
    )
    ON_ENGAGED_ORDER = decided_by(MassRulings, "engaged_timing")
    ON_ENGAGED_USE = ruling(
        "A power fires whenever its condition holds, unless the unit holds it back.",
        otherwise="The owner is asked each time.",
    )
    ON_ENGAGED_TARGET = ruling(
        "Of two new foes, the power strikes the first that its condition allows.", otherwise="The owner chooses."
    )
    ON_ENGAGED_RETRIGGER = ruling(
        "A power regained while engaged waits for a new contact.", otherwise="It fires at once."
    )
    CONDITION_UNMET = ruling("A power whose condition fails is not expended.", otherwise="It is.")
    MUTUAL_CONFUSION = ruling(
        "Two units that sow confusion both expend their powers, and nothing else happens.",
        otherwise="The mover's comes first.",
    )
    CONFUSION_ON_EXPENDED = ruling(
        "Confusion sown on an expended power, or on a unit that has none, is expended itself and marks nothing.",
        otherwise="It is kept, or a unit that has none counts as having expended one.",
    )
    FEAST_TIMING = ruling(
        "Feast on the weak reads current morale at the moment of contact, before other powers.",
        otherwise="The rating, or morale after them.",
    )
    MUTUAL_DESTRUCTION = ruling(
        "Two units that feast on each other are both destroyed.", otherwise="The mover's comes first."
    )
    RECEIVE_CHARGE_MOVER = ruling(
        "Receive charge strikes any large foe, no matter which side moved.", otherwise="Only a foe that charges."
    )
    SHATTER_ARMS_FLOOR = ruling("A d4 stays a d4.", otherwise="It is broken altogether.")
    SHATTER_ARMS_STACKING = ruling(
        "Each time it is struck a die becomes one step smaller, and rallying mends nothing.", otherwise="Once only."
    )
    PILUM_SUBJECT = decided_by(MassRulings, "pilum_subject")
    PILUM_PATH = ruling(
        "It goes back as far as the hexes are free, only if it ends away from that foe; new contacts engage.",
        otherwise="All the way or not at all.",
    )
    PILUM_SEVERAL_FOES = ruling(
        "It falls back only if that leaves every foe.", otherwise="It leaves one foe and stays with the others."
    )
    BACKWARD = ruling("Going back keeps the facing.", otherwise="The unit turns round.")
    DESTROYED_OR_ROUTED = ruling(
        "A routed foe releases a unit just as a destroyed one does.", otherwise="Only destruction does."
    )
    SHIELD_WALL_SCOPE = decided_by(MassRulings, "shield_wall")
    SHIELD_WALL_WHO = ruling("Only the unit that raises the wall is behind it.", otherwise="The whole side is.")
    SHIELD_WALL_TIMING = ruling(
        "Losses before the wall is raised are not lessened.", otherwise="All losses of the round are."
    )
    SHIELD_WALL_DESTROY = ruling("A shield wall does not help against destruction.", otherwise="It does.")
    VOLLEY_RANGE = ruling(
        "Range is the distance in hexes; nothing blocks the view.", otherwise="A line of sight is needed."
    )
    VOLLEY_TIMING = ruling(
        "Whether the target is engaged is read when the power is used.", otherwise="When it was declared."
    )
    VOLLEY_TARGET = decided_by(MassRulings, "volley_targets")
    ON_COMMAND_ENGAGED = ruling("Engaged units may use powers on command.", otherwise="They may not.")
    GOUT_LINE = ruling("The line begins in the hex ahead of the unit.", otherwise="Its own hex is the first.")
    GOUT_FRIENDS = ruling(
        "All units on the line are struck, friends too.", otherwise="Only enemies.", option="gout_hits_friends"
    )
    GOUT_DAMAGE = ruling("4 points, as printed, more than any unit's rating.", otherwise="A misprint for fewer.")
    DAMAGE_UNIT = ruling("Damage of powers is morale damage.", otherwise="Some other measure.")
    POWER_ROUT_TIMING = ruling(
        "A unit without morale is routed at once, also in mid-round, and releases its foes.",
        otherwise="At the end of the round.",
    )

    # Battles

    FLANKING_DEFINITION = decided_by(MassRulings, "flanking_mode")
    MUTUAL_FLANKING = ruling("Two units may flank each other; both roll two dice.", otherwise="Neither does.")
    SEVERAL_FOES = decided_by(MassRulings, "multi_foe_roll")
    DISADVANTAGE_STACKING = decided_by(MassRulings, "disadvantage_stacking")
    DISADVANTAGE_SCOPE = ruling(
        "A disadvantage counts against the foes named, or against all.", otherwise="Always against all."
    )
    MARGIN_READING = ruling(
        "A margin of 3 costs 1, of 5 costs 2, of 7 costs 3.",
        otherwise="A margin of 3 costs 1 and each further point 2.",
    )
    TIES = ruling("Equal scores cost nobody anything.", otherwise="Both lose.")
    SIMULTANEOUS_LOSSES = ruling(
        "All damage is added up before anyone routs; hits of routed units count.", otherwise="Pair by pair."
    )
    NO_ADVANCE = ruling("The winner stays where it is.", otherwise="It takes the loser's hex.")
