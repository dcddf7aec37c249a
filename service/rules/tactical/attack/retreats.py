"""Retreats: who may retreat from an attack, where to, and how it is done."""

from typing import Final

from service.dice.model import Rule
from service.rules.kernel.hexes import Hex, direction_of, distance, hex_text, neighbour, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.models import TacticalRetreat
from service.rules.tactical.attack.threat import Exposure
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import DefenseRefusal, RetreatBlocked, RetreatNotAllowed, RetreatWrongHex
from service.rules.tactical.book.tables import maneuver_row
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import free_exits, is_bound, part_from_all
from service.rules.tactical.figures.placement import can_step, has_room, shift
from service.rules.tactical.figures.standing import changed, is_low, name_of, step_length
from service.rules.tactical.map.sectors import retreat_hexes

ROOTED: Final = frozenset({Posture.SITTING, Posture.KNEELING})
"""The postures in which nobody retreats; a lying figure rolls."""


def _hindrance(exposed: Exposure) -> str | None:
    """Return why a figure may not retreat from an attack, as the end of a sentence; None if it may.

    Source: Retreating; the base game's limits.
    Ruling: tactical/ruling/retreat-prone.
    """
    defender, state = exposed.defender, exposed.defender.state
    if exposed.threat.ranged is not None:
        return "no figure can retreat from a ranged attack"
    if state.retreat is not None:
        return "it has retreated since its last turn"
    if defender.posture in ROOTED:
        return f"it is {defender.posture.value}"
    if state.stunned:
        return "it is stunned"
    if state.maneuver is not None and not maneuver_row(state.maneuver, state.option).retreats:
        return "its maneuver allows no retreat"
    return "it is grappled" if is_bound(exposed.field, defender) else None


def has_retreated_from(defender: TacticalFigure, foe: str) -> bool:
    """Return whether a figure has retreated from a foe since its last turn, so that the bonus still counts."""
    return defender.state.retreat is not None and defender.state.retreat.foe == foe


def _ways_back(exposed: Exposure) -> tuple[Hex, ...]:
    """Return the adjacent hexes that lie directly away from an attack, or on one's side in close combat.

    Ruling: tactical/ruling/retreat-direction.
    """
    field, defender = exposed.field, exposed.defender
    if exposed.in_close:
        return tuple([neighbour(defender.hex, each) for each in free_exits(field, defender)])
    return retreat_hexes(defender.hex, exposed.threat.origin, field.rulings.retreat)


def _is_open(field: Field, defender: TacticalFigure, hex: Hex) -> bool:
    """Return whether a figure can retreat into an adjacent hex: no one is in it, nothing bars the way.

    Ruling: tactical/ruling/retreat-into-close, retreat-multi.
    """
    direction = direction_of(defender.hex, hex)
    if direction is None or not can_step(field, defender, direction):
        return False
    return not defender.grounded or not field.is_severe(hex)


def way_back(exposed: Exposure) -> tuple[Hex | None, Rule | None]:
    """Return the first hex that a figure is free to retreat to, or None and the rule that keeps it from a retreat."""
    if _hindrance(exposed) is not None:
        return None, rulebook.RETREAT_ONCE
    to = next((each for each in _ways_back(exposed) if _is_open(exposed.field, exposed.defender, each)), None)
    return to, rulebook.RETREAT_OCCUPIED if to is None else None


def retreat_of(exposed: Exposure, retreat: TacticalRetreat, pointer: str) -> Hex | DefenseRefusal:
    """Return the hex of a retreat that a figure orders, or the refusal of it."""
    name, hindrance = name_of(exposed.defender), _hindrance(exposed)
    if hindrance is not None:
        return RetreatNotAllowed(f"{name} may not retreat: {hindrance}.", pointer=pointer)
    ways = _ways_back(exposed)
    free = [each for each in ways if _is_open(exposed.field, exposed.defender, each)]
    if retreat.to is None:
        return free[0] if free else RetreatBlocked(f"{name} has no free hex to retreat to.", pointer=pointer)
    if retreat.to in free or (retreat.to not in ways and retreat.to in _farther(exposed, free)):
        return retreat.to
    listed = ", ".join([hex_text(each) for each in free]) or "none"
    if retreat.to in ways:
        message = f"{name} cannot retreat to hex {hex_text(retreat.to)}: {_hindered_by(exposed, retreat.to)}"
        return RetreatBlocked(f"{message}; free: {listed}.", pointer=f"{pointer}/to")
    message = f"{hex_text(retreat.to)} does not lie directly away from the attack; free to retreat to: {listed}."
    return RetreatWrongHex(message, pointer=f"{pointer}/to")


def _hindered_by(exposed: Exposure, hex: Hex) -> str:
    """Return what keeps a figure from a hex that lies away from the attack, as the end of a sentence."""
    field = exposed.field
    others = [repr(each) for each in field.filled().get(hex, ()) if each != exposed.defender.id]
    if others:
        return f"{' and '.join(others)} {'is' if len(others) == 1 else 'are'} in it"
    return "it is solid" if field.ground.is_solid(hex) else "the way there is barred, obstructed or off the map"


def _farther(exposed: Exposure, free: list[Hex]) -> list[Hex]:
    """Return the hexes beyond the free adjacent ones that a fast figure can retreat to with its step.

    Ruling: tactical/ruling/retreat-length.
    """
    field, defender = exposed.field, exposed.defender
    found: list[Hex] = []
    edge = free
    for _ in range(step_length(defender, field.rulings) - 1):
        beyond: list[Hex] = []
        for here in edge:
            trial = field.copy()
            moved = changed(defender, hex=here)
            trial.put(moved)
            away = retreat_hexes(here, exposed.threat.origin, field.rulings.retreat)
            beyond += [each for each in away if each != defender.hex and _is_open(trial, moved, each)]
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
