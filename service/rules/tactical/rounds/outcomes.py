"""What comes of a round: the turns with what happened in each, the turn order, and who is still able."""

from typing import Annotated

from pydantic import Field

from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.book.words import TacticalWaitKind
from service.wire import record


@record
class TacticalInterrupt:
    """A wait or opportunity fire that somebody else's action set off."""

    figure: Annotated[str, Field(description="Id of the figure that waited.")]
    against: Annotated[str, Field(description="Id of the figure that set it off.")]
    kind: Annotated[TacticalWaitKind, Field(description="A melee wait, or opportunity fire.")]
    event: Annotated[str, Field(description="What set it off: declares, enters, turns, posture, appears or attacks.")]
    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="Its attacks, in order.")]
    friendly_fire: Annotated[bool, Field(description="Whether opportunity fire was at somebody who is no foe.")]


@record
class TacticalTurnReport:
    """One figure's turn."""

    figure: Annotated[str, Field(description="Id of the figure.")]
    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
