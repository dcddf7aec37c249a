"""A figure on its path: each entry is checked, paid for and taken, or refused."""

from dataclasses import replace

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import SIDES, Hex, direction_of, turned
from service.rules.kernel.tally import term
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.options import TacticalAllOutTurn
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver, TacticalMoveMode
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.movement.allowance import (
    Gait,
    end_turn_limit,
    maneuver_rule,
    points_of,
    sprint_points,
    step_length,
)
from service.rules.tactical.movement.contacts import (
    Contact,
    contact_with,
    exit_of,
    refuse_bound,
    refuse_going_on,
    rules_of,
)
from service.rules.tactical.movement.costs import ALL_POINTS, FRONT, POINT, STEP, WAYS, Going, Way
from service.rules.tactical.movement.jumps import jumped
from service.rules.tactical.movement.models import TacticalEntryKind, TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.poses import Pose, Swept, shortest_turn
from service.rules.tactical.movement.postures import PostureEntry, in_posture, posture_rule
from service.rules.tactical.movement.steps import MoveStep, spoken_points

ENTER, TURN, JUMP, POSTURE = TacticalEntryKind
ENTERING = frozenset({ENTER, JUMP})
FORWARD = TacticalMoveMode.FORWARD
EVADE, SLAM = TacticalFollowUp.EVADE, TacticalFollowUp.SLAM


def runs_straight(figure: TacticalFigure, order: TacticalMoveOrder) -> bool:
    """Tell whether an order is a Move forward in one straight line, as a sprint must be."""
    if order.maneuver is not TacticalManeuver.MOVE or not order.path:
        return False
    here = figure.hex
    for entry in order.path:
        if entry.to is None or entry.mode is not FORWARD:
            return False
        if SIDES.get((entry.to[0] - here[0], entry.to[1] - here[1])) != figure.facing:
            return False
        here = entry.to
    return True


class Walk:
    """A figure on its path, with what it has spent and whom it has met."""

    def __init__(self, field: Field, figure: TacticalFigure, order: TacticalMoveOrder, spent: int) -> None:
        """Start where the figure is; if it has spent points, it has moved before in this turn."""
        self.field, self.figure, self.order, self.spent = field, figure, order, spent
        self.points = points_of(figure, order.maneuver, order.option, field.rulings)
        self.sprint = sprint_points(figure, field.rulings) if runs_straight(figure, order) else 0
        self.points += self.sprint
        self.going = Going(field, figure, order.maneuver, order.option, self.points)
        self.pose = self.going.body.pose()
        self.moved = figure.state.moved_hexes if spent else 0
        self.entered = 0
        self.turned_in_place = False
        self.started = figure.posture
        self.run, self.heading = 0, -1
        self.contacts: tuple[Contact, ...] = ()
        self.passed: set[str] = set()
        self.evades: list[str] = []
        self.slams: list[str] = []
        self.steps: list[MoveStep] = []
        self.at = ""

    def take(self, index: int, entry: TacticalPathEntry) -> None:
        """Take one entry of the path.

        Raises: MoveRefusal.
        """
        self.at = f"/path/{index}"
        given = [each for each in (entry.to, entry.turn, entry.jump_to, entry.posture) if each is not None]
        message = f"Entry {index} of the path has {len(given)} of to, turn, jump_to and posture: it needs one."
        fault = refusals.WrongMode(message, pointer=self.at, rule=rules.MOVEMENT_PATH_LEGALITY)
        if len(given) > 1:
            raise fault
        if entry.to is not None:
            self._enter(index, entry.to, entry.mode)
        elif entry.turn is not None:
            self._turn(index, entry.turn)
        elif entry.jump_to is not None:
            self._jump(index, entry.jump_to)
        elif entry.posture is not None:
            self._change_posture(index, entry.posture)
        else:
            raise fault

    # Entering a hex

    def _enter(self, index: int, to: Hex, mode: TacticalMoveMode) -> None:
        here, going, body = self.pose, self.going, self.going.body
        direction = SIDES.get((to[0] - here.hex[0], to[1] - here.hex[1]))
        self._refuse_still()
        if direction is None:
            message = f"Hex [{to[0]}, {to[1]}] is not adjacent to hex [{here.hex[0]}, {here.hex[1]}]."
            raise refusals.NotAdjacent(message, pointer=self.at)
        way = self._way_into(direction, mode)
        fault = going.edge_fault(here.hex, direction) or going.barrier(to)
        if fault is not None:
            raise fault.below(self.at)
        exits, cites = self._leave(direction, to)
        cost, terms = self._pay(direction, to, way)
        facing = self._entry_facing(to, direction, way)
        sides = shortest_turn(here.facing, facing)
        narrow = body.turn_fault(here, sides) if body.large else None
        narrow = narrow or body.shift_fault(body.turn(here, facing), direction)
        if narrow is not None:
            raise narrow.pointing(lambda _: self.at)
        pose = body.enter(here, direction, facing)
        self.contacts = self._meet(here, pose, index)
        cites = (way.rule, *cites)
        if body.large:
            cites = (*cites, rulebook.MULTIHEX_HEAD_MOVES, rulebook.MULTIHEX_BODY_FOLLOWS)
        self._count(direction, 1)
        self._add(index, ENTER, pose, cost, terms)
        self._tell(cites, exits, self._swept(here, sides))

    def _refuse_still(self) -> None:
        """Refuse to enter a hex with a maneuver or in a posture that does not move."""
        name, order, rulings = name_of(self.figure), self.order, self.field.rulings
        if self.going.gait is Gait.NONE:
            message = f"{name} cannot leave its hex with {order.maneuver.value}, which moves no hex."
            raise refusals.NoMovementAllowed(message, pointer=self.at, rule=maneuver_rule(order.maneuver, order.option))
        if self.figure.posture is Posture.SITTING and not (self.going.gait is Gait.STEP and rulings.sitting_step):
            raise refusals.SittingCannotMove(f"{name} is sitting and cannot leave its hex.", pointer=self.at)
        if self.going.gait is Gait.FORWARD and self.turned_in_place:
            message = f"{name} has turned in place in its All-Out Attack, and so cannot move."
            raise refusals.AoaTurnOnlyWhenStationary(message, pointer=self.at)
        if not self.entered:
            refuse_bound(self.field, self.figure, self.at)
        refuse_going_on(self.figure, self.contacts, self.at)

    def _way_into(self, direction: int, mode: TacticalMoveMode) -> Way:
        """Return how an adjacent hex is entered; a step goes any way."""
        if self.going.gait is Gait.STEP:
            return STEP
        side = turned(direction, -self.pose.facing)
        found = next((way for way in WAYS[side] if way.mode is mode), None)
        name, facing = name_of(self.figure), self.pose.facing
        if self.going.gait is Gait.FORWARD and side not in FRONT:
            message = f"{name} faces {facing} and cannot go in direction {direction}: an All-Out Attack goes forward."
            raise refusals.AoaForwardOnly(message, pointer=self.at)
        if found is None and mode is FORWARD:
            words = " or ".join([way.mode.value for way in WAYS[side]])
            where = f"direction {direction} does not lead into a front hex"
            message = f"{name} faces {facing}: {where}; that hex is entered by {words}."
            raise refusals.NotAFrontHex(message, pointer=self.at)
        if found is None:
            words = " or ".join([way.mode.value for way in WAYS[side]])
            message = f"{name} faces {facing}: it enters the hex in direction {direction} by {words}, not {mode.value}."
            raise refusals.WrongMode(message, pointer=self.at)
        return found

    def _entry_facing(self, to: Hex, direction: int, way: Way) -> int:
        """Return the facing in the hex that is entered; who runs into a foe's hex faces him, except backward.

        Ruling: tactical/ruling/entry-sideways.
        """
        sidestep = way.mode is TacticalMoveMode.SIDESTEP
        if sidestep and self.going.foes(to):
            return direction
        return turned(self.pose.facing, way.turn)

    def _leave(self, direction: int, to: Hex) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
        """Return whom the figure evades to leave the hex that it began in, and the rules of that."""
        if self.moved:
            return (), ()
        exits, cites = exit_of(self.field, self.going, direction, to, self.order, self.at)
        self.evades += exits
        return exits, cites

    def _pay(self, direction: int, to: Hex, way: Way) -> tuple[int, tuple[Term, ...]]:
        """Return the cost of a hex and what it is made of."""
        going = self.going
        whole = going.all_points_rule(to)
        terms = [term(way.rule, way.cost), *going.terms(to)]
        wall = going.edge_price(self.pose.hex, direction)
        if wall:
            terms.append(term(rules.MOVEMENT_MINOR_OBSTRUCTION, wall, "Low wall"))
        cost = sum([each.value for each in terms])
        after = going.after(self.spent, cost if whole is None else ALL_POINTS, self.moved)
        if after is None:
            raise self._unaffordable(to, cost, whole)
        paid = after - self.spent
        if whole is not None:
            return paid, (term(whole, paid),)
        if paid < cost:
            first = rules.MOVEMENT_ONE_HEX_GUARANTEE if self.moved == 0 else rules.MANEUVER_ALL_OUT_ATTACK_MOVE
            terms.append(term(first, paid - cost))
        return paid, tuple(terms)

    def _unaffordable(self, to: Hex, cost: int, whole: Rule | None) -> refusals.MoveRefusal:
        name, where = name_of(self.figure), f"hex [{to[0]}, {to[1]}]"
        left, most = spoken_points(self.points - self.spent), spoken_points(self.points)
        if self.going.gait is Gait.STEP:
            message = f"{name} cannot step on to {where}: its step is {most} hexes long, and {left} are left."
            return refusals.StepTooLong(message, pointer=self.at)
        if whole is not None and self.points:
            message = f"{name} needs all of its {most} movement points for {where}, and has {left} left."
            return refusals.NeedsAllPoints(message, pointer=self.at, rule=whole)
        message = f"{name} needs {spoken_points(cost)} movement points for {where}, and has {left} of {most} left."
        if self.contacts:
            return refusals.EvadeNeedsPoints(message, pointer=self.at)
        return refusals.NotEnoughPoints(message, pointer=self.at)

    def _meet(self, before: Pose, pose: Pose, index: int) -> tuple[Contact, ...]:
        """Return what is done with the foes whose hexes the body comes into."""
        goes_on = self._goes_on(index)
        body = self.going.body
        left = set(body.hexes(before)) if body.large else set[Hex]()
        hexes = [each for each in body.hexes(pose) if each not in left] if body.large else [pose.hex]
        foes = {foe.id: foe for each in hexes for foe in self.going.foes(each)}
        new = [foe for foe in foes.values() if not goes_on or foe.id not in self.passed]
        found = tuple([contact_with(self.going, foe, self.order, self.at, goes_on=goes_on) for foe in new])
        self.passed.update([each.foe for each in found])
        self.evades += [each.foe for each in found if each.follow_up is EVADE]
        self.slams += [each.foe for each in found if each.follow_up is SLAM and each.foe not in self.slams]
        return found

    def _swept(self, pose: Pose, sides: int) -> tuple[Swept, ...]:
        """Return those whom a turn sweeps over and no earlier part of the movement slammed into."""
        found = tuple([each for each in self.going.body.sweeps(pose, sides) if each.foe not in self.slams])
        self.slams += [each.foe for each in found]
        return found

    def _count(self, direction: int, hexes: int) -> None:
        """Count hexes in a direction, and how many of them make a straight run."""
        self.run = self.run + hexes if direction == self.heading else hexes
        self.heading = direction
        self.moved += hexes
        self.entered += hexes

    # Turns, jumps and postures

    def _turn(self, index: int, sides: int) -> None:
        cost = self._turn_cost(index, sides)
        fault = self.going.body.turn_fault(self.pose, sides)
        if fault is not None:
            raise fault.pointing(lambda _: self.at)
        free = rules.STEP_FACING_FREE if self.going.gait is Gait.STEP else maneuver_rule(self.order.maneuver, None)
        terms = (term(rules.MOVEMENT_TURN_BEFORE_DURING, cost),) if cost else ()
        pose = self.going.body.turn(self.pose, turned(self.pose.facing, sides))
        swept = self._swept(self.pose, sides)
        self.turned_in_place = self.turned_in_place or sides != 0
        self.run, self.heading = 0, -1
        self._add(index, TURN, pose, cost, terms)
        self._tell(() if cost else (free,), (), swept)

    def _turn_cost(self, index: int, sides: int) -> int:
        """Return the half points of a turn that is no turn at the end.

        Ruling: tactical/ruling/aoa-turn.
        """
        gait, order, name = self.going.gait, self.order, name_of(self.figure)
        if gait is Gait.STEP or sides == 0:
            return 0
        if gait is Gait.NONE:
            if order.maneuver is TacticalManeuver.WAIT:
                return 0
            rule = maneuver_rule(order.maneuver, order.option)
            message = f"{name} cannot turn with {order.maneuver.value}."
            raise refusals.NoMovementAllowed(message, pointer=self.at, rule=rule)
        if gait is Gait.FORWARD and self.moved:
            message = f"{name} has moved in its All-Out Attack, and so cannot turn."
            raise refusals.AoaTurnOnlyWhenStationary(message, pointer=self.at)
        if gait is Gait.FORWARD and self.field.rulings.aoa_turn_cost is TacticalAllOutTurn.FREE:
            return 0
        if self.held() and not self._goes_on(index):
            message = f"{name} has run into the hex of {self.held()[0].foe!r}, faces it and cannot turn."
            raise refusals.EndTurnTooBig(message, pointer=self.at, rule=rulebook.CLOSE_RUN_IN)
        cost, left = POINT * abs(sides), self.points - self.spent
        if cost > left:
            message = f"{name} needs {spoken_points(cost)} movement points to turn by {abs(sides)} hexsides"
            message += f", and has {spoken_points(left)} of {spoken_points(self.points)} left."
            raise refusals.NotEnoughPoints(message, pointer=self.at, rule=rules.MOVEMENT_TURN_BEFORE_DURING)
        return cost

    def held(self) -> tuple[Contact, ...]:
        """Return the contacts in the hex where the figure is now, but for smaller foes whom it overruns."""
        return tuple([each for each in self.contacts if not each.overrun])

    def most_end_turn(self) -> int:
        """Return how many hexsides the figure may turn for free, if its movement ends where it is now."""
        gait, order = self.going.gait, self.order
        if self.held() and gait is not Gait.STEP:
            return 0
        if gait is Gait.FORWARD:
            return 0 if self.moved or self.field.rulings.aoa_turn_cost is TacticalAllOutTurn.POINTS else 3
        return end_turn_limit(order.maneuver, order.option, self.points, self.spent)

    def _goes_on(self, index: int) -> bool:
        """Tell whether the path enters a hex after an entry."""
        return any(each.to is not None or each.jump_to is not None for each in self.order.path[index + 1 :])

    def _jump(self, index: int, to: Hex) -> None:
        self._refuse_still()
        here, body = self.pose, self.going.body
        heading = direction_of(here.hex, to)
        run = self.run if heading == self.heading else 0
        direction, crossed = jumped(self.field, self.going, here, to, run, self.at)
        exits, cites = self._leave(direction, to)
        hexes = len(crossed) + 1
        cost = POINT * hexes
        if cost > self.points - self.spent:
            raise self._unaffordable(to, cost, None)
        sides = shortest_turn(here.facing, direction)
        pose = body.turn(here, direction)._replace(hex=to)
        narrow = body.turn_fault(here, sides) or body.fault(pose)
        if narrow is not None:
            raise narrow.pointing(lambda _: self.at)
        self.contacts = self._meet(here, pose, index)
        self._count(direction, hexes)
        self._add(index, JUMP, pose, cost, (term(rules.MOVEMENT_JUMP, cost),))
        self._tell(cites, exits)

    def _change_posture(self, index: int, posture: Posture) -> None:
        step = step_length(self.figure, self.field.rulings)
        entry = PostureEntry(posture, self.started, self.moved, self.spent, step, self.at)
        rule = posture_rule(self.going, self.order, entry)
        figure = in_posture(self.field, self._as_it_is(), self.order, posture, self.at)
        cost = self.points - self.spent if rule is rules.MANEUVER_KNEEL_AS_STEP else 0
        self.figure = figure
        self.going = Going(self.field, figure, self.order.maneuver, self.order.option, self.points)
        terms = (term(rule, cost),) if cost else ()
        cites: tuple[Rule, ...] = (rule, rules.POSTURE_TABLE)
        if rule is rules.MANEUVER_CHANGE_POSTURE and self.going.body.stretched:
            cites = (*cites, rules.POSTURE_LIE_DOWN, rules.POSTURE_PRONE_FACING)
        elif rule is rules.MANEUVER_CHANGE_POSTURE:
            cites = (*cites, rules.POSTURE_GET_UP)
        self._add(index, POSTURE, self.going.body.pose(), cost, terms)
        self._tell(cites)

    def _as_it_is(self) -> TacticalFigure:
        """Return the figure where its path has led it so far."""
        axis = self.pose.axis if self.going.body.stretched else self.figure.upper_direction
        update = {"hex": self.pose.hex, "facing": self.pose.facing, "upper_direction": axis}
        return self.figure.model_copy(update=update)

    def _add(self, index: int, kind: TacticalEntryKind, pose: Pose, cost: int, terms: tuple[Term, ...]) -> None:
        """Go where an entry leads, and add the step to the plan."""
        self.pose = pose
        self.spent += cost
        now = self._as_it_is()
        step = MoveStep(
            index=index,
            kind=kind,
            hex=now.hex,
            facing=now.facing,
            upper_direction=now.upper_direction,
            posture=now.posture,
            huddled=now.state.huddled,
            cost=cost,
            spent=self.spent,
            terms=terms,
            roll=kind is JUMP and self.field.rulings.jump_roll,
        )
        self.steps.append(step)

    def _tell(self, cites: tuple[Rule, ...], exits: tuple[str, ...] = (), sweeps: tuple[Swept, ...] = ()) -> None:
        """Say of the last step which rules it follows, and whom it meets."""
        contacts = self.contacts if self.steps[-1].kind in ENTERING else ()
        found = (*cites, *rules_of(contacts), *((rulebook.MULTIHEX_SWEEP,) if sweeps else ()))
        self.steps[-1] = replace(self.steps[-1], cites=found, contacts=contacts, exits=exits, sweeps=sweeps)
