"""Atomic events of a turn, after each of which those who wait may interrupt, and whom opportunity fire sees appear."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from service.rules.tactical.attack.sight.sight import sees, sees_in
from service.rules.tactical.book.words import TacticalManeuver, TacticalWaitEvent
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.models import TacticalEntryKind
from service.rules.tactical.movement.triggers import Passage, is_triggered
from service.rules.tactical.rounds.outcomes import TacticalInterrupt


class EventKind(StrEnum):
    """What happens: a maneuver is chosen, a hex entered, the facing or the posture changed, an attack declared."""

    DECLARES = "declares"
    ENTERS = "enters"
    TURNS = "turns"
    POSTURE = "posture"
    APPEARS = "appears"
    ATTACKS = "attacks"


SPOKEN_EVENTS: Final = {EventKind.ATTACKS: TacticalWaitEvent.ATTACKS, EventKind.DECLARES: TacticalWaitEvent.DECLARES}
"""The events that are no movement, and the triggers that wait for them."""
EVENTS: Final = {
    TacticalEntryKind.ENTER: EventKind.ENTERS,
    TacticalEntryKind.JUMP: EventKind.ENTERS,
    TacticalEntryKind.TURN: EventKind.TURNS,
    TacticalEntryKind.POSTURE: EventKind.POSTURE,
}
"""The event that each kind of entry of a path is."""


class Event(NamedTuple):
    """One atomic event; the field shows how things are after it.

    `before` is the figure as it was before it: its hex, facing, posture. `target` is whom an attack that is declared
    goes at, None at a hex.
    """

    kind: EventKind
    figure: str
    before: TacticalFigure
    maneuver: TacticalManeuver | None = None
    target: str | None = None
    popup: bool = False


Watcher = Callable[[Event], tuple[TacticalInterrupt, ...]]
"""Plays every wait and all opportunity fire that an event sets off, on the field of the turn; returns what happened.

It is called while somebody waits.
"""


def passage_of(field: Field, event: Event) -> Passage:
    """Return the hexes that the figure of an event fills before and after it."""
    before = event.before
    return Passage(0, body_at(before, before.hex, before.facing, field.rulings), field.body(field[event.figure]))


def appears_to(field: Field, watcher: TacticalFigure, event: Event, passage: Passage) -> bool:
    """Return whether a figure comes into what another watches for opportunity fire, or becomes visible in it.

    `passage` is that of the event. Who makes a pop-up attack, or comes out of hiding, appears in the hex where it is
    then.
    Ruling: tactical/ruling/appear, popup-zone.
    """
    mover = field[event.figure]
    if event.kind not in SPOKEN_EVENTS and is_triggered(field, watcher, mover, passage):
        return True
    if not is_triggered(field, watcher, mover, passage._replace(before=())):
        return False
    if field.rulings.zone_initial or event.popup or event.kind is EventKind.APPEARS:
        return True
    return sees(field, watcher, mover) and not sees_in(field, watcher, event.before, passage.before)
