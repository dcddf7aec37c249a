"""Cache keys of plans of attacks, of turns and of openings of rounds: all that each of them depends on."""

from collections.abc import Hashable, Sequence
from operator import attrgetter
from typing import Final

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicOrder
from service.rules.heroic.battle.plans import Assault, Planned, Turn
from service.rules.heroic.battle.state import Battle, distance_between, partners
from service.rules.heroic.book.options import HeroicFpEffects
from service.rules.heroic.book.words import MELEE_KIND
from service.rules.heroic.figures.standing import mode_of

TIRING: Final = HeroicFpEffects.APPLY
PLAIN: Final = frozenset({"mode", "shots_each"})
"""What the service orders of an attack, beside its target; one that says more is planned each time."""
special_parts_of: Final = attrgetter(*[name for name in HeroicAttackChoice.model_fields if name not in PLAIN])
NOTHING_SPECIAL: Final = special_parts_of(HeroicAttackChoice())


def plan_key(battle: Battle, assault: Assault) -> Hashable:
    """Return all that the plan of an attack depends on; None if it is not to be remembered.

    Attacks with holds about, those of the tired, and shots into a melee depend on more.
    """
    plans, choice = battle.plans, assault.choice
    if plans is None or battle.grapples or battle.rulings.fp_effects is TIRING:
        return None
    place, foe = assault.place, assault.foe
    attacker, target, order = battle.units[place], battle.units[foe], battle.orders[place]
    mode = mode_of(attacker, choice.mode or "")
    is_plain = special_parts_of(choice) == NOTHING_SPECIAL and assault.armed is None and assault.watch is None
    if mode is None or not is_plain or (mode.kind is not MELEE_KIND and partners(battle, foe)):
        return None
    return (
        (mode.id, choice.shots_each, assault.spent, assault.side_attackers, assault.free, assault.separate),
        distance_between(battle, place, foe) if assault.distance is None else assault.distance,
        (plans.fighter_of(place, attacker), plans.fighter_of(foe, target)),
        (battle.tactic(place), battle.tactic(foe), attacker.side == battle.winner, foe in partners(battle, place)),
        None if order is None else (order.withdraw, order.charge_target),
    )


def situation_of(battle: Battle) -> Hashable:
    """Return all that the opening of a round depends on, between two rounds; None if it is not to be remembered.

    Holds, hazards and fatigue that takes effect make it depend on more.
    """
    plans = battle.plans
    if plans is None or battle.grapples or battle.hazards or battle.rulings.fp_effects is TIRING:
        return None
    distances = frozenset(battle.distances.items()) if battle.distances else None
    return plans.fighters(battle.units), battle.positions, distances, frozenset(battle.locks.items())


def planned_before(battle: Battle, key: Hashable | None) -> Planned | None:
    """Return the attack that has been planned for a key before, if one has."""
    return None if battle.plans is None or key is None else battle.plans.attacks.find(key)


def keep_plan(battle: Battle, key: Hashable | None, planned: Planned) -> None:
    """Remember a planned attack, if plans are kept and it has a key."""
    if battle.plans is not None and key is not None:
        battle.plans.attacks.keep(key, planned)


def turn_key(battle: Battle, place: int, order: HeroicOrder) -> Hashable:
    """Return all that the blow of a unit at the target of its order depends on; None if it is not to be remembered.

    Deeds, holds, waits and divided attacks depend on more, and so do the orders of players. An order is known by its
    identity, which is not used again as long as the turn is remembered, for that has the order.
    """
    plans, rulings = battle.plans, battle.rulings
    if plans is None or battle.grapples or battle.waits or len(order.melee) != 1 or order.actions or order.break_free:
        return None
    if place not in battle.free_hands or rulings.fp_effects is TIRING:
        return None
    foe = battle.places[order.melee[0].target]
    unit = battle.units[place]
    return (
        id(order),
        plans.fighter_of(place, unit),
        plans.fighter_of(foe, battle.units[foe]),
        distance_between(battle, place, foe),
        foe in partners(battle, place),
        battle.tactic(foe),
        unit.side == battle.winner,
    )


def turn_before(battle: Battle, key: Hashable | None) -> Turn | None:
    """Return the turn that has been planned for a key before, if one has."""
    return None if battle.plans is None or key is None else battle.plans.turns.find(key)


def keep_turn(battle: Battle, key: Hashable | None, order: HeroicOrder, assaults: Sequence[Assault]) -> None:
    """Remember the turn of a unit that has just one attack, on the target of its order, and was allowed to make it.

    `battle` is as it was before.
    """
    if battle.plans is None or key is None or [each.foe for each in assaults] != [battle.places[order.melee[0].target]]:
        return
    planned = planned_before(battle, plan_key(battle, assaults[0]))
    if planned is not None:
        battle.plans.turns.keep(key, Turn(order, assaults[0], planned))
