"""What a figure that plays by itself goes by: its foes, what it can strike and shoot with, and where it can get to."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import compress, tee
from typing import Final, NamedTuple

from service.dice.exact import START, ExactDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, distance, neighbours
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.sight.sight import sees_each
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalStance
from service.rules.tactical.figures.field import Field, fills, is_crowded
from service.rules.tactical.figures.filled_hexes import is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound
from service.rules.tactical.figures.standing import hp_of, is_badly_hurt, is_conscious, with_state
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.sectors import facings_ahead, nearest_facing, towards
from service.rules.tactical.movement.allowance import farthest_of
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.poses import Pose, is_large
from service.rules.tactical.movement.records import MOST_STATES
from service.rules.tactical.movement.search.nodes import ALL_FACINGS
from service.rules.tactical.movement.search.search import Goal, Reached, Search
from service.rules.tactical.rounds.acting.checks import Approved, approve
from service.rules.tactical.rounds.policy.arms import Aimed, Blow, aimed, arms_of
from service.rules.tactical.rounds.records import TacticalFreeAction, TacticalFreeKind, TacticalIntent
from service.rules.tactical.rounds.turn.turn import Orders
from service.rules.tactical.rounds.turn.windows import begin

FARTHEST_WAY: Final = 4_000
"""How many hexes a way to a foe is looked for in."""
FARTHEST_DETOUR: Final = 100
"""How many hexes a foe may be away for ways round barriers to be looked for; who is farther is approached straight."""
DETOUR: Final = 2
"""How many hexes a way may be longer than the straight one without a search of the whole map."""


def lengths_of_ways(field: Field, goals: Sequence[Hex], figure: TacticalFigure, reach: int) -> dict[Hex, int]:
    """Return how many hexes lie between goals and the hexes that are nearer to them than a figure's own.

    Barriers and severe obstructions are gone round; who stands where is not considered. `reach` is how far from the
    figure the hexes are that are asked for; others may be left out, and so are all that a very long way leads to.
    """
    straight = min([distance(figure.hex, each) for each in goals])
    known = _lengths_within(field, goals, figure, straight + DETOUR + reach)
    if known.get(figure.hex, FARTHEST_WAY) <= straight + DETOUR:
        return known
    return _lengths_within(field, goals, figure, FARTHEST_WAY)


def _lengths_within(field: Field, goals: Sequence[Hex], figure: TacticalFigure, most: int) -> dict[Hex, int]:
    """Return the lengths of ways to hexes from which it is at most so many hexes to the goals and to a figure."""
    exits, here, known, waiting = field.ground.exits, figure.hex, dict.fromkeys(goals, 0), list(goals)
    for each in waiting:
        if each == here or len(known) > FARTHEST_WAY:
            break
        far = known[each] + 1
        for other in exits(each):
            if other in known or far + distance(other, here) > most:
                continue
            if not (figure.grounded and field.is_severe(other)):
                known[other] = far
                waiting.append(other)
    return known


CAUTIOUS: Final = TacticalStance.CAUTIOUS
RECKLESS: Final = TacticalStance.RECKLESS
MOST_TARGETS: Final = 6
"""How many foes are considered, the nearest first."""
AT_HAND: Final = 2
"""A foe within so many hexes is too near to aim in peace."""
CROUCHING: Final = Posture.CROUCHING
DOWN: Final = frozenset({Posture.LYING, Posture.SITTING, Posture.CRAWLING})
FLED: Final = TacticalManeuver.ALL_OUT_DEFENSE
"""The maneuver of those who flee."""
NO_ORDERS: Final = Orders({}, {}, [])


class Movement(NamedTuple):
    """How a figure may move: under which maneuver, made in which way."""

    maneuver: TacticalManeuver
    option: TacticalManeuverOption | None = None


WALK: Final = Movement(TacticalManeuver.MOVE)
IDLE: Final = TacticalIntent.model_construct(figure="nobody", maneuver=TacticalManeuver.DO_NOTHING)
"""An intent that says nothing, of which others are copies: that takes a third of the time of making them."""
RISE: Final = TacticalFreeAction(kind=TacticalFreeKind.RISE)


def targets_of(field: Field, figure: TacticalFigure) -> list[tuple[TacticalFigure, int]]:
    """Return the foes of a figure, each with the hexes between them: the nearest first, then by hit points, then by id.

    Those whom it sees come before the others; of a crowd only the nearest are looked at.
    """
    foes = [each for each in field.foes(figure) if is_conscious(each)]
    ids = [each.id for each in foes]
    near = sorted(zip(field.distances(figure, foes), map(hp_of, foes), ids, strict=True))[:MOST_TARGETS]
    ranked = [(field[name], apart) for apart, _, name in near]
    seen = sees_each(field, figure, [target for target, _ in ranked])
    if all(seen):
        return ranked
    return [*compress(ranked, seen), *[each for each, is_seen in zip(ranked, seen, strict=True) if not is_seen]]


class View:
    """A figure on a stage of its own, on which its turn has begun; nothing of it changes the field.

    `targets` are the foes that it considers, in order; `apart` are the hexes between it and each of them, by id.
    `longest` is how far any blow of it may go at most, -1 without one.
    """

    def __init__(self, field: Field, id: str, stance: TacticalStance) -> None:
        """Set whose view it is."""
        self.field = field.copy()
        begin(self.field, id)
        self.figure = self.field[id]
        self.stance = stance
        ranked = targets_of(self.field, self.figure)
        self.blows, self.missiles, self.is_unarmed = arms_of(self.figure)
        self.targets = [target for target, _ in ranked]
        self.apart = {target.id: apart for target, apart in ranked}
        self.longest = max([self.reach_of(each) for each in self.blows], default=-1)
        self._searches: dict[Movement, Search] = {}
        self._states: dict[Movement, Iterator[Reached]] = {}
        self._farthest: dict[Movement, int] = {}
        self._room: dict[Hex, bool] = {}

    # What state it is in

    def is_reckless(self) -> bool:
        """Return whether it strikes without a thought for its own defense."""
        return self.stance is RECKLESS

    def is_afraid(self) -> bool:
        """Return whether it is cautious and badly hurt."""
        return self.stance is CAUTIOUS and is_badly_hurt(self.figure)

    def is_down(self) -> bool:
        """Return whether it lies, sits or crawls."""
        return self.figure.posture in DOWN

    def is_held(self) -> bool:
        """Return whether a foe's hold keeps it in its hex."""
        return is_bound(self.field, self.figure)

    # Foes

    @cached_property
    def opponents(self) -> list[TacticalFigure]:
        """The conscious foes that share a hex with it."""
        return [each for each in self.targets if not self.apart[each.id]]

    @property
    def fugitives(self) -> list[TacticalFigure]:
        """The foes who have fled in their last turn."""
        return [each for each in self.targets if each.state.maneuver is FLED and each.state.moved_hexes]

    def has_opponents(self) -> bool:
        """Return whether a conscious foe shares a hex with it."""
        return 0 in self.apart.values()

    def gap(self, here: Hex) -> int:
        """Return the hexes between a hex and the nearest foe."""
        return min([distance(here, each) for foe in self.targets for each in self.field.body(foe)])

    def has_foe_at_hand(self) -> bool:
        """Return whether a foe is too near to aim at him in peace."""
        return min(self.apart.values()) <= AT_HAND

    # Weapons

    def useful(self, target: TacticalFigure) -> list[Aimed]:
        """Return the ways to strike that can hurt a target, the best first."""
        found = [aimed(each, target, locations=self.field.rulings.locations) for each in self.blows]
        return [each for each in found if each is not None]

    # Where it can strike from

    def reach_of(self, blow: Blow) -> int:
        """Return how far from the hex of its head a blow may go at most; one of a large body may begin elsewhere."""
        size = len(self.field.body(self.figure))
        return max(blow.reaches) + (size if size > 1 or blow.weapon.origin is not None else 0)

    def facings_from(self, blow: Blow, hex: Hex, facings: Sequence[int], target: TacticalFigure) -> list[int]:
        """Return those of some facings in which a blow from a hex goes into the reach fan at a target."""
        origin = blow.weapon.origin
        if origin is None:
            ahead = self._facings_into(blow, hex, target)
            return [each for each in facings if each in ahead]
        starts = [(each, rotated(origin, each)) for each in facings]
        return [each for each, (q, r) in starts if each in self._facings_into(blow, (hex[0] + q, hex[1] + r), target)]

    def _facings_into(self, blow: Blow, start: Hex, target: TacticalFigure) -> set[int]:
        """Return the facings in which a blow that begins in a hex goes into the reach fan at a target."""
        near = [each for each in self.field.body(target) if distance(start, each) in blow.reaches]
        vision = self.figure.vision
        return {facing for q, r in near for facing in facings_ahead((q - start[0], r - start[1]), vision)}

    def facing_to(self, target: TacticalFigure, hex: Hex, facings: Sequence[int] = ALL_FACINGS) -> int:
        """Return the one of some facings that leads most nearly to a target from a hex, the first of equal ones."""
        body = self.field.body(target)
        nearest = body[0] if len(body) == 1 else min(body, key=lambda each: (distance(hex, each), each))
        wanted = towards(hex, nearest) if nearest != hex else self.figure.facing
        return nearest_facing(wanted, tuple(facings))

    # Where it can get to

    def search(self, movement: Movement) -> Search:
        """Return the search of what it can reach by a movement; it is made once, for all foes and all purposes."""
        if movement not in self._searches:
            self._searches[movement] = Search(self.field, self.figure, *movement)
        return self._searches[movement]

    def reached(self, movement: Movement) -> Iterator[Reached]:
        """Yield where it can end a movement, the cheapest first, then by hex and facing, as the search finds it."""
        if movement not in self._states:
            [self._states[movement]] = tee(self.search(movement).states(), 1)
        return copy(self._states[movement])

    def farthest(self, movement: Movement) -> int:
        """Return how many hexes it can go at most by a movement."""
        found = self._farthest.get(movement)
        if found is None:
            found = self._farthest[movement] = farthest_of(self.figure, *movement, self.field.rulings)
        return found

    def goal_at(self, body: Sequence[Hex], far: int, movement: Movement) -> Goal:
        """Return the goal to come within so many hexes of a foe's body by a movement.

        Of a figure of one hex that comes next to him it has only the hexes that are not too far and have room for it.
        """
        figure = self.figure
        if far != 1 or is_large(figure) or is_stretched(figure, self.field.rulings):
            return Goal(tuple(body), far)
        here, most = figure.hex, self.farthest(movement)
        around = {each for part in body for each in (part, *neighbours(part)) if distance(here, each) <= most}
        return Goal(tuple([each for each in around if self._has_room(each)]), 0)

    def _has_room(self, hex: Hex) -> bool:
        """Return whether neither the ground nor anybody else keeps the figure, which fills one hex, out of a hex."""
        found = self._room.get(hex)
        if found is None:
            found = self._room[hex] = hex == self.figure.hex or (
                self.field.ground.is_open(hex) and self._is_left_alone(hex)
            )
        return found

    def _is_left_alone(self, hex: Hex) -> bool:
        """Return whether nobody is in a hex in whose way the figure would be once it has left its close combats."""
        field, figure = self.field, self.figure
        if not field.has_others(hex, figure.id):
            return True
        if self._has_foe(hex):
            return False
        alone = with_state(figure, close=()) if figure.state.close else figure
        return not is_crowded(field, alone, (hex,))

    def reached_near(self, movement: Movement, goal: Goal) -> tuple[Search, Iterator[Reached]]:
        """Return a search of what it can reach by a movement, and what that finds near a goal, as `reached` yields it.

        Where a search of everything would be cut off, it is used, too.
        """
        if self.is_cut_off(movement):
            return self.search(movement), self.reached(movement)
        search = self.search(movement).near(goal)
        return search, search.states()

    def is_cut_off(self, movement: Movement) -> bool:
        """Return whether a search of everything that a movement reaches may find too much."""
        return 6 * 3 * (self.farthest(movement) + 1) ** 2 > MOST_STATES

    def reached_directly_first(self, movement: Movement, goal: Goal) -> Iterator[tuple[Search, Reached]]:
        """Yield what `reached_near` does, each state with the search that has found it.

        Ways with next to no detour are looked for first, which takes few hexes; only then all.
        """
        most = self.search(movement).least(goal) + POINT
        if most < self.search(movement).points and not self.is_cut_off(movement):
            direct = self.search(movement).near(goal, most)
            for state in direct.states():
                yield direct, state
        search, states = self.reached_near(movement, goal)
        for state in states:
            yield search, state

    def is_free(self, state: Reached, search: Search) -> bool:
        """Return whether nobody hostile is where it would be."""
        return not any(map(self._has_foe, search.body.hexes(Pose(state.hex, state.facing, state.axis))))

    def _has_foe(self, hex: Hex) -> bool:
        """Return whether a foe fills a hex."""
        return any(fills(each) and self.field.is_foe(self.figure, each) for each in self.field.occupants(hex))

    def length_to(self, target: TacticalFigure) -> Callable[[Hex], int | None]:
        """Return what tells how many hexes lie between a hex and a target, if barriers are gone round.

        None are hexes from which there is no way, and perhaps those that are farther off than the figure itself.
        """
        body = self.field.body(target)
        if self.field.ground.is_plain() or self.apart[target.id] > FARTHEST_DETOUR:
            return lambda here: min([distance(here, each) for each in body])
        return lengths_of_ways(self.field, body, self.figure, self.farthest(WALK)).get

    # Intents

    def intent(self, maneuver: TacticalManeuver, **parts: object) -> TacticalIntent:
        """Return an intent of the figure, which rises first if it crouches."""
        if self.figure.posture is CROUCHING and "free" not in parts:
            parts["free"] = (RISE,)
        return IDLE.model_copy(update={"figure": self.figure.id, "maneuver": maneuver, **parts})

    def going(self, search: Search, state: Reached, facing: int, **parts: object) -> TacticalIntent:
        """Return the intent to move to where a search has found that the figure can get to, and to face some way."""
        if facing != state.facing:
            parts["end_facing"] = facing
        return self.intent(search.maneuver, option=search.going.option, path=search.path_to(state), **parts)

    def approved(self, intent: TacticalIntent) -> Approved | None:
        """Return an intent, judged as things are, or None if it is illegal."""
        try:
            return self._judged(intent)
        except RulesRefuse:
            return None

    def idle(self) -> Approved:
        """Return the intent to do nothing, which is always legal."""
        return self._judged(IDLE.model_copy(update={"figure": self.figure.id}))

    def _judged(self, intent: TacticalIntent) -> Approved:
        return approve(self.field, self.figure.id, intent, NO_ORDERS, ExactDice(START, []))
