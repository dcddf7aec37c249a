"""The actions in close combat that move: entering a foe's hex, evading, leaving, and declaring close combat."""

from collections.abc import Mapping

from service.rules.kernel.hexes import distance, neighbour
from service.rules.kernel.telling import listed
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import NotAdjacent, NotInCloseCombat
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.close.close_actions import Act, Deed
from service.rules.tactical.close.evade import refuse_evade
from service.rules.tactical.close.passage import Passage, Way, mode_to
from service.rules.tactical.figures.pairs import join
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.map.sectors import towards
from service.rules.tactical.movement.allowance import has_step
from service.rules.tactical.movement.models import TacticalFoeFollowUp, TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.path_plan import plan_path

EVADE, STOP = TacticalFollowUp.EVADE, TacticalFollowUp.STOP


def _order(act: Act, path: tuple[TacticalPathEntry, ...], wishes: Mapping[str, TacticalFollowUp]) -> TacticalMoveOrder:
    follow_ups = tuple([TacticalFoeFollowUp(foe=foe, follow_up=each) for foe, each in wishes.items()])
    return TacticalMoveOrder(
        maneuver=act.maneuver,
        option=act.input.option,
        path=path,
        end_facing=act.input.end_facing,
        follow_ups=follow_ups,
    )


def _way_out(act: Act) -> tuple[TacticalPathEntry, ...]:
    """Return the path of a figure that leaves a hex.

    Raises: NotAdjacent.
    """
    if act.input.path:
        return act.input.path
    direction = act.input.exit_direction
    if direction is None:
        message = f"{act.input.action.value} needs an exit_direction or a path."
        raise NotAdjacent(message, pointer="/exit_direction")
    there = neighbour(act.actor.hex, direction)
    return (TacticalPathEntry(to=there, mode=mode_to(act.actor, direction)),)


def enter_hex(act: Act) -> Deed:
    """Go into the hex of a foe and stop there."""
    foe = act.field[act.target]
    path = act.input.path
    if not path:
        there = min(act.field.body(foe), key=lambda each: (distance(act.actor.hex, each), each))
        path = (TacticalPathEntry(to=there, mode=mode_to(act.actor, towards(act.actor.hex, there))),)
    plan = plan_path(act.field, act.actor, _order(act, path, {act.target: STOP}))
    if not plan.steps or act.target not in [each.foe for each in plan.steps[-1].contacts]:
        message = f"The path does not end in the hex of {act.target!r}."
        raise NotAdjacent(message, pointer="/path", rule=rulebook.CLOSE_ENTER)
    passage = Passage(act.field, act.actor.id, Way(plan, let_pass=_let_pass(act)), act.dice)
    passage.walk()
    done = act.target in passage.entered
    text = f"{act.name} entered the hex of {act.foe}." if done else f"{act.name} did not get as far as {act.foe}."
    return Deed(done, text, tuple(passage.evades))


def _let_pass(act: Act) -> frozenset[str]:
    return frozenset([each.id for each in act.field]) if act.input.let_pass else frozenset()


def evade_past(act: Act) -> Deed:
    """Get past foes: out of a hex on their side, or through theirs.

    Raises: NotInCloseCombat, if nobody is in the way.
    """
    refuse_evade(act.field, act.actor, "/actor")
    wishes = {pair.foe: EVADE for pair in act.actor.state.close}
    if act.target:
        wishes[act.target] = EVADE
    path = _way_out(act)
    plan = plan_path(act.field, act.actor, _order(act, path, wishes))
    if not plan.evades:
        message = f"Nobody is in the way of {act.actor.id!r}: there is no foe to evade."
        raise NotInCloseCombat(message, pointer="/path", rule=rulebook.EVADE_CONTEST)
    passage = Passage(act.field, act.actor.id, Way(plan, let_pass=_let_pass(act)), act.dice)
    passage.walk()
    met = listed([name_of(act.field[each.foe]) for each in passage.evades])
    text = f"{act.name} did not get past {met}." if passage.halted else f"{act.name} got past {met}."
    return Deed(not passage.halted, text, tuple(passage.evades))


def leave(act: Act) -> Deed:
    """Leave close combat on the figure's own side."""
    foes = [pair.foe for pair in act.actor.state.close]
    plan = plan_path(act.field, act.actor, _order(act, _way_out(act), {}))
    passage = Passage(act.field, act.actor.id, Way(plan, let_pass=_let_pass(act)), act.dice)
    passage.walk()
    names = listed([name_of(act.field[each]) for each in foes])
    text = f"{act.name} left the close combat with {names}."
    cites = tuple([cited for each in plan.steps for cited in each.cites])
    step = has_step(act.maneuver, act.input.option)
    rule = rulebook.CLOSE_LEAVE_STEP if step else rulebook.CLOSE_LEAVE_OWN_SIDE
    act.dice.note(rule, text, actor=act.actor.id, cites=cites)
    return Deed(not act.actor.state.close, text, tuple(passage.evades))


def declare_adjacent(act: Act) -> Deed:
    """Begin close combat with a foe from the next hex."""
    foe = act.field[act.target]
    here, there = min(
        [(one, other) for one in act.field.body(act.actor) for other in act.field.body(foe)],
        key=lambda pair: (distance(*pair), pair),
    )
    join(act.field, act.actor.id, foe.id, there, towards(here, there), adjacent=True)
    text = f"{act.name} is in close combat with {act.foe} from the next hex."
    act.dice.note(rulebook.CLOSE_ADJACENT_DECLARE, text, actor=act.actor.id, cites=(rulebook.CLOSE_START,))
    return Deed(succeeded=True, summary=text)
