"""What a request says of a fight without players, and what comes of it."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.verdict import SkirmishVerdict
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.rounds.models import MOST_ROUNDS, Stances
from service.wire import WHOLE, record

MOST_TURNS = 1_200
"""Turns of figures that one skirmish plays: they take a worker process some seconds, and the answer some megabytes."""


class TacticalSkirmishInput(TacticalScene):
    """A fight without players: everybody plays by itself."""

    stances: Stances = Field(default=(), description="How figures fight; those not listed are steady.")
    max_rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(
        default=60,
        description=(
            "After how many rounds, which are seconds, the fight is left undecided. It is, too, after the round in "
            f"which its figures have taken {MOST_TURNS:,} turns together; they may be sent again."
        ),
    )


@record
class TacticalSkirmishTurn:
    """One figure's turn in a skirmish, in short."""

    figure: Annotated[str, Field(description="Id of the figure.")]
    maneuver: Annotated[TacticalManeuver, Field(description="Its maneuver.")]
    summary: Annotated[str, Field(description="What happened.")]


@record
class TacticalSkirmishRound:
    """One round of a skirmish, in short."""

    round: Annotated[int, Field(description="Its number, counted from 1.")]
    turns: Annotated[
        tuple[TacticalSkirmishTurn, ...], Field(description="The turns, in order, of those who were not out of action.")
    ]
    fled: Annotated[tuple[str, ...], Field(description="Ids of those who got away at its end.")]


@record
class TacticalSkirmishOutcome:
    """How a skirmish went, and the figures as they are afterwards."""

    summary: Annotated[str, Field(description="Who won, and what it cost, in a sentence or two.")]
    verdict: SkirmishVerdict
    survivors: Annotated[tuple[str, ...], Field(description="Ids of those who can still act, or got away.")]
    order: Annotated[tuple[str, ...], Field(description="Ids in turn order.")]
    log: Annotated[tuple[TacticalSkirmishRound, ...], Field(description="Round by round, what was done.")]
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]
