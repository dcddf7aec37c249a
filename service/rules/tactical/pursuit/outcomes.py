"""What comes of a pursuit: round by round, who was caught, and where everybody is put when it goes back to the map."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.hexes import Facing, HexAddress
from service.rules.kernel.verdict import PursuitResult
from service.rules.tactical.attack.records import TacticalAttackReport
from service.rules.tactical.book.words import TacticalBand
from service.rules.tactical.figures.changes import Changes
from service.rules.tactical.figures.models import TacticalFigure
from service.wire import record


@record
class TacticalRun:
    """One runner's roll in a round."""

    figure: Annotated[str, Field(description="Id of the runner.")]
    score: Annotated[Tally, Field(description="What was rolled against.")]
    roll: Annotated[int, Field(description="The roll.")]
    margin: Annotated[int, Field(description="Score less roll.")]
    bands: Annotated[
        int | None,
        Field(description="Bands by which a pursuer comes nearer, negative if it falls behind; null for the quarry."),
    ]
    band: Annotated[TacticalBand | None, Field(description="How far behind it is then; null for the quarry.")]


@record
class TacticalPursuitRound:
    """A round of 15 seconds."""

    round: Annotated[int, Field(description="Its number.")]
    runs: Annotated[tuple[TacticalRun, ...], Field(description="The rolls, in order.")]
    tired: Annotated[tuple[str, ...], Field(description="Ids of those who lost a fatigue point.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="Attacks on the run, in order.")]


@record
class TacticalPlacement:
    """Where a runner is put on a map; the hexes are relative to the first of the quarry, who runs north."""

    figure: Annotated[str, Field(description="Id of the runner.")]
    behind: Annotated[str | None, Field(description="Id of the figure that a pursuer is behind; null for the quarry.")]
    hexes: Annotated[int, Field(description="Hexes that a pursuer is behind; 0 for the quarry.")]
    hex: Annotated[HexAddress, Field(description="Its hex; add the hex in which the first of the quarry is put.")]
    facing: Annotated[Facing, Field(description="Its facing.")]


@record
class TacticalPursuitVerdict:
    """The end of a pursuit."""

    outcome: Annotated[PursuitResult, Field(description="What became of the quarry.")]
    caught: Annotated[int, Field(description="Members of the quarry that were caught, or brought down.")]
    escaped: Annotated[int, Field(description="Members of the quarry that got away.")]
    rounds: Annotated[int, Field(description="Rounds of 15 seconds; 0 on open ground.")]
    seconds: Annotated[int, Field(description="Seconds until the end.")]
    band: Annotated[
        TacticalBand | None, Field(description="How far behind the nearest pursuer is in the end; null on open ground.")
    ]


@record
class TacticalPursuitOutcome:
    """A pursuit from its first round to its end."""

    summary: Annotated[str, Field(description="How it ended, in a sentence or two.")]
    verdict: TacticalPursuitVerdict
    rounds: Annotated[tuple[TacticalPursuitRound, ...], Field(description="The rounds; none on open ground.")]
    caught: Annotated[tuple[str, ...], Field(description="Ids of those who were caught, or brought down.")]
    escaped: Annotated[tuple[str, ...], Field(description="Ids of those who got away.")]
    left_behind: Annotated[tuple[str, ...], Field(description="Ids of pursuers that gave up, or fell behind.")]
    placement: Annotated[
        tuple[TacticalPlacement, ...],
        Field(description="Where those are put on a map who are not out of sight; none on open ground if they escape."),
    ]
    changes: Changes
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]
