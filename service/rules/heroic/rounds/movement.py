"""Movement of one unit: its deeds and hazards, free attacks on its retreat, the walk, and the locks that it makes."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.rules.heroic.attack.attack import lock_between
from service.rules.heroic.attack.injury import Pending
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.battle import state
from service.rules.heroic.battle.models import HeroicEncounter, HeroicMove
from service.rules.heroic.battle.muster import breathing, encounter_of, muster, told
from service.rules.heroic.battle.outcomes import HeroicMoved, HeroicMoveOutcome, HeroicMoveVerdict
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicFreeAttackInjury, HeroicLockOn, HeroicRulings
from service.rules.heroic.book.refusals import AttackerInactive, HeroicUnknownSide, HeroicUnknownUnit, MissingOrders
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import IN_MOVEMENT, RETREAT, HeroicChangeReason, HeroicTactic
from service.rules.heroic.figures.changes import MOVED, Cause
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import move_of, spoken_name
from service.rules.heroic.orders import paths
from service.rules.heroic.orders.best_weapons import longest_reach, reach_with
from service.rules.heroic.orders.declaration import check_orders, refuse_orders
from service.rules.heroic.orders.divisions import firm_holds, is_held, leave_behind
from service.rules.heroic.orders.marches import is_at_goal, is_leaving, walk_of, wants_to_move
from service.rules.heroic.orders.other_actions import Budget, budget_of, ordered_shots, perform_deeds
from service.rules.heroic.rounds.strikes import free_attack, free_attacks_on, locked, settle_since
from service.rules.heroic.rounds.waits import meet_on_the_way
from service.rules.kernel.telling import sentence

AT_ONCE: Final = HeroicFreeAttackInjury.IMMEDIATE
BY_ATTACKS: Final = HeroicLockOn.ATTACK
STAYS: Final = "not ordered to move"
LOCKED: Final = "locked in melee"
HELD: Final = "held fast"
FELLED: Final = "felled before getting away"
NOWHERE: Final[tuple[Rule, Cites]] = (rulebook.MOVE_DIRECTION, (Rulings.AWAY_DIRECTION,))
WHY_NOT: Final[dict[str, tuple[Rule, Cites]]] = {
    LOCKED: (rulebook.MOVE_LOCKED_STAYS, ()),
    HELD: (attack_rules.REF_GRAPPLE_ATTACK, ()),
    FELLED: (rulebook.LOCK_RETREAT, (Rulings.FREE_ATTACK_INJURY,)),
    paths.AT_GOAL: (rulebook.MOVE_ALLOWANCE, ()),
    paths.THERE: (rulebook.MOVE_ALLOWANCE, ()),
    paths.SPENT: (rulebook.MOVE_ALLOWANCE, ()),
    paths.BLOCKED: (rulebook.MOVE_RESTRICTIONS, ()),
}


class MovingUnit(NamedTuple):
    """A unit that moves, what it is ordered, and what it may spend."""

    place: int
    order: HeroicOrder
    budget: Budget


def meet_hazards(battle: state.Battle, place: int, dice: Dice) -> state.Battle:
    """Leave the injury of hazards that a unit meets pending.

    Ruling: heroic/ruling/hazard-ht.
    """
    unit = battle.units[place]
    for hazard in battle.hazards:
        if hazard.unit == unit.id:
            text = f"On the way {spoken_name(unit)} met {hazard.note}: {hazard.injury} injury."
            dice.note(rulebook.MOVE_HAZARDS, text, actor=unit.id)
            if hazard.injury:
                battle = battle.with_pending((Pending(unit.id, hazard.note, 1, hazard.injury),))
    return battle


def march(battle: state.Battle, place: int, dice: Dice) -> state.Battle:
    """Move one unit as ordered; without an order it stays.

    Dice: for each free attack on its retreat those of the attack, and 3D6 against HT if its injury is applied at once;
    then those of the shots at it on the way, see `meet_on_the_way`.
    """
    order = battle.orders[place]
    reason = _why_not(battle, place, order)
    if order is None or reason is not None:
        return _stays(battle, place, reason or STAYS, dice)
    if _is_unread(battle, dice) and is_at_goal(battle, place, order):
        return battle
    return _set_out(battle, place, order, dice)


def _set_out(battle: state.Battle, place: int, order: HeroicOrder, dice: Dice) -> state.Battle:
    """Move a unit that is free to move.

    Dice: as `march`.
    """
    budget = _budget(battle, place, order)
    mover, walk = MovingUnit(place, order, budget), walk_of(battle, place, order, budget)
    if not walk.yards:
        return _stays(battle, place, walk.reason, dice)
    battle = _without_held(battle, place, dice)
    if order.tactic is RETREAT:
        battle = _turn_back(battle, place, dice)
        if not state.able_members(battle, place):
            return _stays(battle, place, FELLED, dice)
        if is_held(battle, place):
            return _stays(battle, place, HELD, dice)
        battle = _without_held(battle, place, dice)
    walk = walk_of(battle, place, order, budget)
    share = 0.0
    if battle.waits:
        battle, share = meet_on_the_way(battle, place, walk, dice)
    if not state.able_members(battle, place):
        return _falls(battle, mover, round(walk.yards * share, state.DECIMALS), dice)
    return _walk(battle, mover, walk, dice)


def _without_held(battle: state.Battle, place: int, dice: Dice) -> state.Battle:
    """Leave the members behind who are held, if there are any."""
    return leave_behind(battle, place, dice) if firm_holds(battle, place) else battle


def _is_unread(battle: state.Battle, dice: Dice) -> bool:
    """Return whether nobody reads how a unit has moved: those who wait do."""
    return not dice.tells and not battle.waits


def _why_not(battle: state.Battle, place: int, order: HeroicOrder | None) -> str | None:
    """Return why a unit does not move at all, if it does not."""
    if order is None or not wants_to_move(order.move):
        return LOCKED if state.partners(battle, place) else STAYS
    if is_held(battle, place):
        return HELD
    if state.partners(battle, place) and not is_leaving(order):
        return LOCKED
    return None


def _stays(battle: state.Battle, place: int, reason: str, dice: Dice) -> state.Battle:
    if _is_unread(battle, dice):
        return battle
    unit, order = battle.units[place], battle.orders[place]
    if reason != STAYS:
        rule, cites = WHY_NOT.get(reason, NOWHERE)
        dice.note(rule, f"{spoken_name(unit)} did not move: {reason}.", actor=unit.id, cites=cites)
    budget = None if order is None else _budget(battle, place, order)
    return _moved(battle, place, budget, 0.0, 0.0, reason)


def _budget(battle: state.Battle, place: int, order: HeroicOrder) -> Budget:
    return budget_of(battle.units[place], order, battle.records[place].shots, battle.rulings.fp_effects)


def _falls(battle: state.Battle, mover: MovingUnit, yards: float, dice: Dice) -> state.Battle:
    """Leave a unit that a shot has felled where it was then."""
    unit = battle.units[mover.place]
    text = f"{spoken_name(unit)} came no farther than {yards:g} yard{'' if yards == 1 else 's'}."
    dice.note(rulebook.WAIT_INTERRUPT, text, actor=unit.id, cites=(Rulings.WAIT_TIMING,))
    spent = yards * mover.order.move.cost_per_yard
    return _moved(battle, mover.place, mover.budget, yards, spent, "felled on the way")


def _moved(
    battle: state.Battle, place: int, budget: Budget | None, yards: float, spent: float, reason: str
) -> state.Battle:
    unit = battle.units[place]
    moved = HeroicMoved(
        unit=unit.id,
        allowance=0.0 if budget is None else budget.allowance,
        yards=yards,
        move_spent=spent,
        position=state.position_of(unit.id, battle.positions[place]),
        reason=reason,
    )
    return battle._replace(log=battle.log._replace(moves=(*battle.log.moves, moved)))


def _turn_back(battle: state.Battle, place: int, dice: Dice) -> state.Battle:
    """Let everybody whom a unit turns its back on take a free attack.

    Ruling: heroic/ruling/free-attack-injury.
    """
    at_once = battle.rulings.free_attack_injury is AT_ONCE
    for assault in free_attacks_on(battle, place):
        before = len(battle.pending)
        battle = free_attack(battle, assault, dice)
        if at_once:
            battle = settle_since(battle, before, dice)
    return battle


def _walk(battle: state.Battle, mover: MovingUnit, walk: paths.Walk, dice: Dice) -> state.Battle:
    """Walk, leave those who are out of reach then, and lock with whom the unit has come to fight."""
    place, order, budget = mover
    unit = battle.units[place]
    positions, records = list(battle.positions), list(battle.records)
    positions[place], records[place] = walk.end, records[place]._replace(moved=True)
    cause = _cause_of(order)
    battle = battle.changed(cause, positions=tuple(positions), records=tuple(records), distances=walk.distances)
    if dice.tells:
        rule, did = _manner(order)
        text = f"{spoken_name(unit)} {did} {walk.yards:g} of {budget.allowance:g} yards{_whither(battle, mover, walk)}."
        dice.note(rule, text, actor=unit.id, cites=_cites(unit, mover, walk))
    battle = _close_in(_leave(battle, place, cause.why, dice), mover, dice)
    if _is_unread(battle, dice):
        return battle
    return _moved(battle, place, budget, walk.yards, walk.yards * order.move.cost_per_yard, walk.reason)


def _cause_of(order: HeroicOrder) -> Cause:
    """Return why a unit is somewhere else that has gone as ordered."""
    if order.withdraw:
        return Cause(HeroicChangeReason.WITHDRAW)
    return Cause(HeroicChangeReason.RETREAT) if order.tactic is RETREAT else MOVED


def _manner(order: HeroicOrder) -> tuple[Rule, str]:
    """Return the rule that allows a move, and what it is called."""
    if order.withdraw:
        return rulebook.LOCK_WITHDRAWAL, "withdrew"
    if order.tactic is RETREAT:
        return rulebook.TACTIC_RETREAT, "retreated"
    return rulebook.MOVE_ALLOWANCE, "moved"


def _whither(battle: state.Battle, mover: MovingUnit, walk: paths.Walk) -> str:
    """Say where a move has led, and who was in the way."""
    blocked = "" if walk.blocker is None else f", with {spoken_name(battle.units[walk.blocker])} in the way"
    name = mover.order.move.ref or mover.order.charge_target
    if name is None:
        return blocked
    other = battle.places[name]
    gap = state.distance_between(battle, mover.place, other)
    return f" and stopped {gap:g} yard{'' if gap == 1 else 's'} from {spoken_name(battle.units[other])}{blocked}"


def _cites(unit: HeroicUnit, mover: MovingUnit, walk: paths.Walk) -> Cites:
    """Return the rules behind a move."""
    cites = (rulebook.MOVE_EXPENDED, *_direction_cites(mover.order))
    if unit.top_speed is not None and move_of(unit) == unit.top_speed:
        cites = (*cites, rulebook.MOVE_TOP_SPEED)
    if mover.budget.shots:
        cites = (*cites, rulebook.MOVE_SHOTS_RESERVE)
    return cites if mover.order.move.cost_per_yard == 1 else (*cites, rulebook.MOVE_RESTRICTIONS)


def _direction_cites(order: HeroicOrder) -> Cites:
    if is_leaving(order):
        return (rulebook.MOVE_ALLOWANCE, rulebook.MOVE_DIRECTION, Rulings.AWAY_DIRECTION)
    if order.tactic is HeroicTactic.ALL_OUT_OFFENSIVE:
        return (rulebook.MOVE_DIRECTION,)
    return ()


def _leave(battle: state.Battle, place: int, why: HeroicChangeReason, dice: Dice) -> state.Battle:
    """End the locks of a unit with those who are out of reach now, and the holds between them."""
    left = [at for at in sorted(state.partners(battle, place)) if _is_out_of_reach(battle, place, at)]
    if not left:
        return battle
    unit = battle.units[place]
    if dice.tells:
        names = ", ".join([spoken_name(battle.units[at]) for at in left])
        text = f"{spoken_name(unit)} got away from the melee with {names}."
        dice.note(rulebook.LOCK_EFFECT, text, actor=unit.id)
    cause = Cause(why, unit.id)
    battle = state.part(battle, place, left, cause)
    if battle.grapples:
        gone = {frozenset((unit.id, battle.units[at].id)) for at in left}
        kept = tuple([hold for hold in battle.grapples if frozenset((hold.grappler, hold.victim)) not in gone])
        battle = battle.changed(cause, units=breathing(battle.units, battle.grapples, kept), grapples=kept)
    if not dice.tells:
        return battle
    ended = [lock_between(unit.id, battle.units[at].id) for at in left]
    return battle._replace(log=battle.log._replace(locks_ended=(*battle.log.locks_ended, *ended)))


def _is_out_of_reach(battle: state.Battle, place: int, other: int) -> bool:
    reach = max(longest_reach(battle.units[place]), longest_reach(battle.units[other]))
    return state.distance_between(battle, place, other) > reach


def _close_in(battle: state.Battle, mover: MovingUnit, dice: Dice) -> state.Battle:
    """Lock a unit with those whom it has come to strike.

    Ruling: heroic/ruling/lock-on-contact.
    """
    if battle.rulings.lock_on is BY_ATTACKS:
        return battle
    made = []
    place, unit = mover.place, battle.units[mover.place]
    for choice in mover.order.melee:
        foe = battle.places[choice.target]
        reach = reach_with(unit, choice)
        near = reach is not None and state.distance_between(battle, place, foe) <= reach
        if near and foe not in state.partners(battle, place) and state.is_awake(battle.units[foe]):
            battle = locked(battle, place, foe, dice, cites=(Rulings.LOCK_ON_CONTACT,))
            made.append(lock_between(unit.id, choice.target))
    if not dice.tells:
        return battle
    return battle._replace(log=battle.log._replace(locks_made=(*battle.log.locks_made, *made)))


def resolve_move(input: HeroicMove, rulings: HeroicRulings, dice: Dice) -> HeroicMoveOutcome:
    """Move one unit as it is ordered.

    Distances are in yards, movement spent in multiples of Move. The injury of hazards and free attacks is pending;
    only with option free_attack_injury `immediate` is that of free attacks applied, and may stop the unit.

    Dice: for each free attack those of the attack; if it is applied at once, 3D6 against HT.
    Raises: HeroicUnknownUnit, HeroicUnknownSide, AttackerInactive, MissingOrders, and the refusals of orders.
    Source: Movement Phase; Being Locked in Melee and Disengagement.
    """
    encounter = input.encounter
    battle = muster(encounter, rulings)
    battle = told(battle, encounter) if dice.tells else battle
    place = battle.places.get(input.unit)
    if place is None:
        raise HeroicUnknownUnit(f"There is no unit {input.unit!r}.", input.unit, battle.places, pointer="/unit")
    battle = _ordered(battle, input)
    order = battle.orders[place]
    unit = battle.units[place]
    if not state.is_awake(unit):
        raise AttackerInactive(f"Out of the fight, {spoken_name(unit)} cannot move.", pointer="/unit")
    if order is None:
        raise MissingOrders(f"There is no order for {spoken_name(unit)}, who is to move.", pointer="/orders")
    before = battle
    battle = battle.with_record(place, _record(battle, place, order, input.allowance_spent))
    battle = meet_hazards(battle, place, dice)
    after = march(perform_deeds(battle, place, order, IN_MOVEMENT, dice), place, dice)
    return _outcome(before, after, place, encounter)


def _record(battle: state.Battle, place: int, order: HeroicOrder, spent: float) -> state.RoundRecord:
    """Return what a unit has done before it moves: the shots that it is ordered to make."""
    shots = max(spent, float(ordered_shots(battle.units[place], order)))
    return state.FRESH._replace(shots=shots, shot_at=frozenset([battle.places[each.target] for each in order.ranged]))


def _ordered(battle: state.Battle, input: HeroicMove) -> state.Battle:
    """Return the battle with the orders that concern the move, refusing those that are illegal."""
    sides = [side.id for side in battle.sides]
    if input.winner is not None and input.winner not in sides:
        raise HeroicUnknownSide(f"There is no side {input.winner!r}.", input.winner, sides, pointer="/winner")
    battle = battle._replace(winner=input.winner)
    checked = check_orders(battle, input.orders)
    refuse_orders(checked)
    orders = {each.place: each.order for each in checked}
    return battle._replace(orders=tuple([orders.get(place) for place in range(len(battle.units))]))


def _outcome(before: state.Battle, after: state.Battle, place: int, encounter: HeroicEncounter) -> HeroicMoveOutcome:
    unit, log = after.units[place], after.log
    injury = sum([each.injury for each in after.pending if each.unit == unit.id])
    injury += sum([each.pending for each in log.injuries if each.unit == unit.id])
    yards = log.moves[0].yards
    verdict = HeroicMoveVerdict(moved=yards > 0, yards=yards, locked=bool(state.partners(after, place)), injury=injury)
    return HeroicMoveOutcome(
        summary=_summary(before, after, place, verdict),
        verdict=verdict,
        moved=log.moves[0],
        locks_made=log.locks_made,
        locks_ended=log.locks_ended,
        free_attacks=log.attacks,
        free_grapples=log.grapples,
        injuries=log.injuries,
        pending=tuple([each.model() for each in after.pending]),
        changes=after.changes or (),
        encounter=encounter_of(after, encounter, encounter.round),
    )


def _summary(before: state.Battle, after: state.Battle, place: int, verdict: HeroicMoveVerdict) -> str:
    """Say in a sentence or two what happened."""
    name, log = spoken_name(after.units[place]), after.log
    if not verdict.yards:
        text = sentence(f"{name} did not move: {log.moves[0].reason}")
    else:
        text = sentence(f"{name} moved {verdict.yards:g} yard{'' if verdict.yards == 1 else 's'}")
    if log.locks_made:
        foes = [
            spoken_name(after.units[at]) for at in sorted(state.partners(after, place) - state.partners(before, place))
        ]
        text += f" Now locked in melee with {', '.join(foes)}."
    elif log.locks_ended and not verdict.locked:
        text += " The melee was left behind."
    if verdict.injury:
        text += f" Injury taken: {verdict.injury}."
    return text
