"""The options of a request of `tactical`: what the source leaves open, and what each request may decide otherwise."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.book import Option, asked
from service.wire import WHOLE, Frozen


class TacticalArcWidth(Option):
    """How wide the arcs of sight and of ranged attacks are."""

    PUBLISHED = "published", "The front reaches 90 degrees to each side, the sides reach 120, and the rest is back."
    HEX_SECTOR = "hex_sector", "The front reaches 90 degrees to each side, the sides reach 150, and the rest is back."


class TacticalDefenseArc(Option):
    """Where an attack from afar comes from for the defender."""

    BEARING = "bearing", "An attack comes from the arc in which the attacker's hex lies."
    ENTRY_HEX = "entry_hex", "An attack comes from the adjacent hex through which it reaches the defender."


class TacticalCrawlHexes(Option):
    """How many hexes a crawling figure of human size fills."""

    TWO = "two", "Two hexes, as a lying figure does."
    ONE = "one", "One hex."


class TacticalAllOutFloor(Option):
    """How far an All-Out Attack moves at least."""

    POINTS = "points", "Half the Move in movement points, rounded up, and at least 2 points."
    HEXES = "hexes", "Two hexes at any cost, or half the Move in points, whichever goes farther."
    NONE = "none", "Half the Move in movement points, rounded up."


class TacticalAllOutTurn(Option):
    """What turning in place costs in an All-Out Attack."""

    FREE = "free", "A figure that does not move turns to any facing for free."
    POINTS = "points", "Each hexside turned costs a movement point."


class TacticalEndTurn(Option):
    """When the facing changes for free in a Move and Attack."""

    MOVE = "move", "At the end of the movement, before a blow that is struck after the last hex."
    TURN = "turn", "At the end of the turn, after every blow."


class TacticalMeleeLine(Option):
    """Which line decides who stands between a melee attacker and its target."""

    CENTRE = "centre", "The line from centre to centre."
    BEST = "best", "The line with the smallest penalty."


class TacticalInTheWay(Option):
    """What counts as one obstacle to a shot: each person in the way, or each hex with persons."""

    PERSON = "person", "Each person in the way is -4."
    HEX = "hex", "Each hex with persons in the way is -4."


class TacticalPostureRule(Option):
    """Which low figures are in the way of a shot, and may be hit by a stray one."""

    SPLIT = "split", "A kneeler is in the way if shooter or target kneels or sits, and hit astray if the shooter does."
    UNIFIED = "unified", "Kneelers count if shooter or target is low, and lying figures if the shooter lies or crawls."


class TacticalBlockVersus(Option):
    """Against whose size a large figure in the way is compared."""

    SHOOTER = "shooter", "A figure closes the line if its Size Modifier exceeds the shooter's by 2 or more."
    BOTH = "both", "It closes the line only if it also exceeds the target's."


class TacticalStrayExtent(Option):
    """How far a shot that misses flies on."""

    MAX = "max", "To the weapon's maximum range, or to an obstacle."
    TARGET = "target", "To the target's hex."


class TacticalDiscriminate(Option):
    """What a failed Vision roll makes a figure believe that discriminates between targets."""

    INVERTED = "inverted", "It takes a foe for a friend and a friend for a foe."
    UNKNOWN = "unknown", "It cannot tell, and holds its fire."


class TacticalRunaround(Option):
    """Who counts as having run around a defender."""

    FRONT = "front", "An attacker that began its turn in the defender's front arc."
    SEEN = "seen", "An attacker that the defender saw when its turn began."


class TacticalRetreatDirection(Option):
    """Which hexes a retreat may go to."""

    STRICT = "strict", "The hex that lies most nearly straight away from the attacker; of two that tie, either."
    FARTHER = "farther", "Any adjacent hex that is farther from the attacker."


class TacticalEntryDefense(Option):
    """How a figure defends itself against an attacker that enters its hex."""

    CLOSE = "close", "As in close combat: no block, and parries with empty hands and short weapons only."
    OPEN = "open", "As outside close combat."


class TacticalCloseArc(Option):
    """From which side an opponent in the same hex attacks."""

    HALF = "half", "From the direction of its half of the hex."
    FRONT = "front", "From the front."


class TacticalAssistantScore(Option):
    """Which score of a helper counts a fifth."""

    BEST = "best", "The helper's best score that the attempt allows; for a pin its ST."
    SAME = "same", "The score that the leader uses."


class TacticalStrikingPosture(Option):
    """To which strikes into close combat the posture of the target counts."""

    ALL = "all", "To melee and ranged attacks alike."
    RANGED = "ranged", "To ranged attacks only."


class TacticalSweep(Option):
    """What happens to figures that the body of a turning large figure sweeps over."""

    SLAM = "slam", "They are slammed into, once each turn."
    NONE = "none", "Nothing."


class TacticalSmaller(Option):
    """Which of two figures is the smaller one in an overrun."""

    HEXES = "hexes", "The one that fills fewer hexes when standing."
    SM = "sm", "The one with the lower Size Modifier."


class TacticalTie(Option):
    """Who goes first among figures with equal Basic Speed and DX."""

    DICE = "dice", "Each rolls a die, the highest first; equal ones roll again. It is rolled once for the whole fight."
    ID = "id", "The order of their ids."


class TacticalRulings(Frozen):
    """How a request decides what the source leaves open."""

    arc: TacticalArcWidth = asked(TacticalArcWidth)
    defense_arc: TacticalDefenseArc = asked(TacticalDefenseArc)
    open_plain: bool = Field(default=False, description="A request without a map plays on an endless, empty one.")
    crawl_hexes: TacticalCrawlHexes = asked(TacticalCrawlHexes)
    step_hexes: Annotated[int, Field(ge=1, le=100), WHOLE] | None = Field(
        default=None, description="Hexes of a step; null: a tenth of the Move, rounded up, at least 1."
    )
    sitting_step: bool = Field(default=False, description="A sitting figure may step.")
    guarantee_after_turn: bool = Field(
        default=False, description="The first hex stays affordable after a turn in place has been paid for."
    )
    aoa_floor: TacticalAllOutFloor = asked(TacticalAllOutFloor)
    aoa_turn_cost: TacticalAllOutTurn = asked(TacticalAllOutTurn)
    end_turn: TacticalEndTurn = asked(TacticalEndTurn)
    severe_bodies: Annotated[int, Field(ge=1, le=100), WHOLE] = Field(
        default=3, description="Bodies on the ground that make a hex a severe obstruction; fewer are minor ones."
    )
    evade_surcharge: Annotated[int, Field(ge=0, le=1), WHOLE] = Field(
        default=0, description="Movement points that a foe's hex costs in addition."
    )
    jump_roll: bool = Field(default=False, description="A jump takes a DX roll; a failure ends before the obstacle.")
    pickup_front_only: bool = Field(default=False, description="Items are picked up from the front hexes and its own.")
    sprint: bool = Field(
        default=False, description="From the second second of running straight ahead on, Move is a fifth higher."
    )
    through_once: bool = Field(
        default=False, description="A melee attack through several foes is at -4 in all, and not for each."
    )
    melee_line: TacticalMeleeLine = asked(TacticalMeleeLine)
    in_way: TacticalInTheWay = asked(TacticalInTheWay)
    posture_rule: TacticalPostureRule = asked(TacticalPostureRule)
    block_vs: TacticalBlockVersus = asked(TacticalBlockVersus)
    higher_margin: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(
        default=0, description="Yards by which a shooter must stand higher than a large figure to shoot over it."
    )
    acc_beyond_half: bool = Field(default=True, description="Accuracy counts beyond half range, too.")
    stray_extent: TacticalStrayExtent = asked(TacticalStrayExtent)
    stray_on_critical: bool = Field(default=True, description="A critical miss may hit somebody else, too.")
    zone_initial: bool = Field(
        default=False,
        description="A figure that already stands in a watched hex triggers opportunity fire by any event.",
    )
    discriminate: TacticalDiscriminate = asked(TacticalDiscriminate)
    runaround: TacticalRunaround = asked(TacticalRunaround)
    flexible_side_block: bool = Field(
        default=False, description="A flexible shield arm may block attacks from the weapon side."
    )
    db_everywhere: bool = Field(default=False, description="A shield's bonus counts against attacks from every side.")
    retreat: TacticalRetreatDirection = asked(TacticalRetreatDirection)
    entry_defense: TacticalEntryDefense = asked(TacticalEntryDefense)
    close_arc: TacticalCloseArc = asked(TacticalCloseArc)
    helper_score: TacticalAssistantScore = asked(TacticalAssistantScore)
    striking_posture: TacticalStrikingPosture = asked(TacticalStrikingPosture)
    striking_parry_stops: bool = Field(
        default=True, description="A parry ends a strike into close combat; otherwise somebody else may be hit."
    )
    sweep: TacticalSweep = asked(TacticalSweep)
    smaller: TacticalSmaller = asked(TacticalSmaller)
    wall_overlap: Annotated[int, Field(ge=0, le=63), WHOLE] = Field(
        default=0, description="Hexes of a large figure, its head excepted, that may overlap walls."
    )
    tie: TacticalTie = asked(TacticalTie)
    locations: bool = Field(default=True, description="Hit locations are in use; otherwise every hit is on the torso.")
