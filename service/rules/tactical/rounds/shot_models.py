"""What a request says of opportunity fire and of pop-up attacks."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT
from service.rules.kernel.places import Facing, HexAddress
from service.rules.tactical.attack.models import TacticalAttackOrder, TacticalDefender
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, TacticalZone
from service.rules.tactical.figures.models import TacticalModifier, TacticalScene
from service.rules.tactical.movement.models import LONGEST_PATH, TacticalPathEntry
from service.wire import Frozen


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
        default=(), description="How the mover and others defend themselves; those not listed as well as they can."
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
