"""A figure on its path: each entry is checked, paid for and taken, or refused."""

from functools import cache, lru_cache

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import SIDES, Hex, ahead, direction_of, hex_text, nearest_to, neighbours, turned
from service.rules.kernel.tally import term
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.maneuvers import BY_STEP, FORWARD_ONLY
from service.rules.tactical.book.words import TacticalFollowUp, TacticalMoveMode
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed, name_of
from service.rules.tactical.movement import costs
from service.rules.tactical.movement.allowance import MOVE, maneuver_rule, points_of, sprint_points
from service.rules.tactical.movement.paths import contacts
from service.rules.tactical.movement.paths.jumps import jumped
from service.rules.tactical.movement.paths.postures import PostureEntry, in_posture, posture_rule
from service.rules.tactical.movement.paths.steps import MoveStep, points_text, sides_text, spoken_points
from service.rules.tactical.movement.poses import Pose, Swept, shortest_turn
from service.rules.tactical.movement.records import TacticalEntryKind, TacticalMoveOrder, TacticalPathEntry

ENTER, TURN, JUMP, POSTURE = TacticalEntryKind
FORWARD = TacticalMoveMode.FORWARD
EVADE, SLAM = TacticalFollowUp.EVADE, TacticalFollowUp.SLAM


def runs_straight(figure: TacticalFigure, order: TacticalMoveOrder) -> bool:
    """Return whether an order is a Move forward in one straight line, as a sprint must be."""
    if order.maneuver is not MOVE or not order.path:
        return False
    here = figure.hex
    for entry in order.path:
        if entry.to is None or entry.mode is not FORWARD:
            return False
        if SIDES.get((entry.to[0] - here[0], entry.to[1] - here[1])) != figure.facing:
            return False
        here = entry.to
    return True


def straight(figure: TacticalFigure, hexes: int) -> tuple[TacticalPathEntry, ...]:
    """Return a path straight ahead."""
    return tuple([entering(each, FORWARD) for each in ahead(figure.hex, figure.facing, hexes)])


@lru_cache(maxsize=4096)
def entering(hex: Hex, mode: TacticalMoveMode) -> TacticalPathEntry:
    """Return the entry of a path that leads into a hex."""
    return TacticalPathEntry(to=hex, mode=mode)


@cache
def turning(hexsides: int) -> TacticalPathEntry:
    """Return the entry of a path that turns in place."""
    return TacticalPathEntry(turn=hexsides)


class Walk:
    """A figure on its path, with what it has spent and whom it has met."""

    def __init__(self, field: Field, figure: TacticalFigure, order: TacticalMoveOrder, spent: int) -> None:
        """Start where the figure is; if it has spent points, it has moved before in this turn."""
        self.field, self.figure, self.order, self.spent = field, figure, order, spent
        self.sprint = sprint_points(figure, field.rulings) if runs_straight(figure, order) else 0
        self.points = points_of(figure, order.maneuver, order.option, field.rulings) + self.sprint
        self.going = costs.Going(field, figure, order.maneuver, order.option, self.points)
        self.pose = self.going.body.pose()
        self.moved = figure.state.moved_hexes if spent else 0
        self.entered = 0
        self.turned_in_place = False
        self.started = figure.posture
        self.run, self.heading = 0, -1
        self.contacts: tuple[contacts.Contact, ...] = ()
        self.passed: set[str] = set()
        self.evades: list[str] = []
        self.slams: list[str] = []
        self.steps: list[MoveStep] = []
        self.index = 0

    def take(self, index: int, entry: TacticalPathEntry) -> None:
        """Take one entry of the path."""
        self.index = index
        given = [each for each in (entry.to, entry.turn, entry.jump_to, entry.posture) if each is not None]
        if len(given) != 1:
            message = f"Entry {index} of the path has {len(given)} of to, turn, jump_to and posture; it needs one."
            raise refusals.WrongMode(message, rule=rules.MOVEMENT_PATH_LEGALITY)
        if entry.to is not None:
            self._enter(entry.to, entry.mode)
        if entry.turn is not None:
            self._turn(entry.turn)
        if entry.jump_to is not None:
            self._jump(entry.jump_to)
        if entry.posture is not None:
            self._change_posture(entry.posture)

    # Entering a hex

    def _enter(self, to: Hex, mode: TacticalMoveMode) -> None:
        here, going, body = self.pose, self.going, self.going.body
        direction = SIDES.get((to[0] - here.hex[0], to[1] - here.hex[1]))
        self._refuse_still()
        if direction is None:
            near = hex_text(nearest_to(to, neighbours(here.hex)))
            message = f"Hex {hex_text(to)} is not adjacent to hex {hex_text(here.hex)}; the nearest that is: {near}."
            raise refusals.NotAdjacent(message)
        way = self._way_into(direction, mode)
        costs.refuse(going.edge_fault(here.hex, direction) or going.barrier(to))
        exits, cites = self._leave(direction, to)
        cost, terms = self._pay(direction, to, way)
        facing = going.entry_facing(here.facing, direction, to, way)
        costs.refuse(body.explained(body.entry_jam(here, direction, facing)))
        pose = body.enter(here, direction, facing)
        self.contacts = self._meet(here, pose)
        swept = self._swept(here, shortest_turn(here.facing, facing))
        self._count(direction, 1)
        large = (rulebook.MULTIHEX_HEAD_MOVES, rulebook.MULTIHEX_BODY_FOLLOWS) if body.large else ()
        self._add(ENTER, pose, cost, terms, (way.rule, *cites, *large, *contacts.rules_of(self.contacts)), exits, swept)

    def _refuse_still(self) -> None:
        """Refuse to leave a hex with a maneuver, posture or hold that does not let one, or on from a foe's."""
        costs.refuse(self.going.still_fault())
        if self.going.gait is FORWARD_ONLY and self.turned_in_place:
            message = f"{name_of(self.figure)} has turned in place in its All-Out Attack, and so cannot move."
            raise refusals.AoaTurnOnlyWhenStationary(message)
        contacts.refuse_going_on(self.figure, self.contacts)

    def _way_into(self, direction: int, mode: TacticalMoveMode) -> costs.Way:
        """Return how an adjacent hex is entered; a step goes any way."""
        if self.going.gait is BY_STEP:
            return costs.STEP
        side = turned(direction, -self.pose.facing)
        found = next((way for way in self.going.ways[side] if way.mode is mode), None)
        if found is not None:
            return found
        faces = f"{name_of(self.figure)} faces {self.pose.facing}"
        if self.going.gait is FORWARD_ONLY and side not in costs.FRONT:
            message = f"{faces} and cannot go in direction {direction}: an All-Out Attack goes forward."
            raise refusals.AoaForwardOnly(message)
        words = " or ".join([way.mode.value for way in costs.WAYS[side]])
        if mode is FORWARD:
            message = f"{faces}: direction {direction} does not lead into a front hex; that hex is entered by {words}."
            raise refusals.NotAFrontHex(message)
        message = f"{faces}: it enters the hex in direction {direction} by {words}, not {mode.value}."
        raise refusals.WrongMode(message)

    def _leave(self, direction: int, to: Hex) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
        """Return whom the figure evades to leave the hex that it began in, and the rules of that."""
        if self.moved:
            return (), ()
        exits, cites = contacts.exit_of(self.going, direction, to, self.order)
        self.evades += exits
        return exits, cites

    def _pay(self, direction: int, to: Hex, way: costs.Way) -> tuple[int, tuple[Term, ...]]:
        """Return the cost of a hex and what it is made of."""
        going = self.going
        whole = going.all_points_rule(to)
        terms = [term(way.rule, way.cost), *going.terms(to)]
        wall = going.edge_price(self.pose.hex, direction)
        if wall:
            terms.append(term(rules.MOVEMENT_MINOR_OBSTRUCTION, wall, "Low wall"))
        cost = sum([each.value for each in terms])
        after = going.after(self.spent, cost if whole is None else costs.ALL_POINTS, self.moved)
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
        name, where = name_of(self.figure), f"hex {hex_text(to)}"
        left, most = spoken_points(max(self.points - self.spent, 0)), spoken_points(self.points)
        if self.going.gait is BY_STEP:
            message = f"{name} cannot step on to {where}: it may step {most} hex{'' if most == '1' else 'es'}"
            message += f", and {left} is left." if left == "1" else f", and {left} are left."
            return refusals.StepTooLong(message)
        if whole is not None and self.points:
            message = f"{name} needs all of its {most} movement points for {where}, and has {left} left."
            return refusals.NeedsAllPoints(message, rule=whole)
        message = f"{name} needs {points_text(cost)} for {where}, and has {left} of {most} left."
        return refusals.EvadeNeedsPoints(message) if self.contacts else refusals.NotEnoughPoints(message)

    def _meet(self, before: Pose, pose: Pose) -> tuple[contacts.Contact, ...]:
        """Return what is done with the foes whose hexes the body comes into."""
        met = self.going.met(before, pose)
        if not met:
            return ()
        goes_on = self._goes_on()
        new = [foe for foe in met if not goes_on or foe.id not in self.passed]
        found = tuple([contacts.contact_with(self.going, foe, self.order, goes_on=goes_on) for foe in new])
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

    def _turn(self, sides: int) -> None:
        cost = self._turn_cost(sides) if sides else 0
        costs.refuse(self.going.body.explained(self.going.body.turn_jam(self.pose, sides)))
        free = rules.STEP_FACING_FREE if self.going.gait is BY_STEP else maneuver_rule(self.order.maneuver, None)
        terms = (term(rules.MOVEMENT_TURN_BEFORE_DURING, cost),) if cost else ()
        swept = self._swept(self.pose, sides)
        self.turned_in_place = self.turned_in_place or sides != 0
        self.run, self.heading = 0, -1
        pose = self.going.body.turn(self.pose, turned(self.pose.facing, sides))
        self._add(TURN, pose, cost, terms, () if cost else (free,), (), swept)

    def _turn_cost(self, sides: int) -> int:
        """Return the half points of a turn that is no turn at the end."""
        gait, order, name = self.going.gait, self.order, name_of(self.figure)
        price = self.going.turn_price()
        if price is None:
            rule = maneuver_rule(order.maneuver, order.option)
            raise refusals.NoMovementAllowed(f"{name} cannot turn with {order.maneuver.value}.", rule=rule)
        if gait is FORWARD_ONLY and self.moved:
            message = f"{name} has moved in its All-Out Attack, and so cannot turn."
            raise refusals.AoaTurnOnlyWhenStationary(message)
        if price and self.held() and not self._goes_on():
            message = f"{name} has run into the hex of {self.held()[0].foe!r}, faces it and cannot turn."
            raise refusals.EndTurnTooBig(message, rule=rulebook.CLOSE_RUN_IN)
        cost, left = price * abs(sides), self.points - self.spent
        if cost > max(left, 0):
            message = f"{name} needs {points_text(cost)} to turn by {sides_text(sides)}"
            message += f", and has {spoken_points(left)} of {spoken_points(self.points)} left."
            raise refusals.NotEnoughPoints(message, rule=rules.MOVEMENT_TURN_BEFORE_DURING)
        return cost

    def held(self) -> tuple[contacts.Contact, ...]:
        """Return the contacts in the hex where the figure is now, but for smaller foes whom it overruns."""
        return tuple([each for each in self.contacts if not each.overrun])

    def _goes_on(self) -> bool:
        """Return whether the path enters a hex after this entry."""
        return any(each.to is not None or each.jump_to is not None for each in self.order.path[self.index + 1 :])

    def _jump(self, to: Hex) -> None:
        self._refuse_still()
        here, body = self.pose, self.going.body
        run = self.run if direction_of(here.hex, to) == self.heading else 0
        direction, crossed = jumped(self.going, here, to, run)
        exits, cites = self._leave(direction, to)
        hexes = len(crossed) + 1
        cost = costs.POINT * hexes
        if cost > self.points - self.spent:
            raise self._unaffordable(to, cost, None)
        pose = body.turn(here, direction)._replace(hex=to)
        costs.refuse(body.explained(body.turn_jam(here, shortest_turn(here.facing, direction)) or body.rest_jam(pose)))
        self.contacts = self._meet(here, pose)
        self._count(direction, hexes)
        terms = (term(rules.MOVEMENT_JUMP, cost),)
        self._add(JUMP, pose, cost, terms, (*cites, *contacts.rules_of(self.contacts)), exits)

    def _change_posture(self, posture: Posture) -> None:
        rule = posture_rule(self.going, self.order, PostureEntry(posture, self.started, self.moved, self.spent))
        self.figure = in_posture(self.field, self._as_it_is(), self.order, posture)
        self.going = costs.Going(self.field, self.figure, self.order.maneuver, self.order.option, self.points)
        cost = self.points - self.spent if rule is rules.MANEUVER_KNEEL_AS_STEP else 0
        cites: tuple[Rule, ...] = (rule, rules.POSTURE_TABLE)
        if rule is rules.MANEUVER_CHANGE_POSTURE and self.going.body.stretched:
            cites = (*cites, rules.POSTURE_LIE_DOWN, rules.POSTURE_PRONE_FACING)
        elif rule is rules.MANEUVER_CHANGE_POSTURE:
            cites = (*cites, rules.POSTURE_GET_UP)
        self._add(POSTURE, self.going.body.pose(), cost, (term(rule, cost),) if cost else (), cites)

    def _as_it_is(self) -> TacticalFigure:
        """Return the figure where its path has led it so far."""
        return changed(self.figure, hex=self.pose.hex, facing=self.pose.facing, upper_direction=self._axis())

    def _axis(self) -> int | None:
        return self.pose.axis if self.going.body.stretched else self.figure.upper_direction

    def _add(
        self,
        kind: TacticalEntryKind,
        pose: Pose,
        cost: int,
        terms: tuple[Term, ...],
        cites: tuple[Rule, ...],
        exits: tuple[str, ...] = (),
        sweeps: tuple[Swept, ...] = (),
    ) -> None:
        """Go where an entry leads, and add the step to the plan."""
        self.pose = pose
        self.spent += cost
        figure = self.figure
        self.steps.append(
            MoveStep(
                index=self.index,
                kind=kind,
                hex=pose.hex,
                facing=pose.facing,
                upper_direction=self._axis(),
                posture=figure.posture,
                huddled=figure.state.huddled,
                cost=cost,
                spent=self.spent,
                terms=terms,
                cites=(*cites, rulebook.MULTIHEX_SWEEP) if sweeps else cites,
                contacts=self.contacts if kind in (ENTER, JUMP) else (),
                exits=exits,
                sweeps=sweeps,
                roll=kind is JUMP and self.field.rulings.jump_roll,
            )
        )
