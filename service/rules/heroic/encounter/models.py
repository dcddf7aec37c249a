"""What encounters of `heroic` remember, and what clients say of moves besides or instead of a procedure's input."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.attack.models import HeroicPending
from service.rules.heroic.battle.models import HeroicEncounter
from service.rules.heroic.book.words import HeroicTravel
from service.rules.heroic.figures.models import Level, Modifier, SideId, UnitId, Yards
from service.wire import DISTINCT, Frozen

Pending = Annotated[tuple[HeroicPending, ...], Field(max_length=1000)]
Units = Annotated[tuple[UnitId, ...], Field(max_length=200), DISTINCT]
Somebody = Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=200), DISTINCT]

INITIATIVE = "null: as initiative was rolled in this encounter."


class HeroicField(HeroicEncounter):
    """What an encounter remembers of a battle, between rounds and within one that is played step by step."""

    initiative: SideId | None = Field(
        default=None, description="The side that has the initiative in this round; null: none has, or it is not rolled."
    )
    pending: Pending = Field(default=(), description="Injury taken and not applied yet; `resolve-injury` applies it.")


class HeroicMeetingAsked(Frozen):
    """What a client may say of where two units meet."""

    distance: Yards | None = Field(default=None, description="Yards between the two; null: as they stand.")
    has_initiative: bool | None = Field(
        default=None, description=f"Whether the attacker's side, or the waiter's, has the initiative; {INITIATIVE}"
    )


class HeroicInjuryAsked(Frozen):
    """What a client may say of an injury step."""

    pending: Pending = Field(default=(), description="Injury that is applied besides what is pending.")
    winner: SideId | None = Field(default=None, description=f"The side whose units roll first; {INITIATIVE}")


class HeroicMoveAsked(Frozen):
    """What a client may say of a single move."""

    winner: SideId | None = Field(default=None, description=f"The side with the initiative; {INITIATIVE}")


class HeroicTiringAsked(Frozen):
    """Who did what in the round that ends."""

    moved: Units = Field(default=(), description="Ids of the units that moved.")
    rolled: Units = Field(default=(), description="Ids of the units that rolled an attack or a defence.")


class HeroicMoverAsked(Frozen):
    """Who pursues or flees, and how."""

    units: Somebody = Field(description="Ids of the units, in the order in which they are taken.")
    travel: HeroicTravel = Field(default=HeroicTravel.RUNNING, description="How they move.")
    skill: Level | None = Field(
        default=None, description="The skill for it, based on DX; null: Running, or DX, of who counts."
    )
    handling: Modifier = Field(default=0, description="The vehicle's Handling.")
    complementary: Level | None = Field(
        default=None, description="Area Knowledge, or Urban Survival in built-up areas; null if it is not tried."
    )


class HeroicPursuedAsked(HeroicMoverAsked):
    """Who flees, and how."""

    stealth: Level | None = Field(default=None, description="Stealth, if they hide instead of running.")


class HeroicPursuitAsked(Frozen):
    """Who pursues whom."""

    pursuers: HeroicMoverAsked = Field(description="Who pursues; the fastest counts.")
    pursued: HeroicPursuedAsked = Field(description="Who flees; the slowest counts.")


class HeroicAftermathAsked(Frozen):
    """Whose fallen are counted."""

    units: Units = Field(default=(), description="Ids of units; none: all that somebody has fallen of.")
