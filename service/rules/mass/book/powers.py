"""Encounter Powers as data: what sets them off, whom they strike, what they do."""

from typing import Annotated, Literal

from pydantic import Field

from service.rules.mass.book.words import MassContactTarget, MassTargetSide
from service.wire import WHOLE, Form, Frozen

POWER_ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
POWER_FORM = Form("a name of at most 64 small letters and digits, with hyphens between words, such as healing-hands")
NewPowerId = Annotated[str, Field(pattern=POWER_ID, min_length=1, max_length=64), POWER_FORM]
Reach = Annotated[int, Field(ge=0, le=100), WHOLE]


class MassLoseMorale(Frozen):
    """The target loses Morale Points; a shield wall lessens it."""

    kind: Literal["morale_damage"]
    points: Annotated[int, Field(ge=1, le=9), WHOLE] = Field(description="Morale Points lost.")


class MassDestroy(Frozen):
    """The target is destroyed."""

    kind: Literal["destroy"]


class MassExpendPower(Frozen):
    """The target's power is expended and does nothing; on contact this comes before everything else."""

    kind: Literal["expend_power"]


class MassStepBattleDie(Frozen):
    """The target's battle die becomes larger or smaller until the encounter ends, within d4 and d12."""

    kind: Literal["battle_die_step"]
    steps: Annotated[int, Field(ge=-4, le=4), WHOLE] = Field(description="Steps, negative for a smaller die.")


class MassRaiseShieldWall(Frozen):
    """Each loss the target suffers until the round ends is 1 smaller."""

    kind: Literal["damage_reduction"]


class MassChangeSpeed(Frozen):
    """The target's speed changes until the encounter ends."""

    kind: Literal["speed"]
    change: Annotated[int, Field(ge=-20, le=20), WHOLE] = Field(description="Hexes, negative for slower.")
    minimum: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(
        default=0, description="What the change does not bring the speed below."
    )


MassEffect = Annotated[
    MassLoseMorale | MassDestroy | MassExpendPower | MassStepBattleDie | MassRaiseShieldWall | MassChangeSpeed,
    Field(discriminator="kind", title="MassEffect"),
]
"""What a power does to each of its targets."""

Effects = Annotated[tuple[MassEffect, ...], Field(min_length=1, max_length=6)]


class MassAtUnit(Frozen):
    """One unit that the commander names."""

    kind: Literal["unit"]
    side: MassTargetSide = Field(default=MassTargetSide.ENEMY, description="Whose unit it may be.")
    engaged: bool | None = Field(default=None, description="Whether it must be engaged, or must not be; null: either.")
    range: Reach = Field(description="Hexes to it at most.")


class MassAtSelf(Frozen):
    """The unit that uses the power."""

    kind: Literal["self"]


class MassAlongLine(Frozen):
    """Every unit on the hexes straight ahead."""

    kind: Literal["line"]
    side: MassTargetSide = Field(default=MassTargetSide.ANY, description="Whose units are struck.")
    length: Annotated[int, Field(ge=1, le=20), WHOLE] = Field(
        description="Hexes of the line, the unit's own not counted."
    )


MassTarget = Annotated[MassAtUnit | MassAtSelf | MassAlongLine, Field(discriminator="kind", title="MassTarget")]
"""Whom a power on command strikes."""


class MassCondition(Frozen):
    """What must be true of the foe at the moment of contact; what is null does not matter."""

    target_morale_at_most: Annotated[int, Field(ge=0, le=9), WHOLE] | None = Field(
        default=None, description="Most Morale Points the foe may have."
    )
    target_large: bool | None = Field(default=None, description="Whether the foe is made up of large creatures.")


ALWAYS = MassCondition()


class MassCommandPower(Frozen):
    """A power that units use when a commander says so."""

    trigger: Literal["on_command"]
    id: NewPowerId = Field(description="The power's name, as units have it in `power`.")
    target: MassTarget = Field(description="Whom it strikes.")
    effects: Effects = Field(description="What it does, in order.")


class MassContactPower(Frozen):
    """A power that fires by itself at the moment of contact with an enemy."""

    trigger: Literal["on_engaged"]
    id: NewPowerId = Field(description="The power's name, as units have it in `power`.")
    condition: MassCondition = Field(default=ALWAYS, description="When it fires.")
    target: MassContactTarget = Field(default=MassContactTarget.FOE, description="The units that it affects.")
    effects: Effects = Field(description="What it does, in order.")
    fall_back_hexes: Annotated[int, Field(ge=0, le=10), WHOLE] = Field(
        default=0, description="Hexes that the unit may then go back, leaving the contact; 0: it may not."
    )


MassPower = Annotated[MassCommandPower | MassContactPower, Field(discriminator="trigger", title="MassPower")]
"""An Encounter Power."""
