"""What ties units to each other: locks and holds, as a request tells them."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.book.words import HeroicHoldState, HeroicHoldTechnique
from service.rules.heroic.figures.models import Members, UnitId
from service.rules.roll_under.words import HitLocation
from service.wire import WHOLE, Frozen

MAX_UNITS = 200
MOST_FAILURES = 1000


class HeroicLock(Frozen):
    """Two units that are locked in melee with each other."""

    one: UnitId = Field(description="A unit.")
    other: UnitId = Field(description="A unit of another side.")


class HeroicHold(Frozen):
    """Members of one unit that are held by members of another."""

    grappler: UnitId = Field(description="The unit that holds.")
    victim: UnitId = Field(description="The unit whose members are held.")
    members: Members = Field(default=1, description="How many members of the victim are held.")
    location: HitLocation = Field(default=HitLocation.TORSO, description="Where they are held.")
    hands: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(default=2, description="Hands that hold each of them.")
    state: HeroicHoldState = Field(default=HeroicHoldState.GRAPPLED, description="Grappled or pinned.")
    prone: bool = Field(default=False, description="Whether they have been brought down.")
    technique: HeroicHoldTechnique = Field(
        default=HeroicHoldTechnique.NONE, description="A lock or choke hold, which is harder to break."
    )
    failed_attempts: Annotated[int, Field(ge=0, le=MOST_FAILURES), WHOLE] = Field(
        default=0, description="Failed attempts to break an arm lock; each makes the next one harder."
    )
