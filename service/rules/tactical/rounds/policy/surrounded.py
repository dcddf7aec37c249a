"""What a figure does beside which several foes stand: it steps to where fewer of them do, and strikes from there."""

from collections.abc import Iterator, Sequence
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_able
from service.rules.tactical.movement.poses import Pose
from service.rules.tactical.movement.search.search import Reached
from service.rules.tactical.rounds.policy.proposals import STEP, Intents, order_of
from service.rules.tactical.rounds.policy.view import View

SEVERAL: Final = 2
"""How many foes beside a figure are too many."""
MOST_PLACES: Final = 6
"""How many places are looked at to step to."""


def is_surrounded(view: View) -> bool:
    """Return whether several foes stand beside a figure that has a weapon to strike with and thinks of its defense."""
    near = [gap for gap in view.apart.values() if gap <= 1]
    if len(near) < SEVERAL or 0 in near or not view.blows or view.is_reckless():
        return False
    return _beside(view, view.field.body(view.figure)) >= SEVERAL


def stepping_aside(view: View) -> Intents:
    """Step to where the fewest foes are beside it, and strike one of them."""
    search = view.search(STEP)
    for state in _calmer(view):
        if view.is_free(state, search):
            for target in view.targets:
                yield from _strikes(view, state, target)


def _calmer(view: View) -> Iterator[Reached]:
    """Yield the places a step away with fewer foes beside them than now: the fewest first, then the nearest."""
    bodies, now = view.search(STEP).body, _beside(view, view.field.body(view.figure))
    found = [(_beside(view, bodies.hexes(Pose(each.hex, each.facing, each.axis))), each) for each in view.reached(STEP)]
    better = sorted([each for each in found if each[1].spent and each[0] < now], key=lambda each: each[0])
    yield from [state for _, state in better[:MOST_PLACES]]


def _strikes(view: View, state: Reached, target: TacticalFigure) -> Intents:
    """Yield the blows at a target that reach it after a step to a place, the best first."""
    for aimed in view.useful(target):
        fits = view.facings_from(aimed[0], state.hex, state.end_facings, target)
        if fits:
            facing = view.facing_to(target, state.hex, fits)
            yield view.going(view.search(STEP), state, facing, attack=order_of(aimed, target.id))


def _beside(view: View, body: Sequence[Hex]) -> int:
    """Return how many foes that can act would be beside a body."""
    field = view.field
    foes = [field.body(each) for each in view.targets if is_able(each)]
    return sum([min([distance(one, other) for one in body for other in foe]) <= 1 for foe in foes])
