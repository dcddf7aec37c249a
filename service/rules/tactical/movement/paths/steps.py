"""The steps of a movement, the plan that they make up, and how a figure is moved along it."""

from functools import lru_cache

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex, direction_of, distance
from service.rules.kernel.telling import amount
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalChangeReason, TacticalFollowUp
from service.rules.tactical.figures.condition import MOST_COUNTED, TacticalVelocity
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.paths.contacts import Contact
from service.rules.tactical.movement.poses import Body, Swept
from service.rules.tactical.movement.records import TacticalEntryKind
from service.wire import value_class


@value_class
class MoveStep:
    """One entry of a path and where it leads; `cost` and `spent` are half points, and so are the terms.

    `exits` are the foes to evade before the hex is left in which the movement began. `sweeps` are those whom a large
    body slams into as it turns. `roll` tells that a jump takes a DX roll.
    """

    index: int
    kind: TacticalEntryKind
    hex: Hex
    facing: int
    upper_direction: int | None
    posture: Posture
    huddled: bool
    cost: int
    spent: int
    terms: tuple[Term, ...]
    cites: tuple[Rule, ...] = ()
    contacts: tuple[Contact, ...] = ()
    exits: tuple[str, ...] = ()
    sweeps: tuple[Swept, ...] = ()
    roll: bool = False

    @property
    def foe(self) -> str | None:
        """Return the foe whose hex is entered, the first of several."""
        return self.contacts[0].foe if self.contacts else None

    @property
    def follow_up(self) -> TacticalFollowUp | None:
        """Return what is done with that foe."""
        return self.contacts[0].follow_up if self.contacts else None


@value_class
class MovePlan:
    """A legal path: its half points, its steps and where they lead.

    `facing` is that after the turn at the end, which is `end_turn` hexsides, from -2 to 3. `slams` has those whom a
    turning body sweeps over, too.
    """

    points: int
    spent: int
    steps: tuple[MoveStep, ...]
    hex: Hex
    facing: int
    upper_direction: int | None
    end_turn: int
    evades: tuple[str, ...]
    slams: tuple[str, ...]
    body: tuple[Hex, ...]
    cites: tuple[Rule, ...]


def points_text(halves: int) -> str:
    """Say half points with their unit: "1 movement point" or "1.5 movement points"."""
    return f"{spoken_points(halves)} movement point{'' if halves == POINT else 's'}"


def sides_text(sides: int) -> str:
    """Say how far a turn is, to either side: "1 hexside"."""
    return amount(abs(sides), "hexside")


def spoken_points(halves: int) -> str:
    """Say half points as movement points: "4" or "4.5"."""
    return f"{halves // POINT}.5" if halves % POINT else str(halves // POINT)


# Moving a figure on a field

MOVES = (TacticalEntryKind.ENTER, TacticalEntryKind.JUMP)


def take(
    field: Field, figure_id: str, step: MoveStep, why: TacticalChangeReason = TacticalChangeReason.MOVE
) -> TacticalFigure:
    """Put a figure where a step of its plan leads, and return it.

    Its state counts hexes and points, and how far it has run straight: a turn on the way ends a run. Who is in close
    combat with whom does not change here.
    """
    figure = field[figure_id]
    state = figure.state
    changes: dict[str, object] = {"mp_spent": step.spent / POINT, "huddled": step.huddled}
    if step.kind in MOVES:
        hexes = distance(figure.hex, step.hex)
        changes["moved_hexes"] = state.moved_hexes + hexes
        changes["velocity"] = _velocity(figure, step.hex, hexes)
    elif step.kind is TacticalEntryKind.TURN:
        changes["velocity"] = None
    return field.put(
        changed(
            figure,
            hex=step.hex,
            facing=step.facing,
            upper_direction=step.upper_direction,
            posture=step.posture,
            state=state.model_copy(update=changes),
        ),
        why,
    )


def _velocity(figure: TacticalFigure, to: Hex, hexes: int) -> TacticalVelocity | None:
    """Return the straight run of a figure that enters a hex or lands in it, so many hexes away."""
    direction = direction_of(figure.hex, to)
    if direction is None:
        return None
    before = figure.state.velocity
    run = before.yards if before is not None and before.direction == direction and figure.state.moved_hexes else 0
    return _straight(direction, min(run + hexes, MOST_COUNTED))


@lru_cache(maxsize=256)
def _straight(direction: int, yards: int) -> TacticalVelocity:
    return TacticalVelocity(direction=direction, yards=yards)


def turn_to(field: Field, figure_id: str, facing: int) -> TacticalFigure:
    """Turn a figure to a facing where it is, as at the end of its movement, and return it.

    The feet of a lying figure swing about its head; those of a crawling one stay.
    """
    figure = field[figure_id]
    update: dict[str, object] = {"facing": facing}
    if is_stretched(figure, field.rulings):
        body = Body(field, figure)
        update["upper_direction"] = body.turn(body.pose(), facing).axis
    return field.put(changed(figure, **update))
