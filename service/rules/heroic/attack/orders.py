"""What a request says of orders: tactics, attacks, moves, deeds and waits."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration
from service.rules.heroic.book.words import (
    HeroicActionPhase,
    HeroicActionSize,
    HeroicMoveMode,
    HeroicTactic,
    HeroicWaitEvent,
)
from service.rules.heroic.figures.models import Label, ModeId, UnitId, Yards
from service.rules.roll_under.words import Posture
from service.wire import DISTINCT, WHOLE, Frozen

EDGE = 1_000_000.0

Coordinate = Annotated[float, Field(ge=-EDGE, le=EDGE)]


class HeroicPoint(Frozen):
    """A place on the field."""

    x: Coordinate = Field(description="Yards along the field.")
    y: Coordinate = Field(default=0.0, description="Yards across the field.")


class HeroicMoveOrder(Frozen):
    """How a unit moves."""

    mode: HeroicMoveMode = Field(default=HeroicMoveMode.NONE, description="Where the move leads.")
    ref: UnitId | None = Field(default=None, description="The unit to move toward or away from.")
    to: HeroicPoint | None = Field(default=None, description="The place to move to, if the mode is `to`.")
    yards: Yards | None = Field(default=None, description="How far at most; null: as far as the allowance goes.")
    stop_at: Yards | None = Field(
        default=None, description="Yards from `ref` at which to stop; null: at the best mode's reach."
    )
    cost_per_yard: Annotated[float, Field(ge=1, le=100)] = Field(
        default=1.0, description="What difficult terrain makes of each yard."
    )
    free_attackers: Annotated[tuple[UnitId, ...], Field(max_length=200), DISTINCT] = Field(
        default=(), description="The order in which enemies take free attacks on a retreat; others follow as listed."
    )


STAY = HeroicMoveOrder()


class HeroicAction(Frozen):
    """A deed other than an attack."""

    phase: HeroicActionPhase = Field(description="What it is paid from: movement, or the attack of a phase.")
    size: HeroicActionSize = Field(description="How long it takes.")
    name: Label = Field(description="A deed of the lists, such as stand_up, or any other in a player's words.")
    mode: ModeId | None = Field(default=None, description="The attack mode that is reloaded, if one is.")
    posture: Posture | None = Field(default=None, description="The posture that is taken, if one is.")


class HeroicWaitTrigger(Frozen):
    """What a unit waits for."""

    event: HeroicWaitEvent = Field(description="What an enemy must do.")
    unit: UnitId | None = Field(default=None, description="Which enemy; null: the first that does it.")


class HeroicWait(Frozen):
    """Doing nothing until something happens, and then one attack or one short deed."""

    trigger: HeroicWaitTrigger | None = Field(default=None, description="What it waits for.")
    attack: HeroicAttackChoice | None = Field(
        default=None,
        description="The attack on the unit that triggers it; a shot at one that comes is made as soon as it carries.",
    )
    action: HeroicAction | None = Field(default=None, description="The short deed, if no attack is meant.")
    watch_radius: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None, description="Yards of ground watched for opportunity fire; null for any other wait."
    )
    watch_line: bool = Field(default=False, description="Whether a single line is watched instead.")
    discriminating: bool = Field(default=False, description="Whether, watching, it tells friend from foe.")


class HeroicOrder(Frozen):
    """What one unit sets out to do in a round."""

    unit: UnitId = Field(description="Who is ordered.")
    tactic: HeroicTactic = Field(description="Its tactic.")
    charge_target: UnitId | None = Field(
        default=None, description="Whom an All-Out Offensive charges; needed with any movement or attack."
    )
    withdraw: bool = Field(default=False, description="Whether an All-Out Defensive unit withdraws from its locks.")
    ranged: Annotated[tuple[HeroicDeclaration, ...], Field(max_length=50)] = Field(
        default=(), description="Attacks of the ranged phase, one for each part of the unit."
    )
    melee: Annotated[tuple[HeroicDeclaration, ...], Field(max_length=50)] = Field(
        default=(), description="Attacks of the melee phase, one for each part of the unit."
    )
    move: HeroicMoveOrder = Field(default=STAY, description="How it moves.")
    actions: Annotated[tuple[HeroicAction, ...], Field(max_length=10)] = Field(default=(), description="Its deeds.")
    wait: HeroicWait | None = Field(default=None, description="What it waits for, if it waits.")
    break_free: bool = Field(
        default=False, description="Whether those of it who are held try to break free instead of a melee attack."
    )
