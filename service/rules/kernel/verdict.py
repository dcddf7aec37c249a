"""Verdicts: the facts of an outcome that mean the same in every family, so that one reader serves all families."""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.wire import record


class AttackResult(StrEnum):
    """The result of an attack, with or without damage: it hit, it missed, or a defense of the target stopped it."""

    HIT = "hit"
    MISS = "miss"
    PARRIED = "parried"
    BLOCKED = "blocked"
    DODGED = "dodged"
    DEFENDED = "defended"


class PursuitResult(StrEnum):
    """The result of a pursuit: all who fled escaped, all were caught, or some were."""

    ESCAPED = "escaped"
    CAUGHT = "caught"
    SOME_CAUGHT = "some_caught"
    UNDECIDED = "undecided"


class Fate(StrEnum):
    """What became of a figure in a fight."""

    STANDING = "standing"
    DOWN = "down"
    DEAD = "dead"
    FLED = "fled"
    ROUTED = "routed"
    CAPTURED = "captured"
    DESTROYED = "destroyed"


@record
class FigureFate:
    """What became of a figure, or of a unit of many members, in a fight."""

    id: Annotated[str, Field(description="Its id.")]
    side: Annotated[str, Field(description="Id of the side it fought for.")]
    fate: Annotated[Fate, Field(description="What became of it.")]
    standing: Annotated[int, Field(description="Members of it that still stand; 1 or 0 for a single figure.")]
    lost: Annotated[int, Field(description="Members of it that this fight cost; 1 or 0 for a single figure.")]
    left: Annotated[
        int | None,
        Field(description="What is left of it: hit points, Endurance, stamina or Morale Points; null if not counted."),
    ]


@record
class SideFate:
    """What became of a side in a fight."""

    side: Annotated[str, Field(description="Id of the side.")]
    standing: Annotated[int, Field(description="Members of it that still stand, over all its figures.")]
    lost: Annotated[int, Field(description="Members of it that this fight cost.")]


@record
class SkirmishVerdict:
    """Who won a skirmish, after how many rounds, and what became of each side and figure."""

    winner: Annotated[str | None, Field(description="Id of the side that won; null if none did.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody won.")]
    undecided: Annotated[bool, Field(description="Whether it was still going on after the last round allowed.")]
    rounds: Annotated[int, Field(description="Rounds that were played.")]
    sides: Annotated[tuple[SideFate, ...], Field(description="What became of each side, in the order of the request.")]
    figures: Annotated[
        tuple[FigureFate, ...], Field(description="What became of each figure, in the order of the request.")
    ]


def sides_of(figures: tuple[FigureFate, ...]) -> tuple[SideFate, ...]:
    """Add up what became of figures by side, in the order in which sides first appear."""
    standing: dict[str, int] = {}
    lost: dict[str, int] = {}
    for figure in figures:
        side = figure.side
        standing[side] = standing.get(side, 0) + figure.standing
        lost[side] = lost.get(side, 0) + figure.lost
    return tuple([SideFate(side=side, standing=standing[side], lost=lost[side]) for side in standing])


def verdict_of(figures: tuple[FigureFate, ...], left: AbstractSet[str], rounds: int) -> SkirmishVerdict:
    """Say how a skirmish ended that goes on while more than one side is left in it."""
    return SkirmishVerdict(
        winner=str(min(left)) if len(left) == 1 else None,
        draw=not left,
        undecided=len(left) > 1,
        rounds=rounds,
        sides=sides_of(figures),
        figures=figures,
    )
