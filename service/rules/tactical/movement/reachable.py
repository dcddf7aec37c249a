"""The procedure reachable: every hex and facing that a figure can get to under a maneuver, with its cost."""

from service.dice.model import Cites, ids_of
from service.rules.kernel.telling import amount, sentence
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import Gait
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import is_badly_hurt, is_weary, name_of, refuse_unable
from service.rules.tactical.movement.allowance import gait_of, maneuver_rule, refuse_option, sprint_points
from service.rules.tactical.movement.costs import PER_POINT
from service.rules.tactical.movement.paths.steps import points_text
from service.rules.tactical.movement.poses import NO_AXIS
from service.rules.tactical.movement.records import (
    TacticalReachInput,
    TacticalReachOutcome,
    TacticalReachState,
    TacticalReachVerdict,
)
from service.rules.tactical.movement.search.search import Reached, Search


def list_reachable(input: TacticalReachInput, rulings: TacticalRulings) -> TacticalReachOutcome:
    """List every hex and facing in which a figure can end its movement, with the least cost and the free last turns.

    A state is a hex with a facing. Jumps are left out; ways through foes' hexes are, too, unless they are asked for.
    Raises: MoveRefusal.
    Source: Movement Points; the search is ours.
    """
    field = field_of(input, rulings)
    figure = field.find(input.figure, "/figure")
    refuse_option(input.maneuver, input.option)
    refuse_unable(figure, input.maneuver, "/figure")
    search = Search(field, figure, input.maneuver, input.option, through_foes=input.through_foes)
    found = search.run(input.max_results)
    listed = found[: input.max_results]
    truncated = len(found) > len(listed)
    goal = next((each for each in listed if each.hex == input.to), None)
    hexes = len({each.hex for each in listed})
    cites: Cites = (rules.MOVEMENT_REACHABLE, maneuver_rule(input.maneuver, input.option))
    if gait_of(input.maneuver, input.option) is Gait.STEP:
        cites += (rules.STEP_LENGTH, rules.STEP_ANY_DIRECTION, rules.STEP_FACING_FREE, rules.STEP_IGNORES_COST)
    if is_badly_hurt(figure) or is_weary(figure):
        cites += (rules.MOVEMENT_INJURY_HALVES,)
    if input.maneuver is TacticalManeuver.MOVE and sprint_points(figure, rulings):
        cites += (rules.MOVEMENT_SPRINT,)
    more = "the first " if truncated else ""
    states = f"{more}{amount(len(listed), 'state')} in {amount(hexes, 'hex')}"
    return TacticalReachOutcome(
        summary=sentence(f"{name_of(figure)} can reach {states} with {points_text(search.points)}"),
        verdict=TacticalReachVerdict(hexes=hexes, states=len(listed), truncated=truncated),
        points=search.points / PER_POINT,
        states=tuple([_state(each) for each in listed]),
        truncated=truncated,
        path=None if goal is None else search.path_to(goal),
        cites=ids_of(cites),
    )


def _state(reached: Reached) -> TacticalReachState:
    return TacticalReachState(
        hex=reached.hex,
        facing=reached.facing,
        upper_direction=None if reached.axis == NO_AXIS else reached.axis,
        spent=reached.spent / PER_POINT,
        end_facings=reached.end_facings,
    )
