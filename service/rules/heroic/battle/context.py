"""What is settled before a round's attacks: orders by place, the options, the ground, and who acts when."""

from dataclasses import replace
from typing import NamedTuple

from service.rules.heroic.attack.attack import lock_between
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicBystander
from service.rules.heroic.attack.situation import Situation, Watch
from service.rules.heroic.battle.state import Battle, cluster, distance_between, holds_about, locks_of, partners
from service.rules.heroic.book.options import HeroicAssignment, HeroicFpEffects
from service.rules.heroic.book.words import HeroicModeKind, HeroicStatus
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import able_of, active_of, count_of, mode_of, weary


class Assault(NamedTuple):
    """An attack of one unit on another; `drawn` tells what the unit's Fast-Draw has come to already this round.

    `spent` is the movement spent before it, in multiples of Move; `armed` is the unit with the ammunition it had when
    its turn began; `side_attackers` are all of its side who attack this foe in this phase; `distance`, if it is given,
    overrides the places.
    """

    place: int
    foe: int
    choice: HeroicAttackChoice
    spent: float = 0.0
    armed: HeroicUnit | None = None
    side_attackers: int | None = None
    drawn: bool | None = None
    free: bool = False
    separate: bool = False
    watch: Watch | None = None
    distance: float | None = None


class Members(NamedTuple):
    """Members of a unit who can act, who can defend themselves, and who are on their feet."""

    active: int
    able: int
    standing: int


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


def members_of(unit: HeroicUnit, holds: tuple[HeroicHold, ...], assignment: HeroicAssignment) -> Members:
    """Count the members of a unit."""
    standing = count_of(unit, assignment)
    if holds or unit.conditions:
        return Members(active_of(unit, holds, assignment), able_of(unit, holds, assignment), standing)
    if unit.status is HeroicStatus.ACTIVE:
        return Members(standing, standing, standing)
    return Members(0, standing if unit.status is HeroicStatus.ROUTED else 0, standing)


def _lock_of(battle: Battle, place: int, foe: int) -> tuple[HeroicLock, ...]:
    if foe not in partners(battle, place):
        return ()
    return (lock_between(battle.units[place].id, battle.units[foe].id),)
