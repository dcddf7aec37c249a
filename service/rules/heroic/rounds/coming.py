"""Rolls that certainly follow the damage of an attack within its phase; dice of the caller request them with it."""

from collections.abc import Sequence

from service.dice.model import Expected
from service.errors import RulesRefuse
from service.rules.heroic.attack.exchange import contest_rolls
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.battle.state import Battle, active_members, bind, facing, is_awake, partners
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.orders.order_attacks import approved
from service.rules.heroic.orders.policy import melee_in_reach
from service.rules.heroic.rounds.assaults import Totals, assaults_of

ALL_KINDS = frozenset(HeroicModeKind)


def shots_after(battle: Battle, rest: Sequence[Assault], totals: Totals, place: int) -> list[Expected]:
    """Return the rolls that follow a shot of a unit: those of its next shot, or else of the next unit that shoots.

    `rest` are the attacks that are left in its turn.
    """
    if battle.waits:
        return []
    coming = list(rest)
    for at in _later(battle, place):
        order = battle.orders[at]
        if coming or (order is not None and order.actions):
            break
        if order is not None and order.ranged and is_awake(battle.units[at]):
            coming += assaults_of(battle, at, order.ranged, active_members(battle, at), totals)
    return _first_of(battle, coming)


def blows_after(battle: Battle, assault: Assault, rest: Sequence[Assault], totals: Totals) -> list[Expected]:
    """Return the rolls that follow an attack in melee: those of the next one, by the unit or by the next that acts.

    `rest` are the attacks that are left in its turn. Nobody may be waiting for anything.
    """
    place, foe = assault.place, assault.foe
    battle = battle if foe in partners(battle, place) else bind(battle, place, foe)
    coming = list(rest)
    for at in _later(battle, place):
        order = battle.orders[at]
        if coming or (order is not None and (order.actions or order.break_free)):
            break
        if order is not None and order.melee and is_awake(battle.units[at]):
            coming += _blows_of(battle, at, order, totals)
    return _first_of(battle, coming)


def _later(battle: Battle, place: int) -> tuple[int, ...]:
    """Return who acts after a unit."""
    return battle.sequence[battle.sequence.index(place) + 1 :]


def _blows_of(battle: Battle, place: int, order: HeroicOrder, totals: Totals) -> list[Assault]:
    declared = melee_in_reach(battle, place, order) if place in battle.free_hands else order.melee
    return assaults_of(battle, place, declared, active_members(battle, place), totals)


def _first_of(battle: Battle, coming: Sequence[Assault]) -> list[Expected]:
    """Return the rolls of the first of some attacks, as far as they are certain, if it will be made."""
    if not coming:
        return []
    assault = coming[0]
    situation = facing(battle, assault)
    try:
        aims = approved(situation, assault.choice, ALL_KINDS, battle.rulings)
    except RulesRefuse:
        return []
    plan = plan_attack(situation, assault.choice, aims, battle.rulings)
    return [] if plan.strength.fast_draw is not None else contest_rolls(plan)
