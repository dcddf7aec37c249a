"""Whom opportunity fire sees appear: what an event does to the hexes of a figure, and what becomes visible."""

from typing import Final

from service.rules.tactical.attack.sight import sees
from service.rules.tactical.book.words import TacticalWaitEvent
from service.rules.tactical.figures.field import Field, body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.triggers import Passage, is_triggered
from service.rules.tactical.rounds.watched_events import Event, EventKind

SPOKEN_EVENTS: Final = {EventKind.ATTACKS: TacticalWaitEvent.ATTACKS, EventKind.DECLARES: TacticalWaitEvent.DECLARES}
"""The events that are no movement, and the triggers that wait for them."""


def passage_of(field: Field, event: Event) -> Passage:
    """Return the hexes that the figure of an event fills before and after it."""
    before = event.before
    filled = body_at(before, before.hex, before.facing, field.rulings)
    return Passage(0, filled, field.body(field[event.figure]))


def _before(field: Field, event: Event) -> Field:
    """Return the field as it was before an event."""
    before = field.copy()
    before.put(event.before)
    return before


def appears_to(field: Field, watcher: TacticalFigure, event: Event) -> bool:
    """Tell whether a figure comes into what another watches for opportunity fire, or becomes visible in it.

    Who makes a pop-up attack, or comes out of hiding, appears in the hex where it is then.
    Ruling: tactical/ruling/appear, popup-zone.
    """
    mover, passage = field[event.figure], passage_of(field, event)
    if event.kind not in SPOKEN_EVENTS and is_triggered(field, watcher, mover, passage):
        return True
    if not is_triggered(field, watcher, mover, passage._replace(before=())):
        return False
    if field.rulings.zone_initial or event.popup or event.kind is EventKind.APPEARS:
        return True
    return sees(field, watcher, mover) and not sees(_before(field, event), watcher, event.before)
