"""A battle between two steps of a round: units, where they are, their orders, and what each has done so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Final, NamedTuple, TypedDict, TypeVar, Unpack

from service.rules.heroic.attack.attack import lock_between
from service.rules.heroic.attack.injury import Pending
from service.rules.heroic.attack.models import EDGE, HeroicBystander, HeroicOrder, HeroicTerrain, HeroicWait
from service.rules.heroic.attack.outcomes import (
    HeroicAttackReport,
    HeroicBreakFreeOutcome,
    HeroicGrappleReport,
    HeroicUnitInjury,
)
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.battle.models import HeroicHazard, HeroicPosition, HeroicSide
from service.rules.heroic.battle.outcomes import HeroicMoved
from service.rules.heroic.battle.plans import Assault, Plans
from service.rules.heroic.book.options import HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.words import (
    NEUTRAL,
    UNCONSCIOUS,
    HeroicChangeReason,
    HeroicModeKind,
    HeroicStatus,
    HeroicTactic,
)
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.changes import (
    Cause,
    HeroicChange,
    HeroicPlacing,
    Point,
    changes_between,
    placing_of,
)
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import Members, able_of, active_of, grappled_of, members_of, mode_of, weary

S = TypeVar("S")

Pair = tuple[int, int]
"""Two places in the list of units, the lower one first."""
Locks = Mapping[int, frozenset[int]]
"""Whom each unit is locked in melee with, by place; who is not listed is locked with nobody."""

GONE: Final = frozenset({HeroicStatus.INCAPACITATED, HeroicStatus.SURRENDERED, HeroicStatus.FLED})
NOBODY: Final[frozenset[int]] = frozenset()
NO_PARTS: Final[Mapping[int, tuple[int, ...]]] = {}
DECIMALS: Final = 6
DISTANCE_DECIMALS: Final = 3

_set: Final = object.__setattr__


class RoundRecord(NamedTuple):
    """What a unit has done this round; `shots` is the movement that they cost, in multiples of Move.

    `waited` tells that its wait is over; `awaits` is whom it lets strike first or at the same time.
    """

    shots: float = 0.0
    shot_at: frozenset[int] = NOBODY
    moved: bool = False
    rolled: bool = False
    waited: bool = False
    awaits: int | None = None


FRESH: Final = RoundRecord()


class Log(NamedTuple):
    """What has come of a phase so far, in the order in which it happened."""

    attacks: tuple[HeroicAttackReport, ...] = ()
    grapples: tuple[HeroicGrappleReport, ...] = ()
    breaks: tuple[HeroicBreakFreeOutcome, ...] = ()
    injuries: tuple[HeroicUnitInjury, ...] = ()
    moves: tuple[HeroicMoved, ...] = ()
    locks_made: tuple[HeroicLock, ...] = ()
    locks_ended: tuple[HeroicLock, ...] = ()


NO_LOG: Final = Log()


def with_own_fields(state: S) -> S:
    """Return a copy of a state with a dictionary of its own: Python reads fields of it, and of its copies, faster.

    A new object shares the keys of its dictionary with others of its class.
    """
    after: S = object.__new__(type(state))
    _set(after, "__dict__", {**state.__dict__})
    return after


class Change(TypedDict, total=False):
    """What changes in a battle but for where and how units are."""

    hazards: tuple[HeroicHazard, ...]
    distances: Mapping[Pair, float]
    grapples: tuple[HeroicHold, ...]
    records: tuple[RoundRecord, ...]
    orders: tuple[HeroicOrder | None, ...]
    free_hands: frozenset[int]
    waits: Mapping[int, HeroicWait]
    winner: str | None
    sequence: tuple[int, ...]
    log: Log
    pending: tuple[Pending, ...]
    hurt: frozenset[str]
    parts: Mapping[int, tuple[int, ...]]
    plans: Plans | None


class UnitChange(Change, total=False):
    """What changes in a battle, where and how units are, too."""

    units: tuple[HeroicUnit, ...]
    places: Mapping[str, int]
    positions: tuple[Point, ...]
    locks: Locks


@dataclass(frozen=True)
class Battle:
    """A battle within a round; units, and whatever goes by place, are in the order listed.

    `distances` are those that override the positions. `orders` are the round's, `waits` what units wait for. Who is in
    `free_hands` is ordered by the service and strikes whoever is in reach if its target is not. `winner` is the side
    with the initiative, `sequence` the places in the order in which they act. `pending` is injury that is not applied
    yet, `hurt` the ids of those who have taken it, for dice that tell. `parts` are the places of units that have been
    divided from another in this round, by its place. `plans` are the attacks of a fight that have been planned before,
    where they are kept. `changes` are all changes of where and how units are, None where nobody reads them; only
    `changed` puts other units, positions and locks.
    """

    sides: tuple[HeroicSide, ...]
    terrain: HeroicTerrain
    hazards: tuple[HeroicHazard, ...]
    rulings: HeroicRulings
    units: tuple[HeroicUnit, ...]
    places: Mapping[str, int]
    positions: tuple[Point, ...]
    distances: Mapping[Pair, float]
    locks: Locks
    grapples: tuple[HeroicHold, ...]
    records: tuple[RoundRecord, ...]
    orders: tuple[HeroicOrder | None, ...]
    free_hands: frozenset[int] = NOBODY
    waits: Mapping[int, HeroicWait] = field(default_factory=dict)
    winner: str | None = None
    sequence: tuple[int, ...] = ()
    log: Log = NO_LOG
    pending: tuple[Pending, ...] = ()
    hurt: frozenset[str] = frozenset()
    parts: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    plans: Plans | None = None
    changes: tuple[HeroicChange, ...] | None = field(default=None, compare=False, repr=False)

    def _replace(self, **changes: Unpack[Change]) -> "Battle":
        """Return the battle with some fields changed."""
        after = object.__new__(Battle)
        _set(after, "__dict__", self.__dict__ | changes)  # quicker than `replace`; a fight does this a hundred times
        return after

    def changed(self, cause: Cause, /, **changes: Unpack[UnitChange]) -> "Battle":
        """Return the battle with some fields changed, units, positions and locks, too, for a cause."""
        after = object.__new__(Battle)
        _set(after, "__dict__", self.__dict__ | changes)
        return after if self.changes is None else after.told_since(self, cause)

    def told_since(self, before: "Battle", cause: Cause) -> "Battle":
        """Return the battle of which somebody reads what has changed of its units since it was as before."""
        told = list(before.changes or ())
        for place, unit in enumerate(self.units):
            was = placing_at(before, place) if place < len(before.units) else None
            told += changes_between(unit.id, was, placing_at(self, place), cause)
        after = self._replace()
        after.__dict__["changes"] = tuple(told)
        return after

    def with_pending(self, more: tuple[Pending, ...]) -> "Battle":
        """Return the battle with further injury pending."""
        if not more:
            return self
        return self._replace(pending=self.pending + more, hurt=self.hurt.union([each.unit for each in more]))

    def tactic(self, place: int) -> HeroicTactic:
        """Return a unit's tactic; neutral without an order."""
        order = self.orders[place]
        return NEUTRAL if order is None else order.tactic

    def with_order(self, place: int, order: HeroicOrder) -> "Battle":
        """Return the battle with a unit ordered otherwise."""
        return self._replace(orders=(*self.orders[:place], order, *self.orders[place + 1 :]))

    def with_unit(self, place: int, unit: HeroicUnit, cause: Cause) -> "Battle":
        """Return the battle with a unit as it is now, for a cause."""
        return self.changed(cause, units=(*self.units[:place], unit, *self.units[place + 1 :]))

    def with_record(self, place: int, record: RoundRecord) -> "Battle":
        """Return the battle with what a unit has done so far."""
        return self._replace(records=(*self.records[:place], record, *self.records[place + 1 :]))

    def with_position(self, place: int, point: Point, cause: Cause) -> "Battle":
        """Return the battle with a unit standing elsewhere, for a cause."""
        return self.changed(cause, positions=(*self.positions[:place], point, *self.positions[place + 1 :]))


def position_of(unit: str, point: Point) -> HeroicPosition:
    """Return where a unit stands as it travels."""
    x, y = _within_field(point)
    return HeroicPosition(unit=unit, x=x, y=y)


def _within_field(point: Point) -> Point:
    """Return a point as it travels: coordinates end somewhere, and so does the field."""
    x, y = point
    return min(max(x, -EDGE), EDGE), min(max(y, -EDGE), EDGE)


def placing_at(battle: Battle, place: int) -> HeroicPlacing:
    """Return where and how the unit at a place is."""
    units = battle.units
    locked_with = tuple([units[at].id for at in sorted(partners(battle, place))])
    return placing_of(units[place], _within_field(battle.positions[place]), locked_with)


def pair_of(one: int, other: int) -> Pair:
    """Return two places, the lower one first."""
    return (one, other) if one < other else (other, one)


def distance_between(battle: Battle, one: int, other: int) -> float:
    """Return the yards between two units, rounded so that positions with many decimals harm nobody."""
    if battle.distances:
        known = battle.distances.get(pair_of(one, other))
        if known is not None:
            return known
    (x, y), (u, v) = battle.positions[one], battle.positions[other]
    return round(hypot(x - u, y - v), DISTANCE_DECIMALS)


def partners(battle: Battle, place: int) -> frozenset[int]:
    """Return the places of those a unit is locked in melee with."""
    return battle.locks.get(place, NOBODY)


def bind(battle: Battle, one: int, other: int) -> Battle:
    """Lock two units in melee, of which the first has come to the other."""
    locks = {**battle.locks, one: partners(battle, one) | {other}, other: partners(battle, other) | {one}}
    return battle.changed(Cause(HeroicChangeReason.ENGAGE, battle.units[one].id), locks=locks)


def part(battle: Battle, place: int, others: Iterable[int], cause: Cause) -> Battle:
    """End the locks of a unit with some others, for a cause."""
    left = frozenset(others)
    locks = {**battle.locks, place: partners(battle, place) - left}
    for other in left:
        locks[other] = partners(battle, other) - {place}
    return battle.changed(cause, locks={at: found for at, found in locks.items() if found})


def cluster(battle: Battle, place: int) -> frozenset[int]:
    """Return everybody in a unit's melee, itself included: all that locks connect."""
    found = {place}
    fresh = [place]
    while fresh:
        near = partners(battle, fresh.pop()) - found
        found |= near
        fresh.extend(near)
    return frozenset(found)


def locks_of(battle: Battle, among: Iterable[int] | None = None) -> tuple[HeroicLock, ...]:
    """Return the locks as they travel: all, or those of some units."""
    units = battle.units
    places = sorted(battle.locks if among is None else among)
    pairs = sorted({pair_of(one, other) for one in places for other in partners(battle, one)})
    return tuple([lock_between(units[one].id, units[other].id) for one, other in pairs])


def holds_about(battle: Battle, *places: int) -> tuple[HeroicHold, ...]:
    """Return the holds by and on some units."""
    if not battle.grapples:
        return ()
    ids = {battle.units[place].id for place in places}
    return tuple([hold for hold in battle.grapples if hold.grappler in ids or hold.victim in ids])


def is_awake(unit: HeroicUnit) -> bool:
    """Return whether a unit is on the field, fighting or running, and conscious."""
    return unit.status not in GONE and UNCONSCIOUS not in unit.conditions


def members_in(battle: Battle) -> Sequence[Members]:
    """Return the members of each unit."""
    if battle.plans is not None and not battle.grapples:
        return battle.plans.members(battle.units)
    assignment = battle.rulings.assignment
    return [members_of(unit, holds_about(battle, place), assignment) for place, unit in enumerate(battle.units)]


def active_members(battle: Battle, place: int) -> int:
    """Return the members of a unit who can act."""
    return active_of(battle.units[place], holds_about(battle, place), battle.rulings.assignment)


def able_members(battle: Battle, place: int) -> int:
    """Return the members of a unit who can move or defend themselves; routed ones too."""
    return able_of(battle.units[place], holds_about(battle, place), battle.rulings.assignment)


def untied_members(battle: Battle, place: int) -> int:
    """Return the members of a unit who can act and whom nobody holds."""
    holds = holds_about(battle, place)
    grappled = grappled_of(battle.units[place], holds)
    return (
        0 if grappled is None else max(active_of(battle.units[place], holds, battle.rulings.assignment) - grappled, 0)
    )


def enemies_of(battle: Battle, place: int) -> list[int]:
    """Return the places of a unit's enemies who are on the field."""
    side = battle.units[place].side
    return [at for at, unit in enumerate(battle.units) if unit.side != side and unit.status not in GONE]


def facing(battle: Battle, assault: Assault) -> Situation:
    """Return the situation of an attack; that of a shot holds everybody in the target's melee, whom it may hit."""
    choice = assault.choice
    mode = mode_of(battle.units[assault.place], (choice.modes[0].mode if choice.modes else choice.mode) or "")
    situation = _situation(battle, assault)
    if mode is None or mode.kind is not HeroicModeKind.RANGED or not partners(battle, assault.foe):
        return situation
    near = sorted(cluster(battle, assault.foe))
    effects = battle.rulings.fp_effects
    others = [
        HeroicBystander(unit=weary(battle.units[at], effects), tactic=battle.tactic(at))
        for at in near
        if at not in {assault.place, assault.foe}
    ]
    holds = holds_about(battle, assault.place, *near)
    return replace(situation, others=tuple(others), locks=locks_of(battle, near), grapples=holds)


def _situation(battle: Battle, assault: Assault) -> Situation:
    place, foe = assault.place, assault.foe
    attacker, target = battle.units[place], battle.units[foe]
    order, effects = battle.orders[place], battle.rulings.fp_effects
    holds = holds_about(battle, place, foe)
    own = members_of(attacker, holds, battle.rulings.assignment)
    theirs = members_of(target, holds, battle.rulings.assignment)
    if effects is HeroicFpEffects.APPLY:
        attacker, target = weary(attacker, effects), weary(target, effects)
    if assault.armed is not None:
        attacker = attacker.model_copy(update={"ammo": assault.armed.ammo, "loaded": assault.armed.loaded})
    return Situation(
        attacker,
        target,
        own.active,
        theirs.able,
        theirs.standing,
        battle.tactic(place),
        battle.tactic(foe),
        distance_between(battle, place, foe) if assault.distance is None else assault.distance,
        attacker.side == battle.winner,
        assault.spent,
        assault.side_attackers,
        (),
        _lock_of(battle, place, foe),
        holds,
        battle.terrain,
        order is not None and order.withdraw,
        None if order is None else order.charge_target,
        assault.free,
        assault.separate,
        assault.watch,
    )


def _lock_of(battle: Battle, place: int, foe: int) -> tuple[HeroicLock, ...]:
    if foe not in partners(battle, place):
        return ()
    return (lock_between(battle.units[place].id, battle.units[foe].id),)
