"""What units that nobody commands do: the tactic they keep or draw, whom they make for, and what they strike with."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from service.dice.model import Dice
from service.rules.heroic.attack.models import STAY, HeroicAction, HeroicDeclaration, HeroicMoveOrder, HeroicOrder
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS
from service.rules.heroic.battle.state import (
    GONE,
    Battle,
    able_members,
    distance_between,
    enemies_of,
    members_in,
    partners,
    untied_members,
)
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicLockedReach, HeroicNpcTactics, HeroicRulings
from service.rules.heroic.book.words import (
    ACTIVE,
    ALL_OUT_OFFENSIVE,
    MELEE_KIND,
    NEUTRAL,
    RETREAT,
    ROUTED,
    UNCONSCIOUS,
    HeroicActionSize,
    HeroicMoveMode,
    HeroicTactic,
)
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import reach_of, spoken_name
from service.rules.heroic.orders.best_weapons import (
    HAND_TO_HAND,
    best_of,
    close_modes,
    longest_reach,
    missiles_of,
    modes_of,
    reload_of,
    shots_at,
    standoff_of,
)
from service.rules.heroic.orders.divisions import holds_on, is_held, is_pinned_down
from service.rules.heroic.orders.marches import nearest_of
from service.rules.heroic.orders.other_actions import factor_of
from service.rules.roll_under.rolls import Lots, draw_lot

MUTUAL: Final = HeroicLockedReach.MUTUAL
FIXED: Final = HeroicNpcTactics.FIXED
HOLD_GROUND: Final = HeroicTactic.HOLD_GROUND
AIMED_SHOOTING: Final = HeroicTactic.AIMED_SHOOTING
DRAWN: Final = tuple([tactic for tactic in HeroicTactic if tactic is not HeroicTactic.RETREAT])
RUN: Final = HeroicMoveOrder(mode=HeroicMoveMode.AWAY)


def service_orders(
    battle: Battle, places: Sequence[int], tactics: Mapping[int, HeroicTactic], dice: Dice
) -> dict[int, HeroicOrder]:
    """Give units their orders; `tactics` are those they keep, by place.

    Whose tactic is not given or not legal draws one among the legal ones, or fights neutrally, as the options say.

    Dice: for each such unit in turn a choice among its legal tactics, if the options have them drawn.
    Ruling: heroic/ruling/skirmish-tactics.
    """
    orders = {}
    foes: dict[str, list[int]] = {}
    for place in places:
        side = battle.units[place].side
        if side not in foes:
            foes[side] = worth_attacking(battle, enemies_of(battle, place))
        foe = target_for(battle, place, foes[side])
        tactic = tactic_for(battle, place, foe, tactics.get(place), battle.rulings.npc_tactics, dice)
        orders[place] = _known_order(battle, place, foe, tactic)
    return orders


def _known_order(battle: Battle, place: int, foe: int | None, tactic: HeroicTactic) -> HeroicOrder:
    """Return what a unit does with a tactic; in a situation that it has been in before, the same as then.

    What it does depends on its health only as far as it stands, on the distance only if it has anything to shoot with,
    and on more than this where somebody is held.
    """
    plans, units = battle.plans, battle.units
    if plans is None or foe is None or battle.grapples:
        return order_for(battle, place, foe, tactic)
    fighter = plans.fighter_of(place, units[place])
    distance = distance_between(battle, place, foe) if fighter.shoots else None
    key = (fighter, plans.fighter_of(foe, units[foe]), tactic, distance, bool(partners(battle, place)))
    order = plans.orders.find(key)
    if order is None:
        order = order_for(battle, place, foe, tactic)
        plans.orders.keep(key, order)
    return order


def legal_tactics(battle: Battle, place: int) -> tuple[HeroicTactic, ...]:
    """Return the tactics that a unit may keep: all but a retreat and what it can make no use of.

    A locked unit cannot hold its ground, and who has nothing left to shoot or throw has nothing to aim.
    """
    return tuple([tactic for tactic in DRAWN if _is_legal(battle, place, tactic)])


def _is_legal(battle: Battle, place: int, tactic: HeroicTactic) -> bool:
    """Return whether a unit can make use of a tactic other than a retreat."""
    if tactic is HOLD_GROUND:
        return not partners(battle, place)
    return tactic is not AIMED_SHOOTING or bool(missiles_of(battle.units[place]))


def _drawable(battle: Battle, place: int, foe: int | None, legal: tuple[HeroicTactic, ...]) -> list[HeroicTactic]:
    """Return those of a unit's legal tactics that it may draw: who has no blow or would rather shoot charges nobody."""
    unit = battle.units[place]
    strikes = bool(modes_of(unit, MELEE_KIND))
    goal = None if foe is None or partners(battle, place) else battle.units[foe]
    stays = goal is not None and standoff_of(unit, goal, strikes=strikes) is not None
    return [tactic for tactic in legal if tactic is not ALL_OUT_OFFENSIVE or (strikes and not stays)]


def tactic_for(
    battle: Battle,
    place: int,
    foe: int | None,
    wanted: HeroicTactic | None,
    npc_tactics: HeroicNpcTactics,
    dice: Dice,
) -> HeroicTactic:
    """Return the tactic of a unit that nobody commands, against a foe if there is one; a routed unit retreats.

    Dice: a choice among the legal tactics that are of use to it, if one is drawn.
    """
    kept = _kept_tactic(battle, place, wanted, npc_tactics)
    if kept is not None:
        return kept
    unit = battle.units[place]
    drawable = _drawable(battle, place, foe, legal_tactics(battle, place))
    titles = tuple([TACTIC_ROWS[tactic].rule.title for tactic in drawable])
    what = f"the tactic of {spoken_name(unit)}"
    return drawable[draw_lot(Lots((1,) * len(drawable), titles, rulebook.ORDERS_RANDOM, unit.id, what, ()), dice)]


def draws_tactics(battle: Battle, places: Sequence[int], tactics: Mapping[int, HeroicTactic]) -> bool:
    """Return whether dice choose the tactic of any unit that the service gives its orders."""
    npc_tactics = battle.rulings.npc_tactics
    return any(_kept_tactic(battle, place, tactics.get(place), npc_tactics) is None for place in places)


def _kept_tactic(
    battle: Battle, place: int, wanted: HeroicTactic | None, npc_tactics: HeroicNpcTactics
) -> HeroicTactic | None:
    """Return the tactic of a unit that nobody commands if no dice choose it; a routed unit retreats."""
    if battle.units[place].status is ROUTED or wanted is RETREAT:
        return RETREAT
    if wanted is not None and _is_legal(battle, place, wanted):
        return wanted
    return NEUTRAL if npc_tactics is FIXED else None


def order_for(battle: Battle, place: int, foe: int | None, tactic: HeroicTactic) -> HeroicOrder:
    """Return what a unit does with a tactic: shoot and strike at a foe, close with it, and reload.

    Who would rather shoot stays within range and does not close.
    """
    unit = battle.units[place]
    if unit.status is ROUTED:
        return flight_of(battle, place)
    if _only_breaks_free(battle, place, tactic):
        return HeroicOrder(unit=unit.id, tactic=NEUTRAL, break_free=True)
    if tactic is RETREAT:
        return HeroicOrder(unit=unit.id, tactic=tactic, move=RUN)
    if foe is None:
        return HeroicOrder(unit=unit.id, tactic=NEUTRAL)
    target, distance = battle.units[foe], distance_between(battle, place, foe)
    best = best_of(_weapons(battle, place), target, HAND_TO_HAND)
    shots = shots_at(unit, target, distance, tactic, 0.0, battle.rulings)
    stop = _stop(battle, place, foe, best, tactic, shoots=bool(shots))
    frees = bool(holds_on(battle, place)) and untied_members(battle, place) > 0
    order = _order(unit.id, tactic, target.id, None if best is None else best.id, stop, frees=frees)
    if shots:
        order = order.model_copy(update={"ranged": shots})
    if stop is not None:
        return order
    met = bool(partners(battle, place)) or bool(holds_on(battle, place))
    near = met or (best is not None and distance <= reach_of(best))
    reload = reload_of(unit, shots, engaged=best is not None and near)
    return order if reload is None else _reloading(unit, target, distance, order, reload, battle.rulings)


@lru_cache(maxsize=4096)
def _order(
    unit: str, tactic: HeroicTactic, target: str, mode: str | None, stop: float | None, *, frees: bool
) -> HeroicOrder:
    """Return the order to close with a target up to so many yards, if any, and to strike at it with a mode, if any."""
    return HeroicOrder(
        unit=unit,
        tactic=tactic,
        charge_target=target if tactic is ALL_OUT_OFFENSIVE else None,
        melee=() if mode is None else blow_at(target, mode),
        move=STAY if stop is None else HeroicMoveOrder(mode=HeroicMoveMode.TOWARD, ref=target, stop_at=stop),
        break_free=frees,
    )


def flight_of(battle: Battle, place: int) -> HeroicOrder:
    """Return what a routed unit does: retreat, and break free of whoever holds it.

    Ruling: heroic/ruling/rout-sticky.
    """
    held = bool(holds_on(battle, place))
    return HeroicOrder(unit=battle.units[place].id, tactic=RETREAT, move=RUN, break_free=held)


def _only_breaks_free(battle: Battle, place: int, tactic: HeroicTactic) -> bool:
    """Return whether all that a unit can do is to break free: everybody is pinned, or held without a short weapon.

    Who is to retreat and held fast breaks free first.
    """
    unit = battle.units[place]
    if not holds_on(battle, place):
        return not able_members(battle, place)
    if untied_members(battle, place):
        return False
    return tactic is RETREAT or not close_modes(unit) or is_pinned_down(battle, place)


def _reloading(
    unit: HeroicUnit,
    target: HeroicUnit,
    distance: float,
    order: HeroicOrder,
    reload: HeroicAction,
    rulings: HeroicRulings,
) -> HeroicOrder:
    """Return an order with a reload: a long one replaces all attacks, any other the movement that shots would take."""
    if reload.size is HeroicActionSize.LONG:
        return order.model_copy(update={"melee": (), "actions": (reload,)})
    spent = factor_of(order)
    shots = shots_at(unit, target, distance, order.tactic, spent, rulings)
    return order.model_copy(update={"ranged": shots, "actions": (reload,)})


def worth_attacking(battle: Battle, foes: Sequence[int]) -> list[int]:
    """Return those of some foes who fight; if nobody does, all of them."""
    units = battle.units
    fighting = [at for at in foes if (unit := units[at]).status is ACTIVE and UNCONSCIOUS not in unit.conditions]
    return fighting or list(foes)


def target_for(battle: Battle, place: int, foes: Sequence[int]) -> int | None:
    """Return the nearest foe: of those a unit is locked with, else of some."""
    locked = partners(battle, place)
    return nearest(battle, place, worth_attacking(battle, sorted(locked)) if locked else foes)


def nearest(battle: Battle, place: int, foes: Sequence[int]) -> int | None:
    """Return the nearest of some units, the first listed of equals; None of nobody."""
    if len(foes) < 2:
        return foes[0] if foes else None
    if battle.distances:
        return nearest_of(battle, place, list(foes))[0]
    positions = battle.positions
    x, y = positions[place]
    gaps = [(u - x) ** 2 + (v - y) ** 2 for u, v in [positions[at] for at in foes]]
    return foes[gaps.index(min(gaps))]


def _stop(
    battle: Battle, place: int, foe: int, best: HeroicAttackMode | None, tactic: HeroicTactic, *, shoots: bool
) -> float | None:
    """Return how many yards a unit closes with a foe: its reach, or if it would rather shoot its range; else None."""
    stands = tactic is HOLD_GROUND or bool(partners(battle, place)) or bool(holds_on(battle, place))
    if stands or is_held(battle, place):
        return None
    target = battle.units[foe]
    charges = tactic is ALL_OUT_OFFENSIVE and best is not None
    standoff = None if charges else standoff_of(battle.units[place], target, strikes=best is not None)
    if standoff is not None:
        near = distance_between(battle, place, foe) <= standoff
        return None if near else standoff
    return None if best is None or (tactic is AIMED_SHOOTING and shoots) else float(reach_of(best))


def retargeted(battle: Battle, place: int) -> Battle:
    """Return the battle with another goal for a unit of free hands if the one it makes for is out of the fight."""
    order = battle.orders[place]
    goal = None if order is None or place not in battle.free_hands else order.move.ref
    if order is None or goal is None or battle.units[battle.places[goal]].status not in GONE:
        return battle
    foe = target_for(battle, place, worth_attacking(battle, enemies_of(battle, place)))
    if foe is None:
        return battle
    return battle.with_order(place, _redirected(order, battle.units[foe].id))


@lru_cache(maxsize=4096)
def _redirected(order: HeroicOrder, name: str) -> HeroicOrder:
    """Return an order to make for another goal, and to strike at that."""
    changes: dict[str, object] = {"move": order.move.model_copy(update={"ref": name})}
    if order.charge_target is not None:
        changes["charge_target"] = name
    if order.melee:
        changes["melee"] = (order.melee[0].model_copy(update={"target": name}),)
    return order.model_copy(update=changes)


def melee_in_reach(battle: Battle, place: int, order: HeroicOrder) -> tuple[HeroicDeclaration, ...]:
    """Return the melee attack of a unit of free hands: on its target, or if that is out of reach on whoever is not.

    Of several those come first that it is locked with, then the nearest; a charge has no other target.
    """
    goal = battle.places[order.melee[0].target]
    mode = _best_in_reach(battle, place, goal)
    if mode is not None and battle.units[goal].status not in GONE:
        return order.melee if mode.id == order.melee[0].mode else blow_at(battle.units[goal].id, mode.id)
    if order.tactic is ALL_OUT_OFFENSIVE:
        return ()
    locked = partners(battle, place)
    within = _within(battle, place, longest_reach(battle.units[place]))
    near = worth_attacking(battle, sorted(locked | set(within)))
    for foe in sorted(near, key=lambda at: (at not in locked, distance_between(battle, place, at))):
        mode = _best_in_reach(battle, place, foe)
        if mode is not None:
            return blow_at(battle.units[foe].id, mode.id)
    return ()


@lru_cache(maxsize=4096)
def blow_at(target: str, mode: str) -> tuple[HeroicDeclaration, ...]:
    """Return an attack on a target with a mode."""
    return (HeroicDeclaration(target=target, mode=mode),)


def _within(battle: Battle, place: int, reach: int) -> list[int]:
    """Return a unit's enemies that may be within so many yards, not counting distances that override the places."""
    foes = enemies_of(battle, place)
    if battle.distances:
        return foes
    positions = battle.positions
    x, y = positions[place]
    far = reach + 1
    return [at for at in foes if abs(positions[at][0] - x) < far and abs(positions[at][1] - y) < far]


def _best_in_reach(battle: Battle, place: int, foe: int) -> HeroicAttackMode | None:
    distance = distance_between(battle, place, foe)
    locked = battle.rulings.locked_reach is MUTUAL and foe in partners(battle, place)
    known = _weapons(battle, place)
    modes = [mode for mode in known if locked or reach_of(mode) >= distance]
    return best_of(modes, battle.units[foe], distance)


def _weapons(battle: Battle, place: int) -> list[HeroicAttackMode]:
    """Return the melee modes that a unit can use: those for close combat if everybody who can act is held."""
    unit = battle.units[place]
    tied = bool(holds_on(battle, place)) and not untied_members(battle, place)
    return close_modes(unit) if tied else modes_of(unit, MELEE_KIND)


def without_orders(battle: Battle) -> list[int]:
    """Return the places of units that are ordered in a fight without players: who can act, is pinned or runs."""
    everybody = members_in(battle)
    return [
        place
        for place, unit in enumerate(battle.units)
        if everybody[place].active or unit.status is ROUTED or (_is_pinned(battle, place) and unit.status not in GONE)
    ]


def _is_pinned(battle: Battle, place: int) -> bool:
    name = battle.units[place].id
    return any(hold.victim == name for hold in battle.grapples)
