"""What begins and ends with a figure's turn: counters of defenses, a stun, shock, feints, aims and evaluations."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from service.rules.kernel.hexes import Hex
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.options import TacticalRunaround
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.condition import TacticalTurnStart
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import begin_turn
from service.rules.tactical.figures.standing import is_conscious, with_state
from service.rules.tactical.map.sectors import can_see

SEEN: Final = TacticalRunaround.SEEN


def begin(field: Field, id: str) -> None:
    """Begin a figure's turn: its parries, block and retreat count anew, a stun that was to end does, its wait is over.

    Ruling: tactical/ruling/runaround.
    """
    figure = field[id]
    state = figure.state
    disabled = [each.model_copy(update={"seconds": each.seconds - 1}) for each in state.disabled if each.seconds > 1]
    changes: dict[str, Any] = {
        "turn_start": _started_at(figure.hex, figure.facing),
        "moved_hexes": 0,
        "mp_spent": 0.0,
        "attacked_with": (),
        "parries": (),
        "blocked": False,
        "retreat": None,
        "off_balance": False,
        "wait": None,
        "break_free_tried": max(state.break_free_tried - 1, 0),
        "disabled": tuple(disabled),
        "seen_by": _watchers(field, figure) if field.rulings.runaround is SEEN else (),
    }
    if state.stun_ending:
        changes |= {"stunned": False, "stun_ending": False}
    field.put(with_state(figure, **changes))
    begin_turn(field, id)


@lru_cache(maxsize=4096)
def _started_at(hex: Hex, facing: int) -> TacticalTurnStart:
    return TacticalTurnStart(hex=hex, facing=facing)


def _watchers(field: Field, figure: TacticalFigure) -> tuple[str, ...]:
    """Return the ids of the foes in whose arc of vision a figure is."""
    found = []
    for other in field:
        if is_conscious(other) and field.is_foe(figure, other):
            arc = (other.hex, other.facing)
            if any(can_see(*arc, each, other.vision, field.rulings.arc) for each in field.body(figure)):
                found.append(other.id)
    return tuple(found)


def choose(field: Field, figure: TacticalFigure, maneuver: TacticalManeuver, option: Any) -> None:
    """Let a maneuver govern a figure on the field until it chooses the next one."""
    field.put(governed(figure, maneuver, option))


def governed(figure: TacticalFigure, maneuver: TacticalManeuver, option: Any) -> TacticalFigure:
    """Return a figure that a maneuver governs; an aim that it does not use ends."""
    changes: dict[str, Any] = {"maneuver": maneuver, "option": option}
    if not KINDS[maneuver].aims:
        changes["aim"] = None
    if not KINDS[maneuver].studies:
        changes["evaluate"] = None
    return _after(figure, changes)


def _after(figure: TacticalFigure, changes: Mapping[str, Any]) -> TacticalFigure:
    """Return a figure with changes of its state, the same one if it is so already."""
    state = figure.state
    for name, wanted in changes.items():
        if getattr(state, name) != wanted:
            return with_state(figure, **changes)
    return figure


def end(field: Field, id: str, shock: int, *, sprinting: int, dazed: bool) -> None:
    """End a figure's turn: shock that it began with is over, and so are feints that it made in its turn before.

    `shock` is what it has suffered in this turn and feels in the next one; `sprinting` are the seconds that it has run
    straight ahead. `dazed` says that it had to do nothing in this turn.
    """
    figure = field[id]
    state = figure.state
    changes: dict[str, Any] = {"shock": shock, "sprinting": sprinting}
    if dazed:
        changes["must_do_nothing"] = False
    if not state.moved_hexes:
        changes["velocity"] = None
    if state.maneuver is None or not KINDS[state.maneuver].keeps_aim:
        changes["aim"] = None
    field.put(_after(figure, changes))
    for other in [each for each in field.figures() if each.state.feint]:
        known = other.state.feint
        if any(each.by == id for each in known):
            others = [each for each in known if each.by != id]
            own = [each.model_copy(update={"turns": each.turns - 1}) for each in known if each.by == id and each.turns]
            field.put(with_state(other, feint=(*others, *own)))
