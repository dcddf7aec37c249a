"""What comes of an action in close combat."""

from typing import Annotated

from pydantic import Field

from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.close.contest import TacticalContestReport
from service.wire import record


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
