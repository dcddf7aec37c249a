"""What a request says of opportunity fire and of pop-up attacks, and what comes of them."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing, HexAddress
from service.rules.tactical.attack.records import (
    TacticalAttackOrder,
    TacticalAttackReport,
    TacticalAttackVerdict,
    TacticalDefender,
)
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalStatus
from service.rules.tactical.figures.changes import Changes
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, TacticalZone
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier, TacticalScene
from service.rules.tactical.movement.records import LONGEST_PATH, TacticalPathEntry
from service.wire import Frozen, record


class TacticalWatcher(Frozen):
    """Somebody who watches for opportunity fire."""

    figure: FigureId = Field(description="Id of the figure.")
    zone: TacticalZone | None = Field(default=None, description="What it watches; null: what its state says.")
    aim: bool | None = Field(
        default=None,
        description="Whether an aim from before, and the watch itself, aim the shot; only where exactly one hex is "
        "watched. Null: if they can.",
    )
    vision_modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="Modifiers of your own to the Vision roll."
    )


Watchers = Annotated[tuple[TacticalWatcher, ...], Field(max_length=MOST_FIGURES)]
Defenders = Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)]


class TacticalOpportunityInput(TacticalScene):
    """Somebody who moves, and those who watch for opportunity fire."""

    shooters: Watchers = Field(
        default=(), description="Those who watch; none listed: all whose state says so, except the mover."
    )
    mover: FigureId = Field(description="Id of the figure that moves.")
    maneuver: TacticalManeuver = Field(default=TacticalManeuver.MOVE, description="The mover's maneuver.")
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; null for other maneuvers."
    )
    path: Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)] = Field(
        default=(), description="How the mover moves, in order; empty if it comes out of hiding where it is."
    )
    spent: Annotated[float, Field(ge=0, le=10_000, multiple_of=0.5)] = Field(
        default=0, description="Movement points that it has spent before in this turn."
    )
    popup: bool = Field(
        default=False, description="Whether the mover makes a pop-up attack, against which it can only dodge."
    )
    defenses: Defenders = Field(
        default=(), description="How the mover and others defend themselves; those not listed do as well as they can."
    )


class TacticalPopupInput(TacticalAttackOrder, TacticalScene):
    """A pop-up attack: out of cover, a shot, and back into cover."""

    attacker: FigureId = Field(description="Id of the attacker; its hex is that of its cover.")
    fire_hex: HexAddress = Field(
        description=f"The hex it shoots from: adjacent, or its own if it rises there. {CONVENTION_IN_SHORT}"
    )
    cover_hex: HexAddress | None = Field(
        default=None, description="The hex of its cover, to be checked; null: the hex it is in."
    )
    facing: Facing | None = Field(default=None, description="The facing it takes to shoot; null: as it is.")
    end_facing: Facing | None = Field(default=None, description="The facing it takes behind its cover; null: as it is.")
    watchers: Watchers = Field(
        default=(), description="Those who watch; none listed: all whose state says so, except the attacker."
    )


# What comes of it


class TacticalWatchResult(StrEnum):
    """What a watcher did when its target appeared: it fired, held its fire, or could not shoot."""

    FIRED = "fired"
    HELD_FIRE = "held_fire"
    NO_SHOT = "no_shot"


@record
class TacticalVisionRoll:
    """A Vision roll to tell friend from foe."""

    number: Annotated[Tally, Field(description="What was rolled against.")]
    roll: Annotated[int, Field(description="The roll.")]
    succeeded: Annotated[bool, Field(description="Whether the watcher told friend from foe.")]
    foe: Annotated[bool | None, Field(description="Whether it believes to see a foe; null: it cannot tell.")]


@record
class TacticalWatchShot:
    """Opportunity fire of one figure."""

    figure: Annotated[str, Field(description="Id of the figure that watches.")]
    target: Annotated[str, Field(description="Id of the figure that appeared.")]
    result: Annotated[TacticalWatchResult, Field(description="What the watcher did.")]
    why: Annotated[str | None, Field(description="Why there was no shot, as a sentence; null if there could be one.")]
    number: Annotated[Tally | None, Field(description="Effective skill of the shot; null if there could be none.")]
    vision: Annotated[TacticalVisionRoll | None, Field(description="The Vision roll; null: it did not discriminate.")]
    friendly_fire: Annotated[bool, Field(description="Whether it fired at somebody who is no foe.")]
    attack: Annotated[TacticalAttackReport | None, Field(description="The shot; null if it did not fire.")]


@record
class TacticalShotTrigger:
    """What set opportunity fire off."""

    index: Annotated[
        int | None, Field(description="Entry of the path, counted from 0; null: the mover appeared where it was.")
    ]
    hex: Annotated[HexAddress, Field(description="The mover's hex then.")]
    shooters: Annotated[tuple[str, ...], Field(description="Ids of those who watch it, in turn order.")]


@record
class TacticalOpportunityVerdict:
    """What players care about in opportunity fire."""

    fired: Annotated[int, Field(description="Shots that were fired.")]
    hits: Annotated[int, Field(description="Hits on the mover.")]
    injury: Annotated[int, Field(description="Hit points that they cost.")]
    mover_status: Annotated[TacticalStatus, Field(description="Whether the mover can still take part.")]
    stopped: Annotated[bool, Field(description="Whether the mover cannot go on: out of action, stunned or pinned.")]
    friendly_fire: Annotated[bool, Field(description="Whether somebody fired at a mover who is no foe.")]


@record
class TacticalOpportunityOutcome:
    """A movement up to the first opportunity fire, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: TacticalOpportunityVerdict
    trigger: Annotated[
        TacticalShotTrigger | None, Field(description="What set the shots off; null if there were none.")
    ]
    shots: Annotated[
        tuple[TacticalWatchShot, ...], Field(description="What each watcher did each time the mover appeared to it.")
    ]
    spent: Annotated[float, Field(description="Movement points that the mover has spent in its turn.")]
    path_left: Annotated[
        tuple[TacticalPathEntry, ...], Field(description="The rest of the path, for a mover that goes on.")
    ]
    changes: Changes
    figures: Annotated[
        tuple[TacticalFigure, ...], Field(description="The figures that have changed, to be sent again.")
    ]


@record
class TacticalPopupVerdict:
    """What players care about in a pop-up attack."""

    shot: Annotated[bool, Field(description="Whether the attacker got to shoot.")]
    in_cover: Annotated[bool, Field(description="Whether it is back behind its cover.")]
    attack: Annotated[TacticalAttackVerdict | None, Field(description="The result of its shot; null without one.")]
    attacker_status: Annotated[TacticalStatus, Field(description="Whether the attacker can still take part.")]


@record
class TacticalPopupOutcome:
    """A pop-up attack, resolved, the opportunity fire first."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: TacticalPopupVerdict
    opportunity: Annotated[tuple[TacticalWatchShot, ...], Field(description="Opportunity fire that it was exposed to.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="Its shot; none if it did not shoot.")]
    changes: Changes
    figures: Annotated[
        tuple[TacticalFigure, ...], Field(description="The figures that have changed, to be sent again.")
    ]
