"""What happened, event by event."""

from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.hexes import Hex
from service.rules.mass.book.words import MassEventKind, MassReason, MassStop
from service.rules.mass.figures.standing import MassHit
from service.wire import record


@record
class MassEvent:
    """One thing that happened in a round; what does not apply is null or empty."""

    commander: Annotated[str | None, Field(description="Id of the commander on whose count it happened.")]
    what: Annotated[MassEventKind, Field(description="What happened.")]
    unit: Annotated[str | None, Field(description="Id of the unit it happened to, or who did it.")]
    foe: Annotated[str | None, Field(description="Id of the enemy that a unit is engaged with.")]
    moved: Annotated[int | None, Field(description="Hexes moved.")]
    stopped_by: Annotated[MassStop | None, Field(description="Why the move ended.")]
    hexsides: Annotated[int | None, Field(description="Hexsides wheeled.")]
    power: Annotated[str | None, Field(description="The power used.")]
    hits: Annotated[tuple[MassHit, ...], Field(description="The units that a power or spell struck.")]
    line: Annotated[tuple[Hex, ...], Field(description="The hexes that a power struck along.")]
    margin: Annotated[int | None, Field(description="Margin of a rally's check; 0 if it failed.")]
    rallied: Annotated[tuple[str, ...], Field(description="Ids of the units rallied.")]
    reason: Annotated[MassReason | None, Field(description="Why a unit was refused.")]
    label: Annotated[str | None, Field(description="A custom command, spell or other action in a player's words.")]


BLANK: Final = MassEvent(
    commander=None,
    what=MassEventKind.OTHER,
    unit=None,
    foe=None,
    moved=None,
    stopped_by=None,
    hexsides=None,
    power=None,
    hits=(),
    line=(),
    margin=None,
    rallied=(),
    reason=None,
    label=None,
)
"""An event that tells nothing yet."""
