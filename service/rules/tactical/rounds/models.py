"""What a request says of a round: the orders of the figures, who plays by itself, and how everybody defends itself."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT
from service.rules.kernel.places import Facing, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefender
from service.rules.tactical.book.words import (
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalOnError,
    TacticalSide,
    TacticalStance,
    TacticalStepTiming,
)
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, FigureIds, TacticalWait
from service.rules.tactical.figures.equipment import Reach, Shots, WeaponId
from service.rules.tactical.figures.models import TacticalModifier, TacticalScene
from service.rules.tactical.map.models import ItemId
from service.rules.tactical.movement.models import LONGEST_PATH, TacticalFoeFollowUp, TacticalPathEntry
from service.wire import WHOLE, Frozen

MOST_ROUNDS = 600
BEFORE = TacticalStepTiming.BEFORE


class TacticalFreeKind(StrEnum):
    """What costs no time: to drop a weapon, to let go of a foe, to crouch, to rise from a crouch."""

    DROP = "drop"
    RELEASE = "release"
    CROUCH = "crouch"
    RISE = "rise"


class TacticalDeedKind(StrEnum):
    """What a figure does in close combat besides attacking."""

    GRAB = "grab"
    TAKEDOWN = "takedown"
    PIN = "pin"
    BREAK_FREE = "break_free"
    DROP_SHIELD = "drop_shield"


class TacticalFreeAction(Frozen):
    """Something that costs no time; it is done before anything else in the turn."""

    kind: TacticalFreeKind = Field(description="What is done.")
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon that is dropped.")
    foe: FigureId | None = Field(default=None, description="Id of the foe that is let go.")


class TacticalDeed(Frozen):
    """What a figure does in close combat instead of an attack with a weapon."""

    action: TacticalDeedKind = Field(description="What it does.")
    target: FigureId | None = Field(default=None, description="Id of the foe; null only for dropping the shield.")
    helpers: FigureIds = Field(default=(), description="Ids of those who help with a takedown or a pin.")
    hands: Annotated[int, Field(ge=1, le=2), WHOLE] = Field(default=1, description="Hands that grab.")
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="Modifiers of your own."
    )


class TacticalPopupTurn(Frozen):
    """A pop-up attack as a turn: out of cover, one shot, and back into cover; it takes the place of the step."""

    fire_hex: HexAddress = Field(
        description=f"The hex it shoots from: adjacent, or its own if it rises there. {CONVENTION_IN_SHORT}"
    )
    facing: Facing | None = Field(default=None, description="The facing it takes to shoot; null: as it is.")


class TacticalIntent(Frozen):
    """What a figure does in its turn: one maneuver, with movement and what belongs to it."""

    figure: FigureId = Field(description="Id of the figure.")
    maneuver: TacticalManeuver = Field(description="The maneuver.")
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; null for other maneuvers."
    )
    free: Annotated[tuple[TacticalFreeAction, ...], Field(max_length=10)] = Field(
        default=(), description="What it does in addition that costs no time, first of all."
    )
    path: Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)] = Field(
        default=(), description="How it moves, in order; of a maneuver with a step the step."
    )
    end_facing: Facing | None = Field(
        default=None,
        description=f"The facing to turn to for free at the end; null: as the path ends. {CONVENTION_IN_SHORT}",
    )
    follow_ups: Annotated[tuple[TacticalFoeFollowUp, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="What it does with each foe whose hex it enters: it stops, evades or slams."
    )
    shield_rush: bool = Field(default=False, description="Whether it slams with its shield.")
    lets_pass: FigureIds = Field(default=(), description="Ids of those whom it lets pass through its hex.")
    step: TacticalStepTiming = Field(
        default=BEFORE, description="Whether a step comes before what the maneuver does, or after it."
    )
    strike_after: Annotated[int, Field(ge=0, le=LONGEST_PATH), WHOLE] | None = Field(
        default=None,
        description="Entries of the path after which a Move and Attack makes its attack; null: after all of them.",
    )
    attack: TacticalAttackOrder | None = Field(default=None, description="The attack, or the feint; null: none.")
    popup: TacticalPopupTurn | None = Field(
        default=None, description="Where it comes out of cover for the attack, to go back after it; null: it does not."
    )
    deed: TacticalDeed | None = Field(
        default=None, description="What it does in close combat instead of the attack; null: nothing."
    )
    declare_adjacent: FigureId | None = Field(
        default=None, description="Id of an adjacent foe with whom it declares close combat; null: nobody."
    )
    target: FigureId | None = Field(default=None, description="Id of the figure that it aims at or evaluates.")
    aim_hex: HexAddress | None = Field(default=None, description="The hex that it aims at; null: a figure.")
    braced: bool = Field(default=False, description="Whether the weapon that it aims is braced.")
    weapon: WeaponId | None = Field(
        default=None, description="Id of the weapon that it aims or readies; null: the first that fits."
    )
    hand: TacticalSide | None = Field(
        default=None, description="The hand for what it draws or picks up; null: the first that is free."
    )
    fast_draw: bool = Field(default=False, description="Whether it draws with the Fast-Draw skill in close combat.")
    reach: Reach | None = Field(default=None, description="The reach that it changes its grip to; null: no change.")
    load: Shots | None = Field(default=None, description="Shots in the weapon once it is reloaded; null: no reload.")
    item: ItemId | None = Field(default=None, description="Id of an item that it picks up; null: none.")
    posture: Posture | None = Field(
        default=None, description="The posture that it changes to, or takes before it moves; null: no change."
    )
    upper_direction: Facing | None = Field(
        default=None, description="Of a figure that lies down: where its head goes; null: ahead."
    )
    hex: HexAddress | None = Field(
        default=None, description="Of a figure that rises: which of its two hexes it stays in; null: that of its feet."
    )
    wait: TacticalWait | None = Field(default=None, description="What it waits for, and what it does then.")


class TacticalFigureStance(Frozen):
    """How a figure fights that plays by itself."""

    figure: FigureId = Field(description="Id of the figure.")
    stance: TacticalStance = Field(description="Its stance.")


Stances = Annotated[tuple[TacticalFigureStance, ...], Field(max_length=MOST_FIGURES)]
Defenses = Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)]


class TacticalRoundInput(TacticalScene):
    """A round: every figure that can act takes one turn."""

    order: FigureIds | None = Field(
        default=None, description="Ids in turn order, as the first round returned them; null: it is worked out."
    )
    intents: Annotated[tuple[TacticalIntent, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description="Orders, one for each figure; a figure that has none and does not play by itself does nothing.",
    )
    npc: FigureIds = Field(default=(), description="Ids of figures that play by themselves if they have no order.")
    stances: Stances = Field(default=(), description="How figures fight that play by themselves; not listed: steady.")
    defenses: Defenses = Field(
        default=(),
        description="How figures defend themselves in this round; those not listed defend as well as they can.",
    )
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(default=1, description="Number of the round.")
    on_error: TacticalOnError = Field(
        default=TacticalOnError.FAIL,
        description="What an illegal order does: the request is refused, or the turn becomes Do Nothing.",
    )
