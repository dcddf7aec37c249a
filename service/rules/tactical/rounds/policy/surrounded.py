"""What a figure does beside which several foes stand: it steps to where fewer of them do, and strikes from there."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.figures.standing import is_able
from service.rules.tactical.movement.poses import Pose
from service.rules.tactical.movement.search.search import Reached, Search
from service.rules.tactical.rounds.policy.proposals import STEP, Intents, blows_from, order_of
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
    return _beside(_foes(view), view.field.body(view.figure)) >= SEVERAL


def stepping_aside(view: View) -> Intents:
    """Step to where the fewest foes are beside it, and strike one of them."""
    search = view.search(STEP)
    targets = [(each, view.useful(each)) for each in view.targets]
    for state in _calmer(view, search):
        if view.is_free(state, search):
            for target, useful in targets:
                for facing, aimed in blows_from(view, state, target, useful):
                    yield view.going(search, state, facing, attack=order_of(aimed, target.id))


def _calmer(view: View, search: Search) -> list[Reached]:
    """Return the places a step away with fewer foes beside them than now: the fewest first, then the nearest."""
    foes, bodies = _foes(view), search.body
    now = _beside(foes, view.field.body(view.figure))
    found = [(_beside(foes, bodies.hexes(Pose(each.hex, each.facing, each.axis))), each) for each in view.reached(STEP)]
    better = sorted([each for each in found if each[1].spent and each[0] < now], key=lambda each: each[0])
    return [state for _, state in better[:MOST_PLACES]]


def _foes(view: View) -> list[Sequence[Hex]]:
    """Return the bodies of the foes that can act."""
    return [view.field.body(each) for each in view.targets if is_able(each)]


def _beside(foes: Sequence[Sequence[Hex]], body: Sequence[Hex]) -> int:
    """Return how many foes would be beside a body."""
    return sum([min([distance(one, other) for one in body for other in foe]) <= 1 for foe in foes])
