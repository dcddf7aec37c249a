"""Turns of units in the phases of a round: shooting, movement and melee, and how a unit divides among its attacks."""

from functools import partial
from typing import Final

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicBreakFree, HeroicOrder
from service.rules.heroic.battle.muster import breathing
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.battle.state import Battle, active_members, is_awake, untied_members
from service.rules.heroic.book import rulebook, words
from service.rules.heroic.figures.changes import Cause
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.grapple.break_free import struggle_out
from service.rules.heroic.orders.other_actions import perform_deeds
from service.rules.heroic.orders.policy import melee_in_reach, retargeted
from service.rules.heroic.rounds import strikes
from service.rules.heroic.rounds.assaults import Totals, assaults_of, blows_after, shots_after, totals_of
from service.rules.heroic.rounds.movement import march, meet_hazards
from service.rules.heroic.rounds.planning import keep_turn, turn_before, turn_key
from service.rules.heroic.rounds.waits import FIRST, LAST, TOGETHER, answer, can_answer, meet, order_of, waiting_for

SHOOTS: Final = frozenset({words.HeroicWaitEvent.SHOOTS})
ATTACKS: Final = frozenset({words.HeroicWaitEvent.ATTACKS})


def shooters(battle: Battle) -> tuple[int, ...]:
    """Return the places of those who act in the ranged phase, in acting order."""
    orders = battle.orders
    return tuple(
        [place for place in battle.sequence if (order := orders[place]) is not None and (order.ranged or order.actions)]
    )


def fighters(battle: Battle) -> tuple[int, ...]:
    """Return the places of those who act in the melee phase, in acting order; somebody may wait for any of them."""
    orders, waits = battle.orders, battle.waits
    return tuple(
        [
            place
            for place in battle.sequence
            if (order := orders[place]) is not None and (order.melee or order.break_free or order.actions or waits)
        ]
    )


def shooting_totals(battle: Battle) -> Totals:
    """Count who attacks whom in the ranged phase, if the options want it."""
    return totals_of(battle, [() if order is None else order.ranged for order in battle.orders])


def shoot(battle: Battle, place: int, order: HeroicOrder, totals: Totals, dice: Dice) -> Battle:
    """Play a unit's turn of the ranged phase: its deeds and shots.

    Dice: for each shot those of the attack, before it those of who has waited for it.
    """
    battle = perform_deeds(battle, place, order, words.IN_SHOOTING, dice)
    active = active_members(battle, place) if order.ranged else 0
    return _shoot(battle, place, order, active, totals, dice) if active else battle


def _shoot(battle: Battle, place: int, order: HeroicOrder, active: int, totals: Totals, dice: Dice) -> Battle:
    """Make the shots of one unit's active members; its Fast-Draw is rolled once, before the first that tries it."""
    drawn: bool | None = None
    assaults = assaults_of(battle, place, order.ranged, active, totals)
    for number, assault in enumerate(assaults, start=1):
        waiters = waiting_for(battle, place, SHOOTS) if battle.waits else []
        if waiters:
            battle = answer(battle, waiters, place, FIRST, dice)
        after = partial(shots_after, battle, assaults[number:], totals, place)
        battle, done = strikes.struck(battle, assault._replace(drawn=drawn), dice, after)
        if drawn is None and done is not None:
            drawn = done.landed.drawn
    tell_unmanned(battle, place, len(order.ranged) - len(assaults), dice)
    return battle


def move_all(battle: Battle, dice: Dice) -> Battle:
    """Play the movement phase: hazards, deeds and moves of the units in acting order, then the injury step.

    Dice: for each retreat those of the free attacks on it, for each approach those of who has waited for it; then 3D6
    against HT for each injured unit, and 3D6 against Will for each that suffocates.
    """
    for place in battle.sequence:
        order = battle.orders[place]
        if not is_awake(battle.units[place]):
            continue
        if battle.hazards:
            battle = meet_hazards(battle, place, dice)
        if order is not None:
            battle = perform_deeds(battle, place, order, words.IN_MOVEMENT, dice)
        before = battle
        battle = march(retargeted(battle, place), place, dice)
        if battle.waits and battle.log.moves[-1].yards:
            battle = meet(before, battle, place, dice)
    return strikes.settle_phase(battle, "movement", dice)


def melee_totals(battle: Battle) -> Totals:
    """Count who attacks whom in the melee phase, if the options want it."""
    return totals_of(battle, [() if order is None else order.melee for order in battle.orders])


def fight(battle: Battle, place: int, order: HeroicOrder, totals: Totals, dice: Dice) -> Battle:
    """Play a unit's turn of the melee phase: its deeds, its attempt to break free, and its blows.

    Whose members try to break free strikes with the others. Then those answer who have waited for a blow that never
    came.

    Dice: for each blow or grapple those of the attack, before or after it those of who has waited for it; for an
    attempt to break free its contests.
    """
    # Dice that tell play a fight once, and would seldom meet a turn again.
    key = None if dice.tells or totals else turn_key(battle, place, order)
    turn = turn_before(battle, key)
    if turn is not None:
        return strikes.carried_out(battle, turn.assault, turn.planned, dice)[0]
    battle = perform_deeds(battle, place, order, words.IN_MELEE, dice)
    active = active_members(battle, place) if order.melee else 0
    if order.break_free:
        active = min(active, untied_members(battle, place))
        battle = _break_free(battle, place, dice)
    if active:
        before = battle
        declared = melee_in_reach(battle, place, order) if place in battle.free_hands else order.melee
        assaults = assaults_of(battle, place, declared, active, totals)
        for number, assault in enumerate(assaults, start=1):
            after = partial(blows_after, battle, assault, assaults[number:], totals)
            battle = _strike(battle, assault, dice) if battle.waits else strikes.strike(battle, assault, dice, after)
        tell_unmanned(battle, place, len(declared) - len(assaults), dice)
        keep_turn(before, key, order, assaults)
    return _answer_late(battle, place, dice) if battle.waits else battle


def _strike(battle: Battle, assault: Assault, dice: Dice) -> Battle:
    """Make an attack, and let those answer who have waited for it, before, together with, or after it."""
    answers = _answers_to(battle, assault)
    for order in (FIRST, TOGETHER):
        if answers[order]:
            battle = answer(battle, answers[order], assault.place, order, dice)
    before = len(battle.pending)
    battle = strikes.strike(battle, assault, dice)
    if not answers[LAST]:
        return battle
    battle = strikes.settle_since(battle, before, dice)
    left = [at for at in answers[LAST] if active_members(battle, at)]
    return answer(battle, left, assault.place, LAST, dice)


def _answers_to(battle: Battle, assault: Assault) -> dict[words.HeroicWaitOrder, list[int]]:
    """Return who answers an attack, by when: only for whom it strikes do reaches compare."""
    answers: dict[words.HeroicWaitOrder, list[int]] = {FIRST: [], TOGETHER: [], LAST: []}
    waiting = waiting_for(battle, assault.place, ATTACKS)
    awaiting = [at for at in battle.waits if battle.records[at].awaits == assault.place and at == assault.foe]
    for at in [*waiting, *awaiting]:
        choice = assault.choice if at == assault.foe else None
        answers[order_of(battle.waits[at], battle.units[at], battle.units[assault.place], choice)].append(at)
    return answers


def _answer_late(battle: Battle, place: int, dice: Dice) -> Battle:
    """Let those answer who have let a unit come in to strike them, if it has not struck."""
    left = [
        at
        for at in battle.waits
        if battle.records[at].awaits == place and active_members(battle, at) and can_answer(battle, at, place)
    ]
    return answer(battle, left, place, FIRST, dice) if left else battle


def _break_free(battle: Battle, place: int, dice: Dice) -> Battle:
    """Let a unit try to break the first of the holds on it, if any is left.

    Dice: as `resolve_break_free`.
    Ruling: heroic/ruling/break-free-time.
    """
    unit = battle.units[place]
    hold = next((each for each in battle.grapples if each.victim == unit.id), None)
    if hold is None:
        return battle
    holder = battle.places[hold.grappler]
    given = HeroicBreakFree(victim=unit, holder=battle.units[holder], hold=hold)
    outcome = struggle_out(given, battle.rulings, dice)
    left = [] if outcome.hold is None else [outcome.hold]
    at = battle.grapples.index(hold)
    after = (*battle.grapples[:at], *left, *battle.grapples[at + 1 :])
    log = battle.log._replace(breaks=(*battle.log.breaks, outcome))
    freed = Cause(words.HeroicChangeReason.BREAK_FREE)
    battle = battle.changed(freed, units=breathing(battle.units, battle.grapples, after), grapples=after, log=log)
    for each in (place, holder):
        battle = battle.with_record(each, battle.records[each]._replace(rolled=True))
    return battle


def tell_unmanned(battle: Battle, place: int, lost: int, dice: Dice) -> None:
    """Say that attacks are lost because the members for them have fallen."""
    if lost:
        unit = battle.units[place]
        text = f"{spoken_name(unit)} had nobody left for {'another attack' if lost == 1 else f'{lost} more attacks'}."
        dice.note(rulebook.UNIT_SPLIT_ATTACKERS, text, actor=unit.id)
