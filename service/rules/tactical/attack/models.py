"""What a request says of an attack: how it is made, and how those who may be struck defend themselves."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.places import HexAddress
from service.rules.tactical.book.words import (
    TacticalDefenseKind,
    TacticalLineChoice,
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSide,
    TacticalTechnique,
)
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId
from service.rules.tactical.figures.equipment import ModeName, Reach, WeaponId
from service.rules.tactical.figures.models import TacticalModifier, TacticalScene
from service.rules.tactical.map.lines import TacticalAnchor
from service.wire import WHOLE, Frozen

Twelfths = Annotated[int, Field(ge=-20_000, le=20_000), WHOLE]


class TacticalRetreat(Frozen):
    """A retreat with a defense: one step straight away from the attacker."""

    to: HexAddress | None = Field(default=None, description="Hex to retreat to; null: the first that is free.")
    turn: Annotated[int, Field(ge=-1, le=1), WHOLE] = Field(
        default=0, description="Hexsides turned after it: 1 to the right, -1 to the left."
    )


class TacticalDefense(Frozen):
    """One way to defend oneself."""

    kind: TacticalDefenseKind = Field(description="Dodge, parry, block or none.")
    hand: TacticalSide | None = Field(default=None, description="The hand that parries; null: the better one.")
    retreat: TacticalRetreat | None = Field(default=None, description="The retreat with it; null: none.")
    drop: bool = Field(default=False, description="Whether to drop to the ground with a dodge, against a shot.")


class TacticalDefenseChoice(Frozen):
    """How a figure defends itself: the first defense of a list that is legal."""

    preferences: Annotated[tuple[TacticalDefense, ...], Field(min_length=1, max_length=8)] = Field(
        description="Defenses, the one preferred most first; a retreat that is not possible is left out."
    )
    forced: bool = Field(
        default=False, description="Whether the first defense must be legal: if it is not, the request is refused."
    )


class TacticalDefender(Frozen):
    """How a figure defends itself against a blow or a shot that was meant for somebody else."""

    figure: FigureId = Field(description="Id of the figure.")
    defense: TacticalDefenseChoice = Field(description="How it defends itself.")


class TacticalLinePoint(Frozen):
    """Where in its hex a line of fire begins or ends."""

    anchor: TacticalAnchor = Field(default=TacticalAnchor.CENTRE, description="An anchor of the hex.")
    point: tuple[Twelfths, Twelfths] | None = Field(
        default=None,
        description="A point of your own inside the hex, [x, y] in twelfths of a step between hexes; the centre of "
        "hex [q, r] is [12 * q, 12 * r]. Null: the anchor.",
    )


class TacticalLine(Frozen):
    """Which line of fire is taken."""

    choice: TacticalLineChoice = Field(
        default=TacticalLineChoice.BEST, description="The best one, the one between the centres, or the one given."
    )
    start: TacticalLinePoint = Field(
        default=TacticalLinePoint(), description="Where a line that is given begins, in the shooter's hex."
    )
    end: TacticalLinePoint = Field(
        default=TacticalLinePoint(), description="Where a line that is given ends, in the target's hex."
    )


class TacticalSecondBlow(Frozen):
    """The second of two melee attacks: of a Rapid Strike, or of an All-Out Attack (Double)."""

    target: FigureId | None = Field(default=None, description="Id of its target; null: that of the first.")
    weapon: WeaponId | None = Field(default=None, description="Id of its weapon; null: that of the first.")
    mode: ModeName | None = Field(default=None, description="Its mode; null: the weapon's first.")
    location: TacticalLocation | None = Field(default=None, description="Where it aims; null: the torso.")
    deceptive: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(
        default=0, description="Steps of a Deceptive Attack: each is -2 to hit and -1 to the defense."
    )


class TacticalAttackOrder(Frozen):
    """How an attack is made; the field beside it says who makes it."""

    target: FigureId | None = Field(default=None, description="Id of the target; null if `hex` is attacked.")
    hex: HexAddress | None = Field(
        default=None, description="A hex that is attacked blindly: a figure there is the target; null: none."
    )
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon; null: the first that is ready.")
    mode: ModeName | None = Field(default=None, description="The weapon's mode; null: its first.")
    reach: Reach | None = Field(
        default=None, description="The reach that is used; null: the one that the distance asks for."
    )
    location: TacticalLocation | None = Field(default=None, description="Where it aims; null: the torso.")
    random_location: bool = Field(default=False, description="Whether dice say where it hits.")
    deceptive: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(
        default=0, description="Steps of a Deceptive Attack: each is -2 to hit and -1 to the defense."
    )
    second: TacticalSecondBlow | None = Field(
        default=None, description="A second blow: a Rapid Strike, or that of an All-Out Attack (Double); null: none."
    )
    shots: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=1, description="Shots fired.")
    blind: bool = Field(
        default=False, description="Whether the target is not seen: a blind shot, or a Wild Swing at somebody unseen."
    )
    aim: bool = Field(default=True, description="Whether the attacker's aim counts; false: it shoots without.")
    technique: TacticalTechnique | None = Field(default=None, description="A technique; null: none.")
    line: TacticalLine = Field(default=TacticalLine(), description="The line of fire of a shot.")
    target_speed: Annotated[int, Field(ge=0, le=100_000), WHOLE] = Field(
        default=0, description="The target's speed, in yards a second, if it is too fast for the range alone."
    )
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="Modifiers of your own to the attack."
    )
    defense: TacticalDefenseChoice | None = Field(
        default=None, description="How the target defends itself; null: as well as it can."
    )
    defenses: Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="How others defend themselves if a stray blow or shot may hit them."
    )


class TacticalAttackInput(TacticalAttackOrder, TacticalScene):
    """One attack, from the effective skill to the wound."""

    attacker: FigureId = Field(description="Id of the attacker.")
    maneuver: TacticalManeuver = Field(
        default=TacticalManeuver.ATTACK, description="The attacker's maneuver: one that attacks."
    )
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack is made; null for other maneuvers."
    )
