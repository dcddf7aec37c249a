"""The actions in close combat that move: entering a foe's hex, evading, leaving, and declaring close combat."""

from collections.abc import Mapping

from service.rules.kernel.hexes import Hex, distance, neighbour
from service.rules.kernel.telling import listed
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import ManeuverConflict, NotAdjacent, NotInCloseCombat
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.close.acts import Act, Deed
from service.rules.tactical.close.passage import Passage, Way, entry_to, nearest_part, refuse_evade
from service.rules.tactical.figures.field import Field, refuse_off_map
from service.rules.tactical.figures.pairs import join
from service.rules.tactical.figures.standing import close_with, is_conscious, name_of
from service.rules.tactical.map.sectors import towards
from service.rules.tactical.movement.allowance import has_step
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan
from service.rules.tactical.movement.records import TacticalFoeFollowUp, TacticalMoveOrder

EVADE, STOP = TacticalFollowUp.EVADE, TacticalFollowUp.STOP


def _planned(act: Act, there: Hex | None, wishes: Mapping[str, TacticalFollowUp]) -> MovePlan:
    """Plan the path of a request, or without one the way into a hex next to the figure, else in the exit direction."""
    asked, actor = act.input, act.actor
    if there is None and asked.exit_direction is not None:
        there = neighbour(actor.hex, asked.exit_direction)
    if there is None and not asked.path:
        raise NotAdjacent(f"{asked.action.value} needs an exit_direction or a path.", pointer="/exit_direction")
    if there is not None:
        refuse_off_map(act.field, there, "/exit_direction")
    order = TacticalMoveOrder(
        maneuver=act.maneuver,
        option=asked.option,
        path=asked.path or (entry_to(actor, there or actor.hex),),
        end_facing=asked.end_facing,
        follow_ups=tuple([TacticalFoeFollowUp(foe=foe, follow_up=each) for foe, each in wishes.items()]),
    )
    return plan_path(act.field, actor, order)


def _walked(act: Act, plan: MovePlan) -> Passage:
    """Walk a path.

    Dice: for each foe on the way 3D6 mover, 3D6 foe.
    """
    let_pass = frozenset([each.id for each in act.field] if act.input.let_pass else ())
    passage = Passage(act.field, act.input.actor, Way(plan, let_pass=let_pass), act.dice)
    passage.walk()
    return passage


def enter_hex(act: Act) -> Deed:
    """Go into the hex of a foe and stop there."""
    (name, foe), target = act.names, act.foe.id
    plan = _planned(act, nearest_part(act.field, act.actor, act.foe), {target: STOP})
    if not plan.steps or target not in [each.foe for each in plan.steps[-1].contacts]:
        message = f"The path does not end in the hex of {target!r}."
        raise NotAdjacent(message, pointer="/path", rule=rulebook.CLOSE_ENTER)
    passage = _walked(act, plan)
    done = target in passage.entered
    text = f"{name} entered the hex of {foe}." if done else f"{name} did not get as far as {foe}."
    return Deed(done, text, tuple(passage.evades))


def evade_past(act: Act) -> Deed:
    """Get past foes: out of a hex on their side, or through theirs."""
    refuse_evade(act.field, act.actor, "/actor")
    foes = [*[pair.foe for pair in act.actor.state.close], *([act.input.target] if act.input.target else ())]
    plan = _planned(act, None, dict.fromkeys(foes, EVADE))
    if not plan.evades:
        message = f"Nobody is in the way of {act.actor.id!r}: there is no foe to evade."
        raise NotInCloseCombat(message, pointer="/path", rule=rulebook.EVADE_CONTEST)
    passage = _walked(act, plan)
    met = listed([act.field.name_of(each.foe) for each in passage.evades])
    how = "did not get past" if passage.halted else "got past"
    return Deed(not passage.halted, f"{name_of(act.actor)} {how} {met}.", tuple(passage.evades))


def leave(act: Act) -> Deed:
    """Leave close combat on the figure's own side."""
    foes = listed([act.field.name_of(pair.foe) for pair in act.actor.state.close])
    plan = _planned(act, None, {})
    passage = _walked(act, plan)
    step = has_step(act.maneuver, act.input.option)
    rule = rulebook.CLOSE_LEAVE_STEP if step else rulebook.CLOSE_LEAVE_OWN_SIDE
    cites = [cited for each in plan.steps for cited in each.cites]
    text = act.note(rule, f"{name_of(act.actor)} left the close combat with {foes}.", *cites)
    return Deed(not act.actor.state.close, text, tuple(passage.evades))


def declare_adjacent(act: Act) -> Deed:
    """Begin close combat with a foe from the next hex."""
    declare(act.field, act.actor.id, act.foe.id, "/target")
    name, foe = act.names
    text = f"{name} began close combat with {foe} from the next hex."
    return Deed(succeeded=True, summary=act.note(rulebook.CLOSE_ADJACENT_DECLARE, text, rulebook.CLOSE_START))


def declare(field: Field, id: str, foe_id: str, at: str) -> None:
    """Begin close combat of a figure with a foe in the next hex, from its own hex; of bodies where they first touch."""
    figure, foe, rule = field[id], field.find(foe_id, at), rulebook.CLOSE_ADJACENT_DECLARE
    name, other = name_of(figure), name_of(foe)
    if foe_id == id:
        raise ManeuverConflict(f"{name} cannot declare close combat with itself.", pointer=at, rule=rule)
    if not field.is_foe(figure, foe) or not is_conscious(foe):
        raise NotInCloseCombat(f"{other} is not a foe of {name} that can fight.", pointer=at, rule=rule)
    if close_with(figure, foe_id) is not None:
        raise ManeuverConflict(f"{name} and {other} are in close combat already.", pointer=at, rule=rule)
    pairs = [(here, there) for here in field.body(figure) for there in field.body(foe)]
    touching = next(((here, there) for here, there in pairs if distance(here, there) == 1), None)
    if touching is None:
        away = f"{other} is {field.distance(figure, foe)} hexes away from {name}"
        raise NotAdjacent(f"{away}; close combat is declared from the next hex.", pointer=at, rule=rule)
    here, there = touching
    join(field, id, foe_id, there, towards(here, there), adjacent=True)
