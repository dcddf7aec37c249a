"""Changes of how participants are, as records: made by the one function through which a participant changes."""

from typing import Annotated, Final

from pydantic import Field

from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsEquipment, LaurelsStatus
from service.rules.laurels.figures.models import LaurelsParticipant
from service.wire import record


@record
class LaurelsPlacing:
    """How a participant is. There are no places in these rules: distances are those that each order says."""

    status: LaurelsStatus
    parry: Annotated[LaurelsEquipment | None, Field(description="With what it parries; null: it does not.")]


@record
class LaurelsChange:
    """A change of whether a participant can take part, or of its stance.

    Stamina and injuries, weapons and shields are no part of it: steps and events tell them.
    """

    figure: Annotated[str, Field(description="Id of the participant; without one its role, as in steps.")]
    reason: Annotated[LaurelsChangeReason, Field(description="What it came of.")]
    by: Annotated[str | None, Field(description="Id of another participant whose deed it came of; null: of none.")]
    before: Annotated[LaurelsPlacing, Field(description="As it was: as the change before it of the figure left it.")]
    after: Annotated[LaurelsPlacing, Field(description="As it was then.")]


Changes = Annotated[
    tuple[LaurelsChange, ...],
    Field(
        description="All changes of status and stance, in order: played one after the other they lead from the "
        "participants before to those after."
    ),
]
NO_CHANGES: Final[tuple[LaurelsChange, ...]] = ()
ATTACKER: Final = "Attacker"
TARGET: Final = "Target"
"""What steps call those of a single attack who have no ids."""


def placing_of(figure: LaurelsParticipant) -> LaurelsPlacing:
    """Return how a participant is."""
    stance = figure.parry
    return LaurelsPlacing(status=figure.status, parry=None if stance is None else stance.equipment)


def changes_from(
    before: LaurelsParticipant,
    after: LaurelsParticipant,
    why: LaurelsChangeReason,
    by: str | None = None,
    role: str = "",
) -> tuple[LaurelsChange, ...]:
    """Return the change between two forms of a participant, if there is one; `role` is its name if it has no id."""
    if before.status is after.status and (
        before.parry is after.parry
        or (before.parry and before.parry.equipment) is (after.parry and after.parry.equipment)
    ):
        return NO_CHANGES
    figure = after.id or role
    change = LaurelsChange(
        figure=figure,
        reason=why,
        by=None if by == figure else by,
        before=placing_of(before),
        after=placing_of(after),
    )
    return (change,)


Forms = tuple[LaurelsParticipant, LaurelsParticipant]
"""A participant before and after."""


def changes_of_attack(attacker: Forms, target: Forms) -> tuple[LaurelsChange, ...]:
    """Return what an attack changes: of its target, then of the attacker, whose stance ends with it."""
    before, after = attacker
    why = LaurelsChangeReason.TURN if before.status is after.status else LaurelsChangeReason.EXERTION
    struck = changes_from(*target, LaurelsChangeReason.ATTACK, before.id or ATTACKER, role=TARGET)
    return struck + changes_from(before, after, why, role=ATTACKER)
