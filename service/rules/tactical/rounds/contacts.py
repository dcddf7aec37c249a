"""Foes on the way of a figure that moves in its turn: leaving close combat, running in, evading and slamming."""

from service.rules.kernel.hexes import Hex, direction_of, turned
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalFollowUp, TacticalSector
from service.rules.tactical.close.evade import evade
from service.rules.tactical.close.outcomes import TacticalEvade
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.pairs import dragged_by, join, let_go, part, sector_of_opponent
from service.rules.tactical.figures.standing import name_of, with_state
from service.rules.tactical.map.footprints import body_arc
from service.rules.tactical.movement.contacts import Contact
from service.rules.tactical.movement.steps import MoveStep
from service.rules.tactical.rounds.turn import Turn

STOP, EVADE, SLAM = TacticalFollowUp


def leave(turn: Turn, step: MoveStep) -> bool:
    """Evade those on whose side of the hex a figure leaves it, and tell whether it gets past all of them.

    Dice: for each 3D6 mover, 3D6 foe, until one stops it.
    """
    for foe in step.exits:
        sector = sector_of_opponent(turn.field, turn.field[foe], turn.id)
        if not _evade(turn, foe, sector):
            return False
    return True


def leave_behind(turn: Turn, origin: Hex) -> None:
    """End the close combats and the holds that a figure has left, and drag those along who are too weak to hold it."""
    field, mover = turn.field, turn.figure
    for holder in dragged_by(field, mover):
        _drag(field, turn.id, holder, origin)
        turn.note(rulebook.GRAPPLE_EFFECT, f"{mover.name or mover.id} drags {name_of(field[holder])} along.")
    for pair in mover.state.close:
        if field.distance(turn.figure, field[pair.foe]) > (1 if pair.adjacent else 0):
            part(field, turn.id, pair.foe)
    for grip in turn.figure.state.grapples:
        if field.distance(turn.figure, field[grip.foe]) > 0:
            let_go(field, turn.id, grip.foe)
            foe = name_of(field[grip.foe])
            turn.note(rulebook.CLOSE_GRAPPLED_STAY, f"{turn.name} leaves and lets go of {foe}.")


def _drag(field: Field, mover: str, holder: str, origin: Hex) -> None:
    """Move a figure along that holds a much stronger one: into its new hex, or into the one it has left."""
    held, figure = field[mover], field[holder]
    hex = held.hex if figure.hex == origin else origin
    field.put(figure.model_copy(update={"hex": hex}))
    for one, other in ((mover, holder), (holder, mover)):
        pairs = field[one].state.close
        moved = [each.model_copy(update={"hex": held.hex}) if each.foe == other else each for each in pairs]
        field.put(with_state(field[one], close=tuple(moved)))


def approach(turn: Turn, foe: str, origin: Hex) -> TacticalSector:
    """Return the side of a foe that the figure comes from."""
    figure = turn.field[foe]
    sector = body_arc(turn.field.body(figure), figure.facing, origin)
    return TacticalSector.FRONT if sector is TacticalSector.OWN else sector


def run_in(turn: Turn, foe: str, origin: Hex) -> None:
    """Begin close combat in the hex of a foe, which the figure enters from another one."""
    here = turn.figure.hex
    direction = direction_of(origin, here)
    if direction is None:
        direction = turn.figure.facing
    join(turn.field, turn.id, foe, here, direction)
    turn.entered = (*turn.entered, foe)
    text = f"{turn.name} runs in on {name_of(turn.field[foe])}: close combat."
    turn.note(rulebook.CLOSE_START, text, (rulebook.CLOSE_ENTER, rulebook.CLOSE_RUN_IN, rulebook.CLOSE_HALVES))


def meet(turn: Turn, contact: Contact, origin: Hex) -> bool:
    """Evade a foe in his hex, or run in on him if that fails; tell whether the figure may go on.

    Dice: 3D6 mover, 3D6 foe.
    """
    if contact.follow_up is EVADE and _evade(turn, contact.foe, approach(turn, contact.foe, origin)):
        return True
    run_in(turn, contact.foe, origin)
    return False


def _evade(turn: Turn, foe: str, sector: TacticalSector) -> bool:
    let_pass = foe in turn.orders.opening_for(turn.id)
    done: TacticalEvade = evade(turn.field, turn.id, foe, sector, turn.dice, let_pass=let_pass)
    turn.evades = (*turn.evades, done)
    return done.passed
