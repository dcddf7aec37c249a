"""Units of which only some members are held: who is held fast, and who stays behind as a unit of their own."""

from typing import Final

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.battle.state import FRESH, Battle, able_members, bind
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.book.words import HeroicChangeReason, HeroicCondition, HeroicHoldState, HeroicStatus
from service.rules.heroic.figures.bonds import MAX_UNITS, HeroicHold
from service.rules.heroic.figures.changes import Cause
from service.rules.heroic.figures.models import HeroicMorale, HeroicUnit
from service.rules.heroic.figures.standing import active_of, count_of, pool_of, spoken_name
from service.rules.roll_under.words import Posture

LEFT_BEHIND: Final = Cause(HeroicChangeReason.LEFT_BEHIND)
STRONGER: Final = 2
HELD: Final = frozenset({HeroicCondition.GRAPPLED, HeroicCondition.PINNED})
LONGEST_ID: Final = 64
LONGEST_NAME: Final = 100


def holds_on(battle: Battle, place: int) -> tuple[HeroicHold, ...]:
    """Return the holds on members of a unit."""
    if not battle.grapples:
        return ()
    name = battle.units[place].id
    return tuple([hold for hold in battle.grapples if hold.victim == name])


def firm_holds(battle: Battle, place: int) -> tuple[HeroicHold, ...]:
    """Return the holds on members of a unit that keep them where they are: by somebody not much weaker, or a pin."""
    unit, assignment = battle.units[place], battle.rulings.assignment
    found = []
    for hold in holds_on(battle, place):
        grappler = battle.units[battle.places[hold.grappler]]
        holds = active_of(grappler, battle.grapples, assignment) > 0 and unit.st <= STRONGER * grappler.st
        if holds or hold.state is HeroicHoldState.PINNED:
            found.append(hold)
    return tuple(found)


def is_held(battle: Battle, place: int) -> bool:
    """Return whether everybody of a unit is held too fast to walk off.

    A battle that has no room for another unit keeps a unit together of which some members are held.
    """
    unit = battle.units[place]
    if not holds_on(battle, place):
        return bool(unit.conditions) and not HELD.isdisjoint(unit.conditions)
    held = _held(battle, place)
    return held >= count_of(unit, battle.rulings.assignment) or (held > 0 and len(battle.units) >= MAX_UNITS)


def _held(battle: Battle, place: int) -> int:
    return sum([hold.members for hold in firm_holds(battle, place)])


def is_pinned_down(battle: Battle, place: int) -> bool:
    """Return whether everybody of a unit is pinned or out of the fight, so that it can only try to break free."""
    return bool(holds_on(battle, place)) and not able_members(battle, place)


def leave_behind(battle: Battle, place: int, dice: Dice) -> Battle:
    """Divide a unit that walks off from those of its members who are held fast, fewer than all.

    Who is held becomes a unit of its own that stays, keeps the tactic, and is locked with whoever holds it; it has full
    hit points, the rest of the pool goes with the others.
    """
    firm = firm_holds(battle, place)
    unit, members = battle.units[place], sum([hold.members for hold in firm])
    rest, held = divided(unit, members, _free_id(battle, unit), battle.rulings.assignment)
    if all(hold.prone or hold.state is HeroicHoldState.PINNED for hold in firm):
        held = held.model_copy(update={"posture": Posture.LYING})
    stays = "stays" if members == 1 else "stay"
    text = f"{members} of {spoken_name(unit)}, held fast, {stays} behind as {spoken_name(held)}."
    dice.note(rulebook.UNIT_PARTIAL_EFFECT, text, actor=held.id)
    battle = _with_part(battle.with_unit(place, rest, LEFT_BEHIND), place, held)
    kept = tuple([hold.model_copy(update={"victim": held.id}) if hold in firm else hold for hold in battle.grapples])
    battle = battle._replace(grapples=kept)
    for hold in firm:
        battle = bind(battle, battle.places[held.id], battle.places[hold.grappler])
    return battle


def divided(unit: HeroicUnit, members: int, name: str, assignment: HeroicAssignment) -> tuple[HeroicUnit, HeroicUnit]:
    """Return a unit without so many of its members, and these as a unit of another id.

    Those taken out are unhurt, as far as injury is not spread over everybody; nothing is gained or lost.
    """
    pool, start = pool_of(unit), unit.count_start
    part = pool * members // start if assignment is HeroicAssignment.SPREAD else members * unit.hp
    morale = unit.morale
    before = None if morale.hp_at_last_check is None else max(morale.hp_at_last_check - part, 0)
    rest = unit.model_copy(
        update={
            "count_start": start - members,
            "hp_pool": pool - part,
            "morale": morale.model_copy(update={"hp_at_last_check": before}),
        }
    )
    held = unit.model_copy(
        update={
            "id": name,
            "name": None if unit.name is None else f"{unit.name[: LONGEST_NAME - len(' (held)')]} (held)",
            "count_start": members,
            "hp_pool": part,
            "status": unit.status if part else HeroicStatus.INCAPACITATED,
            "morale": HeroicMorale(checked=morale.checked),
            "injury_group": None,
        }
    )
    return rest, held


def _free_id(battle: Battle, unit: HeroicUnit) -> str:
    """Return an id for the held members of a unit that no other unit has."""
    endings = [" (held)", *[f" (held {number})" for number in range(2, MAX_UNITS + 2)]]
    names = [f"{unit.id[: LONGEST_ID - len(ending)]}{ending}" for ending in endings]
    return next(name for name in names if name not in battle.places)


def _with_part(battle: Battle, place: int, held: HeroicUnit) -> Battle:
    """Return the battle with another unit where one stands, which acts right after that."""
    new, order = len(battle.units), battle.orders[place]
    after = battle.sequence.index(place) + 1 if place in battle.sequence else 0
    distances = {**battle.distances}
    for (one, other), yards in battle.distances.items():
        if place in {one, other}:
            distances[other if one == place else one, new] = yards
    return battle.changed(
        LEFT_BEHIND,
        units=(*battle.units, held),
        places={**battle.places, held.id: new},
        positions=(*battle.positions, battle.positions[place]),
        distances=distances,
        records=(*battle.records, FRESH),
        orders=(*battle.orders, None if order is None else _remaining(order, held.id)),
        sequence=(*battle.sequence[:after], new, *battle.sequence[after:]),
        parts={**battle.parts, place: (*battle.parts.get(place, ()), new)},
    )


def _remaining(order: HeroicOrder, name: str) -> HeroicOrder:
    """Return what is left of an order to who can neither move nor strike: the tactic, and to break free."""
    return HeroicOrder(unit=name, tactic=order.tactic, withdraw=order.withdraw, break_free=order.break_free)
