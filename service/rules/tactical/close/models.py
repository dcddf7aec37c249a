"""What a request says of an action in close combat, and of a slam."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefender, TacticalDefenseChoice
from service.rules.tactical.book.words import (
    TacticalCloseAction,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSide,
)
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, FigureIds
from service.rules.tactical.figures.equipment import WeaponId
from service.rules.tactical.figures.models import TacticalModifier, TacticalScene
from service.rules.tactical.movement.records import LONGEST_PATH, TacticalPathEntry
from service.wire import WHOLE

Path = Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)]
Modifiers = Annotated[tuple[TacticalModifier, ...], Field(max_length=20)]


class TacticalCloseInput(TacticalScene):
    """One action in close combat."""

    action: TacticalCloseAction = Field(
        description="What the figure does: `enter` a foe's hex, `evade` past him, `leave` close combat, `attack` in "
        "it, `grab`, `takedown`, `pin`, `break_free` and `release` for grapples, `ready` a weapon, `drop_shield`, "
        "`declare_adjacent` to begin close combat from the next hex, and `strike_into` one from outside."
    )
    actor: FigureId = Field(description="Id of the figure that acts.")
    target: FigureId | None = Field(
        default=None, description="Id of the foe; leave, ready and drop_shield need none, nor does evade with a path."
    )
    helpers: FigureIds = Field(
        default=(), description="Ids of those who help: one in a takedown, up to two in a pin, none in anything else."
    )
    maneuver: TacticalManeuver | None = Field(
        default=None,
        description="The maneuver; null: Move to evade and to leave, Ready to ready and to drop a shield, else Attack.",
    )
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made."
    )
    path: Path = Field(
        default=(),
        description="The way of enter, evade and leave; without one it is a single hex: the target's, or that in "
        "`exit_direction`.",
    )
    end_facing: Facing | None = Field(
        default=None, description="The facing to turn to for free at the end of the way; null: as it ends."
    )
    exit_direction: Facing | None = Field(
        default=None, description=f"The direction in which evade and leave go, without a path. {CONVENTION_IN_SHORT}"
    )
    let_pass: bool = Field(default=False, description="Whether foes let the figure pass without a contest.")
    attack: TacticalAttackOrder = Field(
        default=TacticalAttackOrder(),
        description="How attack, strike_into and grab are made, and the defenses against them; its target is `target`.",
    )
    hands: Annotated[int, Field(ge=1, le=2), WHOLE] | None = Field(
        default=None, description="Hands that grab; null: all that are free."
    )
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon to ready; null: the first unready one.")
    hand: TacticalSide | None = Field(default=None, description="The hand to ready it in; null: the first free one.")
    fast_draw: bool = Field(default=False, description="Whether to ready it with Fast-Draw.")
    modifiers: Modifiers = Field(
        default=(), description="Modifiers of your own to the roll of takedown, pin and break_free."
    )


class TacticalSlamInput(TacticalScene):
    """A figure that runs into another, or a large one that overruns several smaller ones."""

    actor: FigureId = Field(description="Id of the figure that slams.")
    target: FigureId | None = Field(
        default=None,
        description="Id of the target; null for a large figure that slams into all smaller foes on its way.",
    )
    path: Path = Field(
        default=(), description="The way into the target's hex, or on beyond it; empty: straight into the next hex."
    )
    end_facing: Facing | None = Field(
        default=None, description="The facing to turn to for free at the end of the way; null: as it ends."
    )
    maneuver: TacticalManeuver = Field(
        default=TacticalManeuver.MOVE_AND_ATTACK,
        description="Attack with a step, All-Out Attack or Move and Attack; an overrun may be a Move.",
    )
    option: TacticalManeuverOption | None = Field(default=None, description="How an All-Out Attack is made.")
    shield_rush: bool = Field(
        default=False, description="Whether it rushes with its shield: it rolls Shield, and adds the DB to damage."
    )
    modifiers: Modifiers = Field(default=(), description="Modifiers of your own to each slam.")
    defense: TacticalDefenseChoice | None = Field(
        default=None, description="How the target defends itself; null: as well as it can."
    )
    defenses: Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="How others that it runs into defend themselves."
    )
