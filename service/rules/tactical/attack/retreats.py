"""Retreats: who may retreat from an attack, where to, and how it is done."""

from typing import Final

from service.rules.kernel.hexes import Hex, direction_of, distance, neighbour, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.models import TacticalRetreat
from service.rules.tactical.attack.threat import Threat
from service.rules.tactical.book.refusals import (
    DefenseRefusal,
    RetreatBlocked,
    RetreatNotAllowed,
    RetreatWrongHex,
)
from service.rules.tactical.book.tables import maneuver_row
from service.rules.tactical.figures.field import Field, body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import free_exits, is_bound, part_from_all
from service.rules.tactical.figures.placement import can_step, has_room, shift
from service.rules.tactical.figures.standing import changed, is_low, name_of, step_length
from service.rules.tactical.map.sectors import retreat_hexes

ROOTED: Final = frozenset({Posture.SITTING, Posture.KNEELING})
"""The postures in which nobody retreats; a lying figure rolls."""


def may_not_retreat(field: Field, defender: TacticalFigure, threat: Threat) -> str | None:
    """Return why a figure may not retreat from an attack, as the end of a sentence; None if it may.

    Source: Retreating; the base game's limits.
    Ruling: tactical/ruling/retreat-prone.
    """
    state = defender.state
    if threat.ranged is not None:
        return "nobody retreats from a ranged attack"
    if state.retreat is not None:
        return "it has retreated since its last turn"
    if defender.posture in ROOTED:
        return f"it is {defender.posture.value}"
    return _held_back(field, defender)


def _held_back(field: Field, defender: TacticalFigure) -> str | None:
    state = defender.state
    if state.stunned:
        return "it is stunned"
    if state.maneuver is not None and not maneuver_row(state.maneuver, state.option).retreats:
        return "its maneuver leaves no retreat"
    return "it is grappled" if (state.grappled_by or state.pinned_by) and is_bound(field, defender) else None


def has_retreated_from(defender: TacticalFigure, foe: str) -> bool:
    """Tell whether a figure has retreated from a foe since its last turn, so that the bonus still counts."""
    return defender.state.retreat is not None and defender.state.retreat.foe == foe


def ways_back(field: Field, defender: TacticalFigure, threat: Threat) -> tuple[Hex, ...]:
    """Return the adjacent hexes that lie directly away from an attack, or on one's side in close combat.

    Ruling: tactical/ruling/retreat-direction.
    """
    if threat.close or threat.strike_into:
        return tuple([neighbour(defender.hex, each) for each in free_exits(field, defender)])
    return retreat_hexes(defender.hex, threat.origin, field.rulings.retreat)


def is_open(field: Field, defender: TacticalFigure, hex: Hex) -> bool:
    """Tell whether a figure can retreat into an adjacent hex: no one is in it, nothing bars the way.

    Ruling: tactical/ruling/retreat-into-close, retreat-multi.
    """
    direction = direction_of(defender.hex, hex)
    if direction is None or not can_step(field, defender, direction):
        return False
    return not defender.grounded or not field.is_severe(hex)


def way_back(field: Field, defender: TacticalFigure, threat: Threat) -> Hex | None:
    """Return the first hex that a figure is free to retreat to, or None without any."""
    if may_not_retreat(field, defender, threat) is not None:
        return None
    return next((each for each in ways_back(field, defender, threat) if is_open(field, defender, each)), None)


def retreat_fault(
    field: Field, defender: TacticalFigure, threat: Threat, retreat: TacticalRetreat, pointer: str
) -> DefenseRefusal | None:
    """Return the refusal of a retreat that a figure orders, or None if it is possible."""
    why = may_not_retreat(field, defender, threat)
    if why is not None:
        return RetreatNotAllowed(f"{name_of(defender)} may not retreat: {why}.", pointer=pointer)
    ways = ways_back(field, defender, threat)
    listed = ", ".join([f"[{q}, {r}]" for q, r in ways if is_open(field, defender, (q, r))]) or "none"
    if retreat.to is None:
        free = way_back(field, defender, threat)
        message = f"{name_of(defender)} has no free hex to retreat to."
        return None if free is not None else RetreatBlocked(message, pointer=pointer)
    q, r = retreat.to
    if retreat.to not in ways and retreat.to not in _farther(field, defender, threat):
        message = f"[{q}, {r}] does not lie directly away from the attack; free to retreat to: {listed}."
        return RetreatWrongHex(message, pointer=f"{pointer}/to")
    if retreat.to in ways and not is_open(field, defender, retreat.to):
        message = f"{name_of(defender)} cannot retreat to [{q}, {r}], which is occupied or barred; free: {listed}."
        return RetreatBlocked(message, pointer=f"{pointer}/to")
    return None


def _farther(field: Field, defender: TacticalFigure, threat: Threat) -> list[Hex]:
    """Return the hexes beyond the adjacent ones that a fast figure can retreat to with its step.

    Ruling: tactical/ruling/retreat-length.
    """
    found: list[Hex] = []
    step = step_length(defender, field.rulings)
    edge = [each for each in ways_back(field, defender, threat) if step > 1 and is_open(field, defender, each)]
    for _ in range(step - 1):
        beyond: list[Hex] = []
        for here in edge:
            trial = field.copy()
            moved = changed(defender, hex=here)
            trial.put(moved)
            away = retreat_hexes(here, threat.origin, field.rulings.retreat)
            beyond += [each for each in away if each != defender.hex and is_open(trial, moved, each)]
        edge = list(dict.fromkeys(beyond))
        found += edge
    return found


def retreat_to(field: Field, defender_id: str, hex: Hex, turn: int) -> None:
    """Move a figure back to a hex, out of its close combats, and then turn it by some hexsides if there is room to.

    A lying figure rolls and does not turn.

    Ruling: tactical/ruling/retreat-turn.
    """
    part_from_all(field, defender_id)
    figure = field[defender_id]
    direction = direction_of(figure.hex, hex)
    if direction is not None and distance(figure.hex, hex) == 1:
        figure = shift(field, figure, direction)
    else:
        figure = changed(figure, hex=hex)
        field.put(figure)
    if turn and not is_low(figure):
        moved = changed(figure, facing=turned(figure.facing, turn))
        if has_room(field, moved, body_at(moved, moved.hex, moved.facing, field.rulings)):
            field.put(moved)
