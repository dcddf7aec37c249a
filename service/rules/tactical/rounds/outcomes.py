"""What comes of a round: the turns with what happened in each, the turn order, and who is still able."""

from typing import Annotated

from pydantic import Field

from service.errors import Fault
from service.rules.kernel.places import Facing, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackReport, TacticalFeint
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalWaitKind
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalReadied, TacticalSlam
from service.rules.tactical.figures.models import TacticalFigure
from service.wire import record


@record
class TacticalInterrupt:
    """A wait or opportunity fire that somebody else's action set off."""

    figure: Annotated[str, Field(description="Id of the figure that waited.")]
    against: Annotated[str, Field(description="Id of the figure that set it off.")]
    kind: Annotated[TacticalWaitKind, Field(description="A melee wait, or opportunity fire.")]
    event: Annotated[str, Field(description="What set it off: declares, enters, turns, posture, appears or attacks.")]
    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    vision_roll: Annotated[
        int | None, Field(description="Vision roll of a watcher that tells friend from foe; null without one.")
    ]
    feint: Annotated[TacticalFeint | None, Field(description="The feint; null without one.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="The attacks, in order.")]
    friendly_fire: Annotated[bool, Field(description="Whether opportunity fire was at somebody who is no foe.")]


@record
class TacticalTurnReport:
    """One figure's turn."""

    figure: Annotated[str, Field(description="Id of the figure.")]
    played: Annotated[bool, Field(description="Whether the figure played by itself.")]
    skipped: Annotated[bool, Field(description="Whether it was out of action and passed over.")]
    maneuver: Annotated[TacticalManeuver | None, Field(description="Its maneuver; null if it was passed over.")]
    option: Annotated[TacticalManeuverOption | None, Field(description="How that maneuver was made.")]
    summary: Annotated[str, Field(description="What happened, in a few sentences.")]
    consciousness: Annotated[
        int | None, Field(description="Roll against HT to stay conscious; null if none was needed.")
    ]
    hexes: Annotated[int, Field(description="Hexes that it moved.")]
    points: Annotated[float, Field(description="Movement points that it spent.")]
    hex: Annotated[HexAddress, Field(description="Its hex after the turn.")]
    facing: Annotated[Facing, Field(description="Its facing after the turn.")]
    posture: Annotated[Posture, Field(description="Its posture after the turn.")]
    evades: Annotated[tuple[TacticalEvade, ...], Field(description="Foes that it tried to get past, in order.")]
    slams: Annotated[tuple[TacticalSlam, ...], Field(description="Foes that it ran into, in order.")]
    feint: Annotated[TacticalFeint | None, Field(description="Its feint; null without one.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="Its attacks, in order.")]
    contest: Annotated[
        TacticalContestReport | None, Field(description="The contest of a takedown, a pin or breaking free; null else.")
    ]
    readied: Annotated[
        TacticalReadied | None, Field(description="The attempt to ready a weapon in close combat; null without one.")
    ]
    interrupts: Annotated[
        tuple[TacticalInterrupt, ...], Field(description="Waits and opportunity fire that it set off, in order.")
    ]
    stun_recovery: Annotated[
        int | None, Field(description="Roll against HT to recover from being stunned; null if it was not.")
    ]
    ended: Annotated[
        str | None, Field(description="Why it did not do all that was ordered; null if it did, or if `error` says it.")
    ]
    error: Annotated[
        Fault | None, Field(description="Why its order was illegal by its turn, so that it did nothing; null if legal.")
    ]


@record
class TacticalRoundVerdict:
    """What players care about in a round."""

    over: Annotated[bool, Field(description="Whether no two sides that are foes have figures left that can act.")]
    winner: Annotated[str | None, Field(description="The only side that has; null while there are others, or none.")]
    fallen: Annotated[tuple[str, ...], Field(description="Ids of those who were put out of action in the round.")]
    injury: Annotated[int, Field(description="Hit points that everybody lost together.")]


@record
class TacticalRoundOutcome:
    """A round, turn by turn; send the figures back with new orders to play the next one."""

    summary: Annotated[str, Field(description="What happened, in a few sentences.")]
    verdict: TacticalRoundVerdict
    round: Annotated[int, Field(description="Number of the round.")]
    order: Annotated[tuple[str, ...], Field(description="Ids in turn order; send it back with the next round.")]
    turns: Annotated[tuple[TacticalTurnReport, ...], Field(description="The turns, in order.")]
    items: Annotated[tuple[str, ...], Field(description="Ids of items that were picked up and left the map.")]
    able_sides: Annotated[tuple[str, ...], Field(description="Sides that have figures left that can act.")]
    fight_over: Annotated[bool, Field(description="Whether no two of these are foes.")]
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]
