"""What a request says of movement, and the records of its answers."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing, Hex, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import words
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.map.models import TacticalBounds
from service.wire import WHOLE, Frozen, record

LONGEST_PATH = 500
MOST_STATES = 5_000
WIDEST_ARC = 50


class TacticalEntryKind(StrEnum):
    """What an entry of a path does."""

    ENTER = "enter"
    TURN = "turn"
    JUMP = "jump"
    POSTURE = "posture"


class TacticalPathEntry(Frozen):
    """One entry of a path: exactly one of `to`, `turn`, `jump_to` and `posture`."""

    to: HexAddress | None = Field(default=None, description=f"The adjacent hex to enter. {CONVENTION_IN_SHORT}")
    mode: words.TacticalMoveMode = Field(
        default=words.TacticalMoveMode.FORWARD, description="How that hex is entered; a step does not ask."
    )
    turn: Annotated[int, Field(ge=-3, le=3), WHOLE] | None = Field(
        default=None, description="Hexsides to turn, positive to the right."
    )
    jump_to: HexAddress | None = Field(
        default=None,
        description=f"The hex to land in, straight ahead or diagonally to the front. {CONVENTION_IN_SHORT}",
    )
    posture: Posture | None = Field(default=None, description="The posture to take.")


class TacticalFoeFollowUp(Frozen):
    """What the mover does when it meets a foe in a hex."""

    foe: FigureId = Field(description="Id of the foe.")
    follow_up: words.TacticalFollowUp = Field(description="Whether the mover stops, evades the foe or slams into it.")


class TacticalMoveOrder(Frozen):
    """How a figure moves: its maneuver, and its path entry by entry."""

    maneuver: words.TacticalManeuver = Field(description="The maneuver; it decides how far the figure may move.")
    option: words.TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; the latter needs it."
    )
    path: Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)] = Field(
        default=(), description="The path, in order."
    )
    end_facing: Facing | None = Field(
        default=None, description="The facing to turn to for free at the end; null: as the path ends."
    )
    upper_direction: Facing | None = Field(
        default=None, description="Of a figure that lies down or begins to crawl: where its head goes; null: ahead."
    )
    rise_in: HexAddress | None = Field(
        default=None, description="Of a figure that rises: which of its two hexes it stays in; null: that of its feet."
    )
    follow_ups: Annotated[tuple[TacticalFoeFollowUp, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description=(
            "What it does with each foe whose hex it enters or leaves; with one that is not listed it stops where the "
            "path ends, and evades where the path goes on. A large figure slams into smaller foes."
        ),
    )


class TacticalMoveInput(TacticalScene):
    """A figure, its order, and the map with everybody on it."""

    figure: FigureId = Field(description="Id of the figure that moves.")
    order: TacticalMoveOrder = Field(description="How it moves.")


class TacticalReachInput(TacticalScene):
    """A figure whose possible movement is asked for, and the map with everybody on it."""

    figure: FigureId = Field(description="Id of the figure that moves.")
    maneuver: words.TacticalManeuver = Field(description="The maneuver.")
    option: words.TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; the latter needs it."
    )
    through_foes: bool = Field(
        default=False, description="Whether paths lead on through foes' hexes, which takes an evade or a slam each."
    )
    to: HexAddress | None = Field(default=None, description="A hex to which a cheapest path is wanted.")
    max_results: Annotated[int, Field(ge=1, le=MOST_STATES), WHOLE] = Field(
        default=MOST_STATES, description="How many states to list at most, the cheapest first."
    )


class TacticalArcsInput(Frozen):
    """A figure, or a hex with a facing, whose surroundings are divided into sectors."""

    figure: TacticalFigure | None = Field(
        default=None, description="The figure; null: what the fields `hex` to `body` say."
    )
    hex: HexAddress = Field(default=(0, 0), description=f"Its hex, or that of its head. {CONVENTION_IN_SHORT}")
    facing: Facing = Field(default=0, description=f"Its facing. {CONVENTION_IN_SHORT}")
    vision: words.TacticalVision = Field(default=words.TacticalVision.NORMAL, description="How far around it sees.")
    shape: words.TacticalShape = Field(default=words.TacticalShape.SINGLE, description="The hexes it fills.")
    body: Annotated[tuple[HexAddress, ...], Field(max_length=64)] = Field(
        default=(), description="The hexes of a `custom` shape relative to the head, facing 0; the head [0, 0] first."
    )
    radius: Annotated[int, Field(ge=1, le=WIDEST_ARC), WHOLE] = Field(
        default=10, description="How far around the hex, in hexes."
    )
    bounds: TacticalBounds | None = Field(
        default=None, description="How far the map reaches; hexes beyond it are left out. Null: without end."
    )


# Answers

Hexes = Annotated[tuple[Hex, ...], Field(description=CONVENTION_IN_SHORT)]


@record
class TacticalMoveCost:
    """A part of a cost, and the rule for it."""

    rule: Annotated[str, Field(description="Id of the rule.")]
    label: Annotated[str, Field(description="What it is for, in a player's words.")]
    points: Annotated[float, Field(description="Movement points that it adds; negative takes away.")]


@record
class TacticalMoveContact:
    """A foe whom the mover meets, and what it does then."""

    foe: Annotated[str, Field(description="Id of the foe.")]
    follow_up: Annotated[words.TacticalFollowUp, Field(description="Whether the mover stops, evades or slams.")]


@record
class TacticalSweptFoe:
    """A figure over which a turning body sweeps."""

    foe: Annotated[str, Field(description="Id of the foe.")]
    yards: Annotated[int, Field(description="Yards that the part of the body travels which hits the foe.")]


@record
class TacticalMoveEntry:
    """One entry of a path, judged."""

    kind: Annotated[TacticalEntryKind, Field(description="What it does.")]
    hex: Annotated[Hex, Field(description=f"Where the figure is after it. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description="Its facing after it.")]
    cost: Annotated[float, Field(description="Movement points that it costs; of a step, hexes.")]
    spent: Annotated[float, Field(description="Movement points spent after it.")]
    terms: Annotated[tuple[TacticalMoveCost, ...], Field(description="What the cost is made of.")]
    contacts: Annotated[tuple[TacticalMoveContact, ...], Field(description="Foes whose hex it enters.")]
    exits: Annotated[tuple[str, ...], Field(description="Ids of foes to evade first, to leave close combat.")]
    sweeps: Annotated[
        tuple[TacticalSweptFoe, ...], Field(description="Figures over which a large body sweeps, friends too.")
    ]
    roll: Annotated[bool, Field(description="Whether it takes a DX roll, as a jump may.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of further rules that shaped it.")]


@record
class TacticalProvoked:
    """A wait that a path sets off, if the waiting figure sees it and chooses to respond."""

    figure: Annotated[str, Field(description="Id of the waiting figure.")]
    entry: Annotated[int, Field(description="The entry of the path that does, counted from 0.")]
    hex: Annotated[Hex, Field(description=f"Where the mover is then. {CONVENTION_IN_SHORT}")]
    rule: Annotated[str, Field(description="Id of the rule.")]


@record
class TacticalMoveVerdict:
    """Where a path leads, and what it takes."""

    hex: Annotated[Hex, Field(description=f"The last hex, that of the head. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description="The last facing.")]
    spent: Annotated[float, Field(description="Movement points spent; of a step, hexes.")]
    points: Annotated[float, Field(description="Movement points that the maneuver gives; of a step, its length.")]
    evades: Annotated[tuple[str, ...], Field(description="Ids of the foes to evade on the way, in order.")]
    slams: Annotated[tuple[str, ...], Field(description="Ids of the foes slammed into on the way, in order.")]


@record
class TacticalMoveOutcome:
    """A legal path: every entry with its cost, and where it leads."""

    summary: Annotated[str, Field(description="What the movement is, in a sentence.")]
    verdict: Annotated[TacticalMoveVerdict, Field(description="Where it leads, and what it takes.")]
    entries: Annotated[tuple[TacticalMoveEntry, ...], Field(description="The entries of the path, in order.")]
    footprint: Annotated[
        tuple[Hex, ...], Field(description=f"The hexes filled in the end, the head first. {CONVENTION_IN_SHORT}")
    ]
    posture: Annotated[Posture, Field(description="The posture in the end.")]
    upper_direction: Annotated[
        int | None, Field(description="Of a lying or crawling figure: direction from feet to head in the end.")
    ]
    provokes: Annotated[
        tuple[TacticalProvoked, ...],
        Field(description="Waits that the path sets off: all of its own side, and the others that are not secret."),
    ]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules that shaped the whole movement.")]


@record
class TacticalReachState:
    """A hex and a facing in which a movement can end."""

    hex: Annotated[Hex, Field(description=f"The hex, that of the head. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description="The facing in which it is entered.")]
    upper_direction: Annotated[
        int | None, Field(description="Of a body in two hexes: direction from feet to head; null of others.")
    ]
    spent: Annotated[float, Field(description="Movement points of the cheapest way; of a step, hexes.")]
    end_facings: Annotated[
        tuple[int, ...], Field(description="Facings that it can turn to for free in the end, its own included.")
    ]


@record
class TacticalReachVerdict:
    """How much a figure can reach."""

    hexes: Annotated[int, Field(description="Hexes in the list.")]
    states: Annotated[int, Field(description="States in the list.")]
    truncated: Annotated[bool, Field(description="Whether there are more states than were asked for.")]


@record
class TacticalReachOutcome:
    """What a figure can reach under a maneuver."""

    summary: Annotated[str, Field(description="What it can reach, in a sentence.")]
    verdict: Annotated[TacticalReachVerdict, Field(description="How much that is.")]
    points: Annotated[float, Field(description="Movement points that the maneuver gives; of a step, its length.")]
    states: Annotated[
        tuple[TacticalReachState, ...], Field(description="The states, the cheapest first, then by hex and facing.")
    ]
    truncated: Annotated[bool, Field(description="Whether there are more states than were asked for.")]
    path: Annotated[
        tuple[TacticalPathEntry, ...] | None,
        Field(description="A cheapest path to the hex `to`; null if none is asked for, or none leads there."),
    ]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules that shaped it.")]


@record
class TacticalReachFan:
    """The hexes that a weapon reaches at one distance."""

    reach: Annotated[int, Field(description="The reach, in hexes.")]
    hexes: Annotated[tuple[Hex, ...], Field(description=f"Its hexes, from left to right. {CONVENTION_IN_SHORT}")]


@record
class TacticalArcsVerdict:
    """How many hexes lie where."""

    front: Annotated[int, Field(description="Hexes to the front.")]
    right: Annotated[int, Field(description="Hexes to the right.")]
    left: Annotated[int, Field(description="Hexes to the left.")]
    back: Annotated[int, Field(description="Hexes behind.")]
    sight: Annotated[int, Field(description="Hexes in the arc of vision.")]


@record
class TacticalArcsOutcome:
    """The surroundings of a figure in sectors."""

    summary: Annotated[str, Field(description="How many hexes lie where, in a sentence.")]
    verdict: Annotated[TacticalArcsVerdict, Field(description="How many hexes lie where.")]
    footprint: Annotated[
        tuple[Hex, ...], Field(description=f"The hexes that the figure fills, the head first. {CONVENTION_IN_SHORT}")
    ]
    front: Annotated[
        tuple[Hex, ...], Field(description=f"Hexes from which attacks are from the front. {CONVENTION_IN_SHORT}")
    ]
    right: Annotated[
        tuple[Hex, ...], Field(description=f"Hexes from which attacks are from the right. {CONVENTION_IN_SHORT}")
    ]
    left: Annotated[
        tuple[Hex, ...], Field(description=f"Hexes from which attacks are from the left. {CONVENTION_IN_SHORT}")
    ]
    back: Annotated[
        tuple[Hex, ...], Field(description=f"Hexes from which attacks are from behind. {CONVENTION_IN_SHORT}")
    ]
    reach: Annotated[
        tuple[TacticalReachFan, ...], Field(description="Hexes that melee weapons of reach 1, 2 and 3 reach.")
    ]
    sight: Annotated[
        tuple[Hex, ...],
        Field(description=f"Hexes in the arc of vision; what stands between is not looked at. {CONVENTION_IN_SHORT}"),
    ]
    weapon_side: Annotated[words.TacticalSide, Field(description="The side of the weapon hand.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules that shaped it.")]
