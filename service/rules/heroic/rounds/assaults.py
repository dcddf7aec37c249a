"""Attacks of a unit's turn: how its members divide among them, and the rolls that certainly follow."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.dice.model import Expected
from service.errors import RulesRefuse
from service.rules.heroic.attack.exchange import contest_rolls
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration, HeroicOrder
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.attack.situation.skill import free_members, is_long
from service.rules.heroic.attack.situation.weapons import aims_of
from service.rules.heroic.battle import state
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.book.options import HeroicRatioScope
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.orders.order_attacks import Shares, approved, shares_of
from service.rules.heroic.orders.other_actions import deeds_cost
from service.rules.heroic.orders.policy import melee_in_reach

Totals = Mapping[tuple[str, str], int]
"""How many of a side attack a unit in a phase; empty unless the options count them."""
NO_TOTALS: Final[Totals] = {}


def totals_of(battle: state.Battle, attacks: Sequence[Sequence[HeroicDeclaration]]) -> Totals:
    """Count who attacks whom in a phase, side by side, if the options want it; attacks go by place.

    Ruling: heroic/ruling/ratio-collective.
    """
    if battle.rulings.ratio_scope is HeroicRatioScope.ATTACK:
        return NO_TOTALS
    totals: dict[tuple[str, str], int] = {}
    for place, declared in enumerate(attacks):
        unit = battle.units[place]
        shares = shares_of(unit, declared, state.active_members(battle, place))
        for choice, members in zip(declared, shares.members, strict=True):
            key = (unit.side, choice.target)
            totals[key] = totals.get(key, 0) + members
    return totals


def assaults_of(
    battle: state.Battle, place: int, declared: Sequence[HeroicDeclaration], active: int, totals: Totals
) -> list[Assault]:
    """Return the attacks of a unit's turn, each with those of its members who may attack that are left for it.

    `active` are those who may: all who can act, or those who do not try to break free.
    """
    unit, order = battle.units[place], battle.orders[place]
    shares = shares_of(unit, declared, active)
    members = shares.members if not battle.grapples else _unhindered(battle, place, declared, shares)
    trying = order is not None and order.break_free
    return [
        Assault(
            place,
            battle.places[choice.target],
            _manned(choice, sent, exact=trying),
            spent=0.0 if order is None else deeds_cost(order),
            armed=unit if len(declared) > 1 else None,
            side_attackers=totals.get((unit.side, choice.target)),
            separate=shares.separate,
        )
        for choice, sent in zip(declared, members, strict=True)
        if sent
    ]


def _unhindered(
    battle: state.Battle, place: int, declared: Sequence[HeroicDeclaration], shares: Shares
) -> tuple[int, ...]:
    """Return the members who make each attack, without those who are held too close for its long weapon.

    If all are held, none are left out: they hear why they cannot attack.
    """
    unit, holds = battle.units[place], state.holds_about(battle, place)
    active = state.active_members(battle, place)
    found, sent = [], 0
    for choice, members in zip(declared, shares.members, strict=True):
        aims = aims_of(unit, choice)
        free = free_members(unit, active, holds, aims) if is_long(aims) else 0
        if not free:
            found.append(members)
            continue
        found.append(min(members, max(free - sent, 0)))
        sent += 0 if shares.separate else found[-1]
    return tuple(found)


def _manned(choice: HeroicAttackChoice, members: int, *, exact: bool) -> HeroicAttackChoice:
    """Return an attack with the members that are left for it; an attack of everybody names them only if it must."""
    changes: dict[str, object] = {}
    if choice.attackers != members and (exact or choice.attackers is not None):
        changes["attackers"] = members
    if choice.engaged is not None and choice.engaged > members:
        changes["engaged"] = members
    return choice.model_copy(update=changes) if changes else choice


# Rolls that certainly follow, which dice of the caller request with the damage

ALL_KINDS = frozenset(HeroicModeKind)


def shots_after(battle: state.Battle, rest: Sequence[Assault], totals: Totals, place: int) -> list[Expected]:
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
        if order is not None and order.ranged and state.is_awake(battle.units[at]):
            coming += assaults_of(battle, at, order.ranged, state.active_members(battle, at), totals)
    return _first_of(battle, coming)


def blows_after(battle: state.Battle, assault: Assault, rest: Sequence[Assault], totals: Totals) -> list[Expected]:
    """Return the rolls that follow an attack in melee: those of the next one, by the unit or by the next that acts.

    `rest` are the attacks that are left in its turn. Nobody may be waiting for anything.
    """
    place, foe = assault.place, assault.foe
    battle = battle if foe in state.partners(battle, place) else state.bind(battle, place, foe)
    coming = list(rest)
    for at in _later(battle, place):
        order = battle.orders[at]
        if coming or (order is not None and (order.actions or order.break_free)):
            break
        if order is not None and order.melee and state.is_awake(battle.units[at]):
            coming += _blows_of(battle, at, order, totals)
    return _first_of(battle, coming)


def _later(battle: state.Battle, place: int) -> tuple[int, ...]:
    """Return who acts after a unit."""
    return battle.sequence[battle.sequence.index(place) + 1 :]


def _blows_of(battle: state.Battle, place: int, order: HeroicOrder, totals: Totals) -> list[Assault]:
    declared = melee_in_reach(battle, place, order) if place in battle.free_hands else order.melee
    return assaults_of(battle, place, declared, state.active_members(battle, place), totals)


def _first_of(battle: state.Battle, coming: Sequence[Assault]) -> list[Expected]:
    """Return the rolls of the first of some attacks, as far as they are certain, if it will be made."""
    if not coming:
        return []
    assault = coming[0]
    situation = state.facing(battle, assault)
    try:
        aims = approved(situation, assault.choice, ALL_KINDS, battle.rulings)
    except RulesRefuse:
        return []
    plan = plan_attack(situation, assault.choice, aims, battle.rulings)
    return [] if plan.strength.fast_draw is not None else contest_rolls(plan)
