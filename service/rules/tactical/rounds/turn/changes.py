"""What a turn has changed of where and how figures are, as records and in sentences."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.rules.kernel.hexes import hex_text
from service.rules.tactical.book.words import TacticalChangeReason, TacticalStatus
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import Placed
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import hp_of, status_of
from service.rules.tactical.rounds.records import TacticalChange, TacticalPlacing


def changes_of(field: Field, before: Sequence[TacticalFigure]) -> tuple[TacticalChange, ...]:
    """Return all changes of figures since the turn began, when they were as they were before.

    Those of place and posture come first, in order; then who is out of action since then.
    """
    statuses = {each.id: status_of(each) for each in before}
    changes = [_placed(each, statuses[each.before.id]) for each in field.placed]
    felled = [(each, field[each.id]) for each in before if status_of(field[each.id]) is not statuses[each.id]]
    return tuple([each for each in changes if each.before != each.after] + [_felled(*each) for each in felled])


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


def _felled(before: TacticalFigure, now: TacticalFigure) -> TacticalChange:
    hurt = hp_of(now) < hp_of(before)
    why = TacticalChangeReason.WOUND if hurt else TacticalChangeReason.COLLAPSE
    return TacticalChange(
        figure=now.id, reason=why, by=None, before=_placing(now, status_of(before)), after=_placing(now, status_of(now))
    )


def _placing(figure: TacticalFigure, status: TacticalStatus) -> TacticalPlacing:
    return TacticalPlacing(hex=figure.hex, facing=figure.facing, posture=figure.posture, status=status)


TOLD: Final[Mapping[TacticalChangeReason, str]] = {
    TacticalChangeReason.RETREAT: "retreated to",
    TacticalChangeReason.DROP: "dropped to",
    TacticalChangeReason.EVADE: "got out of the way to",
    TacticalChangeReason.KNOCKBACK: "was pushed back to",
    TacticalChangeReason.FALL: "fell to",
    TacticalChangeReason.STUMBLE: "stumbled to",
    TacticalChangeReason.DRAGGED: "was dragged to",
    TacticalChangeReason.MADE_ROOM: "made room and stepped to",
    TacticalChangeReason.RESPONSE: "stepped to",
}
"""How a change of place is told that no maneuver of the figure itself has ordered."""


def told_of(field: Field, placed: Sequence[Placed]) -> list[str]:
    """Say to which hexes figures have come that did not go there by themselves: "Orc retreated to [0, -2]."."""
    last: dict[tuple[str, TacticalChangeReason], Placed] = {}
    for each in placed:
        if each.why in TOLD and each.before.hex != each.after.hex:
            last[each.before.id, each.why] = each
    return [f"{field.name_of(name)} {TOLD[why]} {hex_text(each.after.hex)}." for (name, why), each in last.items()]
