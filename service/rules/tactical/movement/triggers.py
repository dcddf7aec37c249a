"""Whether a movement sets off a wait: pure tests of what moved against what is waited for, without dice.

What a waiting figure sees, and whether it can still respond, is not looked at here.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from service.rules.kernel.hexes import Hex, line
from service.rules.tactical.book.words import TacticalWaitEvent, TacticalWaitKind, TacticalWatched, TacticalZoneKind
from service.rules.tactical.figures.condition import TacticalTrigger, TacticalZone
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import threatened_hexes
from service.rules.tactical.map.lines import items, segment_between
from service.rules.tactical.movement.paths.steps import MovePlan
from service.rules.tactical.movement.poses import Body, Pose
from service.rules.tactical.movement.records import TacticalEntryKind


class Passage(NamedTuple):
    """What an entry of a path does, or a part of a jump: the hexes that the body fills before and after it."""

    entry: int
    before: tuple[Hex, ...]
    after: tuple[Hex, ...]

    def comes_into(self, hexes: Collection[Hex]) -> bool:
        """Return whether a body comes into any of some hexes, having been in none of them before."""
        return not set(self.after).isdisjoint(hexes) and set(self.before).isdisjoint(hexes)

    @property
    def entered(self) -> set[Hex]:
        """The hexes that the body did not fill before."""
        return set(self.after).difference(self.before)

    @property
    def left(self) -> set[Hex]:
        """The hexes that the body does not fill any more."""
        return set(self.before).difference(self.after)


@lru_cache(maxsize=512)
def watched_line(start: Hex, end: Hex) -> tuple[frozenset[Hex], frozenset[frozenset[Hex]]]:
    """Return the hexes that the line between two centres passes, and the pairs that it runs between."""
    passed = items(segment_between(start, end))
    single = frozenset([each[0] for each in passed if len(each) == 1])
    return single, frozenset([frozenset(each) for each in passed if len(each) > 1])


def crosses(passage: Passage, start: Hex, end: Hex) -> bool:
    """Return whether a body crosses a line: it enters a hex that the line passes, or steps between those of a pair.

    Source: ours; opportunity fire along a line.
    """
    single, pairs = watched_line(start, end)
    between = any(frozenset((one, other)) in pairs for one in passage.before for other in passage.entered)
    return between or passage.comes_into(single)


def appears(passage: Passage, zone: TacticalZone, *, initial: bool = False) -> bool:
    """Return whether a body comes into what opportunity fire watches.

    Who is there already does not, unless `initial` is true.
    Ruling: tactical/ruling/appear.
    """
    if zone.kind is TacticalZoneKind.AREA:
        return passage.comes_into(zone.hexes) or (initial and not set(passage.before).isdisjoint(zone.hexes))
    if zone.start is None or zone.end is None:
        return False
    single, _ = watched_line(zone.start, zone.end)
    return crosses(passage, zone.start, zone.end) or (initial and not single.isdisjoint(passage.before))


def is_watched(field: Field, waiter: TacticalFigure, trigger: TacticalTrigger, mover: TacticalFigure) -> bool:
    """Return whether a trigger is about a figure: it is listed, or it is a foe, or anyone counts."""
    if trigger.who:
        return mover.id in trigger.who
    return trigger.anybody is TacticalWatched.ANYONE or field.is_foe(waiter, mover)


def is_triggered(field: Field, waiter: TacticalFigure, mover: TacticalFigure, passage: Passage) -> bool:
    """Return whether a movement sets off the wait of another figure, by what its state says of the wait.

    Opportunity fire is set off by friend and foe alike; attacks and declarations are no movements.
    Source: Wait; Opportunity Fire.
    """
    wait = waiter.state.wait
    if wait is None or waiter.id == mover.id:
        return False
    if wait.kind is TacticalWaitKind.OPPORTUNITY:
        return wait.zone is not None and appears(passage, wait.zone, initial=field.rulings.zone_initial)
    trigger = wait.trigger
    if trigger is None or not is_watched(field, waiter, trigger, mover):
        return False
    return _is_event(waiter, trigger, passage)


def _is_event(waiter: TacticalFigure, trigger: TacticalTrigger, passage: Passage) -> bool:
    """Return whether a movement is the event of a trigger."""
    if trigger.event is TacticalWaitEvent.ENTERS_REACH:
        response = waiter.state.wait and waiter.state.wait.response
        weapon, mode = (response.weapon, response.mode) if response else (None, None)
        return passage.comes_into(threatened_hexes(waiter, weapon, mode))
    if trigger.event is TacticalWaitEvent.ENTERS_HEXES:
        return not passage.entered.isdisjoint(trigger.hexes)
    if trigger.event is TacticalWaitEvent.LEAVES_HEX:
        return not passage.left.isdisjoint(trigger.hexes)
    return trigger.event is TacticalWaitEvent.ANY


def passages_of(field: Field, figure: TacticalFigure, plan: MovePlan) -> tuple[Passage, ...]:
    """Return what each entry of a plan does to the hexes that the figure fills; a jump does it hex by hex."""
    found: list[Passage] = []
    before, here = field.body(figure), figure.hex
    for step in plan.steps:
        update = {"posture": step.posture, "state": figure.state.model_copy(update={"huddled": step.huddled})}
        body = Body(field, figure.model_copy(update=update))
        axis = step.facing if step.upper_direction is None else step.upper_direction
        way = line(here, step.hex)[1:] if step.kind is TacticalEntryKind.JUMP else (step.hex,)
        for there in way:
            after = body.hexes(Pose(there, step.facing, axis))
            found.append(Passage(step.index, before, after))
            before = after
        here = step.hex
    return tuple(found)


def first_trigger(
    field: Field, waiter: TacticalFigure, mover: TacticalFigure, passages: Iterable[Passage]
) -> int | None:
    """Return the entry of a path that first sets off a wait, counted from 0; None if none does."""
    return next((each.entry for each in passages if is_triggered(field, waiter, mover, each)), None)
