"""What comes of opportunity fire: the Vision roll and the shot of each who watches."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.wire import record


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
