"""Those who watch for opportunity fire, as a request lists them or their state says, and how all defend themselves."""

from collections.abc import Sequence

from service.errors import RulesRefuse
from service.rules.tactical.attack.models import TacticalAttackOrder, TacticalDefender
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.refusals import (
    DefenseRefusal,
    FigureUnable,
    ManeuverConflict,
    OpportunityMoved,
    TacticalDuplicateId,
    ZoneRequired,
)
from service.rules.tactical.book.words import TacticalManeuver, TacticalWaitKind
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of, with_state
from service.rules.tactical.rounds.shot_models import TacticalWatcher
from service.rules.tactical.rounds.shots import Defended, Watch
from service.rules.tactical.rounds.watch import has_moved, hindrance_of, refuse_zone, refuse_zone_aim

WAIT = TacticalManeuver.WAIT
NO_WAIT = TacticalWait(kind=TacticalWaitKind.OPPORTUNITY)


def watches_of(field: Field, listed: Sequence[TacticalWatcher], target: str, at: str) -> list[Watch]:
    """Return those who watch, and remember on the field what each watches; `at` points to the list.

    Raises: ZoneRefusal.
    Source: Opportunity Fire.
    """
    if not listed:
        waiting = [each for each in field if each.id != target and _watches(each)]
        return [Watch(each.id, each.state.wait.zone) for each in waiting if each.state.wait and each.state.wait.zone]
    watches: list[Watch] = []
    for place, each in enumerate(listed):
        here = f"{at}/{place}"
        figure = field.find(each.figure, f"{here}/figure")
        if any(watch.figure == each.figure for watch in watches):
            raise TacticalDuplicateId(f"{each.figure!r} is listed twice.", pointer=f"{here}/figure")
        try:
            watches.append(_watch(field, figure, each, target))
        except RulesRefuse as fault:
            raise fault.below(here) from None
    return watches


def _watches(figure: TacticalFigure) -> bool:
    wait = figure.state.wait
    return wait is not None and wait.kind is TacticalWaitKind.OPPORTUNITY and hindrance_of(figure) is None


def _watch(field: Field, figure: TacticalFigure, asked: TacticalWatcher, target: str) -> Watch:
    """Return what a figure watches that a request lists; pointers are within its record.

    Raises: ManeuverConflict, FigureUnable, OpportunityMoved, ZoneRefusal, AimNotAllowed.
    """
    name, state = name_of(figure), figure.state
    if figure.id == target:
        raise ManeuverConflict(f"{name} cannot watch for itself.", pointer="/figure")
    if hindrance_of(figure) is not None:
        raise FigureUnable(f"{name} is {hindrance_of(figure)} and cannot watch.", pointer="/figure")
    wait = state.wait or NO_WAIT
    if has_moved(figure, wait):
        raise OpportunityMoved(f"{name} has moved: it cannot watch for opportunity fire.", pointer="/figure")
    if state.maneuver not in (None, WAIT):
        message = f"{name} has made another maneuver, {state.maneuver}: opportunity fire takes a wait."
        raise ManeuverConflict(message, pointer="/figure", rule=attack_rules.OPPORTUNITY_WAIT)
    zone = asked.zone or wait.zone
    if zone is None:
        message = f"{name} watches nothing: a zone lists hexes, or both ends of a line."
        raise ZoneRequired(message, pointer="/zone")
    try:
        refuse_zone(field, figure, zone)
    except RulesRefuse as fault:
        raise fault.below("/zone") from None
    if asked.aim:
        refuse_zone_aim(figure, zone)
    field.put(with_state(figure, wait=wait.model_copy(update={"kind": NO_WAIT.kind, "zone": zone}), maneuver=WAIT))
    return Watch(figure.id, zone, asked.vision_modifiers, asked.aim is not False)


def in_defenses(fault: DefenseRefusal, defenders: Sequence[TacticalDefender], target: str) -> DefenseRefusal:
    """Return the refusal of a target's defense with its pointer into the list of a request."""
    place = [each.figure for each in defenders].index(target)
    fault.pointing(lambda at: f"/defenses/{place}{at}")
    return fault


def defended_by(defenders: Sequence[TacticalDefender]) -> Defended:
    """Return what adds to an attack how everybody defends himself."""
    choices = {each.figure: each.defense for each in defenders}

    def defended(order: TacticalAttackOrder) -> TacticalAttackOrder:
        own = choices.get(order.target or "")
        return order.model_copy(update={"defense": own, "defenses": tuple(defenders)})

    return defended
