"""Those who watch for opportunity fire, as a request lists them or their state says, and how all defend themselves."""

from collections.abc import Sequence

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.tactical.attack.records import TacticalDefender
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
from service.rules.tactical.figures.standing import hindrance_of, name_of, with_state
from service.rules.tactical.rounds.shot_models import TacticalWatcher, TacticalWatchShot
from service.rules.tactical.rounds.shots import Volley, Watch, is_watching, watches_on
from service.rules.tactical.rounds.turn import Orders
from service.rules.tactical.rounds.watch import has_moved, refuse_zone, refuse_zone_aim

WAIT = TacticalManeuver.WAIT
NO_WAIT = TacticalWait(kind=TacticalWaitKind.OPPORTUNITY)


def watches_of(field: Field, listed: Sequence[TacticalWatcher], target: str, at: str) -> list[Watch]:
    """Return those who watch, and remember on the field what each watches; `at` points to the list.

    Raises: ZoneRefusal.
    Source: Opportunity Fire.
    """
    if not listed:
        others = [each for each in field if each.id != target and is_watching(each)]
        return watches_on([each for each in others if hindrance_of(each) is None])
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
        message = f"{name} has made the maneuver {state.maneuver}: opportunity fire needs a wait."
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


def fire_at(
    field: Field,
    target: str,
    watches: Sequence[Watch],
    defenders: Sequence[TacticalDefender],
    dice: Dice,
    *,
    popup: bool,
    strict: bool = True,
) -> tuple[TacticalWatchShot, ...]:
    """Let those fire to whom a figure appears; nobody answers their shots.

    Dice: those of a volley.
    Raises: DefenseRefusal, if the target is forced to a defense that is not legal, with a pointer into the request.
    """
    defended = Orders({}, {each.figure: each.defense for each in defenders}, []).defended
    try:
        return Volley(field, target, dice, defended, popup=popup, strict=strict).fire(watches)
    except DefenseRefusal as fault:
        place = [each.figure for each in defenders].index(target)
        raise fault.below(f"/defenses/{place}") from None
