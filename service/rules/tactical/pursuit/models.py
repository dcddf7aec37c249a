"""What a request says of a pursuit: who flees, who runs after them, over which ground, and who attacks on the run."""

from typing import Annotated

from pydantic import Field

from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book.words import TacticalBand, TacticalTerrain
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, FigureIds
from service.rules.tactical.figures.equipment import Reach
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.wire import WHOLE, Frozen

MOST_PURSUIT_ROUNDS = 50
WIDEST_GAP = 500
"""The hexes of the farthest band in which a quarry is not lost yet."""

Runners = Annotated[tuple[TacticalFigure, ...], Field(max_length=MOST_FIGURES)]


class TacticalRunModifier(TacticalModifier):
    """A modifier of the caller's own to the score of a runner."""

    figure: FigureId = Field(description="Id of the runner.")


class TacticalChase(Frozen):
    """A pursuer, and the figure of a scattered quarry that it pursues."""

    pursuer: FigureId = Field(description="Id of the pursuer.")
    quarry: FigureId = Field(description="Id of the figure that it pursues.")


class TacticalRunAttack(Frozen):
    """An attack that a pursuer makes in every round in which it is near enough."""

    figure: FigureId = Field(description="Id of the pursuer.")
    attack: TacticalAttackOrder = Field(
        default=TacticalAttackOrder(),
        description="The attack; without a target it is at the figure that is pursued, of a group the first.",
    )


class TacticalPursuit(Frozen):
    """A pursuit on foot, away from the map."""

    quarry: Runners = Field(description="Those who flee; those who are unconscious or dead are left behind.")
    pursuers: Runners = Field(description="Those who pursue; those who are unconscious or dead are left behind.")
    band: TacticalBand | None = Field(
        default=None, description="How far behind the pursuers are; null: `gap` says it. Exactly one of both is given."
    )
    gap: Annotated[int, Field(ge=0, le=100_000), WHOLE] | None = Field(
        default=None, description="Hexes between the pursuers and the quarry; null: `band` says it."
    )
    terrain: TacticalTerrain = Field(
        default=TacticalTerrain.ROUGH,
        description="Rough ground takes a contest each round; on open ground the faster one wins without dice.",
    )
    reach: Reach | None = Field(
        default=None,
        description="On open ground, hexes at which a pursuer catches; null: its longest melee reach, at least 1.",
    )
    max_rounds: Annotated[int, Field(ge=1, le=MOST_PURSUIT_ROUNDS), WHOLE] = Field(
        default=10, description="Rounds of 15 seconds at most; then it is undecided. Open ground does not ask."
    )
    scatter: bool = Field(
        default=False, description="Whether the quarry scatters: each runs alone, and not at the pace of the slowest."
    )
    chases: Annotated[tuple[TacticalChase, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description=(
            "Which pursuer pursues which figure if the quarry scatters; pursuers that are not listed spread evenly."
        ),
    )
    fatigue: bool = Field(
        default=False, description="Whether every runner rolls HT each round or loses a fatigue point."
    )
    modifiers: Annotated[tuple[TacticalRunModifier, ...], Field(max_length=400)] = Field(
        default=(), description="Modifiers of your own to scores."
    )
    attacks: Annotated[tuple[TacticalRunAttack, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description="Attacks that pursuers make at the end of each round: a Move and Attack with any weapon when they "
        "are close, with a ranged one from farther away, at the longest distance of the band.",
    )
    turning: FigureIds = Field(
        default=(),
        description="Ids of those of the quarry who turn round to attackers: they can defend themselves, and all who "
        "go after them come a band nearer. The others are attacked from behind.",
    )
