"""What comes of an action in close combat."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import Facing, HexAddress
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.records import TacticalAttackReport, TacticalFeint, TacticalWound
from service.rules.tactical.book.words import TacticalCloseAction, TacticalSector
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.figures.changes import Changes
from service.rules.tactical.figures.condition import TacticalClosePair, TacticalGrip
from service.rules.tactical.figures.models import TacticalFigure
from service.wire import record


class TacticalSlamFall(StrEnum):
    """Who falls after a slam: nobody, the target, the target unless it keeps its feet, or the slammer."""

    NOBODY = "nobody"
    TARGET_FALLS = "target_falls"
    TARGET_ROLLS = "target_rolls"
    ATTACKER_FALLS = "attacker_falls"


@record
class TacticalEvade:
    """An attempt to get past a foe through his hex."""

    foe: Annotated[str, Field(description="Id of the foe.")]
    approach: Annotated[TacticalSector, Field(description="The side of the foe that the evader comes from.")]
    contest: Annotated[TacticalContestReport | None, Field(description="The contest; null if the foe lets it pass.")]
    passed: Annotated[bool, Field(description="Whether it got past.")]


@record
class TacticalReadied:
    """An attempt to ready a weapon in close combat."""

    weapon: Annotated[str, Field(description="Id of the weapon.")]
    ready: Annotated[bool, Field(description="Whether it is ready now.")]
    free: Annotated[bool, Field(description="Whether it took no time, thanks to Fast-Draw.")]
    roll: Annotated[int, Field(description="Roll against DX.")]
    fast_draw_roll: Annotated[int | None, Field(description="Roll of Fast-Draw; null if there was none.")]


@record
class TacticalSlam:
    """One figure that has run into another."""

    target: Annotated[str, Field(description="Id of the one that was run into.")]
    swept: Annotated[bool, Field(description="Whether a large body swept over it as it turned.")]
    velocity: Annotated[int, Field(description="Yards a second at which they met.")]
    result: Annotated[AttackResult, Field(description="Whether it was hit, or what kept it from being hit.")]
    attack: TacticalAttackReport
    damage: Annotated[int, Field(description="Basic damage to the target.")]
    damage_back: Annotated[int, Field(description="Basic damage to the slammer.")]
    wound_back: Annotated[TacticalWound | None, Field(description="What that did to the slammer; null if nothing.")]
    fall: Annotated[TacticalSlamFall, Field(description="Who falls, by the two damages.")]
    fall_roll: Annotated[int | None, Field(description="Roll against DX to keep its feet; null if none was made.")]
    fell: Annotated[tuple[str, ...], Field(description="Ids of the slammer and the target, of each that fell.")]
    moved_to: Annotated[HexAddress | None, Field(description="Where the target was driven to; null: nowhere.")]


@record
class TacticalPosition:
    """Where a figure is in the end."""

    hex: Annotated[HexAddress, Field(description="Its hex, or that of its head.")]
    facing: Annotated[Facing, Field(description="Its facing.")]


@record
class TacticalSlamResult:
    """What players care about in one slam of a movement."""

    target: Annotated[str, Field(description="Id of the target.")]
    result: Annotated[AttackResult, Field(description="Whether it was hit, or what kept it from being hit.")]
    injury: Annotated[int, Field(description="Hit points that the target lost.")]
    fell: Annotated[bool, Field(description="Whether the target fell.")]


@record
class TacticalSlamVerdict:
    """What players care about in a slam, or in several of one movement."""

    slams: Annotated[tuple[TacticalSlamResult, ...], Field(description="The slams, in order.")]
    injury: Annotated[int, Field(description="Hit points that the slammer lost.")]
    fell: Annotated[bool, Field(description="Whether the slammer fell.")]
    continued: Annotated[bool, Field(description="Whether the slammer went on past the last one it ran into.")]


@record
class TacticalSlamOutcome:
    """The result of a slam, or of an overrun."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: TacticalSlamVerdict
    slams: Annotated[tuple[TacticalSlam, ...], Field(description="The slams, in order.")]
    evades: Annotated[tuple[TacticalEvade, ...], Field(description="The evades on the way, in order.")]
    position: TacticalPosition
    changes: Changes
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]


@record
class TacticalCloseVerdict:
    """What players care about in an action in close combat."""

    action: Annotated[TacticalCloseAction, Field(description="The action.")]
    succeeded: Annotated[bool, Field(description="Whether it succeeded.")]
    result: Annotated[
        AttackResult | None, Field(description="Whether an attack hit, or what kept it from hitting; null without one.")
    ]
    injury: Annotated[int, Field(description="Hit points that the target of an attack lost.")]
    fell: Annotated[str | None, Field(description="Id of the figure that was brought down; null if none was.")]


@record
class TacticalCloseOutcome:
    """The result of an action in close combat."""

    summary: Annotated[str, Field(description="What happened, in a sentence.")]
    verdict: TacticalCloseVerdict
    pairs: Annotated[tuple[TacticalClosePair, ...], Field(description="The close combats that the figure is in now.")]
    grapples: Annotated[tuple[TacticalGrip, ...], Field(description="The holds that it has now.")]
    position: TacticalPosition
    evades: Annotated[tuple[TacticalEvade, ...], Field(description="The evades, in order.")]
    contest: Annotated[
        TacticalContestReport | None, Field(description="The contest of a takedown, a pin or breaking free; null else.")
    ]
    readied: Annotated[TacticalReadied | None, Field(description="The attempt to ready a weapon; null without one.")]
    feint: Annotated[TacticalFeint | None, Field(description="The feint of an attack; null if none was made.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="The attacks, in order.")]
    changes: Changes
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]
