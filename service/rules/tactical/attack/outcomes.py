"""Answer records of an attack: defenses, wounds, critical misses, stray shots, the report, the verdict, the outcome."""

from typing import Annotated

from pydantic import Field

from service.rules.tactical.book.effects import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalKnockdown, TacticalLocation
from service.wire import record


@record
class TacticalWound:
    """What a hit did to a figure, and all that followed from it."""

    figure: Annotated[str, Field(description="Id of the figure that was hit.")]
    location: Annotated[TacticalLocation, Field(description="Where it was hit.")]
    basic: Annotated[int, Field(description="Basic damage, with what a critical hit made of it.")]
    dr: Annotated[int, Field(description="DR that was left of its armour.")]
    penetrating: Annotated[int, Field(description="Points of damage that passed the armour.")]
    injury: Annotated[int, Field(description="Hit points lost; fatigue points to damage of that type.")]
    hp: Annotated[int, Field(description="Hit points left.")]
    shock: Annotated[int, Field(description="What this wound takes from DX, IQ and skills next turn.")] = 0
    major: Annotated[bool, Field(description="Whether it is a major wound.")] = False
    crippled: Annotated[bool, Field(description="Whether it crippled the part that was hit.")] = False
    critical: Annotated[
        TacticalCriticalHit | None, Field(description="What the critical hit did; null if it was none.")
    ] = None
    death_checks: Annotated[tuple[int, ...], Field(description="Rolls against HT to stay alive, in order.")] = ()
    mortal: Annotated[bool, Field(description="Whether it is a mortal wound.")] = False
    dead: Annotated[bool, Field(description="Whether it killed.")] = False
    knockdown_roll: Annotated[
        int | None, Field(description="Roll against HT to stay up; null if none was asked for.")
    ] = None
    knockdown: Annotated[TacticalKnockdown, Field(description="What that came to.")] = TacticalKnockdown.NONE
    knocked_back: Annotated[int, Field(description="Yards that the figure was knocked back.")] = 0
    stands: Annotated[bool | None, Field(description="Whether it kept its feet then; null if it was not asked.")] = None
    aim_kept: Annotated[bool | None, Field(description="Whether it kept its aim; null if it did not aim.")] = None
