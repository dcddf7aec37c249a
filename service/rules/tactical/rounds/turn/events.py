"""Atomic events of a turn, after which those who wait may interrupt, and the sentences that tell them."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from service.rules.kernel.hexes import facing_name, hex_text
from service.rules.kernel.telling import amount
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.sight.sight import sees, sees_in
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalWaitEvent
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.paths.steps import MoveStep, spoken_points
from service.rules.tactical.movement.records import TacticalEntryKind
from service.rules.tactical.movement.triggers import Passage, is_triggered
from service.rules.tactical.rounds.records import TacticalDeed, TacticalDeedKind, TacticalInterrupt


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


def displaced(field: Field) -> list[Event]:
    """Return an event for each figure that has been placed otherwise since those who wait were last asked.

    It is as an entry, a turn or a change of posture of its own, whatever has moved it; who is out of action only falls.
    Source: Wait; Opportunity Fire.
    """
    first: dict[str, TacticalFigure] = {}
    for each in field.unheard():
        first.setdefault(each.before.id, each.before)
    able = {each: before for each, before in first.items() if is_conscious(field[each])}
    return [
        Event(_kind_of(before, field[name]), name, before, field[name].state.maneuver) for name, before in able.items()
    ]


def _kind_of(before: TacticalFigure, now: TacticalFigure) -> EventKind:
    if before.hex != now.hex:
        return EventKind.ENTERS
    return EventKind.TURNS if before.posture is now.posture else EventKind.POSTURE


# Sentences that players read

TAKES: Final = {
    Posture.STANDING: "stood up",
    Posture.CROUCHING: "crouched",
    Posture.KNEELING: "knelt",
    Posture.CRAWLING: "went on all fours",
    Posture.SITTING: "sat down",
    Posture.LYING: "lay down",
}
DEEDS: Final = {
    TacticalDeedKind.GRAB: "to grab {}",
    TacticalDeedKind.TAKEDOWN: "to bring {} down",
    TacticalDeedKind.PIN: "to pin {}",
    TacticalDeedKind.BREAK_FREE: "to break free of {}",
    TacticalDeedKind.DROP_SHIELD: "to drop the shield",
}
ENTERING: Final = frozenset({TacticalEntryKind.ENTER, TacticalEntryKind.JUMP})


def walked_text(name: str, now: TacticalFigure, steps: Sequence[MoveStep], points: int | None) -> str:
    """Say what some entries of a path came to, of so many half points, or (None) of a step.

    "Ash moved 2 hexes to [1, -2], facing north-east, 2.5 of 5 points".
    """
    last, parts = steps[-1], []
    parts += [TAKES[each.posture] for each in steps if each.kind is TacticalEntryKind.POSTURE]
    entered = [each for each in steps if each.kind in ENTERING]
    if entered:
        how = "jumped" if all(each.kind is TacticalEntryKind.JUMP for each in entered) else "moved"
        hexes = sum([1 if each.kind is TacticalEntryKind.ENTER else each.cost // POINT for each in entered])
        parts.append(f"{how} {amount(hexes, 'hex')} to {hex_text(last.hex)}")
    elif any(each.kind is TacticalEntryKind.TURN for each in steps):
        parts.append("turned")
    spent = f", {spoken_points(last.spent)} of {spoken_points(points)} points" if last.spent and points else ""
    return f"{name} {' and '.join(parts)}, facing {facing_name(now.facing)}{spent}."


def maneuver_text(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> str:
    """Say a maneuver with its option: "all-out attack (strong)"."""
    name = maneuver.value.replace("_", " ").replace("all out", "all-out")
    return name if option is None else f"{name} ({option.value.replace('_', ' ')})"


def deed_text(deed: TacticalDeed, target: str) -> str:
    """Say what somebody means to do in close combat: "to pin Orc"."""
    return DEEDS[deed.action].format(target)


def going_on_text(name: str, hindrance: str | None) -> str:
    """Say whether somebody could go on who was interrupted: "Ash could go on"."""
    return f"{name} {'could go on' if hindrance is None else f'was {hindrance} and went no farther'}."


def exposed_text(name: str) -> str:
    """Say that somebody who has come out of cover was shot at."""
    return f"{name} was exposed to opportunity fire and could only dodge it."


MOST_TURNS: Final = 6
