"""Who waits for what an enemy does, and how they answer: before it, at the same time, or after it."""

from collections.abc import Iterable
from math import inf
from typing import Final

from service.dice.model import Cites, Dice
from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import KINDS
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicWait
from service.rules.heroic.attack.situation.legality import refuse_attack
from service.rules.heroic.attack.situation.situation import Watch
from service.rules.heroic.attack.situation.weapons import aims_of
from service.rules.heroic.battle import state
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicWaitEvent, HeroicWaitOrder
from service.rules.heroic.figures.changes import DEED, MOVED
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.best_weapons import reach_with
from service.rules.heroic.orders.other_actions import act
from service.rules.heroic.orders.paths import Walk, partway, share_within
from service.rules.heroic.rounds.strikes import settle_since, strike

FIRST: Final = HeroicWaitOrder.WAITER_FIRST
TOGETHER: Final = HeroicWaitOrder.SIMULTANEOUS
LAST: Final = HeroicWaitOrder.WAITER_LAST
COMING: Final = frozenset({HeroicWaitEvent.APPROACHES, HeroicWaitEvent.APPEARS})
ANSWER: Final[Cites] = (
    rulebook.WAIT_DECLARE,
    rulebook.WAIT_RESPONSE,
    Rulings.WAIT_TIMING,
)
ORDER: Final[Cites] = (rulebook.WAIT_REACH_ORDER,)
FIRE: Final[Cites] = (rulebook.WAIT_OPPORTUNITY_FIRE,)
SAID: Final = {
    FIRST: "and acted first",
    TOGETHER: "and acted at the same time",
    LAST: "and acted last",
}


def order_of(
    wait: HeroicWait, waiter: HeroicUnit, comer: HeroicUnit, attack: HeroicAttackChoice | None
) -> HeroicWaitOrder:
    """Return who acts first when a wait meets an attack on the waiter, if one: whose reach is longer.

    Without a melee attack on either side there is nothing to compare, and the waiter acts first.
    """
    own = None if wait.attack is None else reach_with(waiter, wait.attack)
    other = None if attack is None else reach_with(comer, attack)
    if own is None or other is None or own > other:
        return FIRST
    return TOGETHER if own == other else LAST


def waiting_for(battle: state.Battle, culprit: int, events: Iterable[HeroicWaitEvent]) -> list[int]:
    """Return the places of those who wait for a unit to do one of some things, and still can answer."""
    unit = battle.units[culprit]
    kinds = frozenset(events)
    found = []
    for place, wait in battle.waits.items():
        trigger = wait.trigger
        meant = trigger is not None and trigger.event in kinds and trigger.unit in {None, unit.id}
        if meant and battle.units[place].side != unit.side and _is_ready(battle, place):
            found.append(place)
    return found


def _is_ready(battle: state.Battle, place: int) -> bool:
    record = battle.records[place]
    open_still = not record.waited and record.awaits is None
    return open_still and state.active_members(battle, place) > 0


def answer(
    battle: state.Battle, waiters: Iterable[int], culprit: int, order: HeroicWaitOrder, dice: Dice
) -> state.Battle:
    """Let waiting units answer, all of them before any injury; who acts first or last has it applied at once.

    Dice: for each waiter those of its attack; then, unless all act at the same time, 3D6 against HT for each injured.
    Ruling: heroic/ruling/wait-timing.
    """
    before = len(battle.pending)
    for place in waiters:
        wait, unit = battle.waits[place], battle.units[place]
        battle = battle.with_record(place, battle.records[place]._replace(waited=True, awaits=None))
        tell_wait(unit, battle.units[culprit], wait, order, dice)
        if wait.action is not None:
            battle = battle.with_unit(place, act(unit, wait.action, dice, cites=(rulebook.WAIT_RESPONSE,)), DEED)
        else:
            battle = strike(battle, assault_of(place, culprit, wait), dice)
    return battle if order is TOGETHER else settle_since(battle, before, dice)


def tell_wait(waiter: HeroicUnit, culprit: HeroicUnit, wait: HeroicWait, order: HeroicWaitOrder, dice: Dice) -> None:
    """Say that what a unit has waited for has come, and when it acts."""
    watches = wait.watch_radius is not None or wait.watch_line
    text = f"{spoken_name(waiter)} had waited for {spoken_name(culprit)} {SAID[order]}."
    dice.note(rulebook.WAIT_INTERRUPT, text, actor=waiter.id, cites=ANSWER + (FIRE if watches else ORDER))


def watch_of(wait: HeroicWait) -> Watch | None:
    """Return the ground that a wait watches, if it does."""
    if wait.watch_radius is None and not wait.watch_line:
        return None
    return Watch(wait.watch_radius or 0, wait.watch_line, wait.discriminating)


def assault_of(place: int, culprit: int, wait: HeroicWait) -> Assault:
    """Return the attack that a waiting unit makes on whom it has waited for."""
    return Assault(place, culprit, wait.attack or HeroicAttackChoice(), watch=watch_of(wait))


def can_answer(battle: state.Battle, place: int, culprit: int) -> bool:
    """Return whether a waiting unit can do to another what it has declared."""
    wait = battle.waits[place]
    if wait.attack is None:
        return True
    assault = assault_of(place, culprit, wait)
    try:
        refuse_attack(state.facing(battle, assault), wait.attack, KINDS, battle.rulings)
    except RulesRefuse:
        return False
    return True


def meet_on_the_way(battle: state.Battle, comer: int, walk: Walk, dice: Dice) -> tuple[state.Battle, float]:
    """Let those shoot, or do a deed, who wait for a unit to come: before it arrives, and the first to see it first.

    A shot is made as soon as the unit comes within range, from where it stands if that is within range already; a deed
    is done when it sets out. Who waits with a melee weapon answers at the end of the walk, see `meet`. A unit that
    leaves a melee is shot at only there too. If it falls it comes no farther: the share of the walk that has been
    walked by the last answer is returned as well.

    Dice: as `answer`, for those who act at the same moment together.
    """
    after, share = battle, 0.0
    moments = {} if state.partners(battle, comer) else _moments(battle, comer, walk)
    for moment in sorted(set(moments.values())):
        there = partway(battle, comer, walk, moment)
        there = after.changed(MOVED, positions=there.positions, distances=there.distances)
        places = [at for at, when in moments.items() if when == moment and can_answer(there, at, comer)]
        if places:
            after, share = answer(there, places, comer, FIRST, dice), moment
    return after, share


def _moments(battle: state.Battle, comer: int, walk: Walk) -> dict[int, float]:
    """Return who answers a unit on its way without striking it, by place, and after which share of the walk."""
    after = partway(battle, comer, walk, 1.0)
    moments = {}
    for place in waiting_for(battle, comer, COMING):
        wait, waiter = battle.waits[place], battle.units[place]
        if wait.attack is not None and reach_with(waiter, wait.attack) is not None:
            continue
        share = share_within(battle, comer, place, walk, _carries(waiter, wait))
        if share is not None and _is_coming(battle, after, place, comer):
            moments[place] = share
    return moments


def _carries(waiter: HeroicUnit, wait: HeroicWait) -> float:
    """Return the yards within which a waiting unit can do what it has declared, if that is no blow."""
    aims = () if wait.attack is None else aims_of(waiter, wait.attack)
    return min([float(aim.mode.range_max) for aim in aims if aim.mode.range_max is not None], default=inf)


def _is_coming(before: state.Battle, after: state.Battle, place: int, comer: int) -> bool:
    """Return whether a move is what a waiting unit waits for: one that shows itself, or comes closer."""
    trigger = before.waits[place].trigger
    appears = trigger is not None and trigger.event is HeroicWaitEvent.APPEARS
    return appears or state.distance_between(after, place, comer) < state.distance_between(before, place, comer)


def meet(before: state.Battle, battle: state.Battle, comer: int, dice: Dice) -> state.Battle:
    """Let those strike who wait for a unit to come, now that it has moved.

    Whose reach is not longer than that of the attack it comes for waits until that attack is made.

    Dice: as `answer`.
    """
    now = []
    for place in waiting_for(battle, comer, COMING):
        wait = battle.waits[place]
        if not _is_coming(before, battle, place, comer) or not can_answer(battle, place, comer):
            continue
        if order_of(wait, battle.units[place], battle.units[comer], attack_on(battle, comer, place)) is FIRST:
            now.append(place)
        else:
            battle = battle.with_record(place, battle.records[place]._replace(awaits=comer))
    return answer(battle, now, comer, FIRST, dice) if now else battle


def attack_on(battle: state.Battle, comer: int, place: int) -> HeroicAttackChoice | None:
    """Return the melee attack that a unit is ordered to make on another."""
    order = battle.orders[comer]
    name = battle.units[place].id
    return None if order is None else next((each for each in order.melee if each.target == name), None)
