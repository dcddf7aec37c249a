"""How one unit moves: its deeds and hazards, free attacks on its retreat, the walk, and the locks that it makes."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.rules.heroic.attack.attack import lock_between
from service.rules.heroic.attack.injury import Pending
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicUnitInjury
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicHazard
from service.rules.heroic.battle.muster import breathing
from service.rules.heroic.battle.outcomes import HeroicMoved
from service.rules.heroic.battle.state import (
    DECIMALS,
    Battle,
    able_members,
    distance_between,
    is_awake,
    part,
    partners,
    position_of,
)
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicFreeAttackInjury, HeroicLockOn
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import move_of, spoken_name
from service.rules.heroic.orders.best_weapons import longest_reach, reach_with
from service.rules.heroic.orders.divisions import firm_holds, is_held, leave_behind
from service.rules.heroic.orders.marches import is_leaving, walk_of, wants_to_move
from service.rules.heroic.orders.other_actions import Budget, budget_of
from service.rules.heroic.orders.paths import AT_GOAL, BLOCKED, SPENT, THERE, Walk
from service.rules.heroic.rounds.free_attacks import free_attack, free_attacks_on
from service.rules.heroic.rounds.injuries import settle_since
from service.rules.heroic.rounds.strikes import locked
from service.rules.heroic.rounds.waits import Answer, Met, meet_on_the_way

STAYS: Final = "not ordered to move"
LOCKED: Final = "locked in melee"
HELD: Final = "held fast"
FELLED: Final = "felled before getting away"
NOWHERE: Final[tuple[Rule, Cites]] = (rulebook.MOVE_DIRECTION, (Rulings.AWAY_DIRECTION,))
WHY_NOT: Final[dict[str, tuple[Rule, Cites]]] = {
    LOCKED: (rulebook.MOVE_LOCKED_STAYS, ()),
    HELD: (attack_rules.REF_GRAPPLE_ATTACK, ()),
    FELLED: (rulebook.LOCK_RETREAT, (Rulings.FREE_ATTACK_INJURY,)),
    AT_GOAL: (rulebook.MOVE_ALLOWANCE, ()),
    THERE: (rulebook.MOVE_ALLOWANCE, ()),
    SPENT: (rulebook.MOVE_ALLOWANCE, ()),
    BLOCKED: (rulebook.MOVE_RESTRICTIONS, ()),
}


class Going(NamedTuple):
    """A unit that moves, what it is ordered, and what it may spend."""

    place: int
    order: HeroicOrder
    budget: Budget


class March(NamedTuple):
    """The battle and its orders after one unit's movement, and everything that happened on the way."""

    battle: Battle
    command: Command
    moved: HeroicMoved
    free: tuple[HeroicAttackReport, ...] = ()
    made: tuple[HeroicLock, ...] = ()
    ended: tuple[HeroicLock, ...] = ()
    injuries: tuple[HeroicUnitInjury, ...] = ()


def meet_hazards(battle: Battle, place: int, hazards: tuple[HeroicHazard, ...], dice: Dice) -> Battle:
    """Leave the injury of hazards that a unit meets pending.

    Ruling: heroic/ruling/hazard-ht.
    """
    unit = battle.units[place]
    for hazard in hazards:
        if hazard.unit == unit.id:
            text = f"On the way {spoken_name(unit)} met {hazard.note}: {hazard.injury} injury."
            dice.note(rulebook.MOVE_HAZARDS, text, actor=unit.id)
            if hazard.injury:
                battle = battle.with_pending((Pending(unit.id, hazard.note, 1, hazard.injury),))
    return battle


def march(battle: Battle, command: Command, place: int, dice: Dice) -> March:
    """Move one unit as ordered; without an order it stays.

    Dice: for each free attack on its retreat those of the attack, and 3D6 against HT if its injury is applied at once;
    then those of the shots at it on the way, see `meet_on_the_way`.
    """
    order, unit = command.orders[place], battle.units[place]
    shots = battle.tolls[place].shots
    budget = None if order is None else budget_of(unit, order, shots, command.rulings.fp_effects)
    reason = _why_not(battle, command, place, order)
    if order is None or budget is None or reason is not None:
        return _stays(battle, command, place, budget, reason or STAYS, dice)
    walk = walk_of(battle, place, order, budget, command.rulings)
    if not walk.yards:
        return _stays(battle, command, place, budget, walk.reason, dice)
    if firm_holds(battle, place, command.rulings):
        battle, command = leave_behind(battle, command, place, dice)
        walk = walk_of(battle, place, order, budget, command.rulings)
    free: tuple[HeroicAttackReport, ...] = ()
    injuries: tuple[HeroicUnitInjury, ...] = ()
    if order.tactic is HeroicTactic.RETREAT:
        battle, free, injuries = _run_the_gauntlet(battle, command, place, dice)
        if not able_members(battle, place, command.rulings.assignment):
            stopped = _stays(battle, command, place, budget, FELLED, dice)
            return stopped._replace(free=free, injuries=injuries)
    met = meet_on_the_way(battle, command, place, walk, dice) if command.waits else Met(Answer(battle), 0.0)
    free, injuries = free + met.answer.attacks, injuries + met.answer.injuries
    if not able_members(met.answer.battle, place, command.rulings.assignment):
        yards = round(walk.yards * met.share, DECIMALS)
        stopped = _falls(met.answer.battle, command, Going(place, order, budget), yards, dice)
        return stopped._replace(free=free, injuries=injuries)
    done = _walk(met.answer.battle, command, Going(place, order, budget), walk, dice)
    return done._replace(free=free, injuries=injuries)


def _why_not(battle: Battle, command: Command, place: int, order: HeroicOrder | None) -> str | None:
    """Return why a unit does not move at all, if it does not."""
    if order is None or not wants_to_move(order.move):
        return LOCKED if partners(battle, place) else STAYS
    if is_held(battle, place, command.rulings):
        return HELD
    if partners(battle, place) and not is_leaving(order):
        return LOCKED
    return None


def _stays(battle: Battle, command: Command, place: int, budget: Budget | None, reason: str, dice: Dice) -> March:
    unit = battle.units[place]
    if reason != STAYS:
        rule, cites = WHY_NOT.get(reason, NOWHERE)
        dice.note(rule, f"{spoken_name(unit)} did not move: {reason}.", actor=unit.id, cites=cites)
    return March(battle, command, _moved(battle, place, budget, 0.0, 0.0, reason))


def _falls(battle: Battle, command: Command, going: Going, yards: float, dice: Dice) -> March:
    """Leave a unit that a shot has felled where it was then."""
    unit = battle.units[going.place]
    text = f"{spoken_name(unit)} came no farther than {yards:g} yard{'' if yards == 1 else 's'}."
    dice.note(rulebook.WAIT_INTERRUPT, text, actor=unit.id, cites=(Rulings.WAIT_TIMING,))
    spent = yards * going.order.move.cost_per_yard
    return March(battle, command, _moved(battle, going.place, going.budget, yards, spent, "felled on the way"))


def _moved(battle: Battle, place: int, budget: Budget | None, yards: float, spent: float, reason: str) -> HeroicMoved:
    unit = battle.units[place]
    return HeroicMoved(
        unit=unit.id,
        allowance=0.0 if budget is None else budget.allowance,
        yards=yards,
        move_spent=spent,
        position=position_of(unit.id, battle.spots[place]),
        reason=reason,
    )


def _run_the_gauntlet(
    battle: Battle, command: Command, place: int, dice: Dice
) -> tuple[Battle, tuple[HeroicAttackReport, ...], tuple[HeroicUnitInjury, ...]]:
    """Let everybody whom a unit turns its back on take a free attack.

    Ruling: heroic/ruling/free-attack-injury.
    """
    reports = []
    injuries: tuple[HeroicUnitInjury, ...] = ()
    at_once = command.rulings.free_attack_injury is HeroicFreeAttackInjury.IMMEDIATE
    for assault in free_attacks_on(battle, command, place):
        before = len(battle.pending)
        battle, report = free_attack(battle, command, assault, dice)
        reports += [] if report is None else [report]
        if at_once:
            settled = settle_since(battle, command, before, dice)
            battle, injuries = settled.battle, injuries + settled.injuries
    return battle, tuple(reports), injuries


def _walk(battle: Battle, command: Command, going: Going, walk: Walk, dice: Dice) -> March:
    """Walk, leave those who are out of reach then, and lock with whom the unit has come to fight."""
    place, order, budget = going
    unit = battle.units[place]
    spots, tolls = list(battle.spots), list(battle.tolls)
    spots[place], tolls[place] = walk.spot, tolls[place]._replace(moved=True)
    battle = battle._replace(spots=tuple(spots), tolls=tuple(tolls), apart=walk.apart)
    rule, did = _manner(order)
    text = f"{spoken_name(unit)} {did} {walk.yards:g} of {budget.allowance:g} yards{_whither(battle, going, walk)}."
    dice.note(rule, text, actor=unit.id, cites=_cites(unit, going, walk))
    battle, ended = _leave(battle, place, dice)
    battle, made = _close_in(battle, command, going, dice)
    moved = _moved(battle, place, budget, walk.yards, walk.yards * order.move.cost_per_yard, walk.reason)
    return March(battle, command, moved, made=made, ended=ended)


def _manner(order: HeroicOrder) -> tuple[Rule, str]:
    """Return the rule that allows a move, and what it is called."""
    if order.withdraw:
        return rulebook.LOCK_WITHDRAWAL, "withdrew"
    if order.tactic is HeroicTactic.RETREAT:
        return rulebook.TACTIC_RETREAT, "retreated"
    return rulebook.MOVE_ALLOWANCE, "moved"


def _whither(battle: Battle, going: Going, walk: Walk) -> str:
    """Say where a move has led, and who was in the way."""
    blocked = "" if walk.blocker is None else f", with {spoken_name(battle.units[walk.blocker])} in the way"
    name = going.order.move.ref or going.order.charge_target
    if name is None:
        return blocked
    other = battle.places[name]
    gap = distance_between(battle, going.place, other)
    return f" and stopped {gap:g} yard{'' if gap == 1 else 's'} from {spoken_name(battle.units[other])}{blocked}"


def _cites(unit: HeroicUnit, going: Going, walk: Walk) -> Cites:
    """Return the rules behind a move."""
    cites = (rulebook.MOVE_EXPENDED, *_direction_cites(going.order))
    if unit.top_speed is not None and move_of(unit) == unit.top_speed:
        cites = (*cites, rulebook.MOVE_TOP_SPEED)
    if going.budget.shots:
        cites = (*cites, rulebook.MOVE_SHOTS_RESERVE)
    return cites if going.order.move.cost_per_yard == 1 else (*cites, rulebook.MOVE_RESTRICTIONS)


def _direction_cites(order: HeroicOrder) -> Cites:
    if order.withdraw:
        return (rulebook.MOVE_ALLOWANCE, rulebook.MOVE_DIRECTION, Rulings.AWAY_DIRECTION)
    if order.tactic is HeroicTactic.RETREAT:
        return (rulebook.MOVE_ALLOWANCE, rulebook.MOVE_DIRECTION, Rulings.AWAY_DIRECTION)
    if order.tactic is HeroicTactic.ALL_OUT_OFFENSIVE:
        return (rulebook.MOVE_DIRECTION,)
    return ()


def _leave(battle: Battle, place: int, dice: Dice) -> tuple[Battle, tuple[HeroicLock, ...]]:
    """End the locks of a unit with those who are out of reach now, and the holds between them."""
    left = [at for at in sorted(partners(battle, place)) if _is_out_of_reach(battle, place, at)]
    if not left:
        return battle, ()
    unit = battle.units[place]
    names = ", ".join([spoken_name(battle.units[at]) for at in left])
    text = f"{spoken_name(unit)} got away from the melee with {names}."
    dice.note(rulebook.LOCK_EFFECT, text, actor=unit.id)
    battle = part(battle, place, left)
    if battle.grapples:
        gone = {frozenset((unit.id, battle.units[at].id)) for at in left}
        kept = tuple([hold for hold in battle.grapples if frozenset((hold.grappler, hold.victim)) not in gone])
        battle = battle._replace(units=breathing(battle.units, battle.grapples, kept), grapples=kept)
    return battle, tuple([lock_between(unit.id, battle.units[at].id) for at in left])


def _is_out_of_reach(battle: Battle, place: int, other: int) -> bool:
    reach = max(longest_reach(battle.units[place]), longest_reach(battle.units[other]))
    return distance_between(battle, place, other) > reach


def _close_in(battle: Battle, command: Command, going: Going, dice: Dice) -> tuple[Battle, tuple[HeroicLock, ...]]:
    """Lock a unit with those whom it has come to strike.

    Ruling: heroic/ruling/lock-on-contact.
    """
    if command.rulings.lock_on is HeroicLockOn.ATTACK:
        return battle, ()
    made = []
    place, unit = going.place, battle.units[going.place]
    for choice in going.order.melee:
        foe = battle.places[choice.target]
        reach = reach_with(unit, choice)
        near = reach is not None and distance_between(battle, place, foe) <= reach
        if near and foe not in partners(battle, place) and is_awake(battle.units[foe]):
            battle = locked(battle, place, foe, dice, cites=(Rulings.LOCK_ON_CONTACT,))
            made.append(lock_between(unit.id, choice.target))
    return battle, tuple(made)
