"""Atomic events of a turn, after each of which those who wait may interrupt."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.rounds.outcomes import TacticalInterrupt


class EventKind(StrEnum):
    """What happens: a maneuver is chosen, a hex entered, the facing or the posture changed, an attack declared."""

    DECLARES = "declares"
    ENTERS = "enters"
    TURNS = "turns"
    POSTURE = "posture"
    APPEARS = "appears"
    ATTACKS = "attacks"


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
"""Plays every wait and all opportunity fire that an event sets off, on the field of the turn; returns what happened."""
