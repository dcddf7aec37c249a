"""Sentences of a round that players read: movement, turns, and what a round came to."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.hexes import facing_name, hex_text
from service.rules.kernel.telling import amount
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.models import TacticalEntryKind
from service.rules.tactical.movement.steps import MoveStep, spoken_points
from service.rules.tactical.rounds.models import TacticalDeed, TacticalDeedKind
from service.rules.tactical.rounds.outcomes import TacticalRoundVerdict, TacticalTurnReport

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


def round_text(turns: Sequence[TacticalTurnReport], verdict: TacticalRoundVerdict) -> str:
    """Say what a round came to: the turns in which something happened to somebody, and whether the fight is over."""
    eventful = [each.summary for each in turns if is_eventful(each)]
    told = eventful[:MOST_TURNS]
    if len(eventful) > MOST_TURNS:
        more = len(eventful) - MOST_TURNS
        told.append("And one turn more." if more == 1 else f"And {more} turns more.")
    if not told:
        told.append("Nobody attacked.")
    if verdict.over:
        told.append("The fight is over." if verdict.winner is None else f"The fight is over: {verdict.winner} has won.")
    return " ".join(told)


def is_eventful(turn: TacticalTurnReport) -> bool:
    """Return whether something happened to somebody in a turn."""
    return bool(turn.attacks or turn.slams or turn.interrupts or turn.contest or turn.feint or turn.error)
