"""Changes of where and how units are, as records: made by the one function through which a battle's units change."""

from dataclasses import replace
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.rules.heroic.book.words import HeroicChangeReason, HeroicCondition, HeroicStatus
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.turns.changes import Ids, placings_between
from service.rules.roll_under.words import Posture
from service.wire import record

Point = tuple[float, float]
"""Yards along and across the field."""


@record
class HeroicPlacing:
    """Where and how a unit is; `x`, `y` and `locked_with` are null where a procedure is not told of the battle."""

    x: Annotated[float | None, Field(description="Yards along the field.")]
    y: Annotated[float | None, Field(description="Yards across the field.")]
    status: HeroicStatus
    posture: Posture
    conditions: tuple[HeroicCondition, ...]
    locked_with: Annotated[
        tuple[str, ...] | None, Field(description="Ids of the units that it is locked in melee with.")
    ]


@record
class HeroicChange:
    """A change of where a unit is, whether it takes part, its posture and conditions, and with whom it is locked.

    Hit points and members, fatigue, holds on single members, shields and ammunition are no part of it: the phases tell
    them, as they tell distances that override the positions.
    """

    figure: Annotated[str, Field(description="Id of the unit.")]
    reason: Annotated[HeroicChangeReason, Field(description="What it came of.")]
    by: Annotated[str | None, Field(description="Id of another unit whose deed it came of; null: of none, or several.")]
    foe: Annotated[str | None, Field(description="Id of the other of a lock that is made or ends; null: none does.")]
    before: Annotated[
        HeroicPlacing | None,
        Field(description="As it was: as the change before it left it; null: it has come into being."),
    ]
    after: Annotated[HeroicPlacing, Field(description="As it was then.")]


Changes = Annotated[
    tuple[HeroicChange, ...],
    Field(
        description="All changes of place, status, posture, conditions and locks, in order: played one after the other "
        "they lead from the units before to those after."
    ),
]


class Cause(NamedTuple):
    """Why a unit changes, and whose deed it came of, if it came of another's."""

    why: HeroicChangeReason
    by: str | None = None


MOVED: Final = Cause(HeroicChangeReason.MOVE)
DEED: Final = Cause(HeroicChangeReason.DEED)
INJURED: Final = Cause(HeroicChangeReason.INJURY)


def placing_of(unit: HeroicUnit, point: Point | None = None, locked_with: Ids | None = None) -> HeroicPlacing:
    """Return where and how a unit is, as far as that is known."""
    return HeroicPlacing(
        x=None if point is None else point[0],
        y=None if point is None else point[1],
        status=unit.status,
        posture=unit.posture,
        conditions=unit.conditions,
        locked_with=locked_with,
    )


def changes_between(
    figure: str, was: HeroicPlacing | None, now: HeroicPlacing, cause: Cause
) -> tuple[HeroicChange, ...]:
    """Return the changes of a unit: those of its place and status first, then lock by lock."""
    if was == now:
        return ()
    why, by = cause.why, None if cause.by == figure else cause.by
    if was is None:
        return (HeroicChange(figure=figure, reason=why, by=by, foe=None, before=None, after=now),)
    steps = placings_between(was, now, _ties_of, _with_ties)
    return tuple([HeroicChange(figure=figure, reason=why, by=by, foe=foe, before=b, after=a) for foe, b, a in steps])


def _ties_of(placing: HeroicPlacing) -> Ids | None:
    return placing.locked_with


def _with_ties(placing: HeroicPlacing, ties: Ids | None) -> HeroicPlacing:
    return replace(placing, locked_with=ties)


def changes_of_units(
    before: tuple[HeroicUnit, ...], after: tuple[HeroicUnit, ...], cause: Cause
) -> tuple[HeroicChange, ...]:
    """Return the changes of units that a procedure is told of without their battle, in their order."""
    told: list[HeroicChange] = []
    for was, now in zip(before, after, strict=True):
        told += changes_between(now.id, placing_of(was), placing_of(now), cause)
    return tuple(told)
