"""Changes of where and how figures are, as records: a field remembers them while a procedure runs."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field as Described

from service.dice.model import Dice
from service.rules.kernel.hexes import Facing, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalChangeReason, TacticalStatus
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import Placed
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import hp_of, is_low, status_of
from service.wire import record


@record
class TacticalPlacing:
    """Where and how a figure is."""

    hex: HexAddress
    facing: Facing
    posture: Posture
    status: TacticalStatus


@record
class TacticalChange:
    """A change of where or how a figure is: a token on a map goes from `before` to `after`."""

    figure: Annotated[str, Described(description="Id of the figure.")]
    reason: Annotated[TacticalChangeReason, Described(description="What it came of.")]
    by: Annotated[str | None, Described(description="Id of another figure whose deed it came of; null: of none.")]
    before: Annotated[
        TacticalPlacing, Described(description="As it was: as the change before it of the figure left it.")
    ]
    after: Annotated[TacticalPlacing, Described(description="As it was then.")]


Changes = Annotated[
    tuple[TacticalChange, ...],
    Described(
        description="All changes of place, facing and posture of all figures, in order, then those of who is out of "
        "action: played one after the other they lead from the figures before to those after."
    ),
]


def changes_of(field: Field, before: Sequence[TacticalFigure], by: str | None = None) -> tuple[TacticalChange, ...]:
    """Return all changes of figures since they were as they were before, by whom they were wounded.

    Those of place and posture come first, in order; then who is out of action since then.
    """
    statuses = {each.id: status_of(each) for each in before}
    changes = [_placed(each, statuses[each.before.id]) for each in field.placed]
    felled = felled_of(before, [field[each.id] for each in before], by)
    return tuple([each for each in changes if each.before != each.after]) + felled


def changes_told(field: Field, dice: Dice, by: str | None = None) -> tuple[TacticalChange, ...]:
    """Return all changes since figures were sent, and by whom they were wounded; none if nobody reads."""
    return changes_of(field, field.sent(), by) if dice.tells else ()


def felled_of(
    before: Sequence[TacticalFigure], after: Sequence[TacticalFigure], by: str | None = None
) -> tuple[TacticalChange, ...]:
    """Return who has gone out of action, of figures as they were before and as they are after."""
    pairs = zip(before, after, strict=True)
    return tuple([_felled(was, now, by) for was, now in pairs if status_of(now) is not status_of(was)])


def run_down(pairs: Sequence[tuple[TacticalFigure, TacticalFigure]]) -> tuple[TacticalChange, ...]:
    """Return who is on its feet or down, or out of action, other than before a pursuit, which leads off the map."""
    told: list[TacticalChange] = []
    for was, now in pairs:
        status = status_of(was)
        before, after = _placing(was, status), _placing(now, status)
        if before != after:
            why = TacticalChangeReason.FALL if is_low(now) else TacticalChangeReason.MOVE
            told.append(TacticalChange(figure=now.id, reason=why, by=None, before=before, after=after))
        told += felled_of((was,), (now,))
    return tuple(told)


def _placed(change: Placed, status: TacticalStatus) -> TacticalChange:
    figure = change.before.id
    by = None if change.by == figure else change.by
    return TacticalChange(
        figure=figure,
        reason=change.why,
        by=by,
        before=_placing(change.before, status),
        after=_placing(change.after, status),
    )


def _felled(before: TacticalFigure, now: TacticalFigure, by: str | None) -> TacticalChange:
    hurt = hp_of(now) < hp_of(before)
    return TacticalChange(
        figure=now.id,
        reason=TacticalChangeReason.WOUND if hurt else TacticalChangeReason.COLLAPSE,
        by=by if hurt and by != now.id else None,
        before=_placing(now, status_of(before)),
        after=_placing(now, status_of(now)),
    )


def _placing(figure: TacticalFigure, status: TacticalStatus) -> TacticalPlacing:
    return TacticalPlacing(hex=figure.hex, facing=figure.facing, posture=figure.posture, status=status)
