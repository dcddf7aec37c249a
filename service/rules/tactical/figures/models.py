"""What a request says of the fighters: figures with their bodies, skills, weapons and state."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.figures import Figure
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalPain,
    TacticalShape,
    TacticalSide,
    TacticalVision,
)
from service.rules.tactical.figures.condition import FRESH, MOST_FIGURES, FigureId, TacticalState
from service.rules.tactical.figures.equipment import (
    SkillLevel,
    SkillName,
    TacticalHands,
    TacticalShield,
    TacticalWeapon,
)
from service.rules.tactical.map.models import ItemId, TacticalMap
from service.wire import DISTINCT, WHOLE, Frozen

SideId = Annotated[str, Field(min_length=1, max_length=64)]
Attribute = Annotated[int, Field(ge=1, le=50), WHOLE]
Strength = Annotated[int, Field(ge=1, le=1000), WHOLE]
HitPoints = Annotated[int, Field(ge=1, le=10_000), WHOLE]


class TacticalSkill(Frozen):
    """A skill and its level."""

    name: SkillName = Field(description="Name, such as Brawling, Wrestling, Running or Fast-Draw (knife).")
    level: SkillLevel = Field(description="Level.")


class TacticalArmour(Frozen):
    """What protects one location, or every location that has no armour of its own."""

    location: TacticalLocation | None = Field(default=None, description="Where it is worn; null: everywhere else.")
    dr: Annotated[int, Field(ge=0, le=1000), WHOLE] = Field(description="Damage Resistance, in points.")


class TacticalModifier(Frozen):
    """A modifier of the caller's own, for anything that the rules do not model."""

    label: Annotated[str, Field(min_length=1, max_length=100)] = Field(description="What it is for.")
    value: Annotated[int, Field(ge=-20, le=20), WHOLE] = Field(description="What it adds; negative takes away.")


class TacticalFigure(Figure):
    """A fighter on the map; its state is what it remembers of the fight."""

    id: FigureId = Field(description="The figure's id; no two figures have the same.")
    side: SideId = Field(description="Its side: figures of one side are allies, others foes unless the map says so.")
    hex: HexAddress = Field(description=f"Its hex; of a larger or lying figure that of its head. {CONVENTION_IN_SHORT}")
    facing: Facing = Field(description=f"The hexside it faces. {CONVENTION_IN_SHORT}")
    st: Strength = Field(default=10, description="ST.")
    dx: Attribute = Field(default=10, description="DX.")
    iq: Attribute = Field(default=10, description="IQ.")
    ht: Attribute = Field(default=10, description="HT.")
    per: Attribute | None = Field(default=None, description="Perception; null: IQ.")
    will: Attribute | None = Field(default=None, description="Will; null: IQ.")
    hp_max: HitPoints | None = Field(default=None, description="Hit points at full health; null: ST.")
    hp: Annotated[int, Field(ge=-50_000, le=10_000), WHOLE] | None = Field(
        default=None, description="Hit points left; null: all."
    )
    fp_max: Annotated[int, Field(ge=1, le=1000), WHOLE] | None = Field(
        default=None, description="Fatigue points at full strength; null: HT."
    )
    fp: Annotated[int, Field(ge=-1000, le=1000), WHOLE] | None = Field(
        default=None, description="Fatigue points left; null: all."
    )
    basic_speed: Annotated[float, Field(ge=0, le=100, multiple_of=0.25)] | None = Field(
        default=None, description="Basic Speed, in quarters; null: a quarter of DX + HT."
    )
    basic_move: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None, description="Basic Move, in yards a second; null: Basic Speed without its fraction."
    )
    encumbrance: Annotated[int, Field(ge=0, le=4), WHOLE] = Field(
        default=0, description="Encumbrance level: it lowers Dodge by 1 and Move by a fifth each."
    )
    sm: Annotated[int, Field(ge=-10, le=20), WHOLE] = Field(default=0, description="Size Modifier.")
    height: Annotated[int, Field(ge=1, le=100_000), WHOLE] = Field(default=70, description="Height, in inches.")
    shape: TacticalShape = Field(default=TacticalShape.SINGLE, description="The hexes it fills.")
    body: Annotated[tuple[HexAddress, ...], Field(max_length=64)] = Field(
        default=(), description="The hexes of a `custom` shape relative to the head, facing 0; the head [0, 0] first."
    )
    posture: Posture = Field(default=Posture.STANDING, description="How it holds itself.")
    upper_direction: Facing | None = Field(
        default=None,
        description="Of a lying or crawling figure: direction from its feet to its head; null: its facing.",
    )
    horizontal: bool = Field(default=False, description="Whether it carries its body level, filling two hexes.")
    vision: TacticalVision = Field(default=TacticalVision.NORMAL, description="How far around it sees.")
    handedness: TacticalSide = Field(default=TacticalSide.RIGHT, description="Its weapon hand.")
    ambidextrous: bool = Field(default=False, description="Whether its off hand is as good.")
    flexible_arms: Annotated[tuple[TacticalSide, ...], Field(max_length=2), DISTINCT] = Field(
        default=(), description="Extra-Flexible arms."
    )
    double_jointed: bool = Field(default=False, description="Whether it is Double-Jointed.")
    combat_reflexes: bool = Field(default=False, description="Whether it has Combat Reflexes: +1 to active defenses.")
    pain: TacticalPain = Field(default=TacticalPain.NORMAL, description="How it bears pain.")
    skills: Annotated[tuple[TacticalSkill, ...], Field(max_length=40)] = Field(default=(), description="Skills.")
    weapons: Annotated[tuple[TacticalWeapon, ...], Field(max_length=20)] = Field(
        default=(), description="Weapons; the order breaks ties."
    )
    items: Annotated[tuple[ItemId, ...], Field(max_length=20), DISTINCT] = Field(
        default=(), description="Ids of things that it has picked up and that are none of its weapons."
    )
    ready: TacticalHands = Field(default=TacticalHands(), description="The weapons and items in its hands.")
    shield: TacticalShield | None = Field(default=None, description="Shield.")
    armour: Annotated[tuple[TacticalArmour, ...], Field(max_length=20)] = Field(
        default=(), description="Armour by location; none: DR 0."
    )
    elevation: Annotated[int, Field(ge=-10_000, le=10_000), WHOLE] | None = Field(
        default=None, description="Height of its ground, in yards; null: that of its hex."
    )
    grounded: bool = Field(
        default=True, description="Whether it touches the ground; footing, obstructions and water cost a flier nothing."
    )
    fighting: bool = Field(default=True, description="Whether it fights; up to four others may share a hex.")
    swarm: bool = Field(default=False, description="Whether it is a swarm, which shares any hex.")
    state: TacticalState = Field(default=FRESH, description="What it remembers of the fight.")


Figures = Annotated[tuple[TacticalFigure, ...], Field(min_length=1, max_length=MOST_FIGURES)]


class TacticalScene(Frozen):
    """The map and the figures on it."""

    map: TacticalMap | None = Field(
        default=None, description="The map; null is refused unless the option `open_plain` is true."
    )
    figures: Figures = Field(description="All figures on the map, at most 200.")
