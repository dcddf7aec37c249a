"""What comes of movement procedures: a path with its costs, the states in reach, and sectors of hexes."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalFollowUp, TacticalSide
from service.rules.tactical.movement.models import TacticalEntryKind, TacticalPathEntry
from service.wire import record

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
    follow_up: Annotated[TacticalFollowUp, Field(description="Whether the mover stops, evades or slams.")]


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
    weapon_side: Annotated[TacticalSide, Field(description="The side of the weapon hand.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules that shaped it.")]
