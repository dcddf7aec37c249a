"""How a unit stands: members, movement, holds and locks, read from what a request says of it.

A round keeps its state in these very models: `HeroicUnit.model_copy(update=...)` is the way to change one. Every
function here is pure and none refuses anything.
"""

from collections.abc import Collection, Iterable
from math import ceil, floor
from typing import Final, NamedTuple

from service.rules.heroic.book.options import HeroicAssignment, HeroicFpEffects
from service.rules.heroic.book.words import ACTIVE, GRAPPLE_KIND, ROUTED, HeroicCondition, HeroicHoldState, HeroicStatus
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.roll_under.exertion import SUFFOCATION_FP, fatigue_after, half_up, is_weak

SPREAD: Final = HeroicAssignment.SPREAD
FLAGS: Final = HeroicFpEffects.FLAGS
HELPLESS = frozenset({HeroicCondition.PINNED, HeroicCondition.UNCONSCIOUS})
PRESENT = frozenset({HeroicStatus.ACTIVE, HeroicStatus.ROUTED})


def spoken_name(unit: HeroicUnit) -> str:
    """Return what players call a unit."""
    return unit.name or unit.id


def is_solitary(unit: HeroicUnit) -> bool:
    """Return whether a unit is one combatant by itself; the last survivor of a group is not."""
    return unit.count_start == 1 and unit.injury_group is None


def pool_of(unit: HeroicUnit) -> int:
    """Return the hit points left to all members together."""
    return unit.count_start * unit.hp if unit.hp_pool is None else unit.hp_pool


def standing(pool: int, hp: int, count_start: int, assignment: HeroicAssignment) -> int:
    """Return the members that a pool keeps on their feet.

    Rule: heroic/pool/casualties; with injury spread, everybody stands until the pool is empty.
    """
    if pool <= 0:
        return 0
    return count_start if assignment is SPREAD else -(-pool // hp)


def count_of(unit: HeroicUnit, assignment: HeroicAssignment) -> int:
    """Return the members who are not incapacitated."""
    pool = unit.hp_pool
    return unit.count_start if pool is None else standing(pool, unit.hp, unit.count_start, assignment)


def held_members(unit: HeroicUnit, grapples: Iterable[HeroicHold], state: HeroicHoldState) -> int:
    """Return how many members of a unit are held so firmly."""
    return sum([hold.members for hold in grapples if hold.victim == unit.id and hold.state is state])


def able_of(unit: HeroicUnit, grapples: tuple[HeroicHold, ...], assignment: HeroicAssignment) -> int:
    """Return the members who can defend themselves: standing, neither pinned nor unconscious; routed ones too."""
    return able_among(unit, count_of(unit, assignment), grapples)


def able_among(unit: HeroicUnit, standing: int, grapples: tuple[HeroicHold, ...]) -> int:
    """Return how many of the members on their feet can defend themselves."""
    conditions = unit.conditions
    if unit.status not in PRESENT or (conditions and not HELPLESS.isdisjoint(conditions)):
        return 0
    return max(standing - held_members(unit, grapples, HeroicHoldState.PINNED), 0) if grapples else standing


def active_of(unit: HeroicUnit, grapples: tuple[HeroicHold, ...], assignment: HeroicAssignment) -> int:
    """Return the members who can act: able ones of a unit that still takes part."""
    return able_of(unit, grapples, assignment) if unit.status is ACTIVE else 0


class Members(NamedTuple):
    """Members of a unit who can act, who can defend themselves, and who are on their feet."""

    active: int
    able: int
    standing: int


def members_of(unit: HeroicUnit, holds: tuple[HeroicHold, ...], assignment: HeroicAssignment) -> Members:
    """Count the members of a unit."""
    standing = count_of(unit, assignment)
    if holds or unit.conditions:
        return Members(active_of(unit, holds, assignment), able_of(unit, holds, assignment), standing)
    if unit.status is ACTIVE:
        return Members(standing, standing, standing)
    return Members(0, standing if unit.status is ROUTED else 0, standing)


def grappled_of(unit: HeroicUnit, grapples: tuple[HeroicHold, ...]) -> int | None:
    """Return how many members are grappled but not pinned; None if all of them are by the unit's condition."""
    if HeroicCondition.GRAPPLED in unit.conditions:
        return None
    return held_members(unit, grapples, HeroicHoldState.GRAPPLED) if grapples else 0


def basic_move_of(unit: HeroicUnit) -> int:
    """Return Basic Move, in yards a second; what is not given is never below the Move that is."""
    if unit.basic_move is not None:
        return unit.basic_move
    speed = (unit.dx + unit.ht) / 4 if unit.basic_speed is None else unit.basic_speed
    return floor(speed) if unit.move is None else max(floor(speed), ceil(unit.move))


def move_of(unit: HeroicUnit) -> float:
    """Return the Move that tactics multiply: Top Speed where it is above Basic Move, else the current Move."""
    basic = basic_move_of(unit)
    if unit.top_speed is not None and unit.top_speed > basic:
        return unit.top_speed
    return float(basic) if unit.move is None else unit.move


def fp_of(unit: HeroicUnit) -> int:
    """Return the fatigue points of a fresh member."""
    return unit.ht if unit.fp is None else unit.fp


def fp_left(unit: HeroicUnit) -> int:
    """Return the fatigue points left to each member."""
    return fp_of(unit) if unit.fp_current is None else unit.fp_current


def fp_without_air(unit: HeroicUnit) -> int:
    """Return the fatigue points left to each member after ten seconds without air.

    Ruling: heroic/ruling/suffocation-fp.
    """
    return fatigue_after(fp_left(unit), SUFFOCATION_FP, fp_of(unit))


def weary(unit: HeroicUnit, effects: HeroicFpEffects) -> HeroicUnit:
    """Return a unit as it acts: with less than a third of its fatigue points Move, Dodge and ST are halved.

    Halves are rounded up; Basic Move stays what it was. Nothing is halved unless fatigue takes effect.

    Ruling: heroic/ruling/fp-effects.
    """
    if effects is FLAGS or not is_weak(fp_left(unit), fp_of(unit)):
        return unit
    defenses = unit.defenses.model_copy(update={"dodge": half_up(unit.defenses.dodge)})
    move = -(-move_of(unit) // 2)
    basic = basic_move_of(unit)
    changes = {"move": move, "basic_move": basic, "top_speed": None, "st": half_up(unit.st), "defenses": defenses}
    return unit.model_copy(update=changes)


def mode_of(unit: HeroicUnit, mode: str) -> HeroicAttackMode | None:
    """Return a unit's attack mode, if it has one of this name."""
    for each in unit.attack_modes:
        if each.id == mode:
            return each
    return None


def longest_of(mode: HeroicAttackMode) -> int:
    """Return the yards that a mode reaches in melee."""
    reach = mode.reach
    return max(reach) if reach else 0


def reach_of(mode: HeroicAttackMode) -> int:
    """Return the yards that a mode reaches in melee; hands always reach a foe that is in contact."""
    longest = longest_of(mode)
    return max(longest, 1) if mode.kind is GRAPPLE_KIND else longest


def free_arms(unit: HeroicUnit, grapples: tuple[HeroicHold, ...]) -> int:
    """Return the arms with which each member can still grapple; a group's other members hold for those who hold."""
    held = [hold.hands for hold in grapples if hold.grappler == unit.id]
    return max(unit.arms - max(held, default=0), 0) if is_solitary(unit) else unit.arms


def partners_of(unit: str, locks: Iterable[HeroicLock]) -> frozenset[str]:
    """Return the ids of the units that a unit is locked in melee with."""
    ones = {lock.other for lock in locks if lock.one == unit}
    return frozenset(ones | {lock.one for lock in locks if lock.other == unit})


def are_locked(one: str, other: str, locks: Collection[HeroicLock]) -> bool:
    """Return whether two units are locked in melee with each other."""
    return bool(locks) and any(
        (lock.one == one and lock.other == other) or (lock.one == other and lock.other == one) for lock in locks
    )


def cluster_of(unit: str, locks: tuple[HeroicLock, ...]) -> frozenset[str]:
    """Return the ids of everybody in a unit's melee, itself included: all that locks connect."""
    found = {unit}
    fresh = [unit]
    while fresh:
        partners = partners_of(fresh.pop(), locks) - found
        found |= partners
        fresh.extend(partners)
    return frozenset(found)


def breathes(unit: HeroicUnit) -> HeroicUnit:
    """Return a unit that suffocates no more."""
    if HeroicCondition.SUFFOCATING not in unit.conditions:
        return unit
    left = tuple([each for each in unit.conditions if each is not HeroicCondition.SUFFOCATING])
    return unit.model_copy(update={"conditions": left})
