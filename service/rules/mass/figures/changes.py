"""Changes of where and how units are, as records: made by the one function through which units change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex
from service.rules.kernel.turns.changes import Ids, placings_between
from service.rules.mass.book.words import MassChangeReason, MassStatus
from service.rules.mass.figures.models import MassTroop
from service.rules.mass.figures.standing import MassUnitState
from service.wire import record


@record
class MassPlacing:
    """Where and how a unit is."""

    hex: Annotated[Hex | None, Field(description=f"Where it stands; null: nobody said. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description=f"The hexside it faces. {CONVENTION_IN_SHORT}")]
    status: MassStatus
    shield_wall: Annotated[bool, Field(description="Whether its shield wall is raised.")]
    engaged_with: Annotated[tuple[str, ...], Field(description="Ids of the enemies it is in contact with.")]


@record
class MassChange:
    """A change of where a unit is, whether it is in the battle, its shield wall, and with whom it is in contact.

    Morale Points, battle dice, speed and powers are no part of it: events and steps tell them.
    """

    figure: Annotated[str, Field(description="Id of the unit.")]
    reason: Annotated[MassChangeReason, Field(description="What it came of.")]
    by: Annotated[
        str | None, Field(description="Id of another unit or a commander whose deed it came of; null: of none.")
    ]
    foe: Annotated[str | None, Field(description="Id of the other of a contact that begins or ends; null: none does.")]
    before: Annotated[
        MassPlacing | None,
        Field(description="As it was: as the change before it left it; null: it has come into being."),
    ]
    after: Annotated[MassPlacing, Field(description="As it was then.")]


Changes = Annotated[
    tuple[MassChange, ...],
    Field(
        description="All changes of place, facing, status, shield wall and contact, in order: played one after the "
        "other they lead from the units before to those after."
    ),
]


class Cause(NamedTuple):
    """Why a unit changes, and whose deed it came of, if it came of another's."""

    why: MassChangeReason
    by: str | None = None


RELEASED: Final = Cause(MassChangeReason.RELEASE)
FELL_BACK: Final = Cause(MassChangeReason.FALL_BACK)
BATTLE: Final = Cause(MassChangeReason.BATTLE)
ROUND_END: Final = Cause(MassChangeReason.ROUND_END)


def lost_by(figures: Sequence[MassTroop], statuses: Mapping[str, MassStatus], cause: Cause) -> tuple[MassChange, ...]:
    """Return the changes of units with new statuses: who is in the battle no more is in contact with nobody."""
    lost = {name for name, status in statuses.items() if status is not MassStatus.ACTIVE}
    told: list[tuple[MassChange, ...]] = []
    for each in figures:
        was = placing_of(each)
        if each.id in lost:
            told.append(changes_between(each.id, was, replace(was, status=statuses[each.id], engaged_with=()), cause))
        else:
            left = tuple([foe for foe in was.engaged_with if foe not in lost])
            told.append(changes_between(each.id, was, replace(was, engaged_with=left), RELEASED))
    return tuple(chain.from_iterable(told))


def placing_of(unit: MassUnitState | MassTroop) -> MassPlacing:
    """Return where and how a unit is."""
    return MassPlacing(
        hex=unit.hex,
        facing=unit.facing,
        status=unit.status,
        shield_wall=unit.shield_wall,
        engaged_with=unit.engaged_with,
    )


def came_into_being(unit: MassUnitState, cause: Cause) -> MassChange:
    """Return the change of a unit that was not there before."""
    return MassChange(figure=unit.id, reason=cause.why, by=cause.by, foe=None, before=None, after=placing_of(unit))


def changes_between(figure: str, was: MassPlacing, now: MassPlacing, cause: Cause) -> tuple[MassChange, ...]:
    """Return the changes of a unit: those of its place and status first, then contact by contact."""
    if was == now:
        return ()
    why, by = cause.why, None if cause.by == figure else cause.by
    steps = placings_between(was, now, _ties_of, _with_ties)
    return tuple([MassChange(figure=figure, reason=why, by=by, foe=foe, before=b, after=a) for foe, b, a in steps])


def _ties_of(placing: MassPlacing) -> Ids:
    return placing.engaged_with


def _with_ties(placing: MassPlacing, ties: Ids | None) -> MassPlacing:
    return replace(placing, engaged_with=ties or ())
