"""From an encounter as it travels to a battle and back; what does not fit together is refused before any die."""

from collections.abc import Callable, Sequence
from typing import Final

from service.rules.heroic.attack.models import EDGE
from service.rules.heroic.battle.initiative import refuse_double_sides
from service.rules.heroic.battle.models import LAST_ROUND, HeroicDistance, HeroicEncounter, HeroicPosition, HeroicSide
from service.rules.heroic.battle.state import (
    FRESH,
    GONE,
    Battle,
    Locks,
    Pair,
    locks_of,
    pair_of,
    position_of,
    with_own_fields,
)
from service.rules.heroic.book.options import HeroicAssignment, HeroicRulings
from service.rules.heroic.book.refusals import (
    HeroicDuplicateId,
    HeroicUnknownSide,
    HeroicUnknownUnit,
    PoolMismatch,
    SameSideTarget,
)
from service.rules.heroic.book.words import UNCONSCIOUS, HeroicChangeReason, HeroicStatus
from service.rules.heroic.figures.bonds import HeroicHold
from service.rules.heroic.figures.changes import Cause, Point
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import breathes, count_of, is_solitary, pool_of, spoken_name

HERE: Final = "/encounter"
SENT: Final = Cause(HeroicChangeReason.SENT)
RELEASED: Final = Cause(HeroicChangeReason.RELEASE)
ORIGIN: Final[Point] = (0.0, 0.0)

Finder = Callable[[str, str], int]
"""Returns the place of the unit with an id, given a pointer to where it is named."""


def muster(encounter: HeroicEncounter, rulings: HeroicRulings) -> Battle:
    """Read a battle, refusing what does not fit together.

    Units without a member standing are out of the fight, and locks and holds with them are over.
    """
    refuse_double_sides(encounter.sides, f"{HERE}/sides")
    places = _places_of(encounter.units, [side.id for side in encounter.sides])
    find = _finder(places)
    for position, side in enumerate(encounter.sides):
        _refuse_leader(side, encounter.units, find, f"{HERE}/sides/{position}/leader_unit")
    for position, hazard in enumerate(encounter.hazards):
        find(hazard.unit, f"{HERE}/hazards/{position}/unit")
    positions = _positions_of(encounter.positions, len(places), find)
    battle = Battle(
        encounter.sides,
        encounter.terrain,
        encounter.hazards,
        rulings,
        tuple([_fit(unit, rulings.assignment) for unit in encounter.units]),
        places,
        positions,
        _distances_of(encounter.distances, find),
        _locks_of(encounter, find),
        _refused_holds(encounter, find),
        (FRESH,) * len(places),
        (None,) * len(places),
    )
    return released(with_own_fields(battle))


def told(battle: Battle, encounter: HeroicEncounter) -> Battle:
    """Return a battle of which somebody reads what changes of its units, as of what was sent did not fit.

    A new battle has all units and positions of its encounter.
    """
    find = _finder(dict(battle.places))
    sent = battle.changed(SENT, units=encounter.units, locks=_locks_of(encounter, find))
    return battle.told_since(sent, SENT)


def encounter_of(battle: Battle, encounter: HeroicEncounter, number: int) -> HeroicEncounter:
    """Return the battle as it travels, at the start of the round of this number; its hazards have been met."""
    ids = [unit.id for unit in battle.units]
    positions = tuple([position_of(name, point) for name, point in zip(ids, battle.positions, strict=True)])
    distances = tuple(
        [
            HeroicDistance(one=ids[one], other=ids[other], yards=min(yards, EDGE))
            for (one, other), yards in battle.distances.items()
        ]
    )
    return encounter.model_copy(
        update={
            "units": battle.units,
            "positions": positions,
            "distances": distances,
            "locks": locks_of(battle),
            "grapples": battle.grapples,
            "hazards": (),
            "round": min(number, LAST_ROUND),
        }
    )


def released(battle: Battle) -> Battle:
    """Return the battle without the locks and holds of units that are out of it.

    An unconscious unit binds and holds nobody either. Who is held no longer does not suffocate.
    """
    concerned = range(len(battle.units)) if battle.grapples else battle.locks
    idle = frozenset([place for place in concerned if not _binds(battle.units[place])])
    if not idle and not battle.grapples:
        return battle
    locks = {at: found - idle for at, found in battle.locks.items() if at not in idle and found - idle}
    kept = tuple(
        [
            fit
            for hold in battle.grapples
            if (fit := _fit_hold(hold, battle, idle, battle.rulings.assignment)) is not None
        ]
    )
    if kept == battle.grapples:
        return battle if locks == battle.locks else battle.changed(RELEASED, locks=locks)
    units = breathing(battle.units, battle.grapples, kept)
    return battle.changed(RELEASED, units=units, locks=locks, grapples=kept)


def breathing(
    units: tuple[HeroicUnit, ...], before: Sequence[HeroicHold], after: Sequence[HeroicHold]
) -> tuple[HeroicUnit, ...]:
    """Let those breathe again whom somebody held before, and nobody holds now."""
    freed = {hold.victim for hold in before} - {hold.victim for hold in after}
    return tuple([breathes(unit) if unit.id in freed else unit for unit in units])


def _binds(unit: HeroicUnit) -> bool:
    return unit.status not in GONE and UNCONSCIOUS not in unit.conditions


def _fit_hold(
    hold: HeroicHold, battle: Battle, idle: frozenset[int], assignment: HeroicAssignment
) -> HeroicHold | None:
    """Return a hold on no more members than there are, or None if one of its units is out of the fight."""
    if battle.places[hold.grappler] in idle:
        return None
    victim = battle.units[battle.places[hold.victim]]
    members = 0 if victim.status in GONE else min(hold.members, count_of(victim, assignment))
    if members == hold.members:
        return hold
    return hold.model_copy(update={"members": members}) if members else None


def _places_of(units: Sequence[HeroicUnit], sides: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, unit in enumerate(units):
        pointer = f"{HERE}/units/{place}"
        if unit.id in places:
            raise HeroicDuplicateId(f"Two units are called {unit.id!r}.", pointer=f"{pointer}/id")
        places[unit.id] = place
        if unit.side not in sides:
            message = f"The side of {spoken_name(unit)}, {unit.side!r}, is not one of the sides."
            raise HeroicUnknownSide(message, unit.side, sides, pointer=f"{pointer}/side")
        pool, full = pool_of(unit), unit.count_start * unit.hp
        if pool > full or (pool < 0 and not is_solitary(unit)):
            message = f"The pool of {spoken_name(unit)} cannot be {pool}; it must be from 0 to {full}."
            raise PoolMismatch(message, pointer=f"{pointer}/hp_pool")
        modes = [mode.id for mode in unit.attack_modes]
        if len(set(modes)) < len(modes):
            twice = next(mode for mode in modes if modes.count(mode) > 1)
            message = f"Two attack modes of {spoken_name(unit)} are called {twice!r}."
            raise HeroicDuplicateId(message, pointer=f"{pointer}/attack_modes")
    return places


def _finder(places: dict[str, int]) -> Finder:
    def find(name: str, pointer: str) -> int:
        if name not in places:
            raise HeroicUnknownUnit(f"There is no unit {name!r}.", name, places, pointer=pointer)
        return places[name]

    return find


def _refuse_leader(side: HeroicSide, units: Sequence[HeroicUnit], find: Finder, pointer: str) -> None:
    if side.leader_unit is None:
        return
    unit = units[find(side.leader_unit, pointer)]
    if unit.side != side.id:
        message = f"{spoken_name(unit)} cannot lead {side.id!r}, being of side {unit.side!r}."
        own = [each.id for each in units if each.side == side.id]
        raise HeroicUnknownUnit(message, unit.id, own, pointer=pointer)


def _fit(unit: HeroicUnit, assignment: HeroicAssignment) -> HeroicUnit:
    """Return a unit, out of the fight if nobody of it stands."""
    if unit.status in GONE or count_of(unit, assignment):
        return unit
    return unit.model_copy(update={"status": HeroicStatus.INCAPACITATED})


def _positions_of(listed: Sequence[HeroicPosition], many: int, find: Finder) -> tuple[Point, ...]:
    positions = [ORIGIN] * many
    placed: set[int] = set()
    for position, each in enumerate(listed):
        place = find(each.unit, f"{HERE}/positions/{position}/unit")
        if place in placed:
            raise HeroicDuplicateId(f"{each.unit!r} has two positions.", pointer=f"{HERE}/positions/{position}/unit")
        placed.add(place)
        positions[place] = (each.x, each.y)
    return tuple(positions)


def _distances_of(listed: Sequence[HeroicDistance], find: Finder) -> dict[Pair, float]:
    distances: dict[Pair, float] = {}
    for position, each in enumerate(listed):
        pointer = f"{HERE}/distances/{position}"
        pair = pair_of(find(each.one, f"{pointer}/one"), find(each.other, f"{pointer}/other"))
        if each.one == each.other:
            message = f"A unit has no distance from itself; one and other are both {each.one!r}."
            raise HeroicDuplicateId(message, pointer=f"{pointer}/other")
        if pair in distances:
            message = f"The distance between {each.one!r} and {each.other!r} is given twice."
            raise HeroicDuplicateId(message, pointer=pointer)
        distances[pair] = each.yards
    return distances


def _locks_of(encounter: HeroicEncounter, find: Finder) -> Locks:
    locks: dict[int, set[int]] = {}
    for position, lock in enumerate(encounter.locks):
        pointer = f"{HERE}/locks/{position}"
        one, other = find(lock.one, f"{pointer}/one"), find(lock.other, f"{pointer}/other")
        _refuse_friends(encounter.units[one], encounter.units[other], f"{pointer}/other")
        locks.setdefault(one, set()).add(other)
        locks.setdefault(other, set()).add(one)
    return {at: frozenset(found) for at, found in locks.items()}


def _refused_holds(encounter: HeroicEncounter, find: Finder) -> tuple[HeroicHold, ...]:
    for position, hold in enumerate(encounter.grapples):
        pointer = f"{HERE}/grapples/{position}"
        one, other = find(hold.grappler, f"{pointer}/grappler"), find(hold.victim, f"{pointer}/victim")
        _refuse_friends(encounter.units[one], encounter.units[other], f"{pointer}/victim")
    return encounter.grapples


def _refuse_friends(one: HeroicUnit, other: HeroicUnit, pointer: str) -> None:
    if one.side == other.side:
        message = f"{spoken_name(one)} and {spoken_name(other)} are both of side {one.side!r}."
        raise SameSideTarget(message, pointer=pointer)
