"""What is settled before a round's attacks: orders by place, the options, the ground, and who acts when."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.rules.heroic.attack import lock_between
from service.rules.heroic.attack_models import HeroicBystander, HeroicLock, HeroicTerrain
from service.rules.heroic.battle import Battle, cluster, distance_between, holds_about, locks_of, partners
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.order_models import HeroicOrder, HeroicWait
from service.rules.heroic.situation import Situation
from service.rules.heroic.state import able_of, active_of, count_of
from service.rules.heroic.weariness import weary
from service.rules.heroic.words import HeroicTactic

NO_WAITS: Final[Mapping[int, HeroicWait]] = {}


class Command(NamedTuple):
    """A round's orders, by place, and how they are played; `sequence` are the places in the order in which they act.

    Who is in `free_hands` is ordered by the service and strikes whoever is in reach if its target is not. `waits`
    are what units wait for, by place, in the order listed.
    """

    orders: tuple[HeroicOrder | None, ...]
    rulings: HeroicRulings
    terrain: HeroicTerrain
    free_hands: frozenset[int] = frozenset()
    waits: Mapping[int, HeroicWait] = NO_WAITS
    winner: str | None = None
    sequence: tuple[int, ...] = ()

    def tactic(self, place: int) -> HeroicTactic:
        """Return a unit's tactic; neutral without an order."""
        order = self.orders[place]
        return HeroicTactic.NEUTRAL if order is None else order.tactic


def situation_between(battle: Battle, command: Command, place: int, foe: int, *, spent: float = 0.0) -> Situation:
    """Return the situation of an attack in melee; `spent` is the movement spent already, in multiples of Move."""
    attacker, target = battle.units[place], battle.units[foe]
    order = command.orders[place]
    holds = holds_about(battle, place, foe)
    assignment = command.rulings.assignment
    effects = command.rulings.fp_effects
    return Situation(
        weary(attacker, effects),
        weary(target, effects),
        active_of(attacker, holds, assignment),
        able_of(target, holds, assignment),
        count_of(target, assignment),
        command.tactic(place),
        command.tactic(foe),
        distance_between(battle, place, foe),
        attacker.side == command.winner,
        spent,
        grapples=holds,
        locks=_lock_of(battle, place, foe),
        terrain=command.terrain,
        withdrawing=order is not None and order.withdraw,
        charge_target=None if order is None else order.charge_target,
    )


def shot_between(battle: Battle, command: Command, place: int, foe: int, *, spent: float = 0.0) -> Situation:
    """Return the situation of a shot, with everybody in the target's melee, whom it may hit instead."""
    situation = situation_between(battle, command, place, foe, spent=spent)
    if not partners(battle, foe):
        return situation
    near = sorted(cluster(battle, foe))
    effects = command.rulings.fp_effects
    others = [
        HeroicBystander(unit=weary(battle.units[at], effects), tactic=command.tactic(at))
        for at in near
        if at not in {place, foe}
    ]
    holds = holds_about(battle, place, *near)
    return situation._replace(others=tuple(others), locks=locks_of(battle, near), grapples=holds)


def _lock_of(battle: Battle, place: int, foe: int) -> tuple[HeroicLock, ...]:
    if foe not in partners(battle, place):
        return ()
    return (lock_between(battle.units[place].id, battle.units[foe].id),)
