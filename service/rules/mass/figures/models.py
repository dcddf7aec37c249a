"""Models of requests: units, commanders and the map."""

from typing import Annotated, Literal

from pydantic import Field

from service.dice.decks import PLAYING_CARDS
from service.rules.kernel.figures import Figure
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, FARTHEST, Facing, HexAddress
from service.rules.mass.book.powers import POWER_FORM, POWER_ID, MassPower
from service.rules.mass.book.words import MassClass, MassDie, MassStatus, MassTerrain
from service.wire import DISTINCT, WHOLE, Form, Frozen

MAX_UNITS = 100
MAX_COMMANDERS = 20

UnitId = Annotated[str, Field(min_length=1, max_length=64)]
SideId = Annotated[str, Field(min_length=1, max_length=64)]
CommanderId = Annotated[str, Field(min_length=1, max_length=64)]
PowerId = Annotated[str, Field(pattern=POWER_ID, max_length=64), POWER_FORM]
Speed = Annotated[int, Field(ge=0, le=20), WHOLE]
Morale = Annotated[int, Field(ge=0, le=9), WHOLE]
RatedMorale = Annotated[int, Field(ge=1, le=3), WHOLE]
BattleBonus = Annotated[int, Field(ge=-10, le=10), WHOLE]
Charisma = Annotated[int, Field(ge=1, le=25), WHOLE]
CharismaModifier = Annotated[int, Field(ge=-10, le=10), WHOLE]
Level = Annotated[int, Field(ge=1, le=20), WHOLE]
CardName = Annotated[
    str,
    Field(pattern=r"^((10|[2-9JQKA])[SHDC]|JOKER[12])$", max_length=6, examples=list(PLAYING_CARDS)),
    Form("a card: rank 2 to 10, J, Q, K or A and suit S, H, D or C, such as QH or 10S; or JOKER1 or JOKER2"),
]
Radius = Annotated[int, Field(ge=0, le=FARTHEST), WHOLE]
Units = Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=MAX_UNITS), DISTINCT]


class MassTroop(Figure):
    """A body of troops on one hex; each operation reads only the fields that it needs."""

    id: UnitId = Field(description="The unit's name; no two units have the same.")
    side: SideId | None = Field(default=None, description="Whom it fights for.")
    commander_id: CommanderId | None = Field(
        default=None, description="Whom it is assigned to; read only if `command_scope` is `assigned`."
    )
    battle_die: MassDie | None = Field(default=None, description="The die it fights with.")
    power: PowerId | None = Field(default=None, description="Its one Encounter Power: one of the nine, or your own.")
    power_expended: bool = Field(default=False, description="Whether the power is used up until the unit is rallied.")
    use_power: bool = Field(default=True, description="Whether a power that fires on contact may fire.")
    speed: Speed | None = Field(default=None, description="Hexes of clear ground in a round.")
    morale_max: RatedMorale | None = Field(default=None, description="Rated Morale Points.")
    morale: Morale | None = Field(default=None, description="Current Morale Points; `morale_max` if null.")
    hex: HexAddress | None = Field(default=None, description=f"Where it stands. {CONVENTION_IN_SHORT}")
    facing: Facing = Field(default=0, description=f"The hexside it faces. {CONVENTION_IN_SHORT}")
    large: bool = Field(default=False, description="Whether it is made up of large creatures.")
    engaged_with: Annotated[tuple[UnitId, ...], Field(max_length=6), DISTINCT] = Field(
        default=(), description="Ids of the enemies it is in contact with; they name it too."
    )
    commanded: bool = Field(default=False, description="Whether it was commanded this round already.")
    disadvantages: Annotated[tuple[UnitId, ...], Field(max_length=20)] = Field(
        default=(),
        description="Ids of foes against whom it has a minor disadvantage, * for all; repeat one that it has twice.",
    )
    flanking: Annotated[tuple[UnitId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of foes that it flanks wherever it stands."
    )
    battle_bonus: BattleBonus = Field(default=0, description="Added to its battle die by spells.")
    shield_wall: bool = Field(default=False, description="Whether its shield wall is raised until the round ends.")
    fall_back: bool = Field(default=False, description="Whether it falls back where a power on contact lets it.")
    status: MassStatus = Field(default=MassStatus.ACTIVE, description="Whether it is in the battle.")


class MassFighter(MassTroop):
    """A unit that rolls its battle die."""

    battle_die: MassDie = Field(description="The die it fights with.")
    morale_max: RatedMorale = Field(description="Rated Morale Points.")


class MassRunner(MassFighter):
    """A unit that flees or pursues."""

    speed: Speed = Field(description="Hexes of clear ground in a round.")


class MassUnit(MassRunner):
    """A unit on the map."""

    side: SideId = Field(description="Whom it fights for.")
    hex: HexAddress = Field(description=f"Where it stands. {CONVENTION_IN_SHORT}")


class MassCommander(Figure):
    """Someone who commands the units of a side."""

    id: CommanderId = Field(description="The commander's name; no two commanders have the same.")
    side: SideId = Field(description="Whose units it commands.")
    thac0: Annotated[int, Field(ge=-10, le=25), WHOLE] | None = Field(
        default=None, description="Base to-hit number, lower is better; or give `character_class` and `level`."
    )
    character_class: MassClass | None = Field(default=None, description="Calling, if `thac0` is null.")
    level: Level | None = Field(default=None, description="Level of the calling.")
    initiative_step: Annotated[int, Field(ge=0, le=1), WHOLE] = Field(
        default=0, description="Steps by which background or items improve the draw."
    )
    joker_after: CommanderId | None = Field(
        default=None, description="After whom it acts with a joker; read only if `joker_order` is `chosen`."
    )
    charisma: Charisma = Field(default=10, description="Charisma, for rallying.")
    charisma_modifier: CharismaModifier = Field(default=0, description="Added to Charisma.")
    near_own_troops: bool = Field(default=False, description="Whether it stands near its own troops.")
    is_pc: bool = Field(default=False, description="Whether a person plays it.")


class MassGround(Frozen):
    """What one hex is like."""

    hex: HexAddress = Field(description=f"Which hex. {CONVENTION_IN_SHORT}")
    terrain: MassTerrain = Field(description="What it is like to march into.")


class MassWithinRadius(Frozen):
    """A map of all hexes within a distance."""

    kind: Literal["radius"]
    radius: Radius = Field(description="Hexes from the centre to the edge.")
    centre: HexAddress = Field(default=(0, 0), description=f"The centre. {CONVENTION_IN_SHORT}")


class MassWithinHexes(Frozen):
    """A map of exactly these hexes."""

    kind: Literal["hexes"]
    hexes: Annotated[tuple[HexAddress, ...], Field(min_length=1, max_length=5_000), DISTINCT] = Field(
        description=f"The hexes. {CONVENTION_IN_SHORT}"
    )


MassBounds = Annotated[MassWithinRadius | MassWithinHexes, Field(discriminator="kind", title="MassBounds")]
"""How far the map reaches; what lies outside cannot be entered."""


class MassMap(Frozen):
    """The map, and powers besides the nine."""

    terrain: Annotated[tuple[MassGround, ...], Field(max_length=2_000)] = Field(
        default=(), description="Hexes that are not clear."
    )
    bounds: MassBounds | None = Field(default=None, description="How far the map reaches; null: without end.")
    powers: Annotated[tuple[MassPower, ...], Field(max_length=20)] = Field(
        default=(), description="Powers besides the nine."
    )


class MassField(MassMap):
    """Units on their map."""

    units: Annotated[tuple[MassUnit, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="Every unit of the battle; the order decides who is dealt with first."
    )
