"""Changes of how figures are, as records: made by the one function through which a figure changes."""

from dataclasses import replace
from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.turns.changes import Ids, placings_between
from service.rules.opposed.book import words
from service.rules.opposed.figures.models import OpposedFigure
from service.wire import record


@record
class OpposedPlacing:
    """How a figure is. These rules have no places but engagements: distances are those that each strike says."""

    status: words.OpposedStatus
    posture: words.OpposedPosture
    stunned: bool
    evading: bool
    withdrawal: words.OpposedWithdrawal
    conditions: tuple[words.OpposedCondition, ...]
    engaged_with: Annotated[tuple[str, ...], Field(description="Ids of the figures that it is engaged with.")]


@record
class OpposedChange:
    """A change of how a figure is: whether it can take part, how it holds itself, and with whom it is engaged.

    Fatigue and Endurance, weapons, initiative and an owed Pass are no part of it: steps and events tell them.
    """

    figure: Annotated[str, Field(description="Id of the figure; without one its role, as in steps.")]
    reason: Annotated[words.OpposedChangeReason, Field(description="What it came of.")]
    by: Annotated[str | None, Field(description="Id of another figure whose deed it came of; null: of none.")]
    foe: Annotated[
        str | None, Field(description="Id of the other of an engagement that begins or ends; null: none does.")
    ]
    before: Annotated[OpposedPlacing, Field(description="As it was: as the change before it of the figure left it.")]
    after: Annotated[OpposedPlacing, Field(description="As it was then.")]


Changes = Annotated[
    tuple[OpposedChange, ...],
    Field(
        description="All changes of status, posture, stance and engagement, in order: played one after the other they "
        "lead from the figures before to those after."
    ),
]
ATTACKER: Final = "Attacker"
DEFENDER: Final = "Defender"
"""What steps call those of a single attack who have no ids."""


def placing_of(figure: OpposedFigure) -> OpposedPlacing:
    """Return how a figure is."""
    return OpposedPlacing(
        status=figure.status,
        posture=figure.posture,
        stunned=figure.stunned,
        evading=figure.evading,
        withdrawal=figure.withdrawal,
        conditions=figure.conditions,
        engaged_with=figure.engaged_with,
    )


def changes_from(
    before: OpposedFigure,
    after: OpposedFigure,
    why: words.OpposedChangeReason,
    by: str | None = None,
    role: str = "",
) -> tuple[OpposedChange, ...]:
    """Return the changes between two forms of a figure; `role` is its name if it has no id."""
    was, now, figure = placing_of(before), placing_of(after), after.id or role
    by = None if by == figure else by
    steps = placings_between(was, now, _ties_of, _with_ties)
    return tuple([OpposedChange(figure=figure, reason=why, by=by, foe=foe, before=b, after=a) for foe, b, a in steps])


def _ties_of(placing: OpposedPlacing) -> Ids:
    return placing.engaged_with


def _with_ties(placing: OpposedPlacing, ties: Ids | None) -> OpposedPlacing:
    return replace(placing, engaged_with=ties or ())
